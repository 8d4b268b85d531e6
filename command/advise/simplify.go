package advise

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/features/candidates"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/weights"
)

// engineWeights reads the weights that the engine of a trace has, by the names of its columns.
func (s *session) engineWeights() (map[string]float64, error) {
	f, err := weights.FindEvaluation(s.weights)
	if err != nil {
		return nil, fmt.Errorf("-weights: %w", err)
	}
	s.file = f
	values := map[string]float64{}
	for _, t := range f.Terms {
		for _, w := range t.Weights() {
			values[w.Name] = w.Value
		}
	}
	return values, nil
}

// simplify asks which of the engine's own terms can go: each table, and each term that is in no table. Of a family that
// is one table each term is asked, or, of squares, the family.
func (a *adviser) simplify(ctx context.Context) error {
	if a.file == nil {
		return nil
	}
	values := map[string][2]float64{}
	for _, t := range a.file.Terms {
		values[t.Name] = [2]float64{t.MG.Value, t.EG.Value}
		if !t.Tapered {
			values[t.Name] = [2]float64{t.Value.Value, t.Value.Value}
		}
	}
	base := a.counted.Base()
	taken := make([]bool, len(base))
	var parts []advice.Own
	for _, kind := range []candidates.Kind{candidates.Table, candidates.Term, candidates.Family} {
		for i := range a.list {
			x := &a.list[i]
			if x.Kind != kind || !x.Own || !free(taken, x.Columns) {
				continue
			}
			part := advice.Own{Name: x.Name}
			for _, c := range x.Columns {
				taken[c] = true
				part.Columns = append(part.Columns, advice.Column(a.counted.Column(c)))
				part.Weights = append(part.Weights, values[a.columns[c-(len(base)-len(a.columns))].Name])
			}
			parts = append(parts, part)
		}
	}
	a.stages.At("what can go", 0, 1, "")
	removals, err := a.study.Simplify(ctx, parts)
	if errors.Is(err, advice.ErrMany) {
		a.warn("what of the evaluation can go is not asked: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, r := range removals {
		a.report.Simplify = append(a.report.Simplify, Removal{Name: r.Name, Loss: r.Rise, Low: r.Low, High: r.High, Rows: r.Rows, Games: r.Games})
	}
	return nil
}

// free reports whether no column is taken.
func free(taken []bool, columns []int) bool {
	for _, c := range columns {
		if taken[c] {
			return false
		}
	}
	return true
}
