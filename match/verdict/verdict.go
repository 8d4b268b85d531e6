// Package verdict judges games that are played already, by any program: fastchess,
// cutechess, or our own match.
//
// Games of the same two players from one opening, once with either colour, are a
// pair: the statistics of two players are those of pairs, see [elo.Of], as long as
// nearly all games have a partner. More players are rated together, see [elo.Rate].
// Games that are known already are no evidence. What speaks against a result comes with
// it as warnings.
package verdict

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

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
	Players    []Player  `json:"players"` // A first of two; more as in Ratings
	Games      int       `json:"games"`   // finished; the others are no part of anything here
	Unfinished int       `json:"unfinished"`
	Itself     int       `json:"itself"` // of a player against himself
	Faulty     int       `json:"faulty"` // could not be read
	Unique     int       `json:"unique"` // games of which no two are the same, move by move
	Forfeits   []Forfeit `json:"forfeits,omitempty"`
	Pairs      int       `json:"pairs"`
	Unpaired   int       `json:"unpaired"` // games without a partner
	Repeated   int       `json:"repeated"` // pairs whose games are both known already, or such games where they are the unit: no evidence
	Alike      bool      `json:"alike"`    // both games of every pair of two players have the same moves and result
	Spoilt     bool      `json:"spoilt"`   // by forfeits: so many, or deciding, that nothing is measured

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

// Verdict judges the games. It fails if there is no game between two players, or if a
// player is named who does not play.
func (s *Games) Verdict(opt Options) (*Verdict, error) {
	switch {
	case len(s.games) == 0 && s.itself > 0:
		return nil, errors.New("no game between two players: the tags White and Black must distinguish them")
	case len(s.games) == 0:
		return nil, errors.New("no finished game: nothing to judge")
	}
	first, err := s.first(&opt)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Games: len(s.games), Unfinished: s.unfinished, Itself: s.itself, Faulty: s.faulty, Unique: s.unique()}
	v.Players, v.Forfeits = s.tables(first)
	list, alone := pairs(s.games)
	v.Pairs, v.Unpaired = len(list), len(alone)
	if len(s.names) == 2 {
		err = s.duel(v, list, first, &opt)
	} else {
		s.pool(v, list, alone, &opt)
	}
	v.warn()
	return v, err
}

// first returns the number of the player A, and checks what the options name.
func (s *Games) first(opt *Options) (int, error) {
	if err := s.checkAnchors(opt); err != nil {
		return 0, err
	}
	many := len(s.names) > 2
	n, ok := s.numbers[opt.A]
	switch {
	case opt.SPRT != nil && many:
		return 0, fmt.Errorf("a test is of two players, here are %d: %s", len(s.names), s.some())
	case opt.A == "":
		return 0, nil
	case !ok:
		return 0, fmt.Errorf("player %q does not play: these do: %s", opt.A, s.some())
	case many:
		return 0, fmt.Errorf("the view of %q: of %d players there are ratings, and no view: omit it", opt.A, len(s.names))
	}
	return n, nil
}

// checkAnchors returns what is wrong with the anchors.
func (s *Games) checkAnchors(opt *Options) error {
	for _, name := range slices.Sorted(maps.Keys(opt.Anchors)) {
		rating := opt.Anchors[name]
		if _, ok := s.numbers[name]; !ok {
			return fmt.Errorf("anchor %q does not play: these do: %s", name, s.some())
		}
		if math.IsNaN(rating) || math.IsInf(rating, 0) {
			return fmt.Errorf("anchor %q of %v: pass a number of Elo", name, rating)
		}
	}
	if len(opt.Anchors) > 0 && len(s.names) == 2 {
		return errors.New("anchors of two players, who get their difference and no ratings: omit them")
	}
	return nil
}

// someNames is how many players an error names.
const someNames = 20

// some returns the names of the players, in the order of the alphabet, and of many
// only the first.
func (s *Games) some() string {
	names := slices.Sorted(slices.Values(s.names))
	if more := len(names) - someNames; more > 1 {
		return fmt.Sprintf("%q and %d more", names[:someNames], more)
	}
	return fmt.Sprintf("%q", names)
}

// unique returns the number of different games.
func (s *Games) unique() int {
	seen := make(map[uint64]bool, len(s.games))
	for i := range s.games {
		seen[s.games[i].whole] = true
	}
	return len(seen)
}

// tables returns the players' records, a given one of two first, and who has forfeited how
// many games.
func (s *Games) tables(first int) ([]Player, []Forfeit) {
	players := make([]Player, len(s.names))
	for i, name := range s.names {
		players[i] = Player{Name: name}
	}
	type guilt struct {
		player int
		how    string
	}
	guilty := make(map[guilt]int)
	for i := range s.games {
		g := &s.games[i]
		players[g.white].add(g.halves)
		players[g.black].add(2 - g.halves)
		if g.forfeit != "" {
			guilty[guilt{g.loser(), g.forfeit}]++
		}
	}
	var forfeits []Forfeit
	for who, n := range guilty {
		forfeits = append(forfeits, Forfeit{s.names[who.player], who.how, n})
	}
	slices.SortFunc(forfeits, Forfeit.compare)
	if len(players) == 2 && first == 1 {
		slices.Reverse(players)
	}
	return players, forfeits
}

// add counts a game of so many points, doubled.
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

// loser returns who has lost a game that is no draw.
func (g *game) loser() int {
	if g.halves == 0 {
		return g.white
	}
	return g.black
}

// State is how the test has ended; nil without one.
func (v *Verdict) State() *elo.State {
	if v.Test == nil {
		return nil
	}
	return &v.Test.State
}
