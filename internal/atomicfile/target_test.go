//go:build linux || darwin

package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"example.org/centipawn/internal/disk"
)

// wantKind checks that path is still what it was.
func wantKind(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != want {
		t.Errorf("%s is no longer a %v: %v, %v", path, want, info, err)
	}
}

// wantOnly checks what a folder holds.
func wantOnly(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %q, want %q", dir, names, want)
	}
}

func TestWriteDevice(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "null")
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|3); err != nil { // the device of /dev/null
		t.Skipf("needs the right to make a device: %v", err)
	}
	if err := Write(path, []byte("gone")); err != nil {
		t.Error(err)
	}
	wantKind(t, path, fs.ModeDevice|fs.ModeCharDevice)
	wantOnly(t, dir, "null")
}

func TestWritePipe(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pipe", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		read := make(chan string)
		go func() {
			text, _ := os.ReadFile(path)
			read <- string(text)
		}()
		if err := Write(name, []byte("through")); err != nil {
			t.Fatal(err)
		}
		wantKind(t, path, fs.ModeNamedPipe) // before the reader: without one it waits for ever
		if text := <-read; text != "through" {
			t.Errorf("%s: the reader got %q", name, text)
		}
	}
	wantKind(t, link, fs.ModeSymlink)
	wantOnly(t, dir, "link", "pipe")
}

func TestWriteLink(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"real", "links"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "links", "a")
	for from, to := range map[string]string{link: "b", filepath.Join(dir, "links", "b"): "../real/file"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for _, content := range []string{"the target is made", "the target is replaced"} {
		if err := Write(link, []byte(content)); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "real", "file"))
		if err != nil || string(text) != content {
			t.Errorf("the target holds %q, %v, want %q", text, err, content)
		}
		wantKind(t, link, fs.ModeSymlink)
	}
	wantOnly(t, filepath.Join(dir, "links"), "a", "b")
	wantOnly(t, filepath.Join(dir, "real"), "file")

	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	if err := Write(loop, nil); err == nil {
		t.Error("a link to itself was written")
	}
}

func TestMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("private")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v, want that of the old file", info.Mode(), err)
	}
}

// What a killed run has left goes; what a run has open, and what is called otherwise, stays.
func TestStale(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.json")
	foreign := []string{"v.json.123.partial", "w.json.partial", "w.json.x1.partial", "w.json.old.123.partial"}
	for _, name := range append(foreign, "w.json.123.partial") {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if err := open.Commit(); err != nil {
		t.Errorf("the first run lost its file: %v", err)
	}
	wantOnly(t, dir, "v.json.123.partial", "w.json", "w.json.old.123.partial", "w.json.partial", "w.json.x1.partial")
}

// Several runs that write one file do not lose one another's.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 100 {
				if err := Write(path, []byte("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// What a process has open is written on, by any name, and never replaced.
func TestStream(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "h")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("needs /proc/self/fd")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "one ")
	for _, name := range []string{name, link} {
		if err := Write(name, []byte("two ")); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprint(f, "three")
	if text, err := os.ReadFile(path); err != nil || string(text) != "one two two three" {
		t.Errorf("%q, %v", text, err)
	}
}

// A run that has made its file and not locked it yet may lose it to another's sweep: it
// makes a new one.
func TestSwept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	first := true
	defer disk.Inject(func(op, at string) error {
		if op == "lock" && first {
			first = false
			if err := os.Remove(at); err != nil {
				t.Error(err)
			}
		}
		return nil
	})()
	if err := Write(path, []byte("x")); err != nil || first {
		t.Errorf("error %v, swept %v", err, !first)
	}
	wantOnly(t, dir, "file")
}
