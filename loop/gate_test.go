package loop

import (
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// TestGateShare: weights that take more than the share of all games play next, others do not; the match has no test.
func TestGateShare(t *testing.T) {
	long.Skip(t, "makes rounds")
	for share, passes := range map[float64]bool{0.01: true, 0.99: false} {
		opt := tiny(t.TempDir())
		opt.Iterations, opt.Gate, opt.GateShare, opt.GatePairs = 1, nil, share, 3
		done, err := Run(t.Context(), opt, nil)
		if err != nil {
			t.Fatal(err)
		}
		best := 0
		if passes {
			best = 1
		}
		if g := done[0].Gate; g == nil || g.Pairs.Pairs() != 3 || g.Passed != passes || g.LLR != 0 || done[0].Best != best {
			t.Errorf("share %g: %+v, best %d", share, g, done[0].Best)
		}
	}
	opt := tiny(t.TempDir())
	opt.GateShare = 0.55
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "or a test") {
		t.Errorf("two gates: %v", err)
	}
}
