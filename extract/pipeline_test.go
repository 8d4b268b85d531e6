package extract

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestInOrder(t *testing.T) {
	for _, threads := range []int{1, 2, 8} {
		next, want := 0, 0
		err := inOrder(t.Context(), threads, func() *int { return new(int) },
			func(n *int) (bool, error) {
				*n = next
				next++
				return *n < 500, nil
			},
			func(n *int) {
				time.Sleep(time.Duration(*n%7) * 10 * time.Microsecond) // later ones may end first
				*n *= *n
			},
			func(n *int) error {
				if *n != want*want {
					t.Fatalf("%d threads: got %d, want the square of %d", threads, *n, want)
				}
				want++
				return nil
			})
		if err != nil || want != 500 {
			t.Errorf("%d threads: %d items, error %v", threads, want, err)
		}
	}
}

func TestInOrderEnds(t *testing.T) {
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tests := []struct {
		name string
		fill func(i int) (bool, error)
		take func(i int) error
		want error
	}{
		{"fill fails", func(i int) (bool, error) {
			if i == 20 {
				return false, broken
			}
			return true, nil
		}, func(int) error { return nil }, broken},
		{"take fails", func(int) (bool, error) { return true, nil }, func(i int) error {
			if i == 20 {
				return broken
			}
			return nil
		}, broken},
		{"cancelled", func(int) (bool, error) { return true, nil }, func(i int) error {
			if i == 20 {
				cancel()
			}
			return nil
		}, context.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			filled, taken := 0, 0
			err := inOrder(ctx, 2, func() *int { return new(int) },
				func(*int) (bool, error) { filled++; return tt.fill(filled) },
				func(*int) {},
				func(*int) error { taken++; return tt.take(taken) })
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if taken > 20 {
				t.Errorf("%d items were taken after the end", taken-20)
			}
		})
	}
}
