package ordered

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A list is a partial: the groups that it was filled with.
type list struct{ groups []int }

// nap makes a group take some time, others more: by the clock of a synctest
// bubble, which takes none.
func nap(group int) { time.Sleep(time.Duration(rand.New(rand.NewPCG(1, uint64(group))).IntN(1000))) }

var sizes = []struct{ threads, groups int }{
	{1, 0}, {1, 1}, {1, 50}, {2, 3}, {2, 200}, {8, 200}, {8, 8}, {64, 5}, {64, 1}, {8, 0}, {0, 4}, {-1, 4},
}

// everySize runs a test for threads and groups of every kind.
func everySize(t *testing.T, run func(t *testing.T, threads, groups int)) {
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%d threads, %d groups", s.threads, s.groups), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { run(t, s.threads, s.groups) })
		})
	}
}

// TestOrder checks that every group is worked on once, that partials are added
// in the order of their groups, each when it was emptied before, and how many
// there are.
func TestOrder(t *testing.T) {
	everySize(t, func(t *testing.T, threads, groups int) {
		var merged []int
		made := 0
		err := Sum(t.Context(), threads, groups,
			func() *list { made++; return new(list) },
			func(l *list, group int) error { nap(group); l.groups = append(l.groups, group); return nil },
			func(l *list) {
				if len(l.groups) != 1 {
					t.Errorf("a partial of groups %v", l.groups)
				}
				merged = append(merged, l.groups...)
				l.groups = nil
			})
		if err != nil {
			t.Fatal(err)
		}
		for i, group := range merged {
			if group != i {
				t.Fatalf("order %v", merged)
			}
		}
		if len(merged) != groups {
			t.Errorf("%d of %d groups", len(merged), groups)
		}
		if made > 2*max(1, threads) {
			t.Errorf("%d partials", made)
		}
	})
}

// TestParallel checks that all threads work at the same time, and no more.
func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		err := Sum(t.Context(), 5, 100, func() int { return 0 },
			func(int, int) error {
				if n := running.Add(1); n > most.Load() {
					most.Store(n)
				}
				time.Sleep(time.Second)
				running.Add(-1)
				return nil
			}, func(int) {})
		if err != nil || most.Load() != 5 {
			t.Errorf("%d at the same time, %v", most.Load(), err)
		}
	})
}

// TestFirstError checks that of several errors the one of the lowest group is
// told, even if it comes last, and that what stands before it was added.
func TestFirstError(t *testing.T) {
	everySize(t, func(t *testing.T, threads, groups int) {
		first := groups / 3
		if groups == 0 {
			t.Skip("no group that could fail")
		}
		var merged []int
		var running atomic.Int64
		err := Sum(t.Context(), threads, groups, func() *list { return new(list) },
			func(l *list, group int) error {
				running.Add(1)
				defer running.Add(-1)
				l.groups = []int{group}
				if group == first {
					time.Sleep(time.Minute) // others have failed by then
				}
				if group >= first {
					return fmt.Errorf("group %d", group)
				}
				return nil
			},
			func(l *list) { merged = append(merged, l.groups...) })
		if err == nil || err.Error() != fmt.Sprintf("group %d", first) {
			t.Errorf("error %v, want that of group %d", err, first)
		}
		if len(merged) != first || !slices.IsSorted(merged) {
			t.Errorf("added %v, want the %d groups before the error", merged, first)
		}
		if n := running.Load(); n != 0 {
			t.Errorf("%d at work after the end", n)
		}
	})
}

// TestCancel checks that a context that is done ends the sum, at any time, and
// that no worker is busy then. That no goroutine is left is checked by
// synctest, here and in the other tests.
func TestCancel(t *testing.T) {
	everySize(t, func(t *testing.T, threads, groups int) {
		for at := range groups + 1 {
			ctx, cancel := context.WithCancel(t.Context())
			if at == groups {
				cancel()
			}
			var running, begun atomic.Int64
			next := 0
			err := Sum(ctx, threads, groups, func() *list { return new(list) },
				func(l *list, group int) error {
					running.Add(1)
					defer running.Add(-1)
					begun.Add(1)
					l.groups = []int{group}
					if group == at {
						cancel()
					}
					nap(group)
					return nil
				},
				func(l *list) {
					if l.groups[0] != next {
						t.Errorf("group %d added, want %d", l.groups[0], next)
					}
					next++
				})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled in group %d: error %v", at, err)
			}
			if n := running.Load(); n != 0 {
				t.Errorf("cancelled in group %d: %d at work after the end", at, n)
			}
			cancel()
		}
	})
}

// TestDeadline checks that the error is the context's own.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		err := Sum(ctx, 3, 1000, func() int { return 0 }, func(int, int) error { time.Sleep(4 * time.Second); return nil }, func(int) {})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(start); took != 12*time.Second {
			t.Errorf("ended after %v, want the end of the groups that were begun", took)
		}
	})
}

// TestRounding checks the purpose: a sum of floating-point numbers of very
// different size is the same with any number of threads.
func TestRounding(t *testing.T) {
	values := make([]float64, 10000)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range values {
		values[i] = rng.NormFloat64() * float64(uint64(1)<<rng.IntN(60))
	}
	sum := func(threads int) (total float64) {
		err := Sum(t.Context(), threads, len(values)/10, func() *float64 { return new(float64) },
			func(p *float64, group int) error {
				for _, v := range values[10*group:][:10] {
					*p += v
				}
				return nil
			}, func(p *float64) { total, *p = total+*p, 0 })
		if err != nil {
			t.Fatal(err)
		}
		return total
	}
	want := sum(1)
	var wait sync.WaitGroup
	for _, threads := range []int{2, 3, 8, 100} {
		wait.Go(func() {
			for range 5 {
				if got := sum(threads); got != want {
					t.Errorf("%d threads: %v, with one %v", threads, got, want)
				}
			}
		})
	}
	wait.Wait()
}
