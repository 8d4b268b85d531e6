package guard

import "example.org/centipawn/weights"

// added returns the families that tell the new evaluation something of which the old one knows
// nothing, and their weights. The old one knows nothing of a family if all its weights are 0, and
// nothing of a board if its squares are all worth the same: then the new board counts about its mean.
func added(before, after *weights.File) (names []string, learned []weights.Named) {
	olds := map[string]weights.Group{}
	for _, g := range families(before) {
		olds[g.Name] = g
	}
	for _, g := range families(after) {
		if !knows(g) || knows(olds[g.Name]) {
			continue
		}
		names = append(names, g.Name)
		for _, t := range g.Terms {
			if g.Board {
				t = aboutMean(g, t)
			}
			learned = append(learned, t.Weights()...)
		}
	}
	return names, learned
}

// families are the groups of a file; a term without one is its own.
func families(f *weights.File) (list []weights.Group) {
	for _, g := range f.Groups() {
		if g.Name != "" {
			list = append(list, g)
			continue
		}
		for _, t := range g.Terms {
			list = append(list, weights.Group{Name: t.Name, Tapered: t.Tapered, Nonlinear: g.Nonlinear, Terms: []weights.Term{t}})
		}
	}
	return list
}

// knows reports whether a family tells positions apart.
func knows(g weights.Group) bool {
	for _, side := range g.Sides() {
		none := 0.0
		if g.Board {
			none = g.Mean(side.Of)
		}
		for _, t := range g.Terms {
			if v := side.Of(t).Value; v != 0 && v != none {
				return true
			}
		}
	}
	return false
}

// aboutMean returns a board's term less the mean of the board.
func aboutMean(g weights.Group, t weights.Term) weights.Term {
	t.Value.Value -= g.Mean(func(t weights.Term) weights.Weight { return t.Value })
	t.MG.Value -= g.Mean(func(t weights.Term) weights.Weight { return t.MG })
	t.EG.Value -= g.Mean(func(t weights.Term) weights.Weight { return t.EG })
	return t
}
