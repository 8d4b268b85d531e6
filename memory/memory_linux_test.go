package memory

import (
	"math"
	"os"
	"testing"
)

// The files of control groups are read in both versions.
func TestGroups(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	g := group{dir, "memory.max", "memory.current", "inactive_file"}
	if got := g.available(); got != math.MaxInt64 {
		t.Errorf("no files: %d, want no limit", got)
	}
	write("memory.current", "700\n")
	write("memory.max", "max\n")
	if got := g.available(); got != math.MaxInt64 {
		t.Errorf("max: %d, want no limit", got)
	}
	write("memory.max", "1000\n")
	write("memory.stat", "anon 500\ninactive_file 200\n")
	if got := g.available(); got != 500 {
		t.Errorf("a limit of 1000, 700 used, 200 of them cached: %d, want 500", got)
	}
}
