package sandwich

import (
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// left is what leaving out each single game shows.
type left struct {
	sums   []float64 // ũ, a row for each
	wanted []int     // weights whose degrees of freedom are computed
	shares []float32 // of a game in what is known of them, a row for each game
	alone  [][]int   // by game: the effects that it alone decides
}

// leaveOut leaves out each single game.
func (p *Problem) leaveOut() *left {
	l := &left{sums: make([]float64, len(p.Single)*p.Order)}
	for j := range p.Order {
		if p.Exact == nil || p.Exact[j] {
			l.wanted = append(l.wanted, j)
		}
	}
	if len(p.Single) == 0 {
		return l
	}
	n := len(l.wanted)
	l.shares, l.alone = make([]float32, len(p.Single)*n), make([][]int, len(p.Single))
	columns := p.columns(l.wanted)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(1, p.Threads) {
		wait.Go(func() {
			row := make([]float64, n)
			for i := int(next.Add(1) - 1); i < len(p.Single); i = int(next.Add(1) - 1) {
				g := &p.Single[i]
				if !g.withdrawn(p.Inverse, g.First, 1, l.sums[i*p.Order:][:p.Order]) {
					l.alone[i] = g.decides(p)
				}
				if n > 0 {
					g.inform(columns, row, l.shares[i*n:][:n])
				}
			}
		})
	}
	wait.Wait()
	return l
}

// columns returns the rows of Effect that are wanted, as columns.
func (p *Problem) columns(wanted []int) *mat.Dense {
	c := mat.NewDense(p.Order, max(1, len(wanted)), nil)
	for a, j := range wanted {
		c.SetCol(a, p.Effect.RawRowView(j))
	}
	return c
}

// inform stores what the game adds to the variance of each effect if its rows had independent
// errors as large as the model has them.
func (g *Game) inform(effect *mat.Dense, row []float64, share []float32) {
	for i, d := range g.Gauss {
		clear(row)
		index, x := g.row(i)
		for e, j := range index {
			floats.AddScaled(row, x[e], effect.RawRowView(int(j)))
		}
		for a, v := range row {
			share[a] += float32(d * v * v)
		}
	}
}

// freedom sets the degrees of freedom by which an estimate of variance scatters that is
// the sum of the squares of games' effects: with ℓ the share of a game in what is
// known of a weight and t = ℓ/(1−ℓ), as the game is left out,
//
//	(Σt)² / (Σt² + (Σt²)² − Σt⁴),
//
// G − 1 for G games of equal share. It is 0 where one game decides the weight: the others
// cannot tell how far that may be wrong.
//
// Sources: F. Satterthwaite, "An Approximate Distribution of Estimates of Variance
// Components" (1946); J. Pustejovsky, E. Tipton, "Small-Sample Methods for Cluster-Robust
// Variance Estimation and Hypothesis Testing in Fixed Effects Models" (2018), equation
// 11, with what games have in common taken along the weight alone.
func (p *Problem) freedom(l *left, freedom []float64) {
	copy(freedom, p.Freedom)
	n, direct := len(l.wanted), p.direct()
	for a, j := range l.wanted {
		total := 0.0
		for i := a; i < len(l.shares); i += n {
			total += float64(l.shares[i])
		}
		if p.Penalty != nil && direct[j] {
			total = max(total, p.Inverse.At(j, j))
		}
		var t1, t2, t4 float64
		for i := a; i < len(l.shares); i += n {
			share := float64(l.shares[i]) / total
			t := share / max(1-share, 1e-9)
			t1 += t
			t2 += t * t
			t4 += t * t * t * t
		}
		if freedom[j] = t1 * t1 / (t2 + t2*t2 - t4); !(total > 0) {
			freedom[j] = 0
		}
	}
	for _, list := range l.alone {
		for _, j := range list {
			freedom[j] = 0
		}
	}
}
