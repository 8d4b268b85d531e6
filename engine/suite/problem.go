// Package suite gives a search problems to solve, and judges what it finds: EPD
// suites, mate puzzles, and the puzzles of Lichess.
//
// [Open] reads the problems of a file, [Run] has them solved in parallel, and a
// [Tally] sums up. What the formats mean, and when a problem is solved, is in
// docs/suites.md.
package suite

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/enum"
)

// A Problem is a position with what is right there. It has a Solution, or else one
// move is asked for: one of Best that is not in Avoid, or one that forces Mate.
type Problem struct {
	Line     int      // in the file
	ID       string   // its name there
	Themes   []string // what it is about
	Rating   int      // how hard it is, as players are rated; 0: not known
	Start    board.Position
	Solution []board.Move // the solver's moves and the replies in turn; nil: one move is asked for
	Best     []board.Move // any of them is right
	Avoid    []board.Move // all of them are wrong
	Mate     int          // mate can be forced in this many moves; 0: unknown
	Points   []Points     // what moves are worth; nil: right or wrong
}

// Points is what a move is worth in a suite that rates several.
type Points struct {
	Move   board.Move
	Points int
}

// MaxPoints returns what the best moves are worth.
func (p *Problem) MaxPoints() (most int) {
	for _, x := range p.Points {
		most = max(most, x.Points)
	}
	return most
}

// worth returns the points of a move.
func (p *Problem) worth(m board.Move) int {
	i := slices.IndexFunc(p.Points, func(x Points) bool { return x.Move == m })
	if i < 0 {
		return 0
	}
	return p.Points[i].Points
}

// Moves returns the number of moves that the solver is asked for.
func (p *Problem) Moves() int {
	if p.Solution == nil {
		return 1
	}
	return (len(p.Solution) + 1) / 2
}

// Rule says which moves solve a problem that has a solution.
type Rule uint8

// The rules.
const (
	BySolution Rule = iota // the solution's moves; and any checkmate, as Lichess has it
	ByMate                 // where the solution mates: any move that forces mate as soon; else as BySolution
	Exactly                // the solution's moves, the last one too
)

// ruleNames are the rules in words, as flags have them.
var ruleNames = []string{"solution", "mate", "exact"}

// String returns the rule's name.
func (r Rule) String() string { return enum.Name(ruleNames, r) }

// MarshalText implements [encoding.TextMarshaler].
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the rule's name.
func (r *Rule) UnmarshalText(text []byte) error { return enum.Parse(r, ruleNames, text) }
