//go:build linux || darwin

package disk

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// soon fails if f does not return: an open of a pipe waits for its writer.
func soon(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("still waiting")
	}
}

func TestOpenRegular(t *testing.T) {
	dir := t.TempDir()
	file, pipe, link := filepath.Join(dir, "file"), filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	for _, err := range []error{os.WriteFile(file, []byte("text"), 0o600), syscall.Mkfifo(pipe, 0o600), os.Symlink("pipe", link)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		file: "", pipe: pipe + ": is a pipe: pass a file", link: link + ": is a pipe: pass a file", dir: dir + ": is a folder: pass a file",
		"/dev/null": "/dev/null: is a device: pass a file", filepath.Join(dir, "none"): "no such file",
	} {
		soon(t, func() {
			f, err := OpenRegular(path)
			if want == "" {
				if text, bad := io.ReadAll(f); err != nil || bad != nil || string(text) != "text" {
					t.Errorf("%q, %v, %v", text, err, bad)
				}
			} else if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", path, err, want)
			}
		})
	}
}

// What a file of a folder names is read within the folder only.
func TestOpenIn(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "data")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(folder, "below"), 0o700),
		os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600),
		os.WriteFile(filepath.Join(folder, "names"), []byte("names"), 0o600),
		os.Symlink("../secret", filepath.Join(folder, "out")),
		os.Symlink(filepath.Join(dir, "secret"), filepath.Join(folder, "absolute")),
		os.Symlink("..", filepath.Join(folder, "up")),
		os.Symlink("../names", filepath.Join(folder, "below", "in")),
		syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"names": "", "below/in": "", "out": "leads out of the folder", "absolute": "leads out of the folder",
		"up/secret": "leads out of the folder", "../secret": "leads out of the folder", "pipe": "is a pipe", "none": "no such file",
	} {
		soon(t, func() {
			f, err := OpenIn(folder, name)
			if want == "" {
				if text, bad := io.ReadAll(f); err != nil || bad != nil || string(text) != "names" {
					t.Errorf("%s: %q, %v, %v", name, text, err, bad)
				}
			} else if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", name, err, want)
			}
		})
	}
}
