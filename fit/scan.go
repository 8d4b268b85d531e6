package fit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

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
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()

	groups := (s.data.Blocks() + s.grain - 1) / s.grain
	live := min(2*s.threads, max(1, groups))
	free, done := make(chan P, live), make(chan product[P], live)
	for range live {
		free <- fresh()
	}
	var next atomic.Int64
	for range min(s.threads, groups) {
		wait.Go(func() { produce(ctx, s, groups, &next, free, done, work) })
	}

	early := make(map[int]product[P]) // groups that were finished before their turn
	for want := range groups {
		p, err := inTurn(ctx, want, done, early)
		if err != nil {
			return err
		}
		merge(p.sum)
		p.sum.reset()
		free <- p.sum
		s.report((want + 1) * s.grain)
	}
	return ctx.Err()
}

// A product is the partial of a group of blocks, or why there is none.
type product[P partial] struct {
	group int
	sum   P
	err   error
}

// produce makes partials until there are no groups left. The partial is taken
// before the group, so that the lowest open group always has one and the fold cannot
// stall; done has room for all partials, so sending never waits.
func produce[P partial](ctx context.Context, s scan, groups int, next *atomic.Int64, free <-chan P, done chan<- product[P], work func(P, *matrix.Block) error) {
	var block matrix.Block
	for {
		select {
		case <-ctx.Done():
			return
		case sum := <-free:
			group := int(next.Add(1) - 1)
			if group >= groups {
				return
			}
			err := s.run(ctx, group, &block, func(b *matrix.Block) error { return work(sum, b) })
			done <- product[P]{group, sum, err}
		}
	}
}

// inTurn waits for the product of group want; others go to early.
func inTurn[P partial](ctx context.Context, want int, done <-chan product[P], early map[int]product[P]) (product[P], error) {
	for {
		if p, ok := early[want]; ok {
			delete(early, want)
			return p, p.err
		}
		select {
		case p := <-done:
			early[p.group] = p
		case <-ctx.Done():
			return product[P]{}, ctx.Err()
		}
	}
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
		s.progress(Progress{s.stage, min(done, total), total})
	}
}
