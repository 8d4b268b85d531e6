// Package blend goes from weights some of the way to others, in one or several directions:
//
//	w = old + Σ α·(fit − old)
//
// with an α for each direction, which is a fit, or the part of one that a phase, a family of terms or a
// piece has. A fit proposes where to go; how far is found by play.
package blend

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/weights"
)

// A Direction is what a fit proposes, or a part of it.
type Direction struct {
	Name  string
	Fit   *weights.File
	Phase Phase             // of the halves of tapered weights that it moves
	Moves func(string) bool // by a term's name, which it moves; nil: all
}

// A Phase is which weights of tapered terms a direction moves. Plain terms are moved by Both alone.
type Phase string

// The phases.
const (
	Both       Phase = ""
	Middlegame Phase = "mg"
	Endgame    Phase = "eg"
	Plain      Phase = "rest" // terms with one weight
)

// A Blend is some weights and directions from there.
type Blend struct {
	Old        *weights.File
	Directions []Direction

	steps [][]step // by direction
}

// A step is how far a weight is from the old one.
type step struct {
	term, half int     // places in the old file, and in weightsOf
	change     float64 // centipawns, or the parameter's unit
}

// weightsOf returns the weights of a term: the plain one, that of the middlegame, that of the endgame.
func weightsOf(t *weights.Term) [3]*weights.Weight {
	return [...]*weights.Weight{&t.Value, &t.MG, &t.EG}
}

// New returns the blend of weights with directions. A direction whose terms the old weights do not have, or that
// moves nothing, is an error.
func New(old *weights.File, list []Direction) (*Blend, error) {
	if len(list) == 0 {
		return nil, errors.New("no direction: pass one or more weights files")
	}
	b := &Blend{Old: old, Directions: list}
	places := map[string]int{}
	for i, t := range old.Terms {
		places[t.Name] = i
	}
	for i := range list {
		d := &list[i]
		if slices.ContainsFunc(list[:i], func(e Direction) bool { return e.Name == d.Name }) {
			return nil, fmt.Errorf("two directions are called %s: name each file otherwise", d.Name)
		}
		steps, err := b.stepsOf(d, places)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		if len(steps) == 0 {
			return nil, fmt.Errorf("%s: it moves no weight of the old file: omit it", d.Name)
		}
		b.steps = append(b.steps, steps)
	}
	return b, nil
}

// Scaled is the blend of weights with a direction at whose end all of them are a share of what they were.
func Scaled(old *weights.File, share float64) (*Blend, error) {
	fit := *old
	fit.Terms = slices.Clone(old.Terms)
	for i := range fit.Terms {
		for _, w := range weightsOf(&fit.Terms[i]) {
			w.Value *= share
		}
	}
	return New(old, []Direction{{Name: "scaled", Fit: &fit}})
}

// stepsOf returns what a direction moves.
func (b *Blend) stepsOf(d *Direction, places map[string]int) (list []step, err error) {
	switch {
	case d.Fit.Set != b.Old.Set:
		return nil, fmt.Errorf("weights of the set %s, the old ones are of %s: pass fits of the same terms", d.Fit.Set, b.Old.Set)
	case d.Fit.Formula != "" && b.Old.Formula != "" && d.Fit.Formula != b.Old.Formula:
		return nil, errors.New("another formula than the old weights': pass fits of the same formula")
	}
	for _, t := range d.Fit.Terms {
		place, known := places[t.Name]
		switch {
		case !known:
			return nil, fmt.Errorf("the old weights have no term %s: pass weights that name every term, a new one with 0", t.Name)
		case t.Tapered != b.Old.Terms[place].Tapered:
			return nil, fmt.Errorf("%s has two weights in one file and one in the other: pass fits of the same terms", t.Name)
		case d.Moves != nil && !d.Moves(t.Name):
			continue
		}
		list = append(list, halves(d.Phase, &b.Old.Terms[place], &t, place)...)
	}
	return list, nil
}

// halves returns the steps of a term's weights that a phase has.
func halves(phase Phase, old, fit *weights.Term, place int) (list []step) {
	wanted := [...]bool{
		!fit.Tapered && (phase == Both || phase == Plain),
		fit.Tapered && (phase == Both || phase == Middlegame),
		fit.Tapered && (phase == Both || phase == Endgame),
	}
	before, after := weightsOf(old), weightsOf(fit)
	for half, yes := range wanted {
		if change := after[half].Value - before[half].Value; yes && change != 0 {
			list = append(list, step{place, half, change})
		}
	}
	return list
}

// At returns the weights at α, one for each direction. They are not rounded, and have no errors: those of the fits are
// of other weights. Their provenance has the steps.
func (b *Blend) At(alpha []float64) *weights.File {
	f := *b.Old
	f.Terms = slices.Clone(b.Old.Terms)
	for i := range f.Terms {
		for _, w := range weightsOf(&f.Terms[i]) {
			*w = weights.Weight{Value: w.Value}
		}
	}
	var went []weights.Step
	for d, steps := range b.steps {
		for _, s := range steps {
			weightsOf(&f.Terms[s.term])[s.half].Value += alpha[d] * s.change
		}
		if alpha[d] != 0 {
			went = append(went, weights.Step{Name: weights.StepName(b.Directions[d].Name), Alpha: alpha[d]})
		}
	}
	if went != nil {
		f.Provenance = f.Provenance.Changed()
		f.Provenance.Blend = append(slices.Clone(b.Old.Provenance.Blend), went...)
	}
	return &f
}

// Moved is how many weights a direction moves.
func (b *Blend) Moved(direction int) int { return len(b.steps[direction]) }

// Cosines are those of the angles between directions, of the weights as they stand in the file: what is known of their
// likeness where no positions are at hand.
func (b *Blend) Cosines() [][]float64 {
	changes := make([][]float64, len(b.steps))
	for d, steps := range b.steps {
		changes[d] = make([]float64, 3*len(b.Old.Terms))
		for _, s := range steps {
			changes[d][3*s.term+s.half] = s.change
		}
	}
	cosines := make([][]float64, len(changes))
	for i, x := range changes {
		for _, y := range changes {
			cosines[i] = append(cosines[i], floats.Dot(x, y)/(floats.Norm(x, 2)*floats.Norm(y, 2)))
		}
	}
	return cosines
}
