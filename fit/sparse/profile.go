package sparse

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/internal/ordered"
)

// A profile is the state of the rows by place at some weights: their intercepts eliminated.
type profile struct {
	value  []float64 // by place: logits, and then what a pass makes of them
	at     []float64 // by group: the intercept, as a logit
	anchor []float64 // by group: mean logit and intercept together, where searches for it begin; nil: at 0
}

// Anchor evaluates the rows at weights w for later passes to begin their search for intercepts from:
// a step of three is saved. The sums differ by rounding.
func (d *Design) Anchor(ctx context.Context, w []float64) error {
	if d.groups == nil {
		return nil
	}
	p := d.scratch()
	anchor := make([]float64, d.groups.Len())
	err := d.profiled(ctx, w, func(k *profiler, group, low, high int) {
		anchor[group] = floats.Sum(p.value[low:high]) / float64(high-low)
	}, func(*profiler) {})
	p.anchor = anchor
	return err
}

// start returns where the search for an intercept begins, for the logits of the group's rows.
func (p *profile) start(group int, z []float64) float64 {
	if p.anchor == nil {
		return 0
	}
	return p.anchor[group] - floats.Sum(z)/float64(len(z))
}

// maxLogit bounds the intercepts of losses of expected scores: beyond, such a score is 0 or 1 to 13
// digits whatever the evaluation. The squared loss may have its minimum at infinity.
const maxLogit = 32

// profiled evaluates the rows at weights w, finds the intercepts, adds these to the values and calls
// work for every group that has a say: low and high are its places, and the values of the others are 0. merge gets the sums in the order of groups.
func (d *Design) profiled(ctx context.Context, w []float64, work func(k *profiler, group, low, high int), merge func(*profiler)) error {
	p := d.scratch()
	err := d.passes(ctx, w, func(k *worker, s *segment, g *group) { k.place(s, g, p.value) }, func(*worker) {})
	if err != nil {
		return err
	}
	return d.overGroups(ctx, func(k *profiler, group, low, high int) {
		if d.groups.silent[group] {
			clear(p.value[low:high])
			return
		}
		z := p.value[low:high]
		b := k.solve(p.start(group, z), z, d.groups.target[low:high], d.groups.weights(low, high))
		p.at[group] = b
		for i := range z {
			z[i] += b
		}
		work(k, group, low, high)
	}, merge)
}

// scratch returns what profiles are made in.
func (d *Design) scratch() *profile {
	if d.profile == nil {
		d.profile = &profile{value: make([]float64, len(d.groups.target)), at: make([]float64, d.groups.Len())}
	}
	return d.profile
}

// overGroups calls work for every group, in chunks that the data alone decide.
func (d *Design) overGroups(ctx context.Context, work func(k *profiler, group, low, high int), merge func(*profiler)) error {
	g := d.groups
	fresh := func() *profiler { return &profiler{Loss: d.Loss} }
	return ordered.Sum(ctx, d.Threads, len(g.chunks)-1, fresh, func(k *profiler, chunk int) error {
		for n := g.chunks[chunk]; n < g.chunks[chunk+1]; n++ {
			work(k, n, g.start[n], g.start[n+1])
		}
		return nil
	}, func(k *profiler) {
		merge(k)
		k.loss, k.weight = 0, 0
	})
}

// Within calls visit for every group that has a say with the predictions of its rows at weights w and the group's
// intercept: expected scores, or centipawns where the loss is of these.
func (d *Design) Within(ctx context.Context, w []float64, visit func(cluster uint32, prediction []float64, target, weight []float32)) error {
	g, value := d.groups, d.scratch().value
	err := d.profiled(ctx, w, func(k *profiler, _, low, high int) { copy(value[low:high], k.e) }, func(*profiler) {})
	if err != nil {
		return err
	}
	order := d.located()
	for n := range g.Len() {
		low, high := g.start[n], g.start[n+1]
		if g.silent[n] {
			continue
		}
		at := order[low]
		visit(d.resident[at.segment].cluster[at.row], value[low:high], g.target[low:high], g.weights(low, high))
	}
	return nil
}

// place stores the logits of a group of rows by place.
func (k *worker) place(s *segment, g *group, value []float64) {
	k.batches(s, g, func(c *cell, low, high int) {
		k.evaluate(s, c, low, high)
		for i, at := range s.place[low:high] {
			value[at] = k.z[i]
		}
	})
	k.codes = -1
}

// profiledGradient is gradient for rows by group: the loss of each is at its minimum over the
// intercept, and so its derivative by a weight is the one at that intercept (the envelope theorem).
//
// Source: P. Milgrom, I. Segal, "Envelope Theorems for Arbitrary Choice Sets" (2002).
func (d *Design) profiledGradient(ctx context.Context, w, g []float64) (loss float64, err error) {
	if loss, err = d.profiledSlopes(ctx, w); err != nil {
		return 0, err
	}
	value := d.profile.value
	_, _, err = d.gradient(ctx, w, g, func(k *worker, s *segment, g *group) { k.scatterPlaces(s, g, value) })
	return loss, err
}

// profiledSlopes makes the values the derivatives of rows' losses by their logits, and returns the
// sum of the losses.
func (d *Design) profiledSlopes(ctx context.Context, w []float64) (loss float64, err error) {
	groups, value := d.groups, d.scratch().value
	err = d.profiled(ctx, w, func(k *profiler, _, low, high int) {
		k.loss = d.Loss.AddAt(k.loss, value[low:high], k.e, groups.target[low:high], groups.weights(low, high))
	}, func(k *profiler) { loss += k.loss })
	return loss, err
}

// scatterPlaces adds derivatives by place to those of the rows' symbols.
func (k *worker) scatterPlaces(s *segment, g *group, value []float64) {
	k.batches(s, g, func(c *cell, low, high int) {
		z := k.z[:high-low]
		if len(k.block) > 0 {
			clear(z)
			k.addBlock(s, c, low, z) // for its sums
		}
		for i, at := range s.place[low:high] {
			z[i] = value[at]
		}
		k.scatter(s, c, low, high)
	})
	k.flush()
}

// A profiler finds the intercepts of groups.
type profiler struct {
	*Loss
	e            []float64 // predictions of the group's rows at the intercept
	loss, weight float64   // sums of what is done with groups
}

// enough is the step after which an intercept is found: the next would be its third power, about.
const (
	enough       = 1e-4 // logits
	enoughLinear = 1e-9 // centipawns
)

// solve returns the intercept that makes the loss of rows with these logits smallest, by steps of
// third order within a bracket; where the loss is not convex, a minimum downhill from b. It leaves the
// predictions in e.
//
// Source: E. Halley (1694), as in J. Traub, "Iterative Methods for the Solution of Equations" (1964).
func (k *profiler) solve(b float64, z []float64, target, weight []float32) float64 {
	low, high, widest, tolerance := -maxLogit+0., maxLogit+0., 4., enough
	if k.Linear {
		low, high, widest, tolerance = math.Inf(-1), math.Inf(1), math.Inf(1), enoughLinear
	}
	b = min(max(b, low), high)
	k.e = slices.Grow(k.e[:0], len(z))[:len(z)]
	longer := 1.
	for range 200 {
		for i, v := range z {
			k.e[i] = v + b
		}
		k.expected(k.e)
		var s slopes
		s.first, s.second, s.third, s.gauss = k.Slopes(k.e, target, weight)
		if s.first < 0 {
			low = b
		} else {
			high = b
		}
		step := s.step(widest)
		if k.Linear && s.second == 0 { // all residuals are in Huber's tails, where steps are short
			step, longer = step*longer, 2*longer
		}
		next := b + step
		if !(next > low && next < high) && !math.IsInf(low, 0) && !math.IsInf(high, 0) && math.Abs(step) > tolerance {
			next = low + (high-low)/2
			step = next - b
		}
		b = next
		if !(math.Abs(step) > tolerance) {
			k.shift(step)
			break
		}
	}
	return b
}

// shift makes the predictions those after a last, small step.
func (k *profiler) shift(step float64) {
	if k.Linear {
		for i := range k.e {
			k.e[i] += step
		}
		return
	}
	for i, e := range k.e { // the fourth term is below rounding
		d := e - e*e
		k.e[i] = e + step*d*(1+step*((1-2*e)/2+step*(1-6*d)/6))
	}
}

// slopes are the derivatives of a group's loss by its intercept, in the loss's unit; gauss stands for
// the second one where that is not positive.
type slopes struct{ first, second, third, gauss float64 }

// step returns the way to the minimum, as far as the derivatives tell.
func (s *slopes) step(widest float64) (step float64) {
	switch bent := 2*s.second*s.second - s.first*s.third; {
	case s.first == 0:
		return 0
	case s.second > 0 && bent > s.second*s.second:
		step = -2 * s.first * s.second / bent
	case s.second > 0:
		step = -s.first / s.second
	case s.gauss > 0:
		step = -s.first / s.gauss
	default:
		step = math.Copysign(widest, -s.first)
	}
	return min(max(step, -widest), widest)
}
