package features

import "fmt"

// A Scale multiplies the endgame weights of a position by a fixed number in
// [0, 1], as where more material does not win:
//
//	evaluation = Σ count · (MG·φ + EG·(1−φ)·scale)
//
// It is a function of the position alone, the same after an exchange of the
// colours ([LawScale]); nothing of it is fitted, so that the model stays linear.
type Scale struct {
	// Name identifies the scale in files.
	Name string

	// Values are what a position can have, in [0, 1]; the first is 1. Times the
	// steps of the phase, and one, they must not exceed 256: a row keeps both in
	// one byte.
	Values []float64

	// Of returns the index of a position's value.
	Of func(c *Context) int
}

// check reports what is wrong with a scale with a phase of this many steps; nil
// is not a scale.
func (s *Scale) check(steps int) error {
	switch {
	case s == nil:
		return nil
	case !termName.MatchString(s.Name):
		return fmt.Errorf("scale %q: want a name of a-z, 0-9, '_' and '.'", s.Name)
	case s.Of == nil || len(s.Values) == 0 || s.Values[0] != 1:
		return fmt.Errorf("scale %s: want a function and values of which the first is 1", s.Name)
	case (steps+1)*len(s.Values) > 256:
		return fmt.Errorf("scale %s: %d values beside a phase of %d: a row's code is one byte, so that %d is the most",
			s.Name, len(s.Values), steps+1, 256/(steps+1))
	}
	for _, v := range s.Values {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("scale %s: value %g is outside of [0, 1]", s.Name, v)
		}
	}
	return nil
}
