package entrants

import (
	"errors"
	"fmt"
	"time"

	"example.org/centipawn/engine"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A File is a match or a tournament as a TOML file describes it; the example in
// testdata/tournament.toml has every key. [ReadTOML] fills in the seed 1, [DefaultLimit],
// [DefaultOpenings] and [play.DefaultMargin] where they are not given; format, pairs,
// games at a time and the share of faults are left to whatever plays.
type File struct {
	Event       string             `toml:"event"`
	Format      string             `toml:"format"`      // "round-robin", or "gauntlet": the first against all others
	Pairs       int                `toml:"pairs"`       // of games with colours reversed, a pairing
	Seed        uint64             `toml:"seed"`        // of the openings
	Concurrency int                `toml:"concurrency"` // games at a time
	MaxFaults   float64            `toml:"max-faults"`  // share of games that may end by a fault
	Limit       play.Limit         `toml:"limit"`       // of the entrants that have none of their own
	Openings    Openings           `toml:"openings"`
	Rules       Rules              `toml:"rules"`
	SPRT        *elo.SPRT          `toml:"sprt"`    // of a match of two
	Anchors     map[string]float64 `toml:"anchors"` // ratings that are fixed, by the entrants' names
	Entrants    []Spec             `toml:"entrant"`
}

// Openings say where games begin: in positions of a book, or after random moves. The
// zero value is the start position; a file asks for it by the book [StartBook], or by
// no random moves.
type Openings struct {
	Book    string `toml:"book" json:"book,omitempty"`       // an EPD or PGN file; StartBook is none
	Order   string `toml:"order" json:"order,omitempty"`     // of the book: "random" (also "") or "sequential"
	Plies   int    `toml:"plies" json:"plies,omitempty"`     // half-moves taken of each game of a PGN book; 0: all
	Random  int    `toml:"random" json:"random,omitempty"`   // half-moves at random, and one more in every second opening
	Balance int    `toml:"balance" json:"balance,omitempty"` // centipawns that random moves may leave a side ahead; 0: any number
}

// BalanceNodes is the number of nodes of the search that judges the balance of random
// moves, with the built-in weights.
const BalanceNodes = 1000

// Validate returns what is wrong with the openings, and what to pass. It looks at no
// file.
func (o *Openings) Validate() error {
	switch {
	case o.Book == StartBook && (o.Order != "" || o.Plies != 0 || o.Random != 0 || o.Balance != 0):
		return fmt.Errorf("the start position, and more than that: omit book = %q, or all else", StartBook)
	case o.Book != "" && o.Random != 0:
		return errors.New("both book and random: pass one of them")
	case o.Book == "" && (o.Order != "" || o.Plies != 0):
		return errors.New("order or plies without a book: pass the book")
	case o.Order != "" && o.Order != "random" && o.Order != "sequential":
		return fmt.Errorf("order %q: pass random or sequential", o.Order)
	case o.Random == 0 && o.Balance != 0:
		return errors.New("balance without random moves: pass the number of half-moves as random")
	case o.Random < 0 || o.Random > maxRandom:
		return fmt.Errorf("random %d: pass 1 to %d half-moves", o.Random, maxRandom)
	case o.Plies < 0 || o.Balance < 0:
		return errors.New("a number below 0: pass 0 for none")
	}
	return nil
}

// maxRandom is how many random moves an opening may have: with more, hardly a game is
// one any more.
const maxRandom = 40

// Source returns the openings in the order of a seed.
func (o *Openings) Source(seed uint64) (openings.Source, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	switch {
	case o.Book == StartBook:
		return openings.None(), nil
	case o.Book != "":
		return openings.Open(o.Book, openings.BookOptions{Seed: seed, Sequential: o.Order == "sequential", Plies: o.Plies})
	case o.Balance > 0:
		balanced, err := o.balanced()
		return openings.Random(seed, o.Random, balanced), err
	case o.Random > 0:
		return openings.Random(seed, o.Random, nil), nil
	}
	return openings.None(), nil
}

// balanced returns the judge of random moves.
func (o *Openings) balanced() (func(g *search.Game) bool, error) {
	limit := play.Limit{Nodes: BalanceNodes}
	newEngine, err := (&Spec{Search: engine.BaseSearch, Limit: limit}).maker()
	if err != nil {
		return nil, err
	}
	newSearcher := func() search.Searcher {
		e, err := newEngine()
		if err != nil {
			panic("entrants: an engine that was made cannot be made again: " + err.Error())
		}
		return e
	}
	return openings.Balanced(newSearcher, search.Limits{Nodes: BalanceNodes}, o.Balance), nil
}

// Rules are [play.Rules] by the names of a file. The zero value adjudicates nothing.
type Rules struct {
	DrawFrom       int           `toml:"draw-from"`
	DrawMoves      int           `toml:"draw-moves"`
	DrawScore      int           `toml:"draw-score"`
	ResignMoves    int           `toml:"resign-moves"`
	ResignScore    int           `toml:"resign-score"`
	ResignTwoSided bool          `toml:"resign-two-sided"`
	MateMoves      int           `toml:"mate-moves"`
	MaxPlies       int           `toml:"max-plies"`
	Tables         string        `toml:"tables"`
	TimeMargin     time.Duration `toml:"time-margin"`
}

// Play returns the rules as a game takes them.
func (r Rules) Play() play.Rules { return play.Rules(r) }

// StartBook is what stands in place of a book's name where games begin at the start
// position.
const StartBook = "start"
