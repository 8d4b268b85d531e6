package mix

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A blend is the rows of all sets with the labels and the weights of a candidate.
type blend struct {
	*Data
	weights []float32 // of a row, by set
	labels  labels
}

// labels are what rows are fitted to.
type labels struct {
	lambda float64 // share of the result where labels are of both
	within float64 // rows whose score is larger are left out, centipawns; 0: none
}

// Schema is that of the rows with the arrays that the blend fills in.
func (b *blend) Schema() matrix.Schema {
	s := b.Data.Schema()
	s.Optional |= matrix.WithWeight | matrix.WithExpected
	return s
}

// ReadBlock reads a block, weighs its rows and labels them with expected scores.
func (b *blend) ReadBlock(n int, into *matrix.Block) error {
	if err := b.Data.ReadBlock(n, into); err != nil {
		return err
	}
	return memory.Guard(func() error {
		rows := into.Rows()
		weight, expected, result := make([]float32, rows), make([]float32, rows), make([]uint8, rows)
		for i := range rows {
			set := b.setOf(into, i)
			weight[i] = b.weights[set]
			if into.Weight != nil {
				weight[i] *= into.Weight[i]
			}
			expected[i] = float32(b.sets[set].label(into, i, b.labels))
		}
		into.Weight, into.Expected, into.Result = weight, expected, result
		return nil
	})
}

// setOf returns the set of a row.
func (d *Data) setOf(b *matrix.Block, i int) int {
	if b.Source == nil {
		return int(d.of[0])
	}
	return int(d.of[b.Source[i]])
}

// points are the labels by the codes of results.
var points = [...]float64{matrix.ResultUnknown: math.NaN(), matrix.ResultBlack: 0, matrix.ResultDraw: 0.5, matrix.ResultWhite: 1}

// label returns White's expected score by the label of a row; NaN leaves the row out.
func (s *Set) label(b *matrix.Block, i int, l labels) float64 {
	score := winprob.Score(b.Score[i])
	if l.within > 0 && score != winprob.NoScore && (score.Mate() != 0 || math.Abs(float64(score)) > l.within) {
		return math.NaN()
	}
	switch s.Labels {
	case Results:
		return result(b, i)
	case Scores:
		return s.ofScore(score)
	}
	y, e := result(b, i), s.ofScore(score)
	return l.lambda*y + (1-l.lambda)*e
}

// result returns the points of a row, or the probability that stands in their place.
func result(b *matrix.Block, i int) float64 {
	y := points[b.Result[i]]
	if math.IsNaN(y) && b.Expected != nil {
		return float64(b.Expected[i])
	}
	return y
}

// ofScore returns the expected score of a score.
func (s *Set) ofScore(score winprob.Score) float64 {
	switch sign := score.Mate(); {
	case score == winprob.NoScore:
		return math.NaN()
	case sign != 0:
		return float64(1+sign) / 2
	}
	return winprob.Expected(s.K, float64(score))
}

// each calls f for every row of a set.
func (d *Data) each(set int, f func(b *matrix.Block, i int)) error {
	var b matrix.Block
	for n := range d.Blocks() {
		if err := d.ReadBlock(n, &b); err != nil {
			return err
		}
		if b.Rows() == 0 || d.setOf(&b, 0) != set && b.Source == nil {
			continue
		}
		if err := memory.Guard(func() error {
			for i := range b.Rows() {
				if d.setOf(&b, i) == set {
					f(&b, i)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// An amount is rows that have a label.
type amount struct {
	rows   int
	weight float64 // of all, by the weights that a matrix has; else their number
}

// usable returns how many rows of a set have a label.
func (d *Data) usable(set int, within float64) (a amount, err error) {
	s := &d.sets[set]
	err = d.each(set, func(b *matrix.Block, i int) {
		if math.IsNaN(s.label(b, i, labels{0.5, within})) {
			return
		}
		a.rows++
		if b.Weight == nil {
			a.weight++
		} else {
			a.weight += float64(b.Weight[i])
		}
	})
	return a, err
}

// kPoints bounds the rows that the K of a set's scores is fitted to.
const kPoints = 1 << 20

// chance returns the hash up to which rows of a set are taken, if at most n are.
func (d *Data) chance(set, most int) uint64 {
	if n := d.matrices[set].Rows(); n > most {
		return uint64(float64(most) / float64(n) * (1 << 64))
	}
	return math.MaxUint64
}

// fitK returns the K at which the scores of a set predict its results.
func (d *Data) fitK(set int) (float64, error) {
	var p winprob.Points
	chance := d.chance(set, kPoints)
	err := d.each(set, func(b *matrix.Block, i int) {
		score, y := winprob.Score(b.Score[i]), result(b, i)
		if score == winprob.NoScore || score.Mate() != 0 || math.IsNaN(y) || splitmix.Mix(b.Hash[i]) > chance {
			return
		}
		p.Score, p.Expected, p.Cluster = append(p.Score, float32(score)), append(p.Expected, float32(y)), append(p.Cluster, b.Game[i])
	})
	if err != nil {
		return 0, err
	}
	const pass = "pass k=0.8 after a comma, the K of its scores, or labels=results"
	if len(p.Score) == 0 {
		return 0, fmt.Errorf("no row has both a score and a result, from which a K could be fitted: %s", pass)
	}
	k, err := winprob.FitK(&p, winprob.KOptions{})
	if err != nil {
		return 0, fmt.Errorf("the K of its scores: %w: %s", err, pass)
	}
	return k.K, nil
}
