package weights_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/disk/disktest"
	"example.org/centipawn/weights/fixtures"
)

// TestWriteFaults: whatever operation of the disk fails, the old file stays, or the new one
// is there.
func TestWriteFaults(t *testing.T) {
	path := func(dir string) string { return filepath.Join(dir, "w.json") }
	disktest.Test(t, disktest.Writer{
		Prepare: func(t *testing.T, dir string) {
			if err := os.WriteFile(path(dir), []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		Run: func(dir string) error { return fixtures.Plain().Write(path(dir)) },
	})
}
