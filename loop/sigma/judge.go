package sigma

import (
	"example.org/centipawn/board"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// A Judge says what is expected of a game that is cut short.
type Judge uint8

const (
	// ByQuiescence is the expected score of a quiescence search with the built-in weights.
	ByQuiescence Judge = iota
	// ByMaterial is the paper's first rule: a value of 0.25, of −1 to 1, for the side whose material is worth
	// more than five pawns more (pawn 1, knight and bishop 3, rook 5, queen 9), else a draw.
	ByMaterial
)

var judges = []string{"quiescence", "material"}

// String returns the judge's name in flags and settings.
func (j Judge) String() string { return enum.Name(judges, j) }

// MarshalText returns the name.
func (j Judge) MarshalText() ([]byte, error) { return []byte(j.String()), nil }

// UnmarshalText takes a name. The error lists the names.
func (j *Judge) UnmarshalText(text []byte) error { return enum.Parse(j, judges, text) }

// Valuer returns a function that says what White is expected to score, 0 to 1, in a position. It may be called by
// several goroutines.
func (j Judge) Valuer() (func(p *board.Position) float64, error) {
	if j == ByMaterial {
		return byMaterial, nil
	}
	f := weights.Builtin()
	s, err := quiet.New(weights.NameBuiltin, f)
	if err != nil {
		return nil, err
	}
	k := 1.0
	if fitted := f.Provenance.ResultK(); fitted != nil {
		k = fitted.Value
	}
	return func(p *board.Position) float64 {
		value, _ := s.Quiesce(p)
		return winprob.Expected(k, float64(value))
	}, nil
}

// The values of pieces, pawn to queen, the difference that must be exceeded, and what it is worth, −1 to 1:
// those of the paper's program before it asked Stockfish.
var pieces = [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

const (
	ahead      = 5
	aheadWorth = 0.25
)

// byMaterial returns White's expected score by the paper's first rule.
func byMaterial(p *board.Position) float64 {
	difference := 0
	for pt, worth := range pieces {
		pt := board.PieceType(pt)
		difference += worth * (p.Pieces(board.White, pt).Count() - p.Pieces(board.Black, pt).Count())
	}
	switch {
	case difference > ahead:
		return (1 + aheadWorth) / 2
	case difference < -ahead:
		return (1 - aheadWorth) / 2
	}
	return 0.5
}

// points returns White's points of a game, and how it has ended; expected says what a game that goes on is worth.
func points(g *search.Game, expected func(*board.Position) float64) (points float64, end string) {
	switch o := g.Outcome(); {
	case o == search.Ongoing:
		return expected(g.Position()), truncated
	case o.IsDraw():
		return 0.5, o.String()
	case g.Position().SideToMove() == board.White:
		return 0, o.String()
	default:
		return 1, o.String()
	}
}
