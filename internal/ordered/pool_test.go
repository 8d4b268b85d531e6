package ordered

import (
	"context"
	"errors"
	"testing"
	"time"
)

// counting is a pool that squares the numbers from 1, without end.
func counting(threads int) Pool[*int] {
	next := 0
	return Pool[*int]{
		Threads: threads, New: func() *int { return new(int) },
		Fill: func(n *int) (bool, error) { next++; *n = next; return true, nil },
		Worker: func(context.Context) func(*int) error {
			return func(n *int) error {
				time.Sleep(time.Duration(*n%7) * 10 * time.Microsecond) // later ones may end first
				*n *= *n
				return nil
			}
		},
	}
}

// TestPoolEnds: every end has its place in the order: what is before item 20 is taken, what
// follows is not.
func TestPoolEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, threads := range []int{1, 2, 9} {
		for name, end := range map[string]func(p *Pool[*int]) error{
			"no more": func(p *Pool[*int]) error {
				fill := p.Fill
				p.Fill = func(n *int) (bool, error) { _, err := fill(n); return *n < 20, err }
				return nil
			},
			"fill fails": func(p *Pool[*int]) error {
				fill := p.Fill
				p.Fill = func(n *int) (bool, error) {
					if fill(n); *n == 20 {
						return true, broken
					}
					return true, nil
				}
				return broken
			},
			"work fails": func(p *Pool[*int]) error {
				p.Worker = func(context.Context) func(*int) error {
					return func(n *int) error {
						if *n *= *n; *n >= 400 {
							return broken
						}
						return nil
					}
				}
				return broken
			},
		} {
			p, taken := counting(threads), 0
			want := end(&p)
			p.Take = func(n *int) error {
				if taken++; *n != taken*taken {
					t.Errorf("%s, %d threads: got %d, want the square of %d", name, threads, *n, taken)
				}
				return nil
			}
			if err := p.Run(t.Context()); err != want || taken != 19 {
				t.Errorf("%s, %d threads: error %v after %d items, want %v after 19", name, threads, err, taken, want)
			}
		}
	}
}

// TestPoolStopped: the error of Take ends the pool, and so does its context, with the cause.
func TestPoolStopped(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	for name, take := range map[string]func() error{"take": func() error { return stop }, "context": func() error { cancel(stop); return nil }} {
		p, taken := counting(3), 0
		p.Take = func(*int) error {
			if taken++; taken == 20 {
				return take()
			}
			return nil
		}
		run := ctx
		if name == "take" {
			run = t.Context()
		}
		if err := p.Run(run); err != stop || taken != 20 {
			t.Errorf("%s: error %v after %d items", name, err, taken)
		}
	}
}
