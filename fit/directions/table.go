// Package directions measures changes of an evaluation against one another on the same rows: how far each
// moves the expected scores, and how much of the way two have in common.
//
// It makes no fits: package command/directions does, and asks it.
package directions

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A Table says how changes of an evaluation move its expected scores on rows. Δe of a row is White's expected
// score after the change less that before it, both by K.
type Table struct {
	Names []string `json:"names"` // of the changes
	K     float64  `json:"k"`     // of the expected scores
	Rows  int      `json:"rows"`

	// Distance is the mean of |Δe| by change, 0 to 1.
	Distance []float64 `json:"distance"`

	// Gram is the mean of Δe·Δe of two changes, in expected score²; its diagonal is the mean square of each.
	Gram [][]float64 `json:"gram"`

	// Correlation is Gram scaled to a diagonal of 1; 0 beside a change that moves nothing.
	Correlation [][]float64 `json:"correlation"`
}

// Options configure [Compare].
type Options struct {
	K       float64 // of the expected scores, see winprob.Expected; more than 0
	Threads int     // blocks that are worked on at a time; the result does not depend on it. Fewer than one are one

	Progress func(rows.Progress) // nil, or called after every block
}

// ErrNoRows is the error of rows of which none weighs anything.
var ErrNoRows = errors.New("directions: no rows to compare changes on")

// Compare measures changes of an evaluation on all rows of data, with or without labels, by the weights of the rows.
// Intercepts of the models count; a K of theirs does not. An evaluation that has no value on a row is an error.
func Compare(ctx context.Context, data rows.Data, old rows.Model, changed []rows.Model, opt Options) (*Table, error) {
	if !(opt.K > 0) || math.IsInf(opt.K, 0) {
		return nil, fmt.Errorf("directions: K is %g: want more than 0", opt.K)
	}
	c := &comparison{Options: opt, data: data}
	for _, m := range append([]rows.Model{old}, changed...) {
		m.K = opt.K
		s, err := m.Scorer(data.Schema())
		if err != nil {
			return nil, fmt.Errorf("directions: %s: %w", m.Name, err)
		}
		c.scorers = append(c.scorers, s)
	}
	whole := newSums(len(changed))
	done := 0
	err := ordered.Sum(ctx, opt.Threads, data.Blocks(), c.fresh, c.block, func(p *partial) {
		whole.add(&p.sums)
		p.sums.reset()
		if done++; opt.Progress != nil {
			opt.Progress(rows.Progress{Stage: "comparing directions", Done: done, Total: data.Blocks()})
		}
	})
	if err != nil {
		return nil, err
	}
	if whole.weight == 0 {
		return nil, ErrNoRows
	}
	return whole.table(changed, opt.K), nil
}

// A comparison is the evaluations on their rows.
type comparison struct {
	Options
	data    rows.Data
	scorers []*rows.Scorer // of the old evaluation, and of the changed ones
}

// A partial is the sums of a block, and what they are made in.
type partial struct {
	sums
	block  matrix.Block
	index  []int32
	before []float64   // expected scores
	delta  [][]float64 // by change and row
	weighs []float64   // of a change, times the weights of the rows
}

func (c *comparison) fresh() *partial {
	n := len(c.scorers) - 1
	return &partial{sums: *newSums(n), delta: make([][]float64, n)}
}

// block adds a block to a partial.
func (c *comparison) block(p *partial, number int) error {
	return memory.Guard(func() error {
		if err := c.data.ReadBlock(number, &p.block); err != nil {
			return err
		}
		p.take(p.block.Rows())
		for k, s := range c.scorers {
			to := p.before
			if k > 0 {
				to = p.delta[k-1]
			}
			for i, score := range s.Scores(&p.block, p.index, to) {
				if math.IsNaN(score) || math.IsInf(score, 0) {
					return s.Fault(&p.block, int(p.index[i]))
				}
				to[i] = winprob.Expected(c.K, score)
			}
		}
		p.gather()
		return nil
	})
}

// take makes room for the rows of the block that weigh something.
func (p *partial) take(n int) {
	p.index = p.index[:0]
	for i := range n {
		if p.block.Weight == nil || p.block.Weight[i] > 0 {
			p.index = append(p.index, int32(i))
		}
	}
	n = len(p.index)
	p.before, p.weighs = sized(p.before, n), sized(p.weighs, n)
	for k := range p.delta {
		p.delta[k] = sized(p.delta[k], n)
	}
}

// sized returns n numbers, in the memory of list if there is room.
func sized(list []float64, n int) []float64 {
	if cap(list) < n {
		return make([]float64, n)
	}
	return list[:n]
}

// gather adds up the block.
func (p *partial) gather() {
	p.rows += len(p.index)
	weight := func(i int) float64 {
		if p.block.Weight == nil {
			return 1
		}
		return float64(p.block.Weight[p.index[i]])
	}
	for i := range p.index {
		p.weight += weight(i)
	}
	for k, d := range p.delta {
		floats.Sub(d, p.before)
		for i, v := range d {
			p.weighs[i] = weight(i) * v
			p.distance[k] += math.Abs(p.weighs[i])
		}
		for j := range k + 1 {
			p.gram[k][j] += floats.Dot(p.weighs, p.delta[j])
		}
	}
}

// sums are sums over rows, by change.
type sums struct {
	rows     int
	weight   float64
	distance []float64
	gram     [][]float64 // its lower triangle
}

func newSums(n int) *sums {
	s := &sums{distance: make([]float64, n), gram: make([][]float64, n)}
	for k := range s.gram {
		s.gram[k] = make([]float64, n)
	}
	return s
}

func (s *sums) add(o *sums) {
	s.rows, s.weight = s.rows+o.rows, s.weight+o.weight
	floats.Add(s.distance, o.distance)
	for k := range s.gram {
		floats.Add(s.gram[k], o.gram[k])
	}
}

func (s *sums) reset() {
	s.rows, s.weight = 0, 0
	clear(s.distance)
	for k := range s.gram {
		clear(s.gram[k])
	}
}

// table returns the means.
func (s *sums) table(changed []rows.Model, k float64) *Table {
	t := &Table{K: k, Rows: s.rows, Distance: s.distance, Gram: s.gram, Names: []string{}}
	floats.Scale(1/s.weight, t.Distance)
	for i := range t.Gram {
		t.Names = append(t.Names, changed[i].Name)
		for j := range i + 1 {
			t.Gram[i][j] /= s.weight
			t.Gram[j][i] = t.Gram[i][j]
		}
	}
	t.Correlation = correlation(t.Gram)
	return t
}

// correlation scales a Gram matrix.
func correlation(gram [][]float64) [][]float64 {
	list := make([][]float64, len(gram))
	for i := range list {
		list[i] = make([]float64, len(gram))
		for j := range list {
			switch size := math.Sqrt(gram[i][i] * gram[j][j]); {
			case size == 0:
			case i == j:
				list[i][j] = 1
			default:
				list[i][j] = min(max(gram[i][j]/size, -1), 1)
			}
		}
	}
	return list
}
