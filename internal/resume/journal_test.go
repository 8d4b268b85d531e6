package resume

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/disk"
)

// records are JSON objects, which either format takes.
func records(n int) (list []string) {
	for i := range n {
		text := fmt.Sprintf(`{"game":%d,"moves":%q}`, i, strings.Repeat("e2e4 ", i*7))
		if i%3 == 2 { // whose last field is an object
			text = fmt.Sprintf(`{"moves":%q,"elo":{"game":%d}}`, strings.Repeat("e2e4 ", i*7), i)
		}
		list = append(list, text)
	}
	return list
}

// load opens a journal and returns its records.
func load(t testing.TB, path string, format Format) (j *Journal, list []string, dropped string) {
	t.Helper()
	j, _, err := OpenJournal(path, format, "")
	if err != nil {
		t.Fatal(err)
	}
	dropped, err = j.Replay(func(n int, record []byte) error {
		text := strings.TrimSpace(string(record))
		if at := strings.LastIndex(text, sumField); at >= 0 {
			text = text[:at] + "}"
		}
		list = append(list, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return j, list, dropped
}

func formats() map[string]func() Format {
	return map[string]func() Format{
		"lines":  func() Format { return new(Lines) },
		"frames": func() Format { return Frames{} },
	}
}

// save writes a journal and returns its name and where each record ends.
func save(t testing.TB, format Format, list []string) (path string, ends []int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal")
	j, _, _ := load(t, path, format)
	for _, text := range list {
		if err := j.Add([]byte(text)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, int(info.Size()))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path, ends
}

// TestJournalCut: wherever the file ends, be it filled up with NULs to its size as after a power
// failure, the whole records are there, the loss is told, and what is added makes the same file
// again.
func TestJournalCut(t *testing.T) {
	for name, format := range formats() {
		list := records(4)
		path, ends := save(t, format(), list)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for cut := 0; cut < len(data); cut += 5 {
			for _, fill := range []int{0, 1, len(data) - cut} {
				if err := os.WriteFile(path, append(slices.Clone(data[:cut]), make([]byte, fill)...), 0o600); err != nil {
					t.Fatal(err)
				}
				whole := 0
				for whole < len(ends) && ends[whole] <= cut {
					whole++
				}
				j, got, dropped := load(t, path, format())
				clean := fill == 0 && (cut == 0 || whole > 0 && ends[whole-1] == cut)
				if !slices.Equal(got, list[:whole]) || (dropped == "") != clean {
					t.Fatalf("%s: cut at %d, %d NULs: %d records, want %d; dropped %q", name, cut, fill, len(got), whole, dropped)
				}
				for _, text := range list[whole:] {
					if err := j.Add([]byte(text)); err != nil {
						t.Fatal(err)
					}
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				if again, _ := os.ReadFile(path); !bytes.Equal(again, data) {
					t.Fatalf("%s: cut at %d, %d NULs: gone on with, it is another file", name, cut, fill)
				}
			}
		}
	}
}

// TestJournalFlipped: no damaged line is believed: one with whole lines after it is an error that
// names it.
func TestJournalFlipped(t *testing.T) {
	path, ends := save(t, new(Lines), records(5))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := ends[0]; at < ends[2]; at++ {
		for _, bit := range []int{at % 8, 5} { // 5: upper and lower case
			flipped := slices.Clone(data)
			flipped[at] ^= 1 << bit
			if err := os.WriteFile(path, flipped, 0o600); err != nil {
				t.Fatal(err)
			}
			j, _, err := OpenJournal(path, new(Lines), "")
			if err != nil {
				t.Fatal(err)
			}
			line := 2
			if at >= ends[1] {
				line = 3
			}
			_, err = j.Replay(func(int, []byte) error { return nil })
			if want := fmt.Sprintf("journal:%d: the line is damaged", line); err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("byte %d, bit %d: error %v, want %q", at, bit, err, want)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if left, _ := os.ReadFile(path); !bytes.Equal(left, flipped) {
				t.Fatal("a refused file was changed")
			}
		}
	}
}

// A frail file fails at one of its writes, half of it being done, or at one of its syncs,
// forgetting what was written since the last.
type frail struct {
	*os.File
	calls, fails int
	synced       []byte
}

var errDisk = errors.New("no space left on device")

func (f *frail) fail() bool {
	f.calls++
	return f.calls == f.fails
}

func (f *frail) WriteAt(b []byte, at int64) (int, error) {
	if !f.fail() {
		return f.File.WriteAt(b, at)
	}
	n, _ := f.File.WriteAt(b[:len(b)/2], at)
	return n, errDisk
}

func (f *frail) Sync() (err error) {
	if f.fail() {
		if err := os.WriteFile(f.Name(), f.synced, 0o600); err != nil {
			return err
		}
		return errDisk
	}
	f.synced, err = os.ReadFile(f.Name())
	return err
}

// TestJournalFaults has every write and every sync fail in turn: no record is lost, and none stands
// after a torn one.
func TestJournalFaults(t *testing.T) {
	for name, format := range formats() {
		list := records(9)
		whole, _ := save(t, format(), list)
		want, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		for fails := 1; ; fails++ {
			path := filepath.Join(t.TempDir(), "journal")
			j, _, _ := load(t, path, format())
			f := &frail{File: j.file.(*disk.File).File, fails: fails}
			j.file = f
			failed := 0
			for i, text := range list {
				if i%3 == 2 {
					j.when = j.when.Add(-2 * syncEvery) // a sync is due
				}
				if err := j.Add([]byte(text)); err != nil {
					failed++
				}
			}
			switch err := j.Close(); {
			case f.calls < fails: // it had not so many calls
				if fails < 12 {
					t.Errorf("%s: %d calls only", name, fails-1)
				}
			case failed == 0 && err == nil:
				t.Errorf("%s: call %d fails, and no error says so", name, fails)
			case failed > 0 && err == nil:
				if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
					t.Errorf("%s: call %d fails: %d bytes are kept of %d", name, fails, len(got), len(want))
				}
			}
			if f.calls < fails {
				break
			}
		}
	}
}

// TestJournalFirstLine: the first line is written once, returned as it stands, and begun again where
// it is torn.
func TestJournalFirstLine(t *testing.T) {
	const head = "journal 1 {}\n"
	for _, tt := range []struct{ before, first, after string }{
		{"", head, head},
		{"journal", head, head},
		{"journal\x00\x00\x00", head, head},
		{"journal 1 {\"a\":1}\n", "journal 1 {\"a\":1}\n", "journal 1 {\"a\":1}\n"},
		{"my only notes", "my only notes", "my only notes"},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, []byte(tt.before), 0o600); err != nil {
			t.Fatal(err)
		}
		j, first, err := OpenJournal(path, Frames{}, head)
		if err != nil || first != tt.first {
			t.Errorf("%q: first line %q, %v, want %q", tt.before, first, err, tt.first)
			continue
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if after, _ := os.ReadFile(path); string(after) != tt.after {
			t.Errorf("%q became %q, want %q", tt.before, after, tt.after)
		}
	}
}

// TestJournalLocked: while a run has a journal open a second one is refused, and changes nothing.
func TestJournalLocked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	path, _ := save(t, new(Lines), records(2))
	j, _, _ := load(t, path, new(Lines))
	if _, _, err := OpenJournal(path, new(Lines), ""); err == nil || !strings.Contains(err.Error(), "another run is writing here") {
		t.Errorf("opened twice: %v", err)
	}
	if err := errors.Join(j.Add([]byte(`{"game":3}`)), j.Close()); err != nil {
		t.Fatal(err)
	}
	j, list, _ := load(t, path, new(Lines))
	if len(list) != 3 {
		t.Errorf("%d records, want 3", len(list))
	}
	if err := j.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a removed journal is there")
	}
}

// TestJournalRemoved: a journal that another run removed before it was locked is refused.
func TestJournalRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no open file is removed")
	}
	path, _ := save(t, new(Lines), records(2))
	j, _, _ := load(t, path, new(Lines))
	if err := stillThere(j.file); err != nil {
		t.Error(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := stillThere(j.file); err == nil {
		t.Error("a removed file is there")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := stillThere(j.file); err == nil {
		t.Error("a file is another's")
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}
