package guard

import "example.org/centipawn/weights"

// added returns the families that tell the new evaluation something of which the old one knows
// nothing, and the weights without what they tell. The old one knows nothing of a family if all its weights
// are 0, and nothing of a board if its squares are all worth the same: without the new board each of its
// squares is worth its mean. Parameters of a formula tell nothing of a position: they stay.
func added(before, after *weights.File) (names []string, rest []weights.Named) {
	olds := map[string]weights.Group{}
	for _, g := range families(before) {
		olds[g.Name] = g
	}
	for _, g := range families(after) {
		is := knows(g) && !knows(olds[g.Name])
		if is {
			names = append(names, g.Name)
		}
		for _, t := range g.Terms {
			if is && !t.Parameter {
				t = untold(g, t)
			}
			rest = append(rest, t.Weights()...)
		}
	}
	return names, rest
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
			if v := side.Of(t).Value; v != 0 && v != none && !t.Parameter {
				return true
			}
		}
	}
	return false
}

// untold returns a term that tells nothing: of value 0, on a board of the board's mean.
func untold(g weights.Group, t weights.Term) weights.Term {
	t.Value, t.MG, t.EG = weights.Weight{}, weights.Weight{}, weights.Weight{}
	if g.Board {
		t.Value.Value = g.Mean(func(t weights.Term) weights.Weight { return t.Value })
		t.MG.Value = g.Mean(func(t weights.Term) weights.Weight { return t.MG })
		t.EG.Value = g.Mean(func(t weights.Term) weights.Weight { return t.EG })
	}
	return t
}
