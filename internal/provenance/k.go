package provenance

import "fmt"

// K is the steepness of the expected score
//
//	e = 1/(1 + 10^(−K·s/400))
//
// for an evaluation of s centipawns, with its standard error and 95 % interval.
// Standard errors of weights are conditional on it.
type K struct {
	Value   float64  `json:"value"`
	StdErr  float64  `json:"stderr,omitzero"` // clustered by game; 0: not known, or K was given
	Low     float64  `json:"low,omitzero"`
	High    float64  `json:"high,omitzero"`
	Fitted  bool     `json:"fitted"`             // false: given by the user
	Before  float64  `json:"before,omitzero"`    // what was fitted or given, before the weights were scaled; 0: they were not
	Start   float64  `json:"start,omitzero"`     // that of the start weights, where Value was fitted at others; 0: it is Before or, without that, Value
	At      string   `json:"at,omitempty"`       // weights that it was fitted at: a set's published ones by name, or a file's base name
	ByPhase []PhaseK `json:"by_phase,omitempty"` // the same fit to the rows of a range of phases
}

// A PhaseK is K of the rows whose phase φ is at least Low and below High; 1, all
// pieces on the board, belongs to the last range.
type PhaseK struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	K      float64 `json:"k"`
	StdErr float64 `json:"stderr,omitzero"`
}

// String prints K with its interval and by phase, nothing of nil.
func (k *K) String() string {
	if k == nil {
		return ""
	}
	s := Estimate(k.Value, k.StdErr)
	if k.Low != 0 || k.High != 0 {
		s += fmt.Sprintf(" [%.4f, %.4f]", k.Low, k.High)
	}
	if k.Before != 0 {
		s += fmt.Sprintf(" for the scaled weights; %.4f before", k.Before)
	}
	if k.Fitted {
		s += ", fitted"
	} else {
		s += ", given"
	}
	if k.At != "" {
		s += " at " + k.At
	}
	for _, b := range k.ByPhase {
		s += fmt.Sprintf("; phase %g to %g: %s", b.Low, b.High, Estimate(b.K, b.StdErr))
	}
	return s
}

// Estimate prints a K with its standard error, if that is known.
func Estimate(k, stdErr float64) string {
	if stdErr == 0 {
		return fmt.Sprintf("%.4f", k)
	}
	return fmt.Sprintf("%.4f (standard error %.4f)", k, stdErr)
}
