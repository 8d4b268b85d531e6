package client

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/centipawn/search"
)

// TestHeldLines compares the lines that come out of a cutter that holds lines of information back
// with those that are written, whatever pieces they come in, and how much it holds.
func TestHeldLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var want []string
		for range rng.IntN(400) {
			want = append(want, [...]string{"info depth 7 score cp 12", "info string " + strings.Repeat("x", rng.IntN(5000)), "bestmove e2e4", "?"}[rng.IntN(4)])
		}
		want = append(want, "readyok")
		for _, hold := range []holding{holdNothing, holdInfo, holdAnswer} {
			if diff := cmp.Diff(want, cutUp(t, rng, strings.Join(want, "\n")+"\n", hold)); diff != "" {
				t.Fatalf("hold %v: lines are lost or out of order (-written +read):\n%s", hold, diff)
			}
		}
	}
}

// cutUp writes a text to a cutter in pieces, and returns the lines that come out.
func cutUp(t *testing.T, rng *rand.Rand, text string, hold holding) (got []string) {
	t.Helper()
	lines := make(chan line)
	c := cutter{lines: lines, over: make(chan struct{})}
	c.hold.Store(int32(hold))
	go func() {
		defer close(lines)
		for len(text) > 0 {
			n := min(1+rng.IntN(9000), len(text))
			c.Write([]byte(text[:n]))
			text = text[n:]
		}
	}()
	for l := range lines {
		if len(l.held) > 0 && hold == holdNothing || len(l.held) > maxLine+1 {
			t.Errorf("%d bytes are held back, hold %v", len(l.held), hold)
		}
		for text := range strings.Lines(l.held) {
			got = append(got, strings.TrimSuffix(text, "\n"))
		}
		got = append(got, l.text)
	}
	return got
}

// TestHeldSearch compares a search of which every line is reported with one whose lines are held
// back until the move.
func TestHeldSearch(t *testing.T) {
	cfg := config(t, "tells much")
	cfg.Timeouts = Timeouts{} // thousands of lines take a busy machine longer than a fake engine's patience
	c := launch(t, cfg)
	reports := 0
	live, err := c.Search(startGame(), search.Limits{Depth: 3}, func(*search.Info) { reports++ })
	if err != nil {
		t.Fatal(err)
	}
	held, err := c.Search(startGame(), search.Limits{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(live, held, cmpopts.IgnoreFields(Result{}, "Time")); diff != "" {
		t.Errorf("held back, lines say something else (-live +held):\n%s", diff)
	}
	if live.Nodes != 20000 || len(live.Lines) != 2 || reports != 4003 {
		t.Errorf("%d nodes, %d ranks, %d reports; want 20000, 2 and 4003", live.Nodes, len(live.Lines), reports)
	}
}
