package fit

import (
	"context"
	"fmt"
	"sync"

	"centipawn/fit/inorder"
	"centipawn/matrix"
)

// partial is a sum over some blocks. The fold that owns it uses it again once
// it has been added to the whole.
type partial interface{ reset() }

// A scan is one pass over the blocks of data.
type scan struct {
	data     Data
	stage    string
	threads  int
	grain    int // blocks to a partial, fixed by the problem and never by the threads
	progress func(Progress)
}

// fold passes over the data: work adds a block to a partial, on several
// threads; merge adds the partials of consecutive groups of blocks to the
// whole, on one thread and in the order of the blocks, so that rounding does not
// depend on the threads. At most twice as many partials live as there are threads.
func fold[P partial](ctx context.Context, s scan, fresh func() P, work func(P, *matrix.Block) error, merge func(P)) error {
	groups, merged := (s.data.Blocks()+s.grain-1)/s.grain, 0
	blocks := sync.Pool{New: func() any { return new(matrix.Block) }}
	return inorder.Sum(ctx, s.threads, groups, fresh, func(sum P, group int) error {
		block := blocks.Get().(*matrix.Block)
		defer blocks.Put(block)
		return s.run(ctx, group, block, func(b *matrix.Block) error { return work(sum, b) })
	}, func(sum P) {
		merge(sum)
		sum.reset()
		merged++
		s.report(merged * s.grain)
	})
}

// run works on the blocks of a group.
func (s *scan) run(ctx context.Context, group int, block *matrix.Block, work func(*matrix.Block) error) error {
	for b := group * s.grain; b < min((group+1)*s.grain, s.data.Blocks()); b++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.data.ReadBlock(b, block); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		if err := work(block); err != nil {
			return fmt.Errorf("fit: block %d: %w", b, err)
		}
	}
	return nil
}

func (s *scan) report(done int) {
	if s.progress != nil {
		total := s.data.Blocks()
		s.progress(Progress{Stage: s.stage, Done: min(done, total), Total: total})
	}
}
