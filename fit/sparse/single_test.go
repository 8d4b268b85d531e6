package sparse

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestSingle compares the rows of games with sums of the twin and with second derivatives, of all
// games and of those in which a weight takes part.
func TestSingle(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		d, w := p.Design(t), p.Weights()
		games, _ := p.twin().games(p, w)
		all, err := d.Single(t.Context(), w, GaussNewton, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != len(games) {
			t.Errorf("%d games, want %d", len(all), len(games))
		}
		second := mat.NewSymDense(d.Weights, nil)
		for i := range all {
			g, u := &all[i], make([]float64, d.Weights)
			g.AddScore(u, 1)
			Compare(t, "score", u, games[g.ID].slope, 1e-6)
			for r, v := range g.Second {
				x := mat.NewVecDense(d.Weights, nil)
				for e := g.Start[r]; e < g.Start[r+1]; e++ {
					x.SetVec(int(g.Index[e]), x.AtVec(int(g.Index[e]))+g.X[e])
				}
				second.SymRankOne(second, v, x)
			}
		}
		want := mat.NewSymDense(d.Weights, nil)
		if err := d.Curvature(t.Context(), w, GaussNewton, 1, want); err != nil {
			t.Fatal(err)
		}
		want.ScaleSym(d.TotalWeight(), want)
		Compare(t, "second derivatives", mat.DenseCopyOf(second).RawMatrix().Data, mat.DenseCopyOf(want).RawMatrix().Data, 1e-6)
		d.checkWanted(t, p, w, games)
	})
}

// checkWanted asks for the games of one weight after the other.
func (d *Design) checkWanted(t *testing.T, p *Problem, w []float64, games map[uint32]*gameSum) {
	for j := range d.Weights {
		wanted, want := make([]bool, d.Weights), 0
		wanted[j] = true
		for _, g := range games {
			if g.active[j] {
				want++
			}
		}
		got, err := d.Single(t.Context(), w, Exact, wanted)
		if err != nil || len(got) != want {
			t.Errorf("weight %d: %d games, want %d, %v", j, len(got), want, err)
		}
	}
}

// TestEffective: games are worth what they are of equal length.
func TestEffective(t *testing.T) {
	everyLayout(t, layouts[:1], 700, func(t *testing.T, p *Problem) {
		d := p.Design(t)
		rows, squares, length := 0.0, 0.0, make(map[uint32]float64)
		for _, r := range p.twin().rows {
			length[r.Cluster]++
		}
		for _, n := range length {
			rows += n
			squares += n * n
		}
		s, err := d.Scores(t.Context(), p.Weights(), 50)
		if err != nil || d.Segments() == 1 && !near(s.Effective, rows*rows/squares, 1, 1e-9) {
			t.Errorf("worth %g games, want %g, %v", s.Effective, rows*rows/squares, err)
		}
	})
}
