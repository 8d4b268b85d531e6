package match

import (
	"strings"
	"testing"

	"example.org/centipawn/internal/disk/disktest"
)

// TestDiskFaults: whatever operation of the disk fails, a match that is begun again ends as
// an unbroken one.
func TestDiskFaults(t *testing.T) {
	disktest.Test(t, disktest.Writer{
		Prepare: func(*testing.T, string) {},
		Run: func(dir string) error {
			p := quick(2, mover{}, mover{})
			p.Dir, p.Concurrency = dir, 1
			_, err := Run(t.Context(), p, nil)
			return err
		},
		Journal: func(name string) bool { // the result says how far the match has come, the lock who plays it
			return name == "games.jsonl" || name == "result.json" || name == "match.lock" || strings.HasPrefix(name, "games.pgn")
		},
		Content: func(name, text string) string {
			switch name {
			case "games.jsonl": // its order and times differ
				return ""
			case "result.json":
				return clocks.ReplaceAllString(text, "")
			}
			return withoutTimes(text)
		},
	})
}
