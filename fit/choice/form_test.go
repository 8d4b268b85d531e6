package choice

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/matrix"
)

// The columns of moves whose evaluation is a formula, and two ways to write it: one of a linear part and
// something else, one over the parts of the sum linear.
var (
	formColumns = []matrix.Column{{Name: "x"}, {Name: "y", Tapered: true}, {Name: "white/d.a"}, {Name: "white/d.b"}, {Name: "black/d.a"}, {Name: "black/d.b"}, {Name: "in", Kind: matrix.Input}}
	formTexts   = []string{
		"linear + weight(h) * mg * (sigmoid((white - weight(c)) / 10) - sigmoid((black - weight(c)) / 10)) * in",
		"l = linear.mg * mg + linear.eg * eg; l + weight(h) * mg * (sigmoid((white - weight(c)) / 10) - sigmoid((black - weight(c)) / 10)) * in",
	}
)

// formValue is the formula written out; the weights are x, y.mg, y.eg, d.a, d.b, h, c. Factors add up to 1.
func formValue(m *Move, w []float64) float64 {
	if len(m.Columns) == 0 {
		return m.Offset
	}
	x := make([]float64, len(formColumns))
	for i, c := range m.Columns {
		x[c] = float64(m.Counts[i])
	}
	sigmoid := func(a, b float64) float64 { return 1 / (1 + math.Exp((w[6]-a*w[3]-b*w[4])/10)) }
	return m.Offset + w[0]*x[0] + (w[1]*m.MG+w[2]*m.EG)*x[1] + w[5]*m.MG*(sigmoid(x[2], x[3])-sigmoid(x[4], x[5]))*x[6]
}

// formed are roots by chance whose evaluation is a formula, with their moves.
func formed(t *testing.T, text string, l Loss) (*Roots, [][]Move) {
	t.Helper()
	s := matrix.Schema{Set: "toy", Columns: formColumns, MG: []float32{0, 1}, EG: []float32{1, 0}}
	s, err := s.WithFormula(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := rows.NewDesign(s, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{"x", "y.mg", "y.eg", "d.a", "d.b", "h", "c"}; !slices.Equal(d.Names, got) {
		t.Fatalf("weights %v", d.Names)
	}
	c := Config{Weights: len(d.Names), Loss: l, Teacher: 30, Temperature: 50, K: 0.004, Threads: 2}
	c.Columns, c.form = columnsOf(d)
	roots, rng := New(c), rand.New(rand.NewPCG(5, 9))
	var all [][]Move
	for g := range 60 {
		common := make([]float32, len(formColumns))
		for i := range common {
			if common[i] = float32(rng.IntN(3) - 1); i >= 2 {
				common[i] = float32(rng.IntN(4))
			}
		}
		phase := float64(rng.IntN(5)) / 4
		var moves []Move
		for range 2 + rng.IntN(9) {
			m := drawnMove(rng, common, phase)
			if m.EG = 1 - m.MG; len(m.Columns) > 0 {
				m.Columns, m.Counts = set(m.Columns, m.Counts, 6, float32(0.5+rng.Float64()))
			}
			moves = append(moves, m)
		}
		if err := roots.Add(Root{Game: uint32(g / 3), Black: rng.IntN(2) == 1, Weight: 0.5 + float64(rng.IntN(3))}, moves); err != nil {
			t.Fatal(err)
		}
		all = append(all, moves)
	}
	return roots, all
}

// set sets the count of a last column.
func set(columns []uint16, counts []float32, column uint16, x float32) ([]uint16, []float32) {
	if n := len(columns); columns[n-1] == column {
		counts[n-1] = x
		return columns, counts
	}
	return append(columns, column), append(counts, x)
}

// TestForms compares evaluations with the formula written out, the gradient with differences, second
// derivatives with those of the definition, and sums by game with the whole.
func TestForms(t *testing.T) {
	at := []float64{40, -20, 15, 6, 9, 120, 12}
	for _, text := range formTexts {
		for _, l := range []Loss{CrossEntropy, Regret} {
			roots, moves := formed(t, text, l)
			scores, err := roots.Evaluations(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for g, list := range moves {
				for i := range list {
					want := formValue(&list[i], at)
					if roots.root[g].Black {
						want = -want
					}
					if math.Abs(scores[n]-want) > 1e-4 { // factors and counts are kept in 32 bits
						t.Fatalf("%s: root %d, move %d: %g, written out %g", text, g, i, scores[n], want)
					}
					n++
				}
			}
			formGradient(t, roots, at)
			formCurvature(t, roots, at)
		}
	}
}

// formGradient checks the gradient and the scores of games.
func formGradient(t *testing.T, roots *Roots, at []float64) {
	t.Helper()
	g, scratch, w := make([]float64, len(at)), make([]float64, len(at)), slices.Clone(at)
	if _, err := roots.Gradient(t.Context(), at, g); err != nil {
		t.Fatal(err)
	}
	pools, err := roots.Scores(t.Context(), at, 4)
	if err != nil {
		t.Fatal(err)
	}
	games, err := roots.Single(t.Context(), at, Positive, nil)
	if err != nil {
		t.Fatal(err)
	}
	single := make([]float64, len(at))
	for i := range games {
		games[i].AddScore(single, 1)
	}
	for j := range at {
		const h = 1e-4
		f := func(step float64) float64 {
			w[j] = at[j] + step
			defer func() { w[j] = at[j] }()
			v, err := roots.Gradient(t.Context(), w, scratch)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		want := (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
		if math.Abs(g[j]-want) > 1e-8 {
			t.Errorf("derivative %d is %.10g, by differences %.10g", j, g[j], want)
		}
		sum := 0.0
		for p := range 4 {
			sum += pools[p*len(at)+j]
		}
		total := roots.TotalWeight()
		if math.Abs(sum/total-g[j]) > 1e-12 || math.Abs(single[j]/total-g[j]) > 1e-10 {
			t.Errorf("derivative %d is %g, of pools %g, of games %g", j, g[j], sum/total, single[j]/total)
		}
	}
}

// formCurvature checks second derivatives without those of the formula itself.
func formCurvature(t *testing.T, roots *Roots, at []float64) {
	t.Helper()
	n := len(at)
	jacobian := make([][]float64, n) // by weight and move
	for j := range at {
		w := slices.Clone(at)
		w[j] += 1e-4
		up, _ := roots.Evaluations(t.Context(), w)
		w[j] -= 2e-4
		down, _ := roots.Evaluations(t.Context(), w)
		for i := range up {
			jacobian[j] = append(jacobian[j], (up[i]-down[i])/2e-4)
		}
	}
	want, first := mat.NewSymDense(n, nil), 0
	k := roots.newWorker(roots.coefficients(at))
	for _, g := range roots.list {
		k.derive(int(g))
		k.choice.positive(Positive)
		mean := make([]float64, n)
		for i, p := range k.choice.p {
			for j := range mean {
				mean[j] += p * jacobian[j][first+i]
			}
		}
		for i, h := range k.choice.h {
			x := make([]float64, n)
			for j := range x {
				x[j] = jacobian[j][first+i] - mean[j]
			}
			want.SymRankOne(want, roots.root[g].Weight*h/(roots.TotalWeight()*roots.Temperature*roots.Temperature), mat.NewVecDense(n, x))
		}
		first += len(k.choice.h)
	}
	got, diagonal := mat.NewSymDense(n, nil), make([]float64, n)
	if err := roots.Curvature(t.Context(), at, sparse.GaussNewton, 1, got); err != nil {
		t.Fatal(err)
	}
	if err := roots.Diagonal(t.Context(), at, 1, diagonal); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for j := range n {
			if size := math.Sqrt(want.At(i, i) * want.At(j, j)); math.Abs(got.At(i, j)-want.At(i, j)) > 1e-6*size {
				t.Errorf("second derivative %d, %d is %g, by the definition %g", i, j, got.At(i, j), want.At(i, j))
			}
		}
		if math.Abs(diagonal[i]-got.At(i, i)) > 1e-9*got.At(i, i) {
			t.Errorf("diagonal %d is %g, of the matrix %g", i, diagonal[i], got.At(i, i))
		}
	}
}
