package search

import (
	"time"

	"example.org/centipawn/board"
)

// Evaluator is the static evaluation that a search asks. It follows the search
// from position to position, so that it can keep sums instead of computing them again.
// One evaluator serves one goroutine.
type Evaluator interface {
	// Reset begins at a new root and forgets all pushes.
	Reset(p *board.Position)
	// Push reports that m is made; p is the position before it. Null moves are not
	// pushed.
	Push(p *board.Position, m board.Move)
	// Pop takes the last push back.
	Pop()
	// Evaluate returns centipawns, White's view, of p: the position that the pushes
	// have reached, a null move or two aside.
	Evaluate(p *board.Position) int
}

// Scaled is an [Evaluator] that knows how large its centipawn is. A search multiplies its
// margins by the scale, so that weights of any size play with margins that suit them.
type Scaled interface {
	// Scale returns how many of the evaluator's centipawns are worth one of the default
	// weights: above 0, 1 for the default weights.
	Scale() float64
}

// ScaleOf returns the scale of an evaluator, 1 of one that does not know it.
func ScaleOf(e Evaluator) float64 {
	if s, ok := e.(Scaled); ok {
		return s.Scale()
	}
	return 1
}

// Searcher finds a move.
type Searcher interface {
	// NewGame forgets what was learnt from earlier searches.
	NewGame()
	// Search thinks about the position of g until c says that it is enough.
	// report may be nil; its argument is valid during the call only.
	Search(g *Game, c *Control, report func(*Info)) Result
}

// Failing is a searcher that depends on something that can fail, such as another program.
type Failing interface {
	Searcher
	// Err returns why the last search has failed, nil if it has not. One that has failed returns
	// what it has found until then.
	Err() error
}

// Err returns why the last search of s has failed, nil if it has not or cannot.
func Err(s Searcher) error {
	if f, ok := s.(Failing); ok {
		return f.Err()
	}
	return nil
}

// Bound says how a score stands to the true value of a search.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	Lower       // the value is at least the score
	Upper       // the value is at most the score
)

// Info is what a search reports while it runs: a line of UCI's "info". Fields
// that are zero have nothing to say.
type Info struct {
	Depth, SelDepth int    // half-moves: nominal, and of the longest line
	MultiPV         int    // the rank of the line, from 1
	Score           Score  // of the side to move
	Bound           Bound  // of the score
	Nodes           uint64 // moves made so far
	Time            time.Duration
	HashFull        int          // of the table, in permille
	PV              []board.Move // the line, beginning at the root
	CurrentMove     board.Move   // the root's move that is searched now
	CurrentNumber   int          // its number, from 1
}

// Result is what a search has found.
type Result struct {
	Move   board.Move // NoMove if there is no legal one
	Ponder board.Move // the answer that is expected, or NoMove
	Score  Score      // of the side to move
	Depth  int        // of the last finished iteration
	Nodes  uint64     // moves made
	Time   time.Duration
	PV     []board.Move // begins with Move
}
