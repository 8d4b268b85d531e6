package fit

import (
	"fmt"
	"math"

	"centipawn/winprob"
)

// Target says how a stored score becomes the label of a fit, in centipawns,
// White-relative. Rows without a score are dropped.
type Target struct {
	// Clip bounds the labels to ±Clip centipawns. Zero means 1500.
	Clip float64

	// Mates says what a forced mate is worth. Zero means MatesClip.
	Mates MatePolicy
}

// MatePolicy says what becomes of rows whose score is a mate.
type MatePolicy uint8

// The policies: every mate is ±Clip, whatever its distance, or the row is
// dropped.
const (
	MatesClip MatePolicy = iota
	MatesDrop
)

var mateNames = []string{MatesClip: "clip", MatesDrop: "drop"}

// String returns "clip" or "drop".
func (m MatePolicy) String() string { return nameOf(mateNames, m) }

// MarshalText writes the name.
func (m MatePolicy) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name.
func (m *MatePolicy) UnmarshalText(text []byte) error { return parseName(m, mateNames, text) }

// WithDefaults returns t with its zero fields set to their defaults.
func (t Target) WithDefaults() Target {
	if t.Clip == 0 {
		t.Clip = 1500
	}
	return t
}

func (t Target) check() error {
	if !(t.Clip > 0) || math.IsInf(t.Clip, 0) {
		return fmt.Errorf("fit: Target.Clip is %g", t.Clip)
	}
	return nil
}

// Funnel counts what became of the rows of a set.
type Funnel struct {
	Rows       int `json:"rows"`        // read
	NoScore    int `json:"no_score"`    // dropped: no score
	Mates      int `json:"mates"`       // dropped: a mate, and the policy is MatesDrop
	ZeroWeight int `json:"zero_weight"` // dropped: the row weighs nothing
	Train      int `json:"train"`       // used in training
	Test       int `json:"test"`        // used in the test

	MatesClipped int `json:"mates_clipped"` // used: a mate taken as ±Clip
	Clipped      int `json:"clipped"`       // used: a score beyond ±Clip
}

// merge adds the counts of o.
func (f *Funnel) merge(o *Funnel) {
	f.Rows += o.Rows
	f.NoScore += o.NoScore
	f.Mates += o.Mates
	f.ZeroWeight += o.ZeroWeight
	f.Train += o.Train
	f.Test += o.Test
	f.MatesClipped += o.MatesClipped
	f.Clipped += o.Clipped
}

// label returns the label of a score and whether the row stays, and counts what
// it did.
func (t Target) label(score int16, f *Funnel) (y float64, keep bool) {
	s := winprob.Score(score)
	if s == winprob.NoScore {
		f.NoScore++
		return 0, false
	}
	if sign := s.Mate(); sign != 0 {
		if t.Mates == MatesDrop {
			f.Mates++
			return 0, false
		}
		f.MatesClipped++
		return float64(sign) * t.Clip, true
	}
	y = float64(s)
	if math.Abs(y) > t.Clip {
		f.Clipped++
		y = math.Copysign(t.Clip, y)
	}
	return y, true
}
