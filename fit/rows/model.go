package rows

import (
	"centipawn/matrix"
	"centipawn/winprob"
)

// A Model is an evaluation to be measured: fitted, or put together by hand.
type Model struct {
	Name string

	// Weights are centipawns a count; weights of the set that are not named are 0.
	Weights []NamedWeight

	// Intercepts are added by source. A source without one, such as a test set's,
	// gets the mean of the others, weighted by their rows.
	Intercepts []SourceIntercept

	// K makes the prediction an expected score, see winprob.Expected. Zero leaves it
	// centipawns.
	K float64
}

// A NamedWeight is the value of a weight in centipawns a count.
type NamedWeight struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// A SourceIntercept is the nuisance intercept of a source of data.
type SourceIntercept struct {
	Source uint8   `json:"source"`           // number of the source, Block.Source
	Value  float64 `json:"value"`            // centipawns, White-relative
	StdErr float64 `json:"stderr,omitempty"` // robust to clusters; 0 if not known
	Rows   int     `json:"rows"`             // training rows of the source
}

// Scorer prepares the model for rows of a schema.
func (m Model) Scorer(schema matrix.Schema) (*Scorer, error) {
	s := NewScorer(schema, newFactors(schema))
	for _, w := range m.Weights {
		if err := s.Add(w); err != nil {
			return nil, err
		}
	}
	s.setIntercepts(m.Intercepts)
	s.Logit = winprob.Logit(m.K)
	return s, nil
}

// setIntercepts sets the intercepts of all sources.
func (s *Scorer) setIntercepts(list []SourceIntercept) {
	sum, rows := 0.0, 0.0
	for _, a := range list {
		n := max(1, float64(a.Rows)) // made by hand, it may say nothing of rows
		sum += n * a.Value
		rows += n
	}
	for i := range s.intercept {
		s.intercept[i] = sum / max(1, rows)
	}
	for _, a := range list {
		s.intercept[a.Source] = a.Value
	}
}
