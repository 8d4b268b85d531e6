package board

import "fmt"

// A Setup is what a position is made of, possible or not: what a reader of
// another notation than FEN has found. [NewSetup] returns an empty board.
type Setup struct {
	Pieces     [64]Piece // by square; [NoPiece] where there is none
	SideToMove Color
	Castling   Bitboard // rooks that may still castle
	EnPassant  Square   // the square that a pawn has just passed, or [NoSquare]
	Halfmoves  int      // since the last capture or pawn move, 0 to 9,999
	Fullmoves  int      // number of the move, 1 to 9,999; 0 is taken as 1
}

// NewSetup returns an empty board with White to move.
func NewSetup() Setup { return Setup{Pieces: emptySquares, EnPassant: NoSquare, Fullmoves: 1} }

// Position returns the position, or why there can be none, by the rules of
// [ParseFEN]: an en passant square on which no capture is legal is dropped, and
// the errors are those of [Position.Validate], or wrap [ErrSyntax] where a
// field has no meaning. It does not allocate if there is no error.
func (s *Setup) Position() (Position, error) {
	p := Position{squares: s.Pieces, castling: s.Castling, side: s.SideToMove}
	if err := s.check(); err != nil {
		return Position{}, err
	}
	p.halfmoves, p.fullmoves = uint16(s.Halfmoves), uint16(max(s.Fullmoves, 1))
	for sq, pc := range &p.squares {
		p.key ^= pieceKeys[pc&15][sq]
	}
	p.collect()
	if err := p.validatePieces(); err != nil {
		return Position{}, err
	}
	if err := p.validateCastling(); err != nil {
		return Position{}, err
	}
	if err := p.settle(s.EnPassant); err != nil {
		return Position{}, err
	}
	return p, nil
}

// check reports values that no position can have.
func (s *Setup) check() error {
	for sq, pc := range &s.Pieces {
		if pc != NoPiece && (pc.Type() > King || pc.Color() > Black) {
			return syntaxErrorf("unknown piece %d on %v", pc, Square(sq))
		}
	}
	switch bad := s.Castling &^ (Rank1 | Rank8); {
	case s.SideToMove > Black:
		return syntaxErrorf("unknown side to move %d", s.SideToMove)
	case s.Halfmoves < 0 || s.Halfmoves > maxCounter:
		return syntaxErrorf("half-move clock %d, want a number up to %d", s.Halfmoves, maxCounter)
	case s.Fullmoves < 0 || s.Fullmoves > maxCounter:
		return syntaxErrorf("full-move number %d, want a number up to %d", s.Fullmoves, maxCounter)
	case bad != 0:
		return fmt.Errorf("%w: rook on %v", ErrCastling, bad.First())
	}
	return nil
}
