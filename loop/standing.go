package loop

import (
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match/elo"
)

// A Standing is how a run stands, for a page.
type Standing struct {
	Label      string      `json:"label"`
	First      []Value     `json:"first"` // before the first iteration
	Iterations []Iteration `json:"iterations"`
	Next       *Trace      `json:"next"`    // of the iteration that has begun and not ended
	Stopped    bool        `json:"stopped"` // that iteration can go on, and no program plays it
	Resume     string      `json:"resume"`  // the command that goes on with it; empty: not known
}

// An Iteration is one of a run, for a page.
type Iteration struct {
	Number   int        `json:"number"`
	Games    int        `json:"games"`
	Unique   int        `json:"unique"`
	Rows     int        `json:"rows"`
	Loss     *float64   `json:"loss"` // on games held out, of the weights found
	Old      *float64   `json:"old"`  // of those that the fit began with
	LossName string     `json:"loss_name"`
	Values   []Value    `json:"values"`
	Best     int        `json:"best"`
	Gate     *GateShown `json:"gate,omitempty"`
	Warnings []string   `json:"warnings"`
}

// A GateShown is the match of an iteration, in the words of the command.
type GateShown struct {
	Pairs    elo.Pentanomial `json:"pairs"`
	Elo      elo.Interval    `json:"elo"`
	Text     string          `json:"text"`
	LLR      *float64        `json:"llr"`      // nil without a test
	Decision string          `json:"decision"` // "" without a test
	Passed   bool            `json:"passed"`
}

// StandingOf returns how a run stands after some iterations.
func StandingOf(label string, first []Value, done []*Metrics) *Standing {
	st := &Standing{Label: label, First: append([]Value{}, first...), Iterations: []Iteration{}}
	for _, m := range done {
		found, old := m.Loss()
		it := Iteration{Number: m.Iteration, Rows: m.Rows, Loss: pages.Number(found), Old: pages.Number(old), LossName: m.LossName(), Values: append([]Value{}, m.Values...), Best: m.Best, Warnings: []string{}}
		if m.Played != nil {
			it.Games, it.Unique = m.Played.Games, m.Played.Unique
		}
		if g := m.Gate; g != nil {
			it.Gate = &GateShown{Pairs: g.Pairs, Elo: g.Elo, Text: g.Elo.Full(), Passed: g.Passed}
			if g.Tested() {
				it.Gate.LLR, it.Gate.Decision = pages.Number(g.LLR), g.Decision.String()
			}
		}
		for _, warning := range m.Warnings {
			it.Warnings = append(it.Warnings, warning.String())
		}
		st.Iterations = append(st.Iterations, it)
	}
	return st
}
