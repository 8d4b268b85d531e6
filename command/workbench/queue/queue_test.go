package queue

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestDo: of sixteen measures that are asked for at once never more than one runs, they run in order, and each is told
// how many come first.
func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q Queue
		var running, most atomic.Int32
		var order []int
		var all sync.WaitGroup
		begin := make(chan bool)
		for i := range 16 {
			ctx, told := Listen(t.Context())
			all.Go(func() {
				err := q.Do(ctx, func(ctx context.Context) error {
					most.Store(max(most.Load(), running.Add(1)))
					defer running.Add(-1)
					order = append(order, i)
					<-begin
					Tell(ctx, "reading", 1, 4, "4 rows")
					if s := *told.Last(); s != (State{Stage: "reading", Share: 0.25, Of: "4 rows"}) {
						t.Errorf("measure %d is told %+v", i, s)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			if s := told.Last(); s == nil || s.Before != i {
				t.Errorf("measure %d waits for %+v", i, s)
			}
		}
		close(begin)
		all.Wait()
		if most.Load() != 1 || q.Begun() != 16 || q.Waiting() != 0 {
			t.Errorf("%d at once, %d begun, %d are left", most.Load(), q.Begun(), q.Waiting())
		}
		for i, n := range order {
			if i != n {
				t.Fatalf("order %v", order)
			}
		}
	})
}

// TestLeave: a measure whose context ends leaves the queue, and the next takes its place; one that runs ends its turn.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q Queue
		first, end := context.WithCancel(t.Context())
		second, leave := context.WithCancel(t.Context())
		third, told := Listen(t.Context())
		var errs [3]error
		var ran [3]bool
		var all sync.WaitGroup
		for i, ctx := range []context.Context{first, second, third} {
			all.Go(func() {
				errs[i] = q.Do(ctx, func(ctx context.Context) error {
					ran[i] = true
					if i == 0 {
						<-ctx.Done()
					}
					return ctx.Err()
				})
			})
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		if s := told.Last(); s.Before != 1 || q.Waiting() != 2 {
			t.Errorf("after the second has left %+v is told, and %d are there", s, q.Waiting())
		}
		end()
		all.Wait()
		if !errors.Is(errs[0], context.Canceled) || !errors.Is(errs[1], context.Canceled) || errs[2] != nil || ran != [3]bool{true, false, true} {
			t.Errorf("%v, ran %v", errs, ran)
		}
	})
}
