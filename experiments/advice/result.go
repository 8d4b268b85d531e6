package advice

import (
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/match/elo"
)

// A Result is what [Run] found.
type Result struct {
	Train  string  `json:"train"`
	Asked  string  `json:"asked"` // the data that advice is of
	Rows   int     `json:"rows"`  // of these
	Games  int     `json:"games"`
	Lambda float64 `json:"lambda"`  // share of the result in the labels of advice
	K      float64 `json:"k"`       // of the built-in weights, in all fits
	LabelK float64 `json:"label_k"` // of the scores in the labels
	Limit  string  `json:"limit"`   // of the matches

	Whole []advice.Finding `json:"whole"` // what the whole lacks
	Parts []*Part          `json:"parts"`

	Correlation *Correlation `json:"correlation,omitempty"` // nil where too few matches were played
	Warnings    []string     `json:"warnings,omitempty"`
}

// A Part is an evaluation without a family.
type Part struct {
	Family string           `json:"family"`
	Place  int              `json:"place"` // of the family among those that advice ranks, from 1
	Own    advice.Finding   `json:"own"`   // of the family
	Still  float64          `json:"still"` // the gain that the whole promises for the family
	Best   []advice.Finding `json:"best"`  // the first three
	Match  *pool.Outcome    `json:"match,omitempty"`
}

// Above is the gain above that of the whole: what is not the fits' or the labels' but the family's.
func (p *Part) Above() float64 { return p.Own.Gain - p.Still }

// Elo returns by how much the whole is stronger; ok is false where no game was played.
func (p *Part) Elo() (i elo.Interval, ok bool) {
	if p.Match == nil || p.Match.Games() == 0 {
		return i, false
	}
	return p.Match.Estimate.Elo, true
}
