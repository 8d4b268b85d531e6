package loop

import (
	"fmt"

	"example.org/centipawn/internal/note"
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

	Codes map[note.Code]note.Explanation `json:"codes"` // of the warnings
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
	Change   *Change    `json:"change"` // of the loss on the same games held out; null where it is not known
	Values   []Value    `json:"values"`
	Best     int        `json:"best"`
	Gate     *GateShown `json:"gate,omitempty"`
	Warnings []string   `json:"warnings"`

	Weights string `json:"weights,omitempty"` // label of the weights found, if they are open
	Before  string `json:"before,omitempty"`  // label of those that the fit began with, if they are open
	Match   string `json:"match,omitempty"`   // label of the match of the gate, if it is open
}

// A Change is what an iteration has changed of a loss. The weights found and those before are measured on the same
// games, so that their difference has an interval of its own.
type Change struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"` // 95 %; null: not known
	High  *float64 `json:"high"`
	Share bool     `json:"share"` // of the loss before; else in its unit
	Text  string   `json:"text"`
}

// changeOf returns what an iteration has changed of the loss.
func changeOf(f *Fitting) *Change {
	switch {
	case f.Choice != nil && f.Choice.Change != nil:
		e := f.Choice.Change.CrossEntropy
		c := &Change{Value: e.Value, Text: fmt.Sprintf("%+.6f", e.Value)}
		if in := e.Interval; in != nil {
			c.Low, c.High = pages.Number(in.Low), pages.Number(in.High)
			c.Text += fmt.Sprintf(" [%+.6f, %+.6f]", in.Low, in.High)
		}
		return c
	case f.Change != nil:
		c := &Change{Value: f.Change.Value, Share: true, Text: f.Change.Percent()}
		if in := f.Change.Interval; in != nil {
			c.Low, c.High = pages.Number(in.Low), pages.Number(in.High)
		}
		return c
	}
	return nil
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
	var warned [][]string
	for _, m := range done {
		found, old := m.Loss()
		it := Iteration{Number: m.Iteration, Rows: m.Rows, Loss: pages.Number(found), Old: pages.Number(old), LossName: m.LossName(), Change: changeOf(&m.Fitting), Values: append([]Value{}, m.Values...), Best: m.Best, Warnings: []string{}}
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
		warned = append(warned, it.Warnings)
	}
	st.Codes = note.Explain(warned...)
	return st
}
