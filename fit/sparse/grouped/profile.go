package grouped

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/ordered"
)

// Anchor evaluates the rows at weights w for later passes to begin their search for intercepts from:
// a step of three is saved. The sums differ by rounding.
func (d *Design) Anchor(ctx context.Context, w []float64) error {
	p := d.scratch()
	anchor := make([]float64, d.Groups.Len())
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

// profiled evaluates the rows at weights w, finds the intercepts, adds these to the values and calls
// work for every group that has a say: low and high are its places, and the values of the others are 0. merge gets the sums in the order of groups.
func (d *Design) profiled(ctx context.Context, w []float64, work func(k *profiler, group, low, high int), merge func(*profiler)) error {
	p := d.scratch()
	if err := d.Logits(ctx, w, p.value); err != nil {
		return err
	}
	return d.overGroups(ctx, func(k *profiler, group, low, high int) {
		if d.Groups.silent[group] {
			clear(p.value[low:high])
			return
		}
		z := p.value[low:high]
		var b float64
		b, k.e = k.Loss.Intercept(p.start(group, z), z, k.e, d.Groups.target[low:high], d.Groups.weights(low, high))
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
		d.profile = &profile{value: make([]float64, len(d.Groups.target)), at: make([]float64, d.Groups.Len())}
	}
	return d.profile
}

// overGroups calls work for every group, in chunks that the data alone decide.
func (d *Design) overGroups(ctx context.Context, work func(k *profiler, group, low, high int), merge func(*profiler)) error {
	g := d.Groups
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
	g, value := d.Groups, d.scratch().value
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
		visit(d.Resident[at.segment].Cluster[at.row], value[low:high], g.target[low:high], g.weights(low, high))
	}
	return nil
}

// Gradient returns the loss at weights w and stores its gradient in g. The loss of a group is at its
// minimum over the intercept, and so its derivative by a weight is the one at that intercept (the
// envelope theorem). Where an evaluation is not finite the loss is +Inf, see [sparse.Design.Gradient].
//
// Source: P. Milgrom, I. Segal, "Envelope Theorems for Arbitrary Choice Sets" (2002).
func (d *Design) Gradient(ctx context.Context, w, g []float64) (loss float64, err error) {
	if loss, err = d.slopes(ctx, w); err == nil {
		err = d.Spread(ctx, w, d.profile.value, g)
	}
	if err != nil {
		clear(g)
		return math.Inf(1), d.Forgiven(err)
	}
	floats.Scale(d.Scale*d.Loss.Unit/d.total, g)
	return loss / d.total, nil
}

// slopes makes the values the derivatives of rows' losses by their logits, and returns the
// sum of the losses.
func (d *Design) slopes(ctx context.Context, w []float64) (loss float64, err error) {
	groups, value := d.Groups, d.scratch().value
	err = d.profiled(ctx, w, func(k *profiler, _, low, high int) {
		k.loss = d.Loss.AddAt(k.loss, value[low:high], k.e, groups.target[low:high], groups.weights(low, high))
	}, func(k *profiler) { loss += k.loss })
	return loss, err
}

// A profiler finds the intercepts of groups.
type profiler struct {
	*sparse.Loss
	e            []float64 // predictions of the group's rows at the intercept
	loss, weight float64   // sums of what is done with groups
}
