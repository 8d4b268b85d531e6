package mcts

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// TestChances: moves are drawn as often as the formulas say, counted over draws: softmax, inverse to f, and inverse to
// its square at a temperature of ½.
func TestChances(t *testing.T) {
	const draws = 200_000
	f := []float64{0.8, 0.5, 0.4, 0.1, 0}
	for _, tt := range []struct {
		name        string
		chances     Chances
		temperature float64
		weight      func(f float64) float64
	}{
		{"softmax", Softmax, 1, func(f float64) float64 { return math.Exp(1 - f) }},
		{"softmax, T = 0.2", Softmax, 0.2, func(f float64) float64 { return math.Exp((1 - f) / 0.2) }},
		{"1/f", Inverse, 1, func(f float64) float64 { return 1 / max(f, smallestInverse) }},
		{"1/f²", Inverse, 0.5, func(f float64) float64 { return 1 / max(f*f, smallestInverse*smallestInverse) }},
	} {
		opt := options(t, "lishex")
		opt.Chances, opt.Temperature = tt.chances, tt.temperature
		w := ready(New(newMaterial, opt), search.NewGame(board.Start()))
		for _, some := range [][]float64{f, f[:4]} {
			sum, count := 0.0, make([]float64, len(some))
			for _, v := range some {
				sum += tt.weight(v)
			}
			for range draws {
				values := make([]float64, len(some))
				for i, v := range some {
					values[i] = 1 - v
				}
				count[w.drawEvaluated(values)]++
			}
			for i, v := range some {
				p := tt.weight(v) / sum
				if sigma := math.Sqrt(p * (1 - p) / draws); math.Abs(count[i]/draws-p) > 5*sigma+1e-9 {
					t.Errorf("%s: f = %g is drawn %.4f of the time, want %.4f", tt.name, v, count[i]/draws, p)
				}
			}
		}
	}
}

// TestInverseIsAnother: softmax at T = 1 is close to a uniform choice, since values are from 0 to 1; 1/f is not. A queen
// that can be taken is opened first far more often.
func TestInverseIsAnother(t *testing.T) {
	const seeds = 300
	first := map[Chances]int{}
	for _, chances := range []Chances{Softmax, Inverse} {
		for seed := range uint64(seeds) {
			opt := options(t, "lishex")
			opt.Order, opt.Chances, opt.Seed = Weighted, chances, seed
			s := New(newMaterial, opt)
			run(s, play(t, "7k/8/8/3q4/4P3/8/8/6QK w - - 0 1", ""), search.Limits{Nodes: 1})
			if s.Root()[0].Move == board.NewMove(board.E4, board.D5) {
				first[chances]++
			}
		}
	}
	if moves := 25.0; float64(first[Softmax]) > 3*seeds/moves || first[Inverse] < 4*first[Softmax] {
		t.Errorf("the capture is the first of %d: by softmax %d times, by 1/f %d", seeds, first[Softmax], first[Inverse])
	}
}
