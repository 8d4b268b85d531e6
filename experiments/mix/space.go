package mix

import (
	"fmt"
	"slices"
)

// An Axis is a number that every candidate has one of a few values of.
type Axis struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
	Sets   []int     `json:"sets,omitempty"` // of whose rows alone it says something; nil: all
}

// speaks reports whether the axis says something of a mix of these parts.
func (a *Axis) speaks(parts []float64) bool {
	return a.Sets == nil || slices.ContainsFunc(a.Sets, func(i int) bool { return parts[i] > 0 })
}

// middle is where the search begins: of an even number of values at the lower one.
func (a *Axis) middle() int { return (len(a.Values) - 1) / 2 }

// A Recipe is a candidate: how much each set weighs, and its place on each axis.
type Recipe struct {
	// Parts are what the sets weigh in the fit, all their rows together. The largest is 1, and all
	// are powers of 2, or 0.
	Parts []float64 `json:"parts"`
	At    []int     `json:"at"` // by axis, index of its value
}

// key tells a recipe from all others.
func (r Recipe) key() string { return fmt.Sprint(r.Parts, r.At) }

// Shares returns the parts as shares of 1.
func (r Recipe) Shares() []float64 {
	list, sum := slices.Clone(r.Parts), 0.0
	for _, p := range list {
		sum += p
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// A space is the recipes that a search may try.
type space struct {
	sets int
	axes []Axis
}

const (
	// leastPart is the smallest part: of less a set is left out.
	leastPart = 1. / 32
	// entering is the part of a set that comes back.
	entering = 0.25
)

// steps are the factors of a set's part, tried until none is better.
var steps = []float64{4, 2}

// recipe returns that of some parts, in the middle of each axis.
func (s *space) recipe(parts []float64) Recipe {
	r := Recipe{Parts: parts}
	for i := range s.axes {
		r.At = append(r.At, s.axes[i].middle())
	}
	return r
}

// design returns what is tried first: each set alone, then all alike.
func (s *space) design() (list []Recipe) {
	for i := range s.sets {
		alone := make([]float64, s.sets)
		alone[i] = 1
		list = append(list, s.recipe(alone))
	}
	if s.sets > 1 {
		list = append(list, s.recipe(slices.Repeat([]float64{1}, s.sets)))
	}
	return list
}

// neighbours returns the recipes that differ by one step: a set weighs more or less by the factor,
// is left out or comes in, or an axis has its next value.
func (s *space) neighbours(r Recipe, step float64) (list []Recipe) {
	for i, p := range r.Parts {
		values := []float64{p * step, p / step, 0}
		if p == 0 {
			values = []float64{entering}
		}
		for _, v := range values {
			if n, ok := r.with(i, v); ok {
				list = append(list, s.silenced(n))
			}
		}
	}
	for i := range s.axes {
		a := &s.axes[i]
		for _, to := range []int{r.At[i] - 1, r.At[i] + 1} {
			if a.speaks(r.Parts) && to >= 0 && to < len(a.Values) {
				n := Recipe{r.Parts, slices.Clone(r.At)}
				n.At[i] = to
				list = append(list, n)
			}
		}
	}
	return list
}

// silenced puts axes that say nothing of the mix where the search begins, so that no fit is made twice.
func (s *space) silenced(r Recipe) Recipe {
	r.At = slices.Clone(r.At)
	for i := range s.axes {
		if a := &s.axes[i]; !a.speaks(r.Parts) {
			r.At[i] = a.middle()
		}
	}
	return r
}

// with returns the recipe with another part of a set; ok is false where that says nothing new.
func (r Recipe) with(set int, part float64) (n Recipe, ok bool) {
	n = Recipe{slices.Clone(r.Parts), r.At}
	n.Parts[set] = part
	top := slices.Max(n.Parts)
	if top == 0 {
		return n, false
	}
	for i := range n.Parts {
		if n.Parts[i] /= top; n.Parts[i] < leastPart {
			n.Parts[i] = 0
		}
	}
	return n, !slices.Equal(n.Parts, r.Parts)
}
