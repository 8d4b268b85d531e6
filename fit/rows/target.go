package rows

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Target says how what a row says of its position becomes the label of a fit:
// the score in centipawns, White-relative, or, for the losses of expected scores, a
// number between 0 and 1. Rows that lack what the label is made of are dropped.
type Target struct {
	// Expected makes the label White's expected score: the game's result, 1, ½ or 0, or the
	// row's own probability.
	Expected bool

	// Results takes, with Expected, results alone, and no probability in their place.
	Results bool

	// ScoreShare is, with Expected, the share of the label that comes from the score
	// s of the row: ScoreShare·e(s) + (1−ScoreShare)·result, e(s) by LabelK. A mate is 1 or 0.
	ScoreShare float64

	// LabelK is the K of the scores by source, see winprob.Expected; that of the
	// last for further ones. It is needed with a ScoreShare.
	LabelK []float64

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

var MateNames = []string{MatesClip: "clip", MatesDrop: "drop"}

// String returns "clip" or "drop".
func (m MatePolicy) String() string { return enum.Name(MateNames, m) }

// MarshalText writes the name.
func (m MatePolicy) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name.
func (m *MatePolicy) UnmarshalText(text []byte) error { return enum.Parse(m, MateNames, text) }

// WithDefaults returns t with its zero fields set to their defaults.
func (t Target) WithDefaults() Target {
	if t.Clip == 0 {
		t.Clip = 1500
	}
	return t
}

func (t Target) Check() error {
	if !(t.Clip > 0) || math.IsInf(t.Clip, 0) {
		return fmt.Errorf("fit: Target.Clip is %g", t.Clip)
	}
	if !(t.ScoreShare >= 0 && t.ScoreShare <= 1) {
		return fmt.Errorf("fit: Target.ScoreShare is %g: want 0 to 1", t.ScoreShare)
	}
	return nil
}

// Funnel counts what became of the rows of a set.
type Funnel struct {
	Rows       int `json:"rows"`        // read
	NoScore    int `json:"no_score"`    // dropped: no score
	NoResult   int `json:"no_result"`   // dropped: no result and no probability
	Mates      int `json:"mates"`       // dropped: a mate, and the policy is MatesDrop
	ZeroWeight int `json:"zero_weight"` // dropped: the row weighs nothing
	Train      int `json:"train"`       // used in training
	Test       int `json:"test"`        // used in the test
	Sealed     int `json:"sealed"`      // kept for the last look

	MatesClipped int `json:"mates_clipped"` // used: a mate taken as ±Clip
	Clipped      int `json:"clipped"`       // used: a score beyond ±Clip
}

// Merge adds the counts of o.
func (f *Funnel) Merge(o *Funnel) {
	f.Rows += o.Rows
	f.NoScore += o.NoScore
	f.NoResult += o.NoResult
	f.Sealed += o.Sealed
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

// results are the labels by the codes of results; negative for none.
var results = [...]float64{matrix.ResultUnknown: -1, matrix.ResultBlack: 0, matrix.ResultDraw: 0.5, matrix.ResultWhite: 1}

// expected returns the label of row i of b as an expected score, and whether the
// row stays.
func (t *Target) expected(b *matrix.Block, i int, f *Funnel) (y float64, keep bool) {
	if t.ScoreShare < 1 {
		if y = results[b.Result[i]]; y < 0 && b.Expected != nil && !t.Results {
			y = float64(b.Expected[i])
		}
		if !(y >= 0) {
			f.NoResult++
			return 0, false
		}
	}
	if t.ScoreShare == 0 {
		return y, true
	}
	e, keep := t.ofScore(b, i, f)
	return t.ScoreShare*e + (1-t.ScoreShare)*y, keep
}

// ofScore returns the expected score that the score of row i stands for.
func (t *Target) ofScore(b *matrix.Block, i int, f *Funnel) (e float64, keep bool) {
	s := winprob.Score(b.Score[i])
	switch sign := s.Mate(); {
	case s == winprob.NoScore:
		f.NoScore++
		return 0, false
	case sign != 0 && t.Mates == MatesDrop:
		f.Mates++
		return 0, false
	case sign != 0:
		f.MatesClipped++
		return float64(1+sign) / 2, true
	}
	k := t.LabelK[min(int(Source(b, i)), len(t.LabelK)-1)]
	return winprob.Expected(k, float64(s)), true
}
