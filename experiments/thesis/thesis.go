// Package thesis plays the games of A. Sadybakasov's thesis again: random Monte-Carlo tree search
// with proofs (MCC-Solver) against variants that have the moves of their games, or the first move
// of an expansion, from another search (its tables 1 to 15), and counts what each does in ten
// seconds (table 16).
//
// The thesis plays five minutes a game. A variant that asks a search for each of its moves then
// makes one iteration where MCC-Solver makes fifty, and how much each of these searches may spend
// it does not say. Here that is a number, and everything is played under two budgets:
//
//   - equal nodes: all moves that are made count, in the tree, in simulations and in the searches
//     within the search (TreeCount=moves);
//   - equal time.
//
// Table 3, which bounds the iterations of both sides, is played at equal iterations. The program
// that the thesis asks and plays against is Stockfish; here it is this project's alpha-beta, unless
// another engine is named.
//
// Errors of the thesis that are not repeated: its p is tested as "= 20" of a hundred, so that
// it hits once in a hundred; a proved win of one child proves a loss of its parent; its k never
// binds, so that MCC-SR-500 to -5000 and MCC-SR are one program and table 2 is the noise of a
// hundred games. docs/mcts.md has the variants, docs/measured/thesis.md the results.
//
// Source: A. Sadybakasov's thesis on Monte-Carlo tree search in chess (docs/papers.md).
package thesis

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// Options configures [Run].
type Options struct {
	pool.Options

	Weights string         // of the trees that ask any, and of the searches within; "": the built-in ones
	Engine  entrants.Spec  // plays the part of Stockfish: within the trees, and in tables 13 to 15
	Inner   int            // nodes of a search within the search
	Budgets []Budget       // each of them has all tables played
	Trap    Trap           // of table 16
	Tables  []int          // that are made, [Beside] for the pairings of none; nil: all
	Trees   map[string]any // options of all trees, by name
	Syzygy  string         // folders of tables, without which MCC-SR-TB is not played
}

// A Budget is what every player may spend on a move.
type Budget struct {
	Name  string     `json:"name"`
	Limit play.Limit `json:"limit"`
	Count string     `json:"count"` // what a node of a tree's limit is: a value of TreeCount
}

// iterations is the name of the budget that table 3 alone is played under.
const iterations = "iterations"

// A Result is what was found.
type Result struct {
	Budgets []*Played `json:"budgets"`
	Trap    Trap      `json:"trap"`
	Speeds  []Speed   `json:"speeds"`              // table 16
	Horizon []Sight   `json:"horizon,omitempty"`   // figure 6
	NoTable bool      `json:"no_tables,omitempty"` // MCC-SR-TB was not played
}

// Played are the games under one budget.
type Played struct {
	Budget   Budget   `json:"budget"`
	Rows     []Row    `json:"rows"`
	Players  []Rated  `json:"players"`
	Notes    []string `json:"notes,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// A Row is a line of a table of the thesis, with the games of the two.
type Row struct {
	Claim
	Match pool.Outcome `json:"match"`
}

// A Rated is a player with all of its games under a budget.
type Rated struct {
	Name string `json:"name"`
	pool.Player
	Points float64       `json:"points"`
	Elo    *elo.Interval `json:"elo,omitempty"` // above MCC-Solver, by all games; nil where none connect the two
}

// playable reports whether a player has what it needs.
func (o *Options) playable(name string) bool { return name != withTables || o.Syzygy != "" }

// under returns how the games of a budget are played.
func (o *Options) under(b Budget) pool.Options {
	opt := o.Options
	opt.Event = "the thesis at " + b.String()
	if b.Limit.Time > 0 {
		opt.Rules.TimeMargin = play.DefaultMargin // of a clock, time forfeits are what is asked for
	}
	if opt.Dir != "" {
		opt.Dir = filepath.Join(opt.Dir, b.Name)
	}
	if watch := o.Watch; watch != nil {
		opt.Watch = func(title string, p *match.Progress) { watch(b.Name+": "+title, p) }
	}
	return opt
}

// String is the budget in words.
func (b Budget) String() string {
	if b.Limit.Timed() {
		return fmt.Sprintf("equal %s, %v", b.Name, b.Limit)
	}
	return fmt.Sprintf("equal %s, %d", b.Name, b.Limit.Nodes)
}

// rate fills in the players, rated by all games of the budget.
func (p *Played) rate(names []string, res *pool.Result) {
	all := make([]int, len(names))
	for i, name := range names {
		all[i] = i
		p.Players = append(p.Players, Rated{Name: name, Player: res.Players[i]})
	}
	for _, g := range res.Games {
		p.Players[g.White].Points += g.Points
		p.Players[g.Black].Points += 1 - g.Points
	}
	solver := slices.Index(names, baseline)
	if solver < 0 {
		return
	}
	ratings, err := res.Rate(all, elo.RateOptions{Names: names})
	if err != nil {
		p.Notes = append(p.Notes, "no ratings: "+err.Error())
		return
	}
	p.Notes = append(p.Notes, ratings.Notes...)
	for i := range p.Players {
		difference, _ := ratings.Difference(i, solver)
		p.Players[i].Elo = &difference
	}
}

// A Trap is what each variant may spend in the position of table 16: moves made, or a time. The
// zero value omits the table.
type Trap struct {
	Nodes uint64        `json:"nodes,omitempty"`
	Time  time.Duration `json:"time,omitempty"`
}

// A Speed is what a variant does in the position of table 16.
type Speed struct {
	Player     string  `json:"player"`
	Iterations uint64  `json:"iterations"`
	Moves      uint64  `json:"moves"` // made, those of searches within the search too
	Deepest    int     `json:"deepest"`
	Seconds    float64 `json:"seconds"` // of processor time
	Move       string  `json:"move"`    // that it plays
}
