package datasets

import (
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/winprob"
)

// A Sample is a labelled position: one row of a data set.
type Sample struct {
	Position board.Position
	Score    winprob.Score // White-relative centipawns, a mate, or none
	Result   Result        // of the game
	Expected float32       // White's expected score, 0 to 1, where the label is a probability and no result; else NaN
	Game     uint32        // hash of the game's id, or [Skeleton]: rows that are not independent share it
	Ply      uint16        // half moves played before the position
	Source   uint8         // index of the input among those opened
	Line     int           // of the input; the first line is 1; of a binary file the record, from 1

	// What only some sources know.
	Move  board.Move // played in the position, or best there; NoMove if not known
	Depth uint8      // of the search that gave Score, in plies; 0 if not known
	Left  uint16     // half moves of the game from the position on; [NoLeft] if not known
	End   End        // how the game ended
	Book  bool       // the move was played from an opening book
	Point bool       // the text of Score has a decimal point, as pawns have; of tables and EPD

	// What belongs to positions that a search asked for, see docs/trees.md.
	Tree   uint32  // rows of one search tree, or of the moves of one root, share it; 0: none
	Side   Side    // whose move it is in the sense of the tree: at a leaf of it, or at the root of a choice
	Offset float32 // White-relative centipawns that an evaluation of the position does not hold, added to it
	Root   string  // FEN of the root, where the row is one of its moves; else ""
	Via    string  // that move, in UCI's notation
	Fixed  bool    // Offset is all there is: the game is over, or a mate is seen. The position is not evaluated
}

// A Side says who is to move.
type Side uint8

// The sides.
const (
	SideToMove Side = iota // of the position itself
	SideWhite
	SideBlack
)

// SideOf returns the side of a colour.
func SideOf(c board.Color) Side { return SideWhite + Side(c) }

// Mover returns who is to move in the sense of the sample's tree.
func (s *Sample) Mover() board.Color {
	if s.Side == SideToMove {
		return s.Position.SideToMove()
	}
	return board.Color(s.Side - SideWhite)
}

// NoLeft is the number of half moves left of a game whose length is not known.
const NoLeft = math.MaxUint16

// MaxOffset bounds the centipawns of [Sample].Offset.
const MaxOffset = 1e6

// NoExpected is the expected score of a sample that has none.
var NoExpected = float32(math.NaN())

// An End says how a game ended, as far as its result can be believed.
type End uint8

const (
	EndUnknown      End = iota // not told
	EndNormal                  // on the board: mate, stalemate, repetition, resignation, agreement
	EndAdjudicated             // a referee, program or tablebase stopped it
	EndForfeit                 // time, an illegal move, a broken connection
	EndUnterminated            // it has no result
)

// String returns the end as PGN's tag Termination writes it, more or less.
func (e End) String() string {
	return [...]string{"unknown", "normal", "adjudication", "forfeit", "unterminated"}[e]
}

// Points returns White's points by the result, or the expected score in its
// place; NaN if neither is known.
func (s *Sample) Points() float64 {
	switch s.Result {
	case BlackWins:
		return 0
	case Draw:
		return 0.5
	case WhiteWins:
		return 1
	}
	return float64(s.Expected)
}

// A Result is the result of a game.
type Result uint8

const (
	Unknown   Result = iota // not finished, or not told
	BlackWins               // 0-1
	Draw                    // 1/2-1/2
	WhiteWins               // 1-0
)

// String returns the result as PGN writes it; an unknown one is "*".
func (r Result) String() string {
	return [...]string{Unknown: "*", BlackWins: "0-1", Draw: "1/2-1/2", WhiteWins: "1-0"}[r]
}

// Reversed returns the result with the colours exchanged.
func (r Result) Reversed() Result {
	return [...]Result{Unknown: Unknown, BlackWins: WhiteWins, Draw: Draw, WhiteWins: BlackWins}[r]
}

// A LineError is a fault in one line of an input.
type LineError = input.LineError

// MaxLine is the length in bytes of the longest line that is read.
const MaxLine = cut.MaxLine

// Faults that a caller may want to tell apart with errors.Is. Faults of a FEN
// are those of package board.
var (
	ErrEmpty      = cut.ErrEmpty
	ErrTruncated  = input.ErrTruncated
	ErrIncomplete = cut.ErrIncomplete
	ErrLongLine   = fmt.Errorf("line longer than %d bytes", MaxLine)
	ErrQuote      = errors.New("bad quotes")
	ErrColumns    = errors.New("wrong number of columns")
	ErrNoColumn   = errors.New("no such column")
	ErrJSON       = errors.New("bad JSON")
	ErrNoEval     = errors.New("no evaluation")
	ErrScore      = errors.New("bad score")
	ErrResult     = errors.New("bad result")
	ErrCoding     = errors.New("other codes of results")
	ErrPly        = errors.New("bad ply")
	ErrMove       = errors.New("bad move")
	ErrDepth      = errors.New("bad depth")
	ErrSide       = errors.New("bad side")
	ErrOffset     = errors.New("bad offset")
	ErrBudget     = errors.New("too many bad lines")
)

// A CodingError is a result by which 0 and 1 mean something other than White's points, which the
// lines before did not show. It wraps [ErrResult] and [ErrCoding].
type CodingError struct {
	Text, Codes string      // as it stands there; what a win, a draw and a loss are
	Convention  ResultCodes // that reads it
}

func (e *CodingError) Error() string {
	return fmt.Sprintf("%v %s: results are coded %s, where 0 and 1 mean something other than White's points: pass -result-codes %s, or write 1, 0.5 and 0 (-result - ignores the column)",
		ErrResult, e.Text, e.Codes, e.Convention)
}

// Is implements the interface of [errors.Is].
func (e *CodingError) Is(target error) bool { return target == ErrResult || target == ErrCoding }

// PlyOf returns the number of half moves played before p according to the
// counters of its FEN.
func PlyOf(p *board.Position) uint16 {
	ply := 2 * (p.FullmoveNumber() - 1)
	if p.SideToMove() == board.Black {
		ply++
	}
	return uint16(ply) // the full-move number ends at 9,999
}

// Material returns White's pieces and pawns minus Black's in pawns: knights and bishops 3,
// rooks 5, queens 9. No legal position is beyond ±103, so a byte holds it.
func Material(p *board.Position) int {
	values := [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}
	sum := 0
	for pt, v := range values {
		sum += v * (p.Pieces(board.White, board.PieceType(pt)).Count() - p.Pieces(board.Black, board.PieceType(pt)).Count())
	}
	return sum
}
