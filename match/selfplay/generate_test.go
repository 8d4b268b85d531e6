package selfplay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
)

// TestMain plays for data instead of testing where a test has started the program for
// that.
func TestMain(m *testing.M) {
	if path := os.Getenv("SELFPLAY_FILE"); path != "" {
		opt := hastily(killedGames)
		opt.Threads = 2
		if _, err := selfplay.Generate(context.Background(), path, slowly, opt, "settings", nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

const killedGames = 60

// slowly is scored with time to be killed.
func slowly() (search.Searcher, error) {
	s, err := scored()
	return searcher(func(g *search.Game) search.Result {
		time.Sleep(20 * time.Microsecond)
		return s.Search(g, nil, nil)
	}), err
}

// generate makes a file without an interruption, and returns what it holds.
func generate(t *testing.T, path string, opt selfplay.Options) []byte {
	t.Helper()
	r, err := selfplay.Generate(t.Context(), path, scored, opt, "settings", nil)
	if err != nil || r.Games != opt.Games || r.Resumed != 0 || r.Unscored != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	return content(t, path)
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if exists(path + selfplay.JournalEnding) {
		t.Error("the journal is left")
	}
	return data
}

// TestGenerateResumes: a run that was ended after any game, and then went on, has made
// the file of an unbroken one, and counted the same.
func TestGenerateResumes(t *testing.T) {
	dir := t.TempDir()
	opt := hastily(12)
	whole, err := selfplay.Generate(t.Context(), filepath.Join(dir, "whole.epd"), scored, opt, "settings", nil)
	if err != nil {
		t.Fatal(err)
	}
	for after := range opt.Games {
		path := filepath.Join(t.TempDir(), "whole.epd")
		stop := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		opt.Threads = 1 + after%3
		first, err := selfplay.Generate(ctx, path, scored, opt, "settings", func(s *selfplay.Summary) {
			if s.Games > after {
				cancel(stop)
			}
		})
		cancel(nil)
		if err != nil && !errors.Is(err, stop) || err == nil && first.Games != opt.Games {
			t.Fatalf("after %d games: %v", after, err)
		}
		if err == nil {
			continue // it had all games when it was stopped
		}
		told := 0
		rest, err := selfplay.Generate(t.Context(), path, scored, opt, "settings", func(*selfplay.Summary) { told++ })
		if err != nil || rest.Resumed != first.Games || told != opt.Games-first.Games {
			t.Fatalf("%v: %d games, %d of them before, want %d; told of %d", err, rest.Games, rest.Resumed, first.Games, told)
		}
		if !bytes.Equal(content(t, path), content(t, filepath.Join(dir, "whole.epd"))) {
			t.Errorf("stopped after %d games, it makes another file", first.Games)
		}
		if rest.Unique != whole.Unique || rest.Nodes != whole.Nodes || rest.Positions != whole.Positions || !reflect.DeepEqual(rest.Ends, whole.Ends) {
			t.Errorf("stopped after %d games, it counts %+v, want %+v", first.Games, rest.Summary, whole.Summary)
		}
	}
}

// TestGenerateKilled: killed at whatever moment, ten times, a run makes the same file.
func TestGenerateKilled(t *testing.T) {
	opt := hastily(killedGames)
	want := generate(t, filepath.Join(t.TempDir(), "x.viri"), opt)
	path := filepath.Join(t.TempDir(), "x.viri")
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	kills, most, grown := 0, 10, int64(-1)
	if long.Short(t) {
		most = 3
	}
	for kills < most && !exists(path) {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "SELFPLAY_FILE="+path)
		var said strings.Builder
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		awaitGrowth(path+selfplay.JournalEnding, path, grown)
		time.Sleep(time.Duration(rng.IntN(4_000)) * time.Microsecond)
		_ = c.Process.Kill()
		if err := c.Wait(); err == nil || c.ProcessState.ExitCode() == 1 {
			if said.Len() > 0 {
				t.Fatalf("after %d kills: %s", kills, said.String())
			}
			break // it was faster
		}
		kills++
		if info, err := os.Stat(path + selfplay.JournalEnding); err == nil {
			grown = info.Size()
		}
	}
	t.Logf("killed %d times", kills)
	if exists(path + selfplay.JournalEnding) {
		if _, err := selfplay.Generate(t.Context(), path, scored, opt, "settings", nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, path); !bytes.Equal(got, want) || kills == 0 {
		t.Errorf("killed %d times, it makes a file of %d bytes that is another than that of %d bytes", kills, len(got), len(want))
	}
}

// awaitGrowth waits until a journal is larger than it was, or the file is there.
func awaitGrowth(journal, path string, size int64) {
	for range 10_000 {
		if info, err := os.Stat(journal); err == nil && info.Size() > size {
			return
		}
		if exists(path) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestGenerateRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.viri")
	generate(t, path, hastily(2))
	tests := []struct {
		name, path string
		games      int
		text       string
	}{
		{"a file of other games", path, 3, "made with other settings: games: 2 before, 3 now: remove it or pass another name"},
		{"a file that is there, and no games", path, 0, "file already exists"},
		{"an unknown ending", filepath.Join(dir, "x.pgn"), 2, "unknown ending"},
		{"no such folder", filepath.Join(dir, "no", "x.viri"), 2, "no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := selfplay.Generate(t.Context(), tt.path, scored, hastily(tt.games), "settings", nil)
			if err == nil || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want %q", err, tt.text)
			}
			if files, _ := os.ReadDir(dir); len(files) != 2 { // with its report
				t.Errorf("left over: %v", files)
			}
		})
	}
}

// TestGenerateAgain: a run that is complete says so and changes nothing; of a file that is
// another's, or was changed, it says that, too.
func TestGenerateAgain(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.viri")
	want := generate(t, path, hastily(5))
	report, err := os.ReadFile(path + finished.ReportEnding)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := os.Stat(path)
	for range 2 {
		r, err := selfplay.Generate(t.Context(), path, nil, hastily(5), "settings", nil)
		if err != nil || r.Games != 5 || r.Resumed != 5 || r.Unique == 0 {
			t.Fatalf("%v, %+v", err, r)
		}
		now, _ := os.Stat(path)
		if !bytes.Equal(content(t, path), want) || !now.ModTime().Equal(first.ModTime()) {
			t.Error("the file was written again")
		}
	}
	for _, tt := range []struct {
		name, text string
		settings   any
		change     func() error
	}{
		{"settings", `made with other settings: : "settings" before, "others" now`, "others", func() error { return nil }},
		{"content", "changed since it was made", "settings", func() error { return os.WriteFile(path, append(want, 0), 0o600) }},
		{"report", "no report of this program", "settings", func() error { return os.WriteFile(path+finished.ReportEnding, []byte("notes"), 0o600) }},
		{"large report", "no report of this program", "settings", func() error {
			return os.WriteFile(path+finished.ReportEnding, append(bytes.Repeat([]byte(" "), atomicfile.SmallLimit), report...), 0o600)
		}},
		{"no report", "no report of this program", "settings", func() error { return os.Remove(path + finished.ReportEnding) }},
	} {
		if err := tt.change(); err != nil {
			t.Fatal(err)
		}
		_, err := selfplay.Generate(t.Context(), path, nil, hastily(5), tt.settings, nil)
		if !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.text)
		}
	}
	again := filepath.Join(t.TempDir(), "x.viri")
	generate(t, again, hastily(5))
	if text, _ := os.ReadFile(again + finished.ReportEnding); !bytes.Equal(text, report) {
		t.Errorf("the same games have two reports:\n%s\n%s", report, text)
	}
}

// TestGenerateMore: a run that was stopped may be asked for other numbers of games.
func TestGenerateMore(t *testing.T) {
	for _, n := range []int{3, 9} {
		path := filepath.Join(t.TempDir(), "x.viri")
		ctx, cancel := context.WithCancel(t.Context())
		if r, err := selfplay.Generate(ctx, path, scored, hastily(1000), "settings", func(s *selfplay.Summary) {
			if s.Games == 5 {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) || r.Games < 5 {
			t.Fatalf("%v: %d games", err, r.Games)
		}
		r, err := selfplay.Generate(t.Context(), path, scored, hastily(n), "settings", nil)
		if err != nil || r.Games != n {
			t.Fatalf("%v: %d games, want %d", err, r.Games, n)
		}
		if want := generate(t, filepath.Join(t.TempDir(), "x.viri"), hastily(n)); !bytes.Equal(content(t, path), want) {
			t.Errorf("%d games are others than those of a run that asked for them at once", n)
		}
	}
}

// TestGenerateKilledLast: a run that was killed between the file and the end of its
// journal is finished by the same command; no other writes over a file.
func TestGenerateKilledLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.viri")
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := selfplay.Generate(ctx, path, scored, hastily(1000), "settings", func(s *selfplay.Summary) {
		if s.Games == 5 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	journal, err := os.ReadFile(path + selfplay.JournalEnding)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 { // in the second the file is there
		r, err := selfplay.Generate(t.Context(), path, scored, hastily(5), "settings", nil)
		if err != nil || r.Games != 5 || r.Resumed != 5 {
			t.Fatalf("round %d: %v, %+v", round, err, r)
		}
		if want := generate(t, filepath.Join(t.TempDir(), "x.viri"), hastily(5)); !bytes.Equal(content(t, path), want) {
			t.Errorf("round %d: another file than at once", round)
		}
		if err := os.WriteFile(path+selfplay.JournalEnding, journal, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := selfplay.Generate(t.Context(), path, scored, hastily(1000), "settings", nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file of five games, and a thousand wanted: %v", err)
	}
	if left, err := os.ReadFile(path + selfplay.JournalEnding); err != nil || !bytes.Equal(left, journal) {
		t.Errorf("the journal was changed: %v", err)
	}
}

// meanwhile are settings during whose writing another run ends.
type meanwhile func() error

func (end meanwhile) MarshalJSON() ([]byte, error) { return []byte("{}"), end() }

// TestGenerateOvertaken: the file of a run that ended while this one began is not written
// over.
func TestGenerateOvertaken(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.viri")
	other := meanwhile(func() error { return os.WriteFile(path, []byte("another's"), 0o600) })
	_, err := selfplay.Generate(t.Context(), path, scored, hastily(2), other, nil)
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want that there is a file", err)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != "another's" {
		t.Errorf("the file holds %.20q, %v", left, err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left over: %v", files)
	}
}
