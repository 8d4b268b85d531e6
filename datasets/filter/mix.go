package filter

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// A Mix counts samples, by the result of their game and by quarter of the phase.
type Mix struct {
	Rows    int                    `json:"rows"`
	Results [4]int                 `json:"results"` // by datasets.Result: unknown, Black's wins, draws, White's wins
	Phases  [winprob.PhaseBins]int `json:"phases"`  // endings first
}

// Add counts a sample.
func (m *Mix) Add(s *datasets.Sample) {
	m.Rows++
	m.Results[s.Result]++
	m.Phases[winprob.PhaseBin(tapered.PeSTO.Of(&s.Position))]++
}

// Merge adds the counts of o.
func (m *Mix) Merge(o *Mix) {
	m.Rows += o.Rows
	for i, n := range o.Results {
		m.Results[i] += n
	}
	for i, n := range o.Phases {
		m.Phases[i] += n
	}
}
