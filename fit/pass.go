package fit

import (
	"context"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/floats"

	"centipawn/fit/inorder"
	"centipawn/matrix"
)

// Progress says how far a fit has come.
type Progress struct {
	Stage       string // "least squares", "reweighting 3", "fitting", "evaluation", "standard errors"
	Done, Total int    // blocks of this stage; of "fitting" the passes, whose total is not known: 0

	// Loss is, while a loss of expected scores is fitted, its value, and Gap how far it is
	// estimated to be above its minimum; below 0 if that is not known.
	Loss, Gap float64
}

// A pass is one way through the blocks of data: the selected rows of each block go to
// partial sums.
type pass struct {
	data      Data
	selection selection
	want      Part
	stage     string
	threads   int
	grain     int // blocks to a partial, fixed by the problem and never by the threads
	progress  func(Progress)
}

// A summer is a sum over the rows of some blocks. It is used again once it has been added
// to the whole.
type summer interface {
	// add adds the selected rows of a block.
	add(b *matrix.Block, rows *selection) error

	reset()
}

// sum makes a pass: partial sums are made on several threads, and merge adds those of
// consecutive groups of blocks to the whole, on one thread and in the order of the blocks, so
// that rounding does not depend on the threads. At most twice as many partial sums
// live as there are threads.
func sum[S summer](ctx context.Context, p pass, fresh func() S, merge func(S)) error {
	type partial struct {
		rows selection
		sum  S
	}
	groups, merged := (p.data.Blocks()+p.grain-1)/p.grain, 0
	blocks := sync.Pool{New: func() any { return new(matrix.Block) }}
	begin := func() *partial { return &partial{p.selection, fresh()} }
	return inorder.Sum(ctx, p.threads, groups, begin, func(s *partial, group int) error {
		block := blocks.Get().(*matrix.Block)
		defer blocks.Put(block)
		return matrix.Guard(func() error {
			return p.group(ctx, group, block, func() error {
				s.rows.take(block, p.want)
				return s.sum.add(block, &s.rows)
			})
		})
	}, func(s *partial) {
		merge(s.sum)
		s.sum.reset()
		merged++
		p.report(merged * p.grain)
	})
}

// group reads the blocks of a group, one after the other, and works on each.
func (p *pass) group(ctx context.Context, group int, block *matrix.Block, work func() error) error {
	for b := group * p.grain; b < min((group+1)*p.grain, p.data.Blocks()); b++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.data.ReadBlock(b, block); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		if err := work(); err != nil {
			return fmt.Errorf("fit: block %d: %w", b, err)
		}
	}
	return nil
}

func (p *pass) report(done int) {
	if p.progress != nil {
		total := p.data.Blocks()
		p.progress(Progress{Stage: p.stage, Done: min(done, total), Total: total})
	}
}

// numbers is a sum of n numbers.
type numbers struct {
	sums []float64
	of   func(b *matrix.Block, rows *selection, sums []float64)
}

func (n *numbers) reset() { clear(n.sums) }

func (n *numbers) add(b *matrix.Block, rows *selection) error {
	n.of(b, rows, n.sums)
	return nil
}

// tally makes a pass that adds up n numbers: of adds those of the selected rows of a block.
func tally(ctx context.Context, p pass, n int, of func(b *matrix.Block, rows *selection, sums []float64)) ([]float64, error) {
	whole := make([]float64, n)
	err := sum(ctx, p, func() *numbers { return &numbers{make([]float64, n), of} }, func(part *numbers) { floats.Add(whole, part.sums) })
	return whole, err
}
