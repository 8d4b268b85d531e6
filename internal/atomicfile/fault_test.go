package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/disk/disktest"
)

func TestFaults(t *testing.T) {
	write := func(dir string) error {
		f, err := Create(filepath.Join(dir, "file"))
		if err != nil {
			return err
		}
		for _, part := range []string{"the whole ", "new content"} {
			if _, err := f.Write([]byte(part)); err != nil {
				return errors.Join(err, f.Discard())
			}
		}
		return f.Commit()
	}
	put := func(t *testing.T, path string) {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("new", func(t *testing.T) {
		disktest.Test(t, disktest.Writer{Prepare: func(*testing.T, string) {}, Run: write})
	})
	t.Run("replaced", func(t *testing.T) {
		disktest.Test(t, disktest.Writer{Prepare: func(t *testing.T, dir string) { put(t, filepath.Join(dir, "file")) }, Run: write})
	})
}
