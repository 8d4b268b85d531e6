package weights

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

// A SourceK is the K of the engine that labelled a source: of its scores against
// the results.
type SourceK struct {
	Source string  `json:"source"`
	K      float64 `json:"k"`
	StdErr float64 `json:"stderr,omitzero"`
}

// A WDL is an ordered logit of the result: at an evaluation of s centipawns
//
//	P(win) = 1/(1 + e^((a−s)/b)),  P(loss) = 1/(1 + e^((a+s)/b)),
//
// with a and b linear in the phase φ between the two entries.
type WDL struct {
	A [2]float64 `json:"a"` // centipawns, at φ = 0 and at φ = 1
	B [2]float64 `json:"b"` // centipawns, above 0
}

// A Scale says what was done to the size of a centipawn after the fit.
type Scale struct {
	Policy string  `json:"policy"`         // such as "keep"
	Factor float64 `json:"factor"`         // the fitted weights were multiplied by it
	Slope  float64 `json:"slope,omitzero"` // of the new evaluation on the old one before that, over the training rows; 0: not known
}

// Margin is what an engine's search margins in centipawns want multiplying with to
// suit the new evaluation; 0 where it is not known.
func (s Scale) Margin() float64 { return s.Slope * s.Factor }

// A Prior is a weights file towards which a fit was pulled.
type Prior struct {
	Name   string  `json:"name"` // base name, never a path
	SHA256 string  `json:"sha256,omitempty"`
	Rows   float64 `json:"rows"` // rows of evidence that it counts as
}

// A RoundingLoss says what rounding all weights to whole centipawns costs.
type RoundingLoss struct {
	Weights     int     `json:"weights"`      // rounded weights
	TrainChange float64 `json:"train_change"` // relative change of the loss: rounded over fitted, minus 1
	TestChange  float64 `json:"test_change,omitzero"`
	Signs       float64 `json:"signs"` // share of the rows whose evaluation changes its sign
}
