package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, content := range []string{"first", "second, longer", ""} {
		if err := Write(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("content %q, error %v, want %q", got, err, content)
		}
	}
	if err := Write(filepath.Join(dir, "none", "file"), nil); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
	if err := Write(dir, []byte("x")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left in the folder: %v", entries)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := Write(path, []byte("before")); err != nil {
		t.Fatal(err)
	}
	for _, end := range []struct {
		name string
		call func(*File) error
		want string
	}{
		{"discarded", (*File).Discard, "before"},
		{"committed", (*File).Commit, "after"},
	} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"af", "ter"} {
			if _, err := f.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := os.ReadFile(path); string(got) != "before" {
			t.Errorf("%s: content %q before the end", end.name, got)
		}
		if err := end.call(f); err != nil {
			t.Errorf("%s: %v", end.name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != end.want {
			t.Errorf("%s: content %q, want %q", end.name, got, end.want)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left in the folder: %v", entries)
	}
}
