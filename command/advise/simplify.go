package advise

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/features"
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

// A part is what can go together, a table or a term that is in no table, of the columns of sets or of a trace.
type part struct {
	advice.Own
	first int     // of its columns
	cost  float64 // nanoseconds, of what is counted with it; 0: not known
}

// simplify asks which of the evaluation's own terms can go, those of the engine's trace or of the weights file: each
// table, and each term that is in no table. Of a family that is one table each term is asked, or, of squares, the family.
func (a *adviser) simplify(ctx context.Context) error {
	if a.file == nil || a.file.Formula != "" {
		return nil // what a term is worth in a formula is not its weight
	}
	a.stages.At("what can go", 0, 1, "")
	parts, err := a.parts(ctx)
	if err != nil {
		return err
	}
	list := make([]advice.Own, len(parts))
	for i := range parts {
		list[i] = parts[i].Own
	}
	removals, err := a.study.Simplify(ctx, list)
	if errors.Is(err, advice.ErrMany) {
		a.warn("what of the evaluation can go is not asked: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, r := range removals {
		a.report.Simplify = append(a.report.Simplify, Removal{Name: r.Name, Loss: r.Rise, Low: r.Low, High: r.High, Rows: r.Rows, Games: r.Games, Cost: parts[r.Index].cost})
	}
	return nil
}

// parts are the evaluation's own, with the weights that it has.
func (a *adviser) parts(ctx context.Context) ([]part, error) {
	if len(a.columns) > 0 {
		first := len(a.counted.Base()) - len(a.columns)
		return a.partsOf(a.counted, a.list, func(c int) string { return a.columns[c-first].Name }), nil
	}
	set, err := features.Lookup(a.file.Set)
	if err != nil {
		return nil, err
	}
	counter, err := candidates.New(set)
	if err != nil {
		return nil, err
	}
	counted, err := counter.Collect(ctx, len(a.samples), a.position, a.opt.Threads)
	if err != nil {
		return nil, err
	}
	list := counted.List()
	for i := range list {
		list[i].Own = true
	}
	parts := a.partsOf(counted, list, func(c int) string { return counter.Base()[c].Name })
	for i := range parts {
		parts[i].cost = counter.Cost(&candidates.Candidate{Columns: []int{parts[i].first}})
	}
	return parts, nil
}

// partsOf divides own columns into tables, and terms that are in none. name returns that of a column in the weights file.
func (a *adviser) partsOf(counted *candidates.Columns, list []candidates.Candidate, name func(column int) string) (parts []part) {
	values := map[string][2]float64{}
	for _, t := range a.file.Terms {
		values[t.Name] = [2]float64{t.MG.Value, t.EG.Value}
		if !t.Tapered {
			values[t.Name] = [2]float64{t.Value.Value, t.Value.Value}
		}
	}
	taken := make([]bool, len(counted.Base()))
	for _, kind := range []candidates.Kind{candidates.Table, candidates.Term, candidates.Family} {
		for i := range list {
			x := &list[i]
			if x.Kind != kind || !x.Own || !free(taken, x.Columns) {
				continue
			}
			p := part{Own: advice.Own{Name: x.Name}, first: x.Columns[0]}
			for _, c := range x.Columns {
				taken[c] = true
				p.Columns = append(p.Columns, advice.Column(counted.Column(c)))
				p.Weights = append(p.Weights, values[name(c)])
			}
			parts = append(parts, p)
		}
	}
	return parts
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
