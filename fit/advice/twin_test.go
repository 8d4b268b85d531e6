package advice

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// slowGain is a candidate's gain by dense matrices: of each half one Gauss–Newton step of all columns at once, the
// base's and the candidate's, from the base's minimum; then the squares of the other half.
func slowGain(t *testing.T, s *Study, columns []Column, width [2]float64) float64 {
	n, w := len(s.Eval), 2*len(columns)
	var gain float64
	for h := range 2 {
		slope := s.slope[h]
		x := mat.NewDense(n, known+w, nil)
		for i := range n {
			phase, e := float64(s.Phase[i]), float64(s.Eval[i])*math.Ln10/400
			x.SetRow(i, append([]float64{1, phase, e, e * phase}, make([]float64, w)...))
		}
		for j, c := range columns {
			for k, row := range c.Rows {
				phase := float64(s.Phase[row])
				v := float64(c.White[k]-c.Black[k]) * (slope[0] + slope[1]*phase) * math.Ln10 / 400
				x.Set(int(row), known+2*j, v*phase)
				x.Set(int(row), known+2*j+1, v*(1-phase))
			}
		}
		matrix, right := mat.NewSymDense(known+w, nil), mat.NewVecDense(known+w, nil)
		theta := mat.NewVecDense(known, s.base[h].theta)
		squares, counts := make([]float64, w), make([]float64, w)
		for i := range n {
			if s.half(i) != h {
				continue
			}
			row := x.RowView(i).(*mat.VecDense)
			p := 1 / (1 + math.Exp(-mat.Dot(theta, row.SliceVec(0, known))))
			g := p * (1 - p)
			matrix.SymRankOne(matrix, g*g, row)
			right.AddScaledVec(right, g*(float64(s.Label[i])-p), row)
			for j := range w {
				if v := row.AtVec(known + j); v != 0 {
					squares[j], counts[j] = squares[j]+v*v, counts[j]+1
				}
			}
		}
		for j := range w {
			at := known + j
			matrix.SetSym(at, at, matrix.At(at, at)+s.Loss()*squares[j]/counts[j]/(width[h]*width[h]))
		}
		var step mat.VecDense
		if err := step.SolveVec(matrix, right); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if s.half(i) == h {
				continue
			}
			row := x.RowView(i).(*mat.VecDense)
			before := mat.Dot(theta, row.SliceVec(0, known))
			r0, r1 := float64(s.Label[i])-1/(1+math.Exp(-before)), float64(s.Label[i])-1/(1+math.Exp(-before-mat.Dot(&step, row)))
			gain += r0*r0 - r1*r1
		}
	}
	return gain / s.total
}

// TestTwin: sparse sums with the base projected out give what one dense system does.
func TestTwin(t *testing.T) {
	w := draw(5, 120, 6, 6, map[int]float64{2: 40})
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range w.list {
		columns := w.list[k].Columns()
		for _, c := range w.list[k+1:] {
			columns = append(columns[:len(columns):len(columns)], c.Columns()...)
		}
		got, err := s.try(Candidate{Columns: func() []Column { return columns }})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.sum(columns)
		if err != nil {
			t.Fatal(err)
		}
		var width [2]float64
		for h := range width {
			_, width[h], _ = s.learn(tr, h)
		}
		if want := slowGain(t, s, columns, width); math.Abs(got.Gain-want) > 1e-6*math.Abs(want)+1e-7 { // the base is at its minimum to 1e-10 of the loss
			t.Errorf("%d columns: gain %.9f, dense %.9f", len(columns), got.Gain, want)
		}
	}
}

// TestThreads: a ranking is the same with any number of threads.
func TestThreads(t *testing.T) {
	w := draw(6, 200, 6, 12, map[int]float64{2: 40, 5: -30})
	one, four := rank(t, w, Options{Threads: 1}), rank(t, w, Options{Threads: 4})
	if !reflect.DeepEqual(one, four) {
		t.Error("rankings differ")
	}
}

// TestSelect: of columns that say the same, one is added; then the other that is lacking.
func TestSelect(t *testing.T) {
	w := draw(8, 3000, 8, 10, map[int]float64{2: 70, 6: 40})
	twice := w.list[2].Columns()[0]
	twice.Name = "twice"
	w.list = append(w.list, Candidate{Name: "twice", Kind: "term", Columns: func() []Column { return []Column{twice} }})
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	first, err := s.Rank(context.Background(), w.list)
	if err != nil {
		t.Fatal(err)
	}
	if f := first.Findings[0]; len(f.Overlaps) == 0 || f.Overlaps[0].Share < 0.999 {
		t.Errorf("%s overlaps %v, want all of its copy", f.Name, f.Overlaps)
	}
	path, err := s.Select(context.Background(), w.list, first, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(path) != 2 || path[0].Name != "c2" || path[1].Name != "c6" || path[1].Loss >= path[0].Loss {
		t.Fatalf("added %v, want c2 and c6", names(path))
	}
	if got, want := path[1].Adjusted, path[1].P*float64(first.Tried); got != want {
		t.Errorf("the second is adjusted to %g, want %g, for all %d that were tried", got, want, first.Tried)
	}
}

func names(path []Step) (list []string) {
	for _, s := range path {
		list = append(list, fmt.Sprintf("%s %.4f", s.Name, s.Gain))
	}
	return list
}

// TestSimplify: a part of the evaluation that says something costs what it is worth, noise costs nothing, and of two
// parts that say the same either can go.
func TestSimplify(t *testing.T) {
	w := draw(9, 3000, 8, 6, map[int]float64{0: 60})
	columns := make([]Column, len(w.list))
	for j := range columns {
		columns[j] = w.list[j].Columns()[0]
	}
	copied := columns[1]
	weights := []float64{60, 0, 60, 0, 0, 0} // the evaluation has column 0 right, and column 2, which is noise
	for j, x := range weights {
		for k, row := range columns[j].Rows {
			w.Eval[row] += float32(x) * (columns[j].White[k] - columns[j].Black[k])
		}
	}
	var own []Own
	for j, x := range weights {
		own = append(own, Own{Name: columns[j].Name, Columns: columns[j : j+1], Weights: [][2]float64{{x, x}}})
	}
	own = append(own, Own{Name: "copy", Columns: []Column{copied}, Weights: [][2]float64{{0, 0}}})
	s, err := NewStudy(&w.Rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Simplify(context.Background(), own)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if needed := r.Name == "c0"; needed != (r.Low > 0.003) || !needed && r.High > 0.002 {
			t.Errorf("%s: rise %.5f [%.5f, %.5f]", r.Name, r.Rise, r.Low, r.High)
		}
	}
}

// TestErrors: weights of planted columns are within 1.96 standard errors in 95 of 100 cases, or nearly.
func TestErrors(t *testing.T) {
	const cases = 50
	inside := 0
	for k := range uint64(cases) {
		w := draw(200+k, 1500, 8, 1, map[int]float64{0: 60})
		s, err := NewStudy(&w.Rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var f Finding
		if err := s.fill(&f, w.list[0]); err != nil {
			t.Fatal(err)
		}
		x := f.Weights[0]
		if math.Abs(x.MG-60) < 1.96*x.MGError {
			inside++
		}
		if math.Abs(x.EG-60) < 1.96*x.EGError {
			inside++
		}
	}
	if share := float64(inside) / (2 * cases); share < 0.85 {
		t.Errorf("%.3f of the weights are inside their intervals", share)
	} else {
		t.Log(share)
	}
}

// TestErrorsBesideEvaluation: errors are those of what the evaluation leaves to a column that goes with it.
func TestErrorsBesideEvaluation(t *testing.T) {
	const cases = 60
	var squares, errors float64
	for k := range uint64(cases) {
		w := draw(300+k, 500, 6, 1, nil)
		c := Column{Name: "sign"}
		for i, e := range w.Eval {
			white := float32(0)
			if e > 0 {
				white = 1
			}
			c.Rows, c.White, c.Black = append(c.Rows, uint32(i)), append(c.White, white), append(c.Black, 1-white)
		}
		s, err := NewStudy(&w.Rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.sum([]Column{c})
		if err != nil {
			t.Fatal(err)
		}
		tr.index(len(w.Eval))
		v, _ := newSolver(s.over(tr, 0, 1, 2, 3), s.Loss())
		const wide = 100 // no prior
		st, _ := v.solve(wide)
		stderr := s.errors(tr.block, v, wide)[0]
		squares, errors = squares+st.weights[0]*st.weights[0], errors+stderr*stderr
	}
	if ratio := math.Sqrt(squares / errors); ratio < 0.75 || ratio > 1.33 {
		t.Errorf("weights of nothing are %.2f of their standard errors", ratio)
	} else {
		t.Log(ratio)
	}
}
