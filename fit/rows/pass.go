package rows

import (
	"context"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/matrix"
)

// Data is a design matrix in blocks. A *matrix.Set is one.
type Data interface {
	Schema() matrix.Schema
	Rows() int
	Blocks() int

	// ReadBlock makes into block b. It is safe for concurrent use.
	ReadBlock(b int, into *matrix.Block) error
}

var _ Data = (*matrix.Set)(nil)

// Progress says how far a fit has come.
type Progress struct {
	Stage       string // "least squares", "reweighting 3", "choosing the prior by folds", "fitting", "evaluation", "standard errors", "error bars", "counting rows and games"
	Done, Total int    // blocks, or fits, of this stage; of "fitting" the passes, whose total is not known: 0

	// Loss is, while a loss of expected scores is fitted, its value, and Gap how far it is
	// estimated to be above its minimum; below 0 if that is not known.
	Loss, Gap float64
}

// A Pass is one way through the blocks of data: the selected rows of each block go to
// partial sums.
type Pass struct {
	Data      Data
	Selection Selection
	Want      Part
	stage     string
	threads   int
	grain     int // blocks to a partial, fixed by the problem and never by the threads
	meter     *Meter
	first     int // block
	end       int // block after the last; 0: all
}

// Of returns the part of a pass that has the blocks first to end−1, as far as there are such.
func (p Pass) Of(first, end int) Pass {
	p.end = min(end, p.Data.Blocks())
	p.first = min(first, p.end)
	return p
}

// last returns the block after the last.
func (p *Pass) last() int {
	if p.end == 0 {
		return p.Data.Blocks()
	}
	return p.end
}

// A Summer is a sum over the rows of some blocks. It is used again once it has been added
// to the whole.
type Summer interface {
	// Add adds the selected rows of a block.
	Add(b *matrix.Block, sel *Selection) error

	Reset()
}

// Sum makes a pass: partial sums are made on several threads, and merge adds those of
// consecutive groups of blocks to the whole, on one thread and in the order of the blocks, so
// that rounding does not depend on the threads. At most twice as many partial sums
// live as there are threads.
func Sum[S Summer](ctx context.Context, p Pass, fresh func() S, merge func(S)) error {
	type partial struct {
		rows Selection
		sum  S
	}
	groups, merged := (p.last()-p.first+p.grain-1)/p.grain, 0
	blocks := sync.Pool{New: func() any { return new(matrix.Block) }}
	begin := func() *partial { return &partial{p.Selection, fresh()} }
	return ordered.Sum(ctx, p.threads, groups, begin, func(s *partial, group int) error {
		block := blocks.Get().(*matrix.Block)
		defer blocks.Put(block)
		return memory.Guard(func() error {
			return p.group(ctx, group, block, func() error {
				s.rows.Take(block, p.Want)
				return s.sum.Add(block, &s.rows)
			})
		})
	}, func(s *partial) {
		merge(s.sum)
		s.sum.Reset()
		merged++
		p.report(p.first + merged*p.grain)
	})
}

// group reads the blocks of a group, one after the other, and works on each.
func (p *Pass) group(ctx context.Context, group int, block *matrix.Block, work func() error) error {
	for b := p.first + group*p.grain; b < min(p.first+(group+1)*p.grain, p.last()); b++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.Data.ReadBlock(b, block); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		if err := work(); err != nil {
			return fmt.Errorf("fit: block %d: %w", b, err)
		}
	}
	return nil
}

func (p *Pass) report(done int) {
	total := p.Data.Blocks()
	p.meter.Report(Progress{Stage: p.stage, Done: min(done, total), Total: total})
}

// numbers is a sum of n numbers.
type numbers struct {
	sums []float64
	of   func(b *matrix.Block, sel *Selection, sums []float64)
}

func (n *numbers) Reset() { clear(n.sums) }

func (n *numbers) Add(b *matrix.Block, sel *Selection) error {
	n.of(b, sel, n.sums)
	return nil
}

// Tally makes a pass that adds up n numbers: of adds those of the selected rows of a block.
func Tally(ctx context.Context, p Pass, n int, of func(b *matrix.Block, sel *Selection, sums []float64)) ([]float64, error) {
	whole := make([]float64, n)
	err := Sum(ctx, p, func() *numbers { return &numbers{make([]float64, n), of} }, func(part *numbers) { floats.Add(whole, part.sums) })
	return whole, err
}
