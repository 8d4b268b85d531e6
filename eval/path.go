package eval

import (
	"cmp"
	"math"
	"slices"

	"example.org/centipawn/features"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/tapered"
)

// A path leads from no counts to those of a position in a straight line. The slopes of a
// formula along it, integrated, are the prices of the sums.
type path struct {
	names   []string // of the sums: linear first
	leaves  []formula.Leaf
	fixed   []float64     // values of leaves that are parameters
	tape    *formula.Tape // of the formula without rounding; a row a point
	tapered map[string]bool

	ends   []float64 // values of leaves at the end
	prices []float64 // by leaf
	panels int
}

// nodes and shares are Gauss's points in [0, 1] and what each is worth: of polynomials up to
// degree 5 the integral is exact.
var (
	nodes  = [...]float64{0.5 - math.Sqrt(0.15), 0.5, 0.5 + math.Sqrt(0.15)}
	shares = [...]float64{5.0 / 18, 8.0 / 18, 5.0 / 18}
)

// How finely a path is cut, at kinks and jumps above all.
const (
	firstPanels = 8     // at first: a kink in the first or last 18th of a panel is seen by its values alone
	closeEnough = 1e-10 // a panel's difference, relative to the values
	narrowest   = 1e-12 // width of a panel
	mostCuts    = 5000
)

func newPath(set *features.Set, parameters []tapered.Pair) *path {
	smooth := set.Program().Smooth()
	w := &path{names: []string{formula.Linear}, leaves: smooth.Leaves, tapered: map[string]bool{}, tape: smooth.NewTape(len(nodes))}
	w.names = append(w.names, set.Sums()...)
	for _, c := range set.Columns() {
		if set.Terms()[c.Term].Taper == features.Tapered {
			w.tapered[nameOf(c.Sum)] = true
		}
	}
	for _, leaf := range w.leaves {
		v := 0.0
		if leaf.Kind == formula.Weight {
			v = parameters[slices.Index(set.Parameters(), leaf.Name)].MG
		}
		w.fixed = append(w.fixed, v)
	}
	w.ends, w.prices = make([]float64, len(w.leaves)), make([]float64, len(w.leaves))
	return w
}

// nameOf returns the name of a sum, linear for "".
func nameOf(sum string) string { return cmp.Or(sum, formula.Linear) }

// plain reports whether all terms of a sum have one weight.
func (w *path) plain(name string) bool { return !w.tapered[name] }

// walk returns the prices of sums of these values, by w.names.
func (w *path) walk(values []tapered.Pair, phase, scale float64) (prices []tapered.Pair) {
	for leaf, l := range w.leaves {
		switch l.Kind {
		case formula.SumMG:
			w.ends[leaf] = values[w.sum(l)].MG
		case formula.SumEG:
			w.ends[leaf] = values[w.sum(l)].EG
		case formula.RowMG:
			w.ends[leaf] = phase
		case formula.RowEG:
			w.ends[leaf] = float64((1 - phase) * scale)
		default:
			w.ends[leaf] = w.fixed[leaf]
		}
	}
	clear(w.prices)
	w.panels = 0
	at := w.value(0)
	for i := range firstPanels {
		next := w.value(float64(i+1) / firstPanels)
		w.integrate(w.panel(float64(i)/firstPanels, float64(i+1)/firstPanels, at, next))
		at = next
	}
	prices = make([]tapered.Pair, len(values))
	for leaf, l := range w.leaves {
		switch l.Kind {
		case formula.SumMG:
			prices[w.sum(l)].MG = w.prices[leaf]
		case formula.SumEG:
			prices[w.sum(l)].EG = w.prices[leaf]
		}
	}
	return prices
}

// sum returns the number of a leaf's sum.
func (w *path) sum(l formula.Leaf) int { return slices.Index(w.names, l.Name) }

// set puts a row where the path is at t.
func (w *path) set(row int, t float64) {
	for leaf, l := range w.leaves {
		v := w.ends[leaf]
		if l.Kind == formula.SumMG || l.Kind == formula.SumEG {
			v *= t
		}
		w.tape.Leaf(leaf)[row] = v
	}
}

// value returns what the formula, without rounding, is at t.
func (w *path) value(t float64) float64 {
	w.set(0, t)
	return w.tape.Values(1)[0]
}

// A panel is a part of the path, from a to b.
type panel struct {
	a, b     float64
	atA, atB float64   // values of the formula
	gains    []float64 // by leaf: the mean slope times the width
}

// panel measures a part of the path.
func (w *path) panel(a, b, atA, atB float64) panel {
	for i, x := range nodes {
		w.set(i, a+(b-a)*x)
	}
	w.tape.Values(len(nodes))
	w.tape.Slopes(len(nodes))
	p := panel{a, b, atA, atB, make([]float64, len(w.leaves))}
	for leaf, l := range w.leaves {
		if l.Kind == formula.SumMG || l.Kind == formula.SumEG {
			p.gains[leaf] = w.slope(leaf) * (b - a)
		}
	}
	w.panels++
	return p
}

// integrate adds the slopes of a panel to the prices. It is cut where its halves do not account for the
// difference of the values, or give a leaf another gain: what is wrong of White's may be made up by Black's.
func (w *path) integrate(p panel) {
	middle := p.a + (p.b-p.a)/2
	atMiddle := w.value(middle)
	left, right := w.panel(p.a, middle, p.atA, atMiddle), w.panel(middle, p.b, atMiddle, p.atB)
	allowed := closeEnough * max(1, math.Abs(p.atA), math.Abs(p.atB))
	gain, apart := 0.0, 0.0
	for leaf, end := range w.ends {
		halves := left.gains[leaf] + right.gains[leaf]
		gain += halves * end
		apart = max(apart, math.Abs((halves-p.gains[leaf])*end))
	}
	switch close := math.Abs(gain-(p.atB-p.atA)) <= allowed && apart <= allowed; {
	case !close && p.b-p.a >= narrowest && w.panels < mostCuts:
		w.integrate(left)
		w.integrate(right)
	case !math.IsNaN(gain) && !math.IsInf(gain, 0):
		for leaf := range w.leaves {
			w.prices[leaf] += left.gains[leaf] + right.gains[leaf]
		}
	}
}

// slope returns the mean of a leaf's slope over the points of a panel.
func (w *path) slope(leaf int) (mean float64) {
	slopes := w.tape.Slope(leaf)
	for i, share := range shares {
		mean += share * slopes[i]
	}
	return mean
}
