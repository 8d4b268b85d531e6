package measures

import (
	"fmt"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// tapeRows are the rows that a tape evaluates at a time.
const tapeRows = 256

// A form is what the formula of test rows reads of each of them: see [rows.Evaluation].
type form struct {
	*rows.Evaluation
	leaf   map[formula.Leaf]int
	values [][]float64 // by leaf, then by row; of a weight that the formula reads by name there is one
	result []float64   // of the formula, by row
}

// newForm returns the form of rows with a file's weights, nil if their evaluation is linear.
func newForm(t *testRows, s matrix.Schema, f *weights.File) (*form, error) {
	e, err := rows.NewEvaluation(s)
	if err != nil || e.Form == nil {
		return nil, err
	}
	m := &form{Evaluation: e, leaf: map[formula.Leaf]int{}}
	n := len(t.row)
	for i, l := range e.Form.Leaves {
		m.leaf[l] = i
		switch l.Kind {
		case formula.RowMG:
			m.values = append(m.values, t.mg)
		case formula.RowEG:
			m.values = append(m.values, t.eg)
		case formula.Weight:
			m.values = append(m.values, make([]float64, 1))
		default:
			m.values = append(m.values, make([]float64, n))
		}
	}
	for c, column := range s.Columns {
		if i, ok := m.leaf[formula.Leaf{Kind: formula.Input, Name: column.Name}]; ok && column.Kind == matrix.Input {
			t.columns[c].add(1, m.values[i])
		}
	}
	for _, w := range f.Weights() {
		for _, p := range t.weights[w.Name] {
			for _, i := range m.read(&t.columns[p.column].of, p.factor) {
				t.columns[p.column].add(w.Value, m.values[i])
			}
		}
		if i, ok := m.leaf[formula.Leaf{Kind: formula.Weight, Name: w.Name}]; ok {
			m.values[i][0] = w.Value
		}
	}
	m.result = make([]float64, n)
	every := make([]int32, n)
	for i := range every {
		every[i] = int32(i)
	}
	return m, m.evaluate(every, nil, m.result)
}

// add adds value × count to the rows of a column.
func (p *posting) add(value float64, to []float64) {
	for j, i := range p.rows {
		to[i] += value * float64(p.counts[j])
	}
}

// has reports whether the formula reads the sum of a column; without, its counts go to the sum linear alone.
func (m *form) has(c *matrix.Column) bool {
	return c.Kind != matrix.Term || c.Sum() != "" || m.Whole
}

// read returns the leaves that a weight of a column moves, none if the formula does not read its sum.
func (m *form) read(c *matrix.Column, of factor) (leaves []int) {
	if c.Kind != matrix.Term {
		return nil
	}
	parts := []formula.LeafKind{formula.SumMG, formula.SumEG}
	switch of {
	case byMG:
		parts = parts[:1]
	case byEG:
		parts = parts[1:2]
	}
	for _, kind := range parts {
		if i, ok := m.leaf[formula.Leaf{Kind: kind, Name: m.SumOf(*c)}]; ok {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// evaluate stores in to, in the order of the list, what the formula makes of some rows, whose leaves are moved; nil
// of a leaf that is not. The error names the first of the rows of which the formula has no value.
func (m *form) evaluate(list []int32, moved [][]float64, to []float64) error {
	tape := m.Form.NewTape(tapeRows)
	for len(list) > 0 {
		some := list[:min(tapeRows, len(list))]
		for i, values := range m.values {
			into, single := tape.Leaf(i), m.Form.Leaves[i].Kind == formula.Weight
			for k, r := range some {
				if single {
					r = 0
				}
				into[k] = values[r]
				if moved != nil && moved[i] != nil {
					into[k] += moved[i][r]
				}
			}
		}
		copy(to, tape.Values(len(some)))
		if fault := tape.Fault(len(some)); fault != nil {
			return fmt.Errorf("with these weights the evaluation of the test row %d has no value: %w", some[fault.Row]+1, &fault.Error)
		}
		list, to = list[len(some):], to[len(some):]
	}
	return nil
}
