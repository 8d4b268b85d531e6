package datasets

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/disk/disktest"
)

// TestWriterFaults: whatever operation of the disk fails, the old file stays, or the new one
// is there.
func TestWriterFaults(t *testing.T) {
	for _, name := range []string{"x.epd", "x.txt.gz", "x.bin.zst"} {
		t.Run(name, func(t *testing.T) {
			disktest.Test(t, disktest.Writer{
				Prepare: func(t *testing.T, dir string) {
					if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600); err != nil {
						t.Fatal(err)
					}
				},
				Run: func(dir string) error { return writeStart(filepath.Join(dir, name)) },
			})
		})
	}
}

// writeStart writes the start position, won and lost.
func writeStart(path string) error {
	w, err := NewWriter(path, nil)
	if err != nil {
		return err
	}
	start, err := board.ParseFEN(board.StartFEN)
	if err != nil {
		return err
	}
	for _, r := range []Result{WhiteWins, BlackWins} {
		s := Sample{Position: start, Score: 20, Result: r, Expected: float32(math.NaN())}
		if err := w.Write(&s); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}
