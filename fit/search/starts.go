package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
)

// An End is where a search ended that began at a start of its own.
type End struct {
	Weights []float64 // then intercepts
	Search  *descent.Result
}

// A Trip is a search from several starts.
type Trip struct {
	Ends   []End // of the starts at which evaluations are finite; the first search's first
	Failed int   // other starts
}

// Best returns the number of the end with the lowest loss, of equal ones the first.
func (t *Trip) Best() (best int) {
	for i, e := range t.Ends {
		if e.Search.F < t.Ends[best].Search.F {
			best = i
		}
	}
	return best
}

// Others searches from the other starts that the options ask for; first is where the search from start
// ended. It ends early if ctx does.
func (p *Problem) Others(ctx context.Context, f *Objective, start []float64, first *descent.Result, opt descent.Options) (*Trip, error) {
	o := &p.Job.Opt
	trip := &Trip{Ends: []End{{slices.Clone(f.Weights(first.Weights)), first}}}
	opt.Checkpoint, opt.Resume = nil, nil
	for n := 1; n < o.Starts && first.Reason != descent.Interrupted; n++ {
		p.Job.Meter.Report(rows.Progress{Stage: "other starts", Done: n, Total: o.Starts})
		opt.Report = nil
		from, err := p.otherStart(ctx, f, start, rand.New(rand.NewPCG(o.Seed, uint64(n))))
		if err != nil {
			return nil, err
		}
		if from == nil {
			trip.Failed++
			continue
		}
		found, err := p.Minimise(ctx, f, from, opt)
		switch {
		case err == nil && found.Reason != descent.Interrupted:
			trip.Ends = append(trip.Ends, End{slices.Clone(f.Weights(found.Weights)), found})
		case ctx.Err() != nil:
			return trip, nil
		default:
			return nil, err
		}
	}
	return trip, nil
}

// nearer is how often another start at which evaluations are not finite comes halfway to the first.
const nearer = 8

// otherStart draws a start with finite evaluations; nil: there is none nearby.
func (p *Problem) otherStart(ctx context.Context, f *Objective, start []float64, rng *rand.Rand) ([]float64, error) {
	drawn := p.draw(start, rng)
	g := make([]float64, f.Size())
	for range nearer {
		p.clip(drawn)
		loss, err := f.Gradient(ctx, f.Chains.Point(drawn), g)
		if err != nil {
			return nil, err
		}
		if loss-loss == 0 {
			return drawn, nil
		}
		for j, v := range start {
			drawn[j] = (drawn[j] + v) / 2
		}
	}
	return nil, nil
}

// draw changes the weights of the formula: each is multiplied by a power of two that is normal, and
// moved by a normal number times the size of the weights that are of one kind with it.
func (p *Problem) draw(start []float64, rng *rand.Rand) []float64 {
	out := slices.Clone(start)
	size := make([]float64, len(start))
	for _, class := range p.Job.Design.Classes() {
		sum := 0.0
		for _, j := range class {
			sum += start[j] * start[j]
		}
		for _, j := range class {
			size[j] = math.Sqrt(sum / float64(len(class)))
			if size[j] == 0 {
				size[j] = startSum
			}
		}
	}
	for _, j := range p.ofFormula() {
		out[j] = start[j]*math.Exp2(rng.NormFloat64()) + size[j]*rng.NormFloat64()
	}
	return out
}

// clip brings weights within their bounds; those of orders are left to the search.
func (p *Problem) clip(w []float64) {
	for j := range p.Low {
		if !slices.ContainsFunc(p.Chains, func(chain []int) bool { return slices.Contains(chain, j) }) {
			w[j] = min(max(w[j], p.Low[j]), p.High[j])
		}
	}
}
