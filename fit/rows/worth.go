package rows

import (
	"slices"

	"example.org/centipawn/internal/formula"
)

// Worths returns what says how many centipawns a count of 1 is worth by a fitted weight: of a formula in
// the middlegame and endgame of full factors, the count being the only one, at the values of the weights
// that the formula reads by name. It is 0 where that has no value, and of such weights themselves.
func (d *Design) Worths(values []NamedWeight) func(name string, value float64) float64 {
	if d.Form == nil {
		return func(_ string, value float64) float64 { return value }
	}
	s := newFormScorer(d.Evaluation)
	for _, w := range values {
		s.parameter(w)
	}
	column := make(map[string]int32)
	for c, col := range d.Schema.Columns {
		for _, name := range col.Weights() {
			if _, known := column[name]; !known {
				column[name] = s.sum[c]
			}
		}
	}
	tape := s.Form.NewTape(2)
	return func(name string, value float64) float64 {
		j := slices.Index(d.All, name)
		if j < 0 || !d.InForm(d.Alias[j]) {
			return value
		}
		sum := column[name]
		if sum < 0 {
			return 0
		}
		s.only(tape, int(sum), EndOf(name), value)
		at := tape.Values(2)
		if worth := at[1] - at[0]; worth-worth == 0 {
			return worth
		}
		return 0
	}
}

// only loads two rows: one without counts, and one where a sum has a value.
func (s *formScorer) only(tape *formula.Tape, sum int, end string, value float64) {
	for i, l := range s.Form.Leaves {
		leaf := tape.Leaf(i)
		leaf[0] = s.weights[i]
		if l.Kind == formula.RowMG || l.Kind == formula.RowEG {
			leaf[0] = 1
		}
		leaf[1] = leaf[0]
	}
	if i := s.mg[sum]; i >= 0 && end != ".eg" {
		tape.Leaf(i)[1] = value
	}
	if i := s.eg[sum]; i >= 0 && end != ".mg" {
		tape.Leaf(i)[1] = value
	}
	if i := s.plain[sum]; i >= 0 && end == "" {
		tape.Leaf(i)[1] = value
	}
}
