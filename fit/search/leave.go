package search

import (
	"context"
	"slices"
)

// The weights of a sum of a formula begin at startSum, and a weight that it reads by name at startNamed,
// where the derivatives by them are 0 in all rows, as those of a square at 0 are: a search would never
// leave that. Counts of a dozen pieces and squares then add up to a sum near 40, and where a hundredth of
// its square counts, to 15 centipawns. From 1, 2, 5 and 10 the fit of standard_safety to 725,000 positions
// finds the same minimum with more passes; from 20 it finds a worse one.
const (
	startSum   = 3
	startNamed = 1
)

// Leave returns the start with the weights of a formula where some derivative by them is not 0, if there
// is such a place next to 0. Weights of a sum move together, up or, where that changes no evaluation, down;
// a weight by name that is not 0 stays.
func (p *Problem) Leave(ctx context.Context, of Rows, start []float64) ([]float64, error) {
	out := slices.Clone(start)
	classes := p.Job.Design.Classes()
	if classes == nil {
		return out, nil
	}
	l := &leaver{problem: p, rows: of, gradient: make([]float64, len(start))}
	dead, err := l.dead(ctx, out, classes)
	if err != nil || dead == nil {
		return out, err
	}
	sums, named := p.apart(dead)
	for _, to := range []float64{startSum, -startSum} {
		if out, sums, err = l.move(ctx, out, sums, to); err != nil {
			return nil, err
		}
	}
	for _, class := range sums { // that the formula does not read, or that no row counts
		for _, j := range class {
			out[j] = start[j]
		}
	}
	if dead, err = l.dead(ctx, out, named); err != nil {
		return nil, err
	}
	if len(dead) < len(named) { // the search goes on from the others
		return out, nil
	}
	dead = slices.DeleteFunc(dead, func(class []int) bool { return out[class[0]] != 0 })
	return l.set(out, dead, startNamed), nil
}

// apart tells the classes of sums from weights that the formula reads by name.
func (p *Problem) apart(classes [][]int) (sums, named [][]int) {
	for _, class := range classes {
		if len(class) == 1 && p.Job.Design.Parameter(class[0]) {
			named = append(named, class)
		} else {
			sums = append(sums, class)
		}
	}
	return sums, named
}

// A leaver moves classes of weights by which all derivatives are 0.
type leaver struct {
	problem  *Problem
	rows     Rows
	gradient []float64
}

// dead returns those of some classes by which all derivatives are 0.
func (l *leaver) dead(ctx context.Context, at []float64, classes [][]int) (list [][]int, err error) {
	if len(classes) == 0 {
		return nil, nil
	}
	if _, err := l.rows.Gradient(ctx, at, l.gradient); err != nil {
		return nil, err
	}
	for _, class := range classes {
		if !slices.ContainsFunc(class, func(j int) bool { return l.gradient[j] != 0 }) {
			list = append(list, class)
		}
	}
	return list, nil
}

// set returns a point with classes at a value, as far as bounds let them.
func (l *leaver) set(at []float64, classes [][]int, to float64) []float64 {
	out := slices.Clone(at)
	for _, class := range classes {
		for _, j := range class {
			if out[j] = to; l.problem.Low != nil {
				out[j] = min(max(to, l.problem.Low[j]), l.problem.High[j])
			}
		}
	}
	return out
}

// move sets classes to a value, and returns those that are dead there, too. Downwards, these go back.
func (l *leaver) move(ctx context.Context, at []float64, classes [][]int, to float64) (out []float64, dead [][]int, err error) {
	if len(classes) == 0 {
		return at, nil, nil
	}
	out = l.set(at, classes, to)
	dead, err = l.dead(ctx, out, classes)
	if to < 0 {
		for _, class := range dead {
			for _, j := range class {
				out[j] = at[j]
			}
		}
	}
	return out, dead, err
}

// ofFormula lists the weights that other starts draw: those of a formula that are free to move.
func (p *Problem) ofFormula() (list []int) {
	for _, class := range p.Job.Design.Classes() {
		for _, j := range class {
			if p.Low == nil || p.Low[j] < p.High[j] {
				list = append(list, j)
			}
		}
	}
	slices.Sort(list)
	return list
}
