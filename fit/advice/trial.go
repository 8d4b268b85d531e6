package advice

import (
	"gonum.org/v1/gonum/mat"
)

// A trial is what is summed of one candidate, by fold.
type trial struct {
	*block
	fold  [folds]moments
	rows  int
	games int
	few   int // games in which it counts, of the half that has fewer
}

// moments are sums over rows, with x what a weight adds to the logit: of g² ×
type moments struct {
	square *mat.SymDense // x·xᵀ
	cross  *mat.Dense    // z·xᵀ, z being the base's
	score  []float64     // and of g·r·x
	sum    []float64     // and of x² without a factor
	n      []float64     // and the rows in which x is not 0
}

// sum makes a trial of a candidate's columns.
func (s *Study) sum(columns []Column) (*trial, error) {
	b, err := newBlock(columns)
	if err != nil {
		return nil, err
	}
	t := &trial{block: b}
	w := 2 * t.columns
	square := make([][]float64, folds)
	for f := range t.fold {
		square[f] = make([]float64, w*w)
		t.fold[f] = moments{cross: mat.NewDense(s.width, w, nil), score: make([]float64, w), sum: make([]float64, w), n: make([]float64, w)}
	}
	var x, z vector
	seen := make([]bool, s.games)
	var games [2]int
	for k, row := range t.block.rows {
		i := int(row)
		f, h := s.fold[i], s.half(i)
		s.row(&x, t.block, k, i, h)
		s.known(&z, i, h)
		m := &t.fold[f]
		accumulate(square[f], m.score, &x, s.square[i], s.score[i])
		m.addRow(&x, &z, s.square[i])
		if g := s.game[i]; !seen[g] {
			seen[g] = true
			games[h]++
		}
	}
	for f := range t.fold {
		if w > 0 {
			t.fold[f].square = mat.NewSymDense(w, square[f])
		}
	}
	t.rows, t.games, t.few = len(t.block.rows), games[0]+games[1], min(games[0], games[1])
	return t, nil
}

// row sets x to what the weights of a block add to the logit of row i, which has place k.
func (s *Study) row(x *vector, b *block, k, i, h int) {
	x.reset()
	s.weigh(x, b, k, i, h, 0)
}

func (m *moments) addRow(x, z *vector, square float64) {
	_, w := m.cross.Dims()
	raw := m.cross.RawMatrix().Data
	for a, at := range z.at {
		by, row := square*z.value[a], raw[int(at)*w:int(at+1)*w]
		for b, j := range x.at {
			row[j] += by * x.value[b]
		}
	}
	for b, j := range x.at {
		m.sum[j] += x.value[b] * x.value[b]
		m.n[j]++
	}
}

// join adds moments; both must be of the same candidate.
func join(list ...*moments) *moments {
	first := list[0]
	q, w := first.cross.Dims()
	sum := &moments{square: mat.NewSymDense(w, nil), cross: mat.NewDense(q, w, nil), score: make([]float64, w), sum: make([]float64, w), n: make([]float64, w)}
	for _, m := range list {
		sum.square.AddSym(sum.square, m.square)
		sum.cross.Add(sum.cross, m.cross)
		for j := range w {
			sum.score[j] += m.score[j]
			sum.sum[j] += m.sum[j]
			sum.n[j] += m.n[j]
		}
	}
	return sum
}

// A side is what the base and a candidate have in common over some folds: the moments of both.
type side struct {
	*moments
	base  *mat.SymDense // Σ g²·z·zᵀ
	score []float64     // Σ g·r·z
}

// over returns the sums over folds.
func (s *Study) over(t *trial, list ...int) side {
	moments := make([]*moments, len(list))
	base := mat.NewSymDense(s.width, nil)
	score := make([]float64, s.width)
	for k, f := range list {
		moments[k] = &t.fold[f]
		b := s.base[f>>1]
		base.AddSym(base, b.square[f&1])
		for j, x := range b.score[f&1] {
			score[j] += x
		}
	}
	return side{join(moments...), base, score}
}

// A step is a move of a candidate's weights from 0, and of the base's with them.
type step struct{ weights, base []float64 }

// widths are those of the prior that are tried: the standard deviation of what a weight adds to the logit of a row
// in which it counts, root mean square. 0.1 is some 17 centipawns at K = 1.
var widths = []float64{0.003, 0.01, 0.03, 0.1, 0.3}

// solver holds what solving needs besides the width: the matrix and the right side with the base projected out.
type solver struct {
	known  mat.Cholesky // of the base's matrix
	shift  *mat.Dense   // its inverse times cross
	square *mat.SymDense
	right  *mat.VecDense
	ridge  []float64 // for a width of 1
}

// newSolver projects the base out. noise is the mean squared residual of a row.
func newSolver(s side, noise float64) (*solver, bool) {
	q, w := s.cross.Dims()
	v := &solver{shift: mat.NewDense(q, w, nil), square: mat.NewSymDense(w, nil), right: mat.NewVecDense(w, nil), ridge: s.ridge(noise)}
	base := mat.NewSymDense(q, nil)
	base.CopySym(s.base)
	for j := range q {
		base.SetSym(j, j, base.At(j, j)*(1+1e-9)+1e-12)
	}
	if !v.known.Factorize(base) || v.known.SolveTo(v.shift, s.cross) != nil {
		return nil, false
	}
	var drop mat.Dense
	drop.Mul(s.cross.T(), v.shift)
	for i := range w {
		for j := i; j < w; j++ {
			v.square.SetSym(i, j, s.moments.square.At(i, j)-drop.At(i, j))
		}
	}
	v.right.MulVec(v.shift.T(), mat.NewVecDense(q, s.score))
	v.right.SubVec(mat.NewVecDense(w, s.moments.score), v.right)
	return v, true
}

// ridge returns what a prior of width 1 adds to the diagonal. noise is the mean squared residual of a row.
func (m *moments) ridge(noise float64) []float64 {
	ridge := make([]float64, len(m.n))
	for j, n := range m.n {
		if ridge[j] = 1; n > 0 {
			ridge[j] = noise * m.sum[j] / n
		}
	}
	return ridge
}

// factor returns the factor of the matrix with the prior's.
func (v *solver) factor(width float64) (*mat.Cholesky, bool) {
	w := v.square.SymmetricDim()
	m := mat.NewSymDense(w, nil)
	m.CopySym(v.square)
	for j, ridge := range v.ridge {
		m.SetSym(j, j, m.At(j, j)+ridge/(width*width))
	}
	var factor mat.Cholesky
	return &factor, factor.Factorize(m)
}

// solve returns the step under a prior of a width.
func (v *solver) solve(width float64) (st step, ok bool) {
	factor, ok := v.factor(width)
	if !ok {
		return st, false
	}
	var weights, base mat.VecDense
	if factor.SolveVecTo(&weights, v.right) != nil {
		return st, false
	}
	base.MulVec(v.shift, &weights)
	base.ScaleVec(-1, &base)
	return step{weights.RawVector().Data, base.RawVector().Data}, true
}

// gain is by how much a step lowers the loss, in squares: the quadratic about the base.
func (s side) gain(st step) float64 {
	w, b := mat.NewVecDense(len(st.weights), st.weights), mat.NewVecDense(len(st.base), st.base)
	gain := 2 * (mat.Dot(w, mat.NewVecDense(len(s.moments.score), s.moments.score)) + mat.Dot(b, mat.NewVecDense(len(s.score), s.score)))
	return gain - mat.Inner(w, s.moments.square, w) - 2*mat.Inner(b, s.cross, w) - mat.Inner(b, s.base, b)
}

// learn returns the step that a half's games give, under the width that does best between its two folds.
func (s *Study) learn(t *trial, h int) (st step, width float64, ok bool) {
	a, b := s.over(t, 2*h), s.over(t, 2*h+1)
	noise := s.Loss()
	best := 0.0
	width = widths[0]
	va, okA := newSolver(a, noise)
	vb, okB := newSolver(b, noise)
	if okA && okB {
		for k, w := range widths {
			fromA, ok1 := va.solve(w)
			fromB, ok2 := vb.solve(w)
			if !ok1 || !ok2 {
				continue
			}
			if gain := b.gain(fromA) + a.gain(fromB); k == 0 || gain > best {
				best, width = gain, w
			}
		}
	}
	v, ok := newSolver(s.over(t, 2*h, 2*h+1), noise)
	if !ok {
		return st, width, false
	}
	st, ok = v.solve(width)
	return st, width, ok
}
