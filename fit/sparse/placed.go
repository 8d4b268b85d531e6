package sparse

import (
	"cmp"
	"context"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse/packed"
)

// Logits stores those of the rows at weights w by place.
func (d *Design) Logits(ctx context.Context, w, to []float64) error {
	return d.passes(ctx, w, func(k *worker, s *packed.Segment, g *packed.Part) { k.place(s, g, to) }, func(*worker) {})
}

// Along stores the derivatives of the rows' evaluations at weights w along v, times Scale, by place.
func (d *Design) Along(ctx context.Context, w, v, to []float64) error {
	return d.passes(ctx, w, func(k *worker, s *packed.Segment, g *packed.Part) { k.placeAlong(s, g, v, to) }, func(*worker) {})
}

// Spread stores in g the sums over the rows of value, which is by place, times the derivatives of the
// rows' evaluations at weights w.
func (d *Design) Spread(ctx context.Context, w, value, g []float64) error {
	_, _, err := d.gradient(ctx, w, g, func(k *worker, s *packed.Segment, g *packed.Part) { k.scatterPlaces(s, g, value) })
	return cmp.Or(err, d.Fault())
}

// AddSecond adds to h or, if that is nil, to the diagonal the sums over the rows of their second
// derivatives, which are known, times the products of their counts. Both are without the scale of
// [Design.Curvature].
func (d *Design) AddSecond(ctx context.Context, w []float64, kind Curvature, placed *Placed, h *mat.SymDense, diagonal []float64) error {
	done, sum := 0, &sumOfCurves{d: d, h: h, diagonal: diagonal}
	pass := &curving{w: w, kind: kind, size: d.Weights, add: d.diagonalAdder(), placed: placed}
	if h == nil {
		return d.curves(ctx, pass, sum.addDiagonal)
	}
	pass.size, pass.add = d.triangle(), d.gramAdder()
	return d.curves(ctx, pass, func(c *curve) {
		sum.add(c)
		if done += c.done; d.Progress != nil {
			d.Progress(done)
		}
	})
}

// AddColumns adds to h sums of products by column, rows of an upper triangle, of rows whose factors
// have codes.
func (d *Design) AddColumns(h *mat.SymDense, codes int, gram []float64) {
	(&sumOfCurves{d: d, h: h}).add(&curve{worker: &worker{codes: codes}, gram: gram})
}

// PlacedScores is [Design.Scores] of rows whose slopes are known; without sums it is [Design.Counts].
func (d *Design) PlacedScores(ctx context.Context, w []float64, pools int, sums bool, placed *Placed) (*Scores, error) {
	var to []float64
	if sums {
		to = make([]float64, pools*d.Weights)
	}
	return d.scores(ctx, w, pools, to, placed)
}

// PlacedSingle is [Design.Single] of rows with intercepts, with the places of the rows of each game.
func (d *Design) PlacedSingle(ctx context.Context, w []float64, kind Curvature, wanted []bool, placed *Placed) ([]sandwich.Game, [][]uint32, error) {
	s := d.singling(w, kind)
	s.placed = placed
	defer s.release()
	err := d.allSingle(ctx, s, wanted)
	return s.games, s.places, err
}
