package sparse

import (
	"context"
	"testing"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/internal/shards/shardstest"
)

// ranges cut seven segments into parts, one of them of none.
var ranges = [][2]int{{0, 2}, {2, 2}, {2, 3}, {3, 7}}

// partsOf makes the parts of ranges, and the whole.
func partsOf[P shards.Partial[P]](t *testing.T, fresh func() P, make func(ctx context.Context, low, high int) (P, error)) {
	t.Helper()
	of := func(low, high int) P {
		p, err := make(t.Context(), low, high)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	shardstest.Laws(t, fresh, func() (list []P) {
		for _, r := range ranges {
			list = append(list, of(r[0], r[1]))
		}
		return list
	}, of(0, 7))
}

// TestContract: what the passes of a fit send keeps the contract of package shards: the points
// that K and calibration are made of, sums (gradients and second derivatives), scores by game, and single games.
func TestContract(t *testing.T) {
	Segments(t, 1)
	short := long.Short(t)
	for i, p := range Problems(300) {
		if i%11 != 0 || short && i%33 != 0 {
			continue
		}
		if n := p.Source.Blocks(); n != 7 {
			t.Fatalf("%d blocks, want 7", n)
		}
		d, w := p.Design(t), p.Weights()
		sums := func() *scoring { return d.scoring(w, 16, make([]float64, 16*d.Weights)) }
		partsOf(t, sums().fresh, func(ctx context.Context, low, high int) (*scoringPart, error) { return sums().some(ctx, low, high) })
		wanted := make([]bool, d.Weights)
		wanted[0] = true
		partsOf(t, func() *gamesPart { return new(gamesPart) }, func(ctx context.Context, low, high int) (*gamesPart, error) {
			return d.gamesOf(ctx, w, wanted, low, high)
		})
		partsOf(t, func() *singlePart { return new(singlePart) }, func(ctx context.Context, low, high int) (*singlePart, error) {
			return d.singleOf(ctx, w, Exact, nil, low, high)
		})
	}
}
