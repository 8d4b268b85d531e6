// Package verdict judges games that are played already, by any program: fastchess,
// cutechess, or our own match.
//
// Games of the same two players from one opening, once with either colour, are a
// pair: the statistics of two players are those of pairs, see [elo.Of], as long as
// nearly all games have a partner. More players are rated together, see [elo.Rate].
// Games that are known already count as no evidence. What speaks against a result comes with
// it as warnings.
package verdict

import (
	"cmp"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
)

// mostlyPaired is the share of games with a partner from which on the pairs alone
// are judged, and the other games are omitted.
const mostlyPaired = 0.9

// Options say what is asked of the games.
type Options struct {
	A       string             // the player whose view two players' statistics take; default: who has White first
	SPRT    *elo.SPRT          // the test of two players; nil: none
	Anchors map[string]float64 // players with a fixed rating, in Elo
}

// A Verdict is what games say about their players.
type Verdict struct {
	Players    []Player  `json:"players"` // A first of two; more as in Ratings; of pairs alone without wins, draws and losses
	Games      int       `json:"games"`   // finished; the others count nowhere here
	Unfinished int       `json:"unfinished"`
	Itself     int       `json:"itself"` // of a player against himself
	Faulty     int       `json:"faulty"` // could not be read
	Unique     int       `json:"unique"` // games of which no two are the same, move by move
	Forfeits   []Forfeit `json:"forfeits,omitempty"`
	Pairs      int       `json:"pairs"`
	Unpaired   int       `json:"unpaired"`           // games without a partner
	Repeated   int       `json:"repeated"`           // pairs whose games are both known already, or such games where they are the unit: no evidence
	Alike      bool      `json:"alike"`              // both games of every pair of two players have the same moves and result
	Spoilt     bool      `json:"spoilt"`             // by forfeits, too many or deciding ones, or by games that are left out: nothing is measured
	LeftOut    string    `json:"left_out,omitempty"` // why games that are left out spoil it
	Counts     bool      `json:"counts,omitempty"`   // no games were read, only their results

	// Of two players; the view is A's.
	Pentanomial *elo.Pentanomial `json:"pentanomial,omitempty"`
	Unit        string           `json:"unit,omitempty"`   // of the estimate: UnitPairs or UnitGames
	Judged      *Player          `json:"judged,omitempty"` // A in the games of the estimate
	Estimate    *elo.Estimate    `json:"estimate,omitempty"`
	Clean       *elo.Estimate    `json:"clean,omitempty"` // without the pairs, or games, with a forfeit; nil: there are none
	Test        *Test            `json:"test,omitempty"`

	// Of more. Unrated says why there are no ratings.
	Ratings *elo.Ratings `json:"ratings,omitempty"`
	Unrated string       `json:"unrated,omitempty"`

	Warnings note.List `json:"warnings,omitempty"`
}

// A Player is a player and all his finished games.
type Player struct {
	Name   string `json:"name"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// A Forfeit counts the games that a player has lost beside the board.
type Forfeit struct {
	Player string `json:"player"`
	How    string `json:"how"` // the word of the tag Termination, in lower case
	Games  int    `json:"games"`
}

// A Test is a sequential test over the pairs in the order in which they were
// completed, or over the games where those are the unit. It ends where a bound is
// crossed first; later games do not reopen it.
type Test struct {
	elo.State
	Games int `json:"games"` // until the end of the test
}

// Names returns the names of the players in their order.
func (v *Verdict) Names() (list []string) {
	for i := range v.Players {
		list = append(list, v.Players[i].Name)
	}
	return list
}

// add counts a game by its points, doubled.
func (p *Player) add(halves int) {
	switch halves {
	case 2:
		p.Wins++
	case 1:
		p.Draws++
	default:
		p.Losses++
	}
}

// The units of an estimate.
const (
	UnitPairs = "pairs"
	UnitGames = "games"
)

// compare orders forfeits: the most frequent first.
func (f Forfeit) compare(o Forfeit) int {
	return cmp.Or(cmp.Compare(o.Games, f.Games), cmp.Compare(f.Player, o.Player), cmp.Compare(f.How, o.How))
}

// State is how the test has ended; nil without one.
func (v *Verdict) State() *elo.State {
	if v.Test == nil {
		return nil
	}
	return &v.Test.State
}
