package fit

import (
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestHeap: the command puts the garbage collector back.
func TestHeap(t *testing.T) {
	const mine = 77
	defer debug.SetGCPercent(debug.SetGCPercent(mine))
	growth := func() int {
		g := debug.SetGCPercent(mine)
		debug.SetGCPercent(g)
		return g
	}
	file := filepath.Join(t.TempDir(), "results.epd")
	line := `8/8/4k3/8/4K3/4P3/8/8 w - - c9 "1-0";` + "\n" + `8/8/4k3/8/4K3/4P3/8/8 b - - c9 "1/2-1/2";` + "\n"
	if err := os.WriteFile(file, []byte(strings.Repeat(line, 50)), 0o666); err != nil {
		t.Fatal(err)
	}
	std := cli.Streams{Out: io.Discard, Err: io.Discard}
	t.Setenv("GOGC", "")
	if err := Main(t.Context(), []string{"-loss", "sigmoid", "-k", "1", "-quick", "-threads", "1", "-test", "none", file}, std); err != nil || growth() != mine {
		t.Errorf("after the command: %d %%, %v", growth(), err)
	}
}
