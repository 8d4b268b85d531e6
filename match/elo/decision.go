package elo

import (
	"fmt"

	"example.org/centipawn/internal/enum"
)

// A Decision is what an SPRT says.
type Decision uint8

const (
	Undecided Decision = iota // play on
	AcceptH0                  // Elo0 rather than Elo1
	AcceptH1                  // Elo1 rather than Elo0
)

var decisions = []string{Undecided: "undecided", AcceptH0: "H0", AcceptH1: "H1"}

// String returns "undecided", "H0" or "H1".
func (d Decision) String() string { return enum.Name(decisions, d) }

// MarshalText writes the decision as String does.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Decision) UnmarshalText(text []byte) error { return enum.Parse(d, decisions, text) }

// Decide returns what the test says after these pairs.
func (t SPRT) Decide(p Pentanomial) Decision { return t.decide(t.LLR(p)) }

func (t SPRT) decide(llr float64) Decision {
	switch lower, upper := t.Bounds(); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Undecided
}

// A State is a test in progress, as it is written to JSON.
type State struct {
	SPRT
	Lower    float64  `json:"lower"` // LLR that accepts H0
	Upper    float64  `json:"upper"` // LLR that accepts H1
	LLR      float64  `json:"llr"`
	Decision Decision `json:"decision"`
	Text     string   `json:"text"` // the decision in words, with model, bounds, α and β
}

// State returns the state of the test after these pairs.
func (t SPRT) State(p Pentanomial) State { return t.state(t.LLR(p)) }

// StateGames returns the state of the test after unpaired games.
func (t SPRT) StateGames(wins, draws, losses int) State {
	return t.state(t.LLRGames(wins, draws, losses))
}

func (t SPRT) state(llr float64) State {
	t = t.WithDefaults()
	s := State{SPRT: t, LLR: llr, Decision: t.decide(llr)}
	s.Lower, s.Upper = t.Bounds()
	s.Text = fmt.Sprintf("%s: LLR %.2f in (%.2f, %.2f), %s Elo [%g, %g], α %g, β %g",
		t.verdict(s.Decision), llr, s.Lower, s.Upper, t.Model, t.Elo0, t.Elo1, t.Alpha, t.Beta)
	return s
}

// verdict says in words what a decision means.
func (t SPRT) verdict(d Decision) string {
	switch {
	case d == Undecided:
		return "undecided, play on"
	case d == AcceptH1 && t.Elo0 >= 0:
		return fmt.Sprintf("H1 accepted, the first is stronger: nearer to %+g than to %+g", t.Elo1, t.Elo0)
	case d == AcceptH1:
		return fmt.Sprintf("H1 accepted, the first is not as weak as %+g: nearer to %+g", t.Elo0, t.Elo1)
	case t.Elo1 <= 0:
		return fmt.Sprintf("H0 accepted, the first is weaker: nearer to %+g than to %+g", t.Elo0, t.Elo1)
	}
	return fmt.Sprintf("H0 accepted, the first is not as strong as %+g: nearer to %+g", t.Elo1, t.Elo0)
}
