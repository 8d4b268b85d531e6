package session

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// An asked context calls back when a fit asks whether it is to end.
type asked struct {
	context.Context
	call func()
}

func (a asked) Err() error {
	a.call()
	return a.Context.Err()
}

// TestHeap: a fit leaves the garbage collector of a program that calls it alone; a lean one keeps the heap
// tight while it fits, unless GOGC says how, and puts it back.
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
	for _, tt := range []struct {
		name, env string
		lean      bool
		want      int
	}{{"program", "", false, mine}, {"command", "", true, fitGrowth}, {"GOGC", "100", true, mine}} {
		t.Setenv("GOGC", tt.env)
		opt := options(t, "-loss", "sigmoid", "-k", "1", "-quick", "-threads", "1", "-test", "none", file)
		least := mine
		opt.Lean = tt.lean
		if _, err := Run(asked{t.Context(), func() { least = min(least, growth()) }}, opt, std); err != nil {
			t.Fatal(err)
		}
		if least != tt.want || growth() != mine {
			t.Errorf("%s: %d %% while weights are fitted, want %d; %d after it, want %d", tt.name, least, tt.want, growth(), mine)
		}
	}
}
