package weights

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

// A Spread says how far the value of a search and the static evaluation of these weights are
// apart, by search − static, in centipawns of the side to move. Margins of a search that prunes by
// the static evaluation are meant in its unit. Package spread measures it.
type Spread struct {
	StdDev    float64 `json:"stddev"`    // standard deviation, in centipawns, above 0
	Depth     int     `json:"depth"`     // of the search, in half-moves
	Positions int     `json:"positions"` // that it was measured on
}
