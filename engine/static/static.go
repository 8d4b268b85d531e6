package static

import (
	"context"
	"errors"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// Config says which engine is asked, and how. The engine alone is needed.
type Config struct {
	Engine    client.Config
	Ask       Question            // zero fields are recognised
	Processes int                 // of the engine, at the same time; fewer than one are one
	Cache     string              // file of the answers, with which another run goes on; "": none
	Progress  func(done, all int) // on the caller's goroutine; nil: none
	Remark    func(n note.Note)   // gets doubts; nil: none
}

// A Reason is why a position has no evaluation.
type Reason uint8

const (
	Evaluated Reason = iota // it has one
	InCheck                 // the side to move is in check: not asked
	Over                    // no legal move, mate or stalemate: not asked
	Refused                 // the engine says that it has none, as Stockfish's "none (in check)"
	Silent                  // the engine printed nothing in which the pattern is found
	Failed                  // the engine hung or died
)

// Answers are the evaluations of positions.
type Answers struct {
	Engine  string    // what it calls itself
	Asked   Question  // as recognised
	Pawn    float64   // what a pawn more is worth in the unit of Values, as measured; 100 for centipawns
	Values  []float32 // by position: centipawns, White's view; NaN: none
	Reasons []Reason  // by position
	Counts  [Failed + 1]int
	Cached  int // that the cache had
}

// Ask asks an engine for its evaluations. The same engine gives the same answers with any number of
// processes. When ctx ends, so do the engines; a cache keeps what was answered.
func Ask(ctx context.Context, cfg Config, positions []board.Position) (*Answers, error) {
	return nil, errors.New("not yet")
}
