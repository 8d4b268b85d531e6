package extract

import (
	"context"
	"sync"
)

// inOrder runs work on items in several goroutines and hands the results over
// in the order in which fill made the items. Items are used again.
//
//	fill(item)  makes the next item; false ends        one goroutine
//	work(item)  does the work                          threads goroutines
//	take(item)  gets the items in order                the caller's goroutine
//
// The first error of fill or take ends it; a cancelled context does too.
func inOrder[T any](ctx context.Context, threads int, newItem func() *T,
	fill func(*T) (bool, error), work func(*T), take func(*T) error) error {
	type job struct {
		item *T
		done chan struct{} // capacity 1: a token when work is done
	}
	depth := 2*threads + 1
	free, todo, order := make(chan *job, depth), make(chan *job, depth), make(chan *job, depth)
	for range depth {
		free <- &job{newItem(), make(chan struct{}, 1)}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() {
		defer close(todo)
		defer close(order)
		for {
			select {
			case <-ctx.Done():
				return
			case j := <-free:
				more, err := fill(j.item)
				if err != nil {
					cancel(err)
				}
				if !more || err != nil {
					return
				}
				todo <- j
				order <- j
			}
		}
	})
	for range threads {
		workers.Go(func() {
			for j := range todo {
				work(j.item)
				j.done <- struct{}{}
			}
		})
	}
	for j := range order {
		<-j.done
		if context.Cause(ctx) != nil {
			continue // let the goroutines end
		}
		if err := take(j.item); err != nil {
			cancel(err)
		}
		free <- j
	}
	return context.Cause(ctx)
}
