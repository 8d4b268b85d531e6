package rows

import (
	"fmt"
	"slices"
	"sync"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// formRows are the rows that a tape evaluates at a time.
const formRows = 256

// A formScorer evaluates the program of a formula with given weights.
type formScorer struct {
	*Evaluation
	mg, eg  []int     // leaves by sum; −1: the program does not read that part
	plain   []int     // likewise, of the plain columns alone
	inputs  []int     // leaves by input
	phase   [2]int    // leaves of the row's factors, or −1
	weights []float64 // by leaf: of those that the formula reads by name
	tapes   sync.Pool // of *formula.Tape

	parameters []int  // by leaf: the column of a weight that the formula reads by name; −1: another leaf
	named      []bool // by column: a weight of it is of a sum other than linear
}

func newFormScorer(of *Evaluation) *formScorer {
	f := &formScorer{Evaluation: of, mg: none(len(of.sums)), eg: none(len(of.sums)), plain: none(len(of.sums)), inputs: none(len(of.inputs)), phase: [2]int{-1, -1}, weights: make([]float64, len(of.Form.Leaves))}
	for i, l := range of.Form.Leaves {
		switch l.Kind {
		case formula.SumMG:
			f.mg[indexOf(of.sums, l.Name)] = i
		case formula.SumEG:
			f.eg[indexOf(of.sums, l.Name)] = i
		case formula.SumPlain:
			f.plain[indexOf(of.sums, l.Name)] = i
		case formula.Input:
			f.inputs[indexOf(of.inputs, l.Name)] = i
		case formula.RowMG:
			f.phase[0] = i
		case formula.RowEG:
			f.phase[1] = i
		}
	}
	return f
}

// nameParameters finds the columns of the weights that the formula reads by name, and those of sums other than linear.
func (f *formScorer) nameParameters(columns []matrix.Column) {
	names := make(map[string]bool)
	for _, c := range columns {
		for _, name := range c.Weights() {
			names[name] = names[name] || c.Sum() != ""
		}
	}
	f.named = make([]bool, len(columns))
	for i, c := range columns {
		f.named[i] = slices.ContainsFunc(c.Weights(), func(name string) bool { return names[name] })
	}
	f.parameters = none(len(f.Form.Leaves))
	for i, l := range f.Form.Leaves {
		for c := range columns {
			if l.Kind == formula.Weight && columns[c].Kind == matrix.Parameter && columns[c].Name == l.Name {
				f.parameters[i] = c
			}
		}
	}
}

// slopes returns the derivatives of row r of a tape by a weight of sum n: a tapered column's, and a plain one's.
func (f *formScorer) slopes(t *formula.Tape, r, n int) (tapered [2]float64, plain float64) {
	by := func(leaf int) float64 {
		if leaf < 0 {
			return 0
		}
		return t.Slope(leaf)[r]
	}
	tapered = [2]float64{by(f.mg[n]), by(f.eg[n])}
	return tapered, tapered[0] + tapered[1] + by(f.plain[n])
}

// none returns n times −1.
func none(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// parameter sets a weight that the formula reads by name, if it does.
func (f *formScorer) parameter(w NamedWeight) {
	for i, l := range f.Form.Leaves {
		if l.Kind == formula.Weight && l.Name == w.Name {
			f.weights[i] = w.Value
		}
	}
}

// formScores stores the evaluations of at most formRows rows in to.
func (s *Scorer) formScores(b *matrix.Block, rows []int32, to []float64) {
	t := s.tape()
	defer s.form.tapes.Put(t)
	s.load(t, b, rows, to)
	for k, v := range t.Values(len(rows)) {
		to[k] = s.shift(to[k]+v, b, int(rows[k]))
	}
}

// tape returns one for the calling goroutine.
func (s *Scorer) tape() *formula.Tape {
	if t, ok := s.form.tapes.Get().(*formula.Tape); ok {
		return t
	}
	return s.form.Form.NewTape(formRows)
}

// load fills the leaves of a tape with those of rows, and stores the sums of the linear columns in to.
func (s *Scorer) load(t *formula.Tape, b *matrix.Block, rows []int32, to []float64) {
	f := s.form
	leaves := make([][]float64, len(f.Form.Leaves))
	for i, w := range f.weights {
		leaves[i] = t.Leaf(i)[:len(rows)]
		for k := range leaves[i] {
			leaves[i][k] = w
		}
	}
	put := func(leaf, row int, v float64) {
		if leaf >= 0 {
			leaves[leaf][row] += v
		}
	}
	for r, i := range rows {
		mg, eg := s.Factors.MG[b.MG[i]], s.Factors.EG[b.EG[i]]
		put(f.phase[0], r, mg)
		put(f.phase[1], r, eg)
		columns, counts := b.Row(int(i))
		sum := 0.0
		for k := 0; k < len(columns); k++ {
			c := columns[k]
			w, x := &s.coef[c], float64(counts[k])
			switch n := f.sum[c]; {
			case n >= 0:
				end := f.run(columns, k)
				part := s.sumOf(columns[k:end], counts[k:end])
				put(f.mg[n], r, part[0])
				put(f.eg[n], r, part[1])
				put(f.plain[n], r, part[2])
				k = end - 1
			case f.input[c] >= 0:
				put(f.inputs[f.input[c]], r, x)
			default:
				sum += x * (w.plain + w.mg*mg + w.eg*eg)
			}
		}
		to[r] = sum
	}
}

// run returns where the columns of one sum end that begin at k: a row has them side by side.
func (f *formScorer) run(columns []uint16, k int) int {
	n := f.sum[columns[k]]
	for k++; k < len(columns) && f.sum[columns[k]] == n; k++ {
	}
	return k
}

// sumOf returns the parts of a sum that some of its columns make: the middlegame's, the endgame's, and that of plain columns
// alone.
func (s *Scorer) sumOf(columns []uint16, counts []float32) (part [3]float64) {
	for k, c := range columns {
		w, x := &s.coef[c], float64(counts[k])
		part[0] += x * (w.plain + w.mg)
		part[1] += x * (w.plain + w.eg)
		part[2] += x * w.plain
	}
	return part
}

// Fault says why the evaluation of row i of b is not finite: the row's game and, of a formula, line and
// column where that begins.
func (s *Scorer) Fault(b *matrix.Block, i int) error {
	if s.form != nil {
		t, sum := s.tape(), make([]float64, 1)
		defer s.form.tapes.Put(t)
		s.load(t, b, []int32{int32(i)}, sum)
		t.Values(1)
		if fault := t.Fault(1); fault != nil {
			return fmt.Errorf("row %d (game %d): %w", i+1, b.Game[i], &fault.Error)
		}
	}
	return fmt.Errorf("row %d (game %d): the evaluation is not finite", i+1, b.Game[i])
}
