package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(path, 2<<20); err != nil || len(data) != 2<<20 {
		t.Errorf("a file as large as the limit: %d bytes, %v", len(data), err)
	}
	if _, err := ReadFile(path, 1<<20); err == nil || !strings.Contains(err.Error(), path+": larger than 1 MiB") {
		t.Errorf("a larger file: %v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := ReadFile(dir, 1); err == nil {
		t.Error("a folder was read")
	}
}

func TestReadFileDevice(t *testing.T) {
	for _, path := range []string{"/dev/zero", "/dev/null"} {
		if _, err := os.Stat(path); err != nil {
			t.Skipf("needs %s", path)
		}
		if _, err := ReadFile(path, 1<<20); err == nil || !strings.Contains(err.Error(), path+": is a device") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// endless is a reader without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadAll(t *testing.T) {
	if _, err := ReadAll("pipe", endless{}, 1<<20); err == nil || !strings.Contains(err.Error(), "pipe: larger than 1 MiB") {
		t.Errorf("an endless reader: %v", err)
	}
	if data, err := ReadAll("pipe", strings.NewReader("abc"), 3); err != nil || string(data) != "abc" {
		t.Errorf("read %q, %v", data, err)
	}
}
