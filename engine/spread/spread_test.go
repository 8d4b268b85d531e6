package spread_test

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/engine/spread"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
)

// scaled returns published weights times a factor.
func scaled(tb testing.TB, factor float64) *weights.File {
	tb.Helper()
	f, ok := weights.Published("pesto")
	if !ok {
		tb.Fatal("no published weights of pesto")
	}
	g := *f
	g.Terms = slices.Clone(f.Terms)
	for i := range g.Terms {
		g.Terms[i].MG.Value *= factor
		g.Terms[i].EG.Value *= factor
	}
	return &g
}

// TestMeasure: the result is that of a search of every position by itself, the textbook's
// standard deviation, whatever the number of threads.
func TestMeasure(t *testing.T) {
	f := scaled(t, 1)
	positions := append(slices.Clone(features.Positions()[:60]),
		boardtest.Parse(t, "7k/R7/1R6/8/8/8/8/K7 b - - 0 1"),    // mated in one
		boardtest.Parse(t, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),   // in check
		boardtest.Parse(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),    // stalemate
		boardtest.Parse(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")) // a queen hangs
	gaps := twin(t, f, positions, 2)
	mean, squares := 0.0, 0.0
	for _, g := range gaps {
		mean += g / float64(len(gaps))
		squares += g * g
	}
	want := math.Sqrt((squares - float64(len(gaps))*mean*mean) / float64(len(gaps)-1))
	for _, threads := range []int{1, 3} {
		s, err := spread.Measure(t.Context(), f, positions, 2, threads)
		if err != nil || s.Positions != len(gaps) || s.Depth != 2 || math.Abs(s.StdDev-want) > 1e-9*want {
			t.Errorf("%d threads: %+v, %v; want %g of %d", threads, s, err, want, len(gaps))
		}
	}
	if slices.Max(gaps) < 900 {
		t.Errorf("the queen that hangs does not count: at most %g", slices.Max(gaps))
	}
}

// evaluator returns a maker of evaluators.
func evaluator(t *testing.T, f *weights.File) func() search.Evaluator {
	return func() search.Evaluator {
		e, err := eval.NewSearch(f)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

// twin searches every position with a search of its own that has nothing but captures to play on.
func twin(t *testing.T, f *weights.File, positions []board.Position, depth int) (gaps []float64) {
	t.Helper()
	for i := range positions {
		p := &positions[i]
		if p.InCheck() || p.CountMoves() == 0 {
			continue
		}
		s := alphabeta.New(evaluator(t, f), alphabeta.Options{Hash: 1, Off: ^alphabeta.CheckExtension &^ alphabeta.SEE})
		score := s.Search(search.NewGame(*p), search.NewControl(search.Limits{Depth: depth}, p.SideToMove(), 0), nil).Score
		if score.IsMate() {
			continue
		}
		e := evaluator(t, f)()
		e.Reset(p)
		gaps = append(gaps, float64(score-search.Score(e.Evaluate(p)).White(p.SideToMove())))
	}
	return gaps
}

// TestUnit: weights of another size have a spread of that size.
func TestUnit(t *testing.T) {
	var at [2]float64
	for i, factor := range []float64{1, 2} {
		s, err := spread.Measure(t.Context(), scaled(t, factor), features.Positions()[:80], 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		at[i] = s.StdDev
	}
	if ratio := at[1] / at[0]; math.Abs(ratio-2) > 0.02 {
		t.Errorf("weights times 2: the spread times %.4f", ratio)
	}
}

// TestTooFew: positions that do not count are not a measurement.
func TestTooFew(t *testing.T) {
	mated := boardtest.Parse(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	if s, err := spread.Measure(t.Context(), scaled(t, 1), []board.Position{mated, mated}, 1, 1); err == nil {
		t.Errorf("measured: %+v", s)
	}
}
