package measure

import (
	"math"

	"example.org/centipawn/fit/rows"
)

// Grouped adds up the errors of a model whose groups of rows have intercepts of their own. The null
// model is the intercepts alone: the mean label of each group.
type Grouped struct {
	side  *Side
	score bool // labels are expected scores
}

// NewGrouped returns the errors of no rows.
func NewGrouped(expected bool) *Grouped { return &Grouped{newSide(1), expected} }

// Add adds a group of rows of one game: predictions, and labels with their weights, nil for 1 each.
func (g *Grouped) Add(game uint32, prediction []float64, label, weight []float32) {
	of := func(i int) float64 {
		if weight == nil {
			return 1
		}
		return float64(weight[i])
	}
	var null, total float64
	for i, y := range label {
		null += of(i) * float64(y)
		total += of(i)
	}
	null /= total
	var sums ErrorSums
	for i, p := range prediction {
		y, w := float64(label[i]), of(i)
		r, n := math.Abs(y-p), math.Abs(y-null)
		add := ErrorSums{W: w, Squared: w * r * r, absolute: w * r, nullSquared: w * n * n, nullAbsolute: w * n}
		if g.score {
			add.Entropy = w * Entropy(y, p)
		}
		sums.add(add)
		g.side.Models[0].Sizes.Add(r, w)
	}
	g.side.add(evalRun{game: game, rows: uint32(len(label))}, []ErrorSums{sums})
}

// Evaluation returns the errors.
func (g *Grouped) Evaluation(part rows.Part) *Evaluation {
	s := g.side
	return &Evaluation{Part: part, Rows: s.Rows, games: s.Games, count: s.count, sums: s.Models[0].Games, sizes: &s.Models[0].Sizes}
}
