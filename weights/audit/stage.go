package audit

import (
	"fmt"

	"example.org/centipawn/weights"
)

// A stage is the part of a game in which values are compared: a plain weight is
// the same in both.
type stage uint8

const (
	middleGame stage = iota
	endgame
)

var stages = [...]stage{middleGame, endgame}

// at returns the term's weight in a stage, with its name.
func (s stage) at(t weights.Term) weights.Named {
	switch {
	case !t.Tapered:
		return weights.Named{Name: t.Name, Weight: t.Value}
	case s == middleGame:
		return weights.Named{Name: t.Name + ".mg", Weight: t.MG}
	default:
		return weights.Named{Name: t.Name + ".eg", Weight: t.EG}
	}
}

// suffix returns ".mg" or ".eg" of a tapered term's name.
func (s stage) suffix(tapered bool) string {
	switch {
	case !tapered:
		return ""
	case s == middleGame:
		return ".mg"
	default:
		return ".eg"
	}
}

// describe prints a weight as "name 108.3 ±2.9".
func describe(w weights.Named) string {
	s := w.Name + " " + weights.Number(w.Value)
	if w.StdErr > 0 {
		s += " ±" + weights.Number(w.Interval95())
	}
	return s
}

// inStdErrs says how far a is above b: ", by 1.2 standard errors", or nothing
// where a standard error is not known. The two are taken as independent.
func inStdErrs(a, b weights.Weight) string {
	if a.StdErr == 0 || b.StdErr == 0 {
		return ""
	}
	return fmt.Sprintf(", by %.1f standard errors", (a.Value-b.Value)/a.Err().Minus(b.Err()).StdErr)
}
