package selfplay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/disk/disktest"
	"example.org/centipawn/match/selfplay"
)

// TestGenerateFaults: whatever operation of the disk fails, a run that is begun again makes
// the file of an unbroken one.
func TestGenerateFaults(t *testing.T) {
	disktest.Test(t, disktest.Writer{
		Prepare: func(*testing.T, string) {},
		Run: func(dir string) error {
			_, err := selfplay.Generate(t.Context(), filepath.Join(dir, "games.epd.gz"), scored, hastily(3), "settings", nil)
			return err
		},
		Journal: func(name string) bool { return strings.HasSuffix(name, selfplay.JournalEnding) },
	})
}
