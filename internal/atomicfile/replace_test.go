//go:build linux || darwin

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/disk/disktest"
)

// pair is two files that are replaced together, the second through a link.
func pair(t *testing.T, dir string) []Change {
	t.Helper()
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "a"), []byte("old a"), 0o640),
		os.WriteFile(filepath.Join(dir, "b"), []byte("a longer old b"), 0o600),
		os.Symlink("b", filepath.Join(dir, "link")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return changes(dir)
}

func changes(dir string) []Change {
	return []Change{
		{filepath.Join(dir, "a"), []byte("old a"), []byte("new a, longer")},
		{filepath.Join(dir, "link"), []byte("a longer old b"), []byte("new b")},
	}
}

// wantContent checks both files, and that nothing else is left.
func wantContent(t *testing.T, dir, a, b string) {
	t.Helper()
	for name, want := range map[string]string{"a": a, "b": b} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v, want %q", name, text, err, want)
		}
	}
	wantOnly(t, dir, "a", "b", "link")
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	if err := Replace(pair(t, dir)); err != nil {
		t.Fatal(err)
	}
	wantContent(t, dir, "new a, longer", "new b")
	wantKind(t, filepath.Join(dir, "link"), fs.ModeSymlink)
	for name, want := range map[string]fs.FileMode{"a": 0o640, "b": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// What is wrong with one file keeps all as they are.
func TestReplaceRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		spoil  func(dir string) error
		b      string
		want   string
		remove bool
	}{
		{"read-only", func(dir string) error { return os.Chmod(filepath.Join(dir, "b"), 0o444) }, "a longer old b", "b: is read-only: make it writable (chmod u+w)", false},
		{"changed", func(dir string) error { return os.WriteFile(filepath.Join(dir, "b"), []byte("theirs"), 0o600) }, "theirs", "link: it has changed since it was read", false},
		{"gone", func(dir string) error { return os.Remove(filepath.Join(dir, "b")) }, "", "file does not exist", true},
		{"a pipe", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "b")), syscall.Mkfifo(filepath.Join(dir, "b"), 0o600))
		}, "", "is a pipe", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			list := pair(t, dir)
			if err := tt.spoil(dir); err != nil {
				t.Fatal(err)
			}
			if err := Replace(list); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasSuffix(err.Error(), ": nothing is written") {
				t.Errorf("error %v, want %s", err, tt.want)
			}
			if tt.remove {
				os.Remove(filepath.Join(dir, "b"))
				os.WriteFile(filepath.Join(dir, "b"), nil, 0o600)
			}
			wantContent(t, dir, "old a", tt.b)
		})
	}
}

// Whatever fails once, all files are old or all are new; and each is whole if all after it fails.
func TestReplaceFaults(t *testing.T) {
	for k := 1; ; k++ {
		dir := t.TempDir()
		list := pair(t, dir)
		n, what := 0, ""
		restore := disk.Inject(func(op, path string) error {
			if n++; n == k {
				what = op
				return disktest.ErrFault
			}
			return nil
		})
		err := Replace(list)
		restore()
		if what == "" {
			break
		}
		a, _ := os.ReadFile(filepath.Join(dir, "a"))
		b, _ := os.ReadFile(filepath.Join(dir, "b"))
		switch got := string(a) + ", " + string(b); {
		case got == "new a, longer, new b":
		case err == nil || got != "old a, a longer old b":
			t.Errorf("fault %d, %s: error %v, and there is %s", k, what, err, got)
		}
	}
	disktest.Test(t, disktest.Writer{
		Prepare: func(t *testing.T, dir string) { pair(t, dir) },
		Run: func(dir string) error {
			list := changes(dir)
			for i := range list { // a run that was broken off may have written the first
				list[i].Old, _ = os.ReadFile(list[i].Path)
			}
			return Replace(list)
		},
		Journal: func(string) bool { return false },
	})
}

// A file of another owner keeps him: in place where the owner cannot be given.
func TestReplaceOwner(t *testing.T) {
	dir := t.TempDir()
	list := pair(t, dir)
	if err := os.Chown(list[0].Path, 12345, 12345); err != nil {
		t.Skipf("needs the right to give files away: %v", err)
	}
	owner := func() uint32 {
		info, err := os.Stat(list[0].Path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Uid
	}
	if err := Replace(list); err != nil || owner() != 12345 {
		t.Errorf("%v, owner %d", err, owner())
	}
	wantContent(t, dir, "new a, longer", "new b")
	if err := Write(list[0].Path, []byte("new a, longer")); err != nil || owner() != 12345 {
		t.Errorf("Write: %v, owner %d", err, owner())
	}
	back := []Change{{list[0].Path, list[0].New, list[0].Old}}
	restore := disk.Inject(func(op, _ string) error {
		if op == "chown" {
			return fs.ErrPermission
		}
		return nil
	})
	defer restore()
	if err := Replace(back); err != nil || owner() != 12345 {
		t.Errorf("in place: %v, owner %d", err, owner())
	}
	wantContent(t, dir, "old a", "new b")
}

// A file that is read-only is not replaced by any writer.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(path, []byte("mine"), 0o600), os.Chmod(path, 0o444)); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("yours")); err == nil || !strings.Contains(err.Error(), path+": is read-only") {
		t.Error(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("it holds %q", text)
	}
}
