package mix

import (
	"cmp"
	"context"
	"slices"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// confirm measures the finalists at the second half. The first half alone chooses: the least of
// three at the second would be too good again, by 0.8 of its standard error where all are alike.
func (s *search) confirm(ctx context.Context, r *Result) (*weights.File, error) {
	ranked := byFirst(s.trials)
	for _, t := range ranked[:min(s.Finalists, len(ranked))] {
		m, err := s.measure(ctx, t.Recipe, regret.SecondHalf)
		if err != nil {
			return nil, err
		}
		t.Second = &m
		s.Report(t, regret.SecondHalf)
		r.Finalists = append(r.Finalists, t.Number)
	}
	best := ranked[0]
	r.Chosen, r.Expected, r.Warnings = best.Number, expectation(best.Second), warnings(r.Trials, best.Second)
	return s.weights(ctx, best.Recipe)
}

// warnings returns what the measures have in common, each code once, and all of the last one: V12 is of
// a measure alone.
func warnings(trials []*Trial, last *Measure) note.List {
	list := append(note.List{}, last.Warnings...)
	for _, t := range trials {
		for _, n := range t.First.Warnings {
			if n.Code != note.V12 && !list.Has(n.Code) {
				list = append(list, n)
			}
		}
	}
	return list
}

// byFirst returns trials, the best at the first half first.
func byFirst(trials []*Trial) []*Trial {
	list := slices.Clone(trials)
	slices.SortStableFunc(list, func(a, b *Trial) int { return cmp.Compare(a.First.Difference.Value, b.First.Difference.Value) })
	return list
}

// expectation is what a measure that has chosen nothing says.
func expectation(m *Measure) Expectation {
	d, half := m.Difference.Value, m.Difference.Half95()
	return Expectation{elo.Interval{Value: d, Low: d - half, High: d + half}, m.Elo}
}

// trial returns the trial of a number.
func (r *Result) trial(number int) *Trial { return r.Trials[number-1] }

// rival returns the finalist that is best at the second half, nil if it is the chosen one.
func (r *Result) rival() *Trial {
	best := r.trial(r.Chosen)
	for _, n := range r.Finalists {
		if t := r.trial(n); t.Second.Difference.Value < best.Second.Difference.Value {
			best = t
		}
	}
	if best.Number == r.Chosen {
		return nil
	}
	return best
}
