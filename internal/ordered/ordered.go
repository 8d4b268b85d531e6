// Package ordered does work in parallel and takes the results in order, so that neither
// output nor rounding depends on the number of threads.
package ordered

import (
	"context"
	"sync"
)

// A Pool is work on items that are used again and again.
type Pool[T any] struct {
	Threads int // that work; fewer than one are one
	Ahead   int // items that are filled and not taken yet, at most; 0: two a thread

	New    func() T                            // makes an empty item
	Fill   func(T) (more bool, err error)      // fills it with the next piece of work; on one goroutine
	Worker func(context.Context) func(T) error // returns what works on items; called once on each thread; its context ends with the run
	Take   func(T) error                       // gets the items, in the order in which they were filled; on the caller's goroutine
}

// Run works until there is no more. The first error in the order of the items, whether of
// Fill, of a worker or of Take, ends it, and so does a done context with its cause. When it
// returns no worker runs.
func (p Pool[T]) Run(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	threads := max(1, p.Threads)
	if p.Ahead <= 0 {
		p.Ahead = 2 * threads
	}
	r := &run[T]{Pool: p, free: make(chan *job[T], p.Ahead), todo: make(chan *job[T], p.Ahead), order: make(chan *job[T], p.Ahead)}
	for range p.Ahead {
		r.free <- &job[T]{item: p.New(), done: make(chan struct{}, 1)}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel(nil)
	wait.Go(func() { r.fill(ctx) })
	for range threads {
		wait.Go(func() { r.work(ctx) })
	}
	return r.take(ctx)
}

type run[T any] struct {
	Pool[T]
	free, todo, order chan *job[T] // with room for all: sending never waits
	all               bool         // there is no more to fill; set before order is closed
}

// A job is an item on its way.
type job[T any] struct {
	item T
	err  error
	done chan struct{} // gets a token when the work is done
}

// fill gives out work. Its error has its place after the items before it.
func (r *run[T]) fill(ctx context.Context) {
	defer close(r.todo)
	defer close(r.order)
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-r.free:
			more, err := r.Fill(j.item)
			if err != nil {
				j.err = err
				j.done <- struct{}{}
				r.order <- j
			}
			if err != nil || !more {
				r.all = true
				return
			}
			r.todo <- j
			r.order <- j
		}
	}
}

func (r *run[T]) work(ctx context.Context) {
	work := r.Worker(ctx)
	for j := range r.todo {
		if ctx.Err() != nil {
			return
		}
		j.err = work(j.item)
		j.done <- struct{}{}
	}
}

func (r *run[T]) take(ctx context.Context) error {
	for j := range r.order {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-j.done:
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if j.err != nil {
			return j.err
		}
		if err := r.Take(j.item); err != nil {
			return err
		}
		r.free <- j
	}
	if r.all {
		return nil
	}
	return context.Cause(ctx)
}

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
	type part struct {
		sum   P
		group int
	}
	next, threads := 0, max(1, min(threads, groups))
	return Pool[*part]{
		Threads: threads, Ahead: min(2*threads, max(1, groups)),
		New: func() *part { return &part{sum: fresh()} },
		Fill: func(p *part) (bool, error) {
			p.group = next
			next++
			return p.group < groups, nil
		},
		Worker: func(context.Context) func(*part) error { return func(p *part) error { return work(p.sum, p.group) } },
		Take: func(p *part) error {
			merge(p.sum)
			return nil
		},
	}.Run(ctx)
}
