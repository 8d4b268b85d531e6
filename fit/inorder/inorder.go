// Package inorder does work in parallel and takes the results in order, so that
// rounding does not depend on the number of threads.
package inorder

import (
	"context"
	"sync"
	"sync/atomic"
)

// Sum makes a partial result for each of a number of groups and adds it to a
// whole:
//
//	fresh()         makes an empty partial, at most two for each thread
//	work(p, group)  fills it, on several threads
//	merge(p)        adds it to the whole and empties it, on the caller's
//	                goroutine, in the order of the groups
//
// The first error of work, in the order of the groups, ends it; a done context
// ends it with its error. Partials that were filled by then are not merged. Fewer
// than one thread are one.
func Sum[P any](ctx context.Context, threads, groups int, fresh func() P, work func(P, int) error, merge func(P)) error {
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()

	threads = max(1, threads)
	live := min(2*threads, max(1, groups))
	s := &sum[P]{groups: groups, work: work, free: make(chan P, live), done: make(chan product[P], live), early: make(map[int]product[P])}
	for range live {
		s.free <- fresh()
	}
	for range min(threads, groups) {
		wait.Go(func() { s.produce(ctx) })
	}
	for want := range groups {
		p, err := s.await(ctx, want)
		if err != nil {
			return err
		}
		merge(p)
		s.free <- p
	}
	return ctx.Err()
}

// sum is the state of a call of Sum.
type sum[P any] struct {
	groups int
	work   func(P, int) error
	next   atomic.Int64 // group
	free   chan P
	done   chan product[P]
	early  map[int]product[P] // groups that were finished before their turn
}

// A product is the partial of a group, or why there is none.
type product[P any] struct {
	group   int
	partial P
	err     error
}

// produce makes partials until there are no groups left. The partial is taken
// before the group, so that the lowest open group always has one and the sum
// cannot stall; done has room for all partials, so sending never waits.
func (s *sum[P]) produce(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case p := <-s.free:
			group := int(s.next.Add(1) - 1)
			if group >= s.groups || ctx.Err() != nil {
				return
			}
			s.done <- product[P]{group, p, s.work(p, group)}
		}
	}
}

// await waits for the product of group want; others go to early.
func (s *sum[P]) await(ctx context.Context, want int) (p P, err error) {
	for {
		if found, ok := s.early[want]; ok {
			delete(s.early, want)
			return found.partial, found.err
		}
		select {
		case found := <-s.done:
			s.early[found.group] = found
		case <-ctx.Done():
			return p, ctx.Err()
		}
	}
}
