package search

import "example.org/centipawn/board"

// Outcome says whether a game is over, and why.
type Outcome uint8

// The outcomes, in the order in which they are looked for.
const (
	Ongoing      Outcome = iota
	Checkmate            // the side to move has lost
	Stalemate            // the side to move has no move and is not in check
	DeadPosition         // neither side has the material to mate
	Threefold            // the position stands for the third time
	FiftyMoves           // 100 half-moves without capture or pawn move
)

// fiftyMoves is the half-move clock at which a draw is claimed.
const fiftyMoves = 100

// String returns the outcome in words.
func (o Outcome) String() string {
	names := [...]string{"ongoing", "checkmate", "stalemate", "dead position", "threefold repetition", "fifty moves"}
	if int(o) >= len(names) {
		return "unknown"
	}
	return names[o]
}

// IsDraw reports whether the game is over without a winner.
func (o Outcome) IsDraw() bool { return o >= Stalemate }

// Game is a start position and the moves made from there.
type Game struct {
	start, current board.Position
	moves          []board.Move
	keys           []uint64
}

// NewGame returns a game without moves.
func NewGame(start board.Position) *Game {
	return &Game{start: start, current: start, keys: []uint64{start.Key()}}
}

// Reset begins a new game at start in the memory of the old one: what Moves and Keys returned is overwritten.
func (g *Game) Reset(start board.Position) {
	g.start, g.current = start, start
	g.moves, g.keys = g.moves[:0], append(g.keys[:0], start.Key())
}

// Make plays a legal move. It does not ask whether the game is over.
func (g *Game) Make(m board.Move) {
	g.current.Make(m)
	g.moves = append(g.moves, m)
	g.keys = append(g.keys, g.current.Key())
}

// Position returns the position reached, not to be written to.
func (g *Game) Position() *board.Position { return &g.current }

// Start returns the position in which the game began.
func (g *Game) Start() board.Position { return g.start }

// Moves returns the moves made, not to be written to.
func (g *Game) Moves() []board.Move { return g.moves }

// Keys returns the keys of all positions, the first that of the start, not to be
// written to.
func (g *Game) Keys() []uint64 { return g.keys }

// Outcome returns whether and why the game is over. A draw that a player may
// claim counts as one: match runners claim it for the engines.
//
// Source: FIDE Laws of Chess (2023), articles 5.1, 5.2, 9.2 and 9.3.
func (g *Game) Outcome() Outcome {
	switch g.current.Status() {
	case board.Checkmate:
		return Checkmate
	case board.Stalemate:
		return Stalemate
	case board.DeadPosition:
		return DeadPosition
	}
	if board.Repetitions(g.reversible()) >= 3 {
		return Threefold
	}
	if g.current.HalfmoveClock() >= fiftyMoves {
		return FiftyMoves
	}
	return Ongoing
}

// reversible returns the keys since the last capture or pawn move: no other
// position can come back.
func (g *Game) reversible() []uint64 {
	return g.keys[max(0, len(g.keys)-1-g.current.HalfmoveClock()):]
}
