package advice

import (
	"errors"
	"math"
	"slices"
	"testing"

	"example.org/centipawn/internal/splitmix"
)

// TestEdges: data of one phase, of another scale, and with huge counts are ranked as any other; what says nothing is
// refused with the reason.
func TestEdges(t *testing.T) {
	fill := func(to []float32, x float32) {
		for i := range to {
			to[i] = x
		}
	}
	scale := func(list []float32, by float32) {
		for i := range list {
			list[i] *= by
		}
	}
	usual := rank(t, edgeWorld(), Options{}).Findings[0]
	for name, tt := range map[string]struct {
		change func(w *world)
		err    error // nil: the planted column is first
		same   bool  // with the usual gain
	}{
		"all pieces":          {func(w *world) { fill(w.Phase, 1) }, nil, false},
		"no pieces":           {func(w *world) { fill(w.Phase, 0) }, nil, false},
		"one phase":           {func(w *world) { fill(w.Phase, 0.5) }, nil, false},
		"large evaluations":   {func(w *world) { scale(w.Eval, 1e6) }, nil, true},
		"small evaluations":   {func(w *world) { scale(w.Eval, 1e-4) }, nil, true},
		"huge counts":         {func(w *world) { c := w.list[2].Columns()[0]; scale(c.White, 1e6); scale(c.Black, 1e6) }, nil, true},
		"no evaluation":       {func(w *world) { fill(w.Eval, 0) }, ErrUnrelated, false},
		"one evaluation":      {func(w *world) { fill(w.Eval, 50) }, ErrUnrelated, false},
		"the wrong sign":      {func(w *world) { scale(w.Eval, -1) }, ErrUnrelated, false},
		"39 games":            {func(w *world) { w.Rows = Rows{w.Eval[:390], w.Label[:390], w.Phase[:390], w.Game[:390]} }, ErrFew, false},
		"a game of all games": {func(w *world) { copy(w.Game[:1000], make([]uint32, 1000)) }, ErrFew, false},
	} {
		w := edgeWorld()
		tt.change(w)
		s, err := NewStudy(&w.Rows, Options{})
		if !errors.Is(err, tt.err) || err != nil {
			if !errors.Is(err, tt.err) {
				t.Errorf("%s: %v, want %v", name, err, tt.err)
			}
			continue
		}
		r, err := s.Rank(t.Context(), w.list)
		if err != nil {
			t.Fatal(err)
		}
		f := r.Findings[0]
		if f.Name != "c2" || tt.same && math.Abs(f.Gain-usual.Gain) > 1e-3*usual.Gain {
			t.Errorf("%s: first is %s with a gain of %.6f, want c2, usually with %.6f", name, f.Name, f.Gain, usual.Gain)
		}
	}
}

func edgeWorld() *world { return draw(1, 600, 10, 6, map[int]float64{2: 80}) }

// TestNotFinite: a count that is not finite is refused by its column's name.
func TestNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		w := edgeWorld()
		w.list[3].Columns()[0].White[5] = float32(x)
		s, err := NewStudy(&w.Rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Rank(t.Context(), w.list); err == nil || err.Error()[:2] != "c3" {
			t.Errorf("a count of %g: %v", x, err)
		}
		if err := s.Add(t.Context(), w.list[3]); err == nil {
			t.Errorf("a count of %g is added", x)
		}
	}
}

// TestEmptyFold: a half of which one fold has no game learns all the same, and what gains nothing stays near 0.
func TestEmptyFold(t *testing.T) {
	w := edgeWorld()
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range s.fold {
		if f == 3 {
			s.fold[i] = 2
		}
	}
	if err := s.refit(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := s.Rank(t.Context(), w.list)
	if err != nil || r.Findings[0].Name != "c2" || r.Findings[0].Gain <= 0 {
		t.Errorf("first is %+v, error %v", r.Findings[0], err)
	}
}

// TestAddMany: a family of many rare columns that says nothing makes nothing worse when it is added, and what is
// lacking is found beside it.
func TestAddMany(t *testing.T) {
	w := draw(3, 400, 10, 100, map[int]float64{0: 100})
	var rare []Column
	for j, x := range w.list[1:] {
		c := x.Columns()[0]
		thin := Column{Name: c.Name}
		for k := j % 40; k < len(c.Rows); k += 40 {
			thin.Rows, thin.White, thin.Black = append(thin.Rows, c.Rows[k]), append(thin.White, c.White[k]), append(thin.Black, c.Black[k])
		}
		rare = append(rare, thin)
	}
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := s.Loss()
	if err := s.Add(t.Context(), Candidate{Columns: func() []Column { return rare }}); err != nil {
		t.Fatal(err)
	}
	for h, b := range s.base {
		var left float64 // that another step would take away
		for j := range s.width {
			g := b.score[0][j] + b.score[1][j]
			left += g * g / (b.square[0].At(j, j) + b.square[1].At(j, j))
		}
		if left > 1e-6*s.total {
			t.Errorf("half %d is not at its minimum under the prior: %g of %g are left", h, left, s.total)
		}
	}
	if s.Loss() > 1.002*before {
		t.Errorf("loss %.5f, and %.5f with columns that say nothing", before, s.Loss())
	}
	r, err := s.Rank(t.Context(), w.list[:1])
	if err != nil || !r.Findings[0].Recommended {
		t.Errorf("the column that is lacking: %+v, error %v", r.Findings[0], err)
	}
}

// TestHolm: p-values are adjusted by the number that was tried, less one with each that is smaller, and never fall.
func TestHolm(t *testing.T) {
	w := edgeWorld()
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := []Finding{{P: 0.01}, {P: 0.3}, {P: 0.012}, {P: 0.2}}
	s.adjust(list, 6)
	for i, want := range []float64{0.06, 0.9, 0.06, 0.8} {
		if got := list[i].Adjusted; math.Abs(got-want) > 1e-12 || list[i].Recommended {
			t.Errorf("p %g is adjusted to %g, want %g", list[i].P, got, want)
		}
	}
	if s.adjust(list[:1], 4); !list[0].Recommended {
		t.Error("0.04 is not recommended")
	}
}

// TestMany: a candidate with more columns than a matrix is made for is named and not tried.
func TestMany(t *testing.T) {
	w := edgeWorld()
	many := slices.Repeat(w.list[2].Columns(), MostColumns+1)
	w.list = append(w.list, Candidate{Name: "many", Columns: func() []Column { return many }})
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Rank(t.Context(), w.list)
	if err != nil || !slices.Equal(r.Large, []int{6}) || r.Tried != 6 || r.Few != 0 {
		t.Errorf("%d tried, %d with too few games, large %v, error %v; want 6, 0 and candidate 6", r.Tried, r.Few, r.Large, err)
	}
	own := []Own{{Columns: slices.Repeat(w.list[2].Columns(), MostOwn+1)}}
	if _, err := s.Simplify(t.Context(), own); !errors.Is(err, ErrMany) {
		t.Errorf("%d own columns: %v", MostOwn+1, err)
	}
}

// TestHonest: labels of one half change nothing of what the other half learns.
func TestHonest(t *testing.T) {
	learn := func(change float32) []float64 {
		w := edgeWorld()
		for i, id := range w.Game {
			if splitmix.Mix(uint64(id)^splitmix.Mix(1))%folds >= folds/2 {
				w.Label[i] = min(1, w.Label[i]+change)
			}
		}
		s, err := NewStudy(&w.Rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.sum(w.list[2].Columns())
		if err != nil {
			t.Fatal(err)
		}
		v, _ := newSolver(s.over(tr, 0, 1), 0.2)
		st, _ := v.solve(0.1)
		return st.weights
	}
	if before, after := learn(0), learn(0.1); !slices.Equal(before, after) {
		t.Errorf("weights %v, with other labels of the other half %v", before, after)
	}
}

// TestSpread: a gain that is the same share of every game's loss has no error.
func TestSpread(t *testing.T) {
	w := edgeWorld()
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	byGame := make([]float64, s.games)
	for g, x := range s.worth {
		byGame[g] = 0.02 * x
	}
	if got := s.spread(byGame, 0.02); got > 1e-12 {
		t.Errorf("the error is %g, want 0", got)
	}
	byGame[0] += s.total / 100
	if got := s.spread(byGame, 0.03); math.Abs(got-0.01) > 1e-3 {
		t.Errorf("the error is %g, want nearly all of the 0.01 of one game", got)
	}
}
