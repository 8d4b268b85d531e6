package advice

import (
	"context"
	"slices"
)

// A Step is a candidate that was added, and what was left to explain with it.
type Step struct {
	Finding
	Loss float64 `json:"loss"` // mean squared error with it and all before, on the games of the other half
}

// poolSize is how many of the first ranking's best are asked again after each step.
const poolSize = 200

// Select adds the candidate that gains most at least, by LowAll, learns its weights beside all others, and asks again:
// what overlaps with it gains little then. It ends after so many steps, or where nothing is recommended any more.
// first must be the study's ranking of the list; its best are what is asked again. Gains are shares of the error
// before the step, and the adjustment is for all that were tried first. Only the first step has overlaps. What first
// changes by row is let go of: of 200,000 rows it is 190 MB.
func (s *Study) Select(ctx context.Context, list []Candidate, first *Ranking, steps int) (path []Step, err error) {
	pool := first.pool()
	for i := range first.Findings {
		first.Findings[i].Delta, first.Findings[i].direction = nil, nil
	}
	next := first
	for len(path) < steps {
		best := next.surest()
		if best == nil {
			return path, nil
		}
		f := *best
		if f.Weights == nil {
			if err := s.fill(&f, list[f.Index]); err != nil {
				return path, err
			}
		}
		if err := s.Add(ctx, list[f.Index]); err != nil {
			return path, err
		}
		path = append(path, Step{f, s.Loss()})
		if len(path) == steps {
			break
		}
		pool = slices.DeleteFunc(pool, func(i int) bool { return i == f.Index })
		if next, err = s.again(ctx, list, pool, first.Tried); err != nil {
			return path, err
		}
	}
	return path, nil
}

// surest returns the recommended finding that gains most at least; nil: none is recommended.
func (r *Ranking) surest() *Finding {
	for _, f := range r.Surest() {
		if f.Recommended {
			return f
		}
	}
	return nil
}

// pool lists the candidates that are asked again, by their places in the list: those that gain most at least.
func (r *Ranking) pool() (pool []int) {
	for _, f := range r.Surest() {
		if len(pool) < poolSize && f.Gain > 0 {
			pool = append(pool, f.Index)
		}
	}
	return pool
}

// again ranks the candidates of a pool.
func (s *Study) again(ctx context.Context, list []Candidate, pool []int, tried int) (*Ranking, error) {
	asked := make([]Candidate, len(pool))
	for k, i := range pool {
		asked[k] = list[i]
	}
	r, err := s.rank(ctx, asked, tried)
	if err != nil {
		return nil, err
	}
	for k := range r.Findings {
		r.Findings[k].Index = pool[r.Findings[k].Index]
	}
	return r, nil
}
