package board

import (
	"errors"
	"fmt"
)

// The faults of a position. Those that [ParseFEN] and [Position.Validate]
// return wrap one of them and say more.
var (
	ErrNoKing          = errors.New("no king")
	ErrManyKings       = errors.New("more than one king")
	ErrPawnRank        = errors.New("pawn on the first or last rank")
	ErrTooManyPieces   = errors.New("more than 16 pieces of one side")
	ErrTooManyPawns    = errors.New("more than 8 pawns")
	ErrTooManyPromoted = errors.New("more promoted pieces than missing pawns")
	ErrOppositeCheck   = errors.New("the side not to move is in check")
	ErrImpossibleCheck = errors.New("impossible check")
	ErrCastling        = errors.New("impossible castling right")
	ErrEnPassant       = errors.New("impossible en passant square")
)

// Validate reports why the position cannot stand on a board during a game, nil
// if nothing speaks against it. It looks at the numbers of pieces, the pawns'
// ranks, checks, castling rights and the en passant square; whether a game
// leads to the position it does not know.
func (p *Position) Validate() error {
	if err := p.validatePieces(); err != nil {
		return err
	}
	if err := p.validateCastling(); err != nil {
		return err
	}
	if err := p.validateEnPassant(p.enPassant); err != nil {
		return err
	}
	return p.validateChecks(p.enPassant)
}

func (p *Position) validatePieces() error {
	for c := White; c <= Black; c++ {
		if kings := p.Pieces(c, King); kings == 0 {
			return fmt.Errorf("%w: %v", ErrNoKing, c)
		} else if kings.Several() {
			return fmt.Errorf("%w: %v has %d", ErrManyKings, c, kings.Count())
		}
		if n := p.byColor[c].Count(); n > 16 {
			return fmt.Errorf("%w: %v has %d", ErrTooManyPieces, c, n)
		}
		pawns := p.Pieces(c, Pawn).Count()
		if pawns > 8 {
			return fmt.Errorf("%w: %v has %d", ErrTooManyPawns, c, pawns)
		}
		if promoted := p.promoted(c); promoted > 8-pawns {
			return fmt.Errorf("%w: %v has %d and %d pawns", ErrTooManyPromoted, c, promoted, pawns)
		}
	}
	if bad := p.byType[Pawn] & (Rank1 | Rank8); bad != 0 {
		return fmt.Errorf("%w: %v", ErrPawnRank, bad.First())
	}
	return nil
}

// promoted returns the least number of c's pieces that were pawns: what exceeds a
// queen, two rooks, two knights and a bishop on each colour.
func (p *Position) promoted(c Color) int {
	bishops := p.Pieces(c, Bishop)
	return max(0, p.Pieces(c, Queen).Count()-1) +
		max(0, p.Pieces(c, Rook).Count()-2) +
		max(0, p.Pieces(c, Knight).Count()-2) +
		max(0, (bishops&LightSquares).Count()-1) +
		max(0, (bishops&DarkSquares).Count()-1)
}

// homeRank returns the rank on which c's king and rooks stand at the start.
func homeRank(c Color) Bitboard { return Rank1 << (56 * (c & 1)) }

func (p *Position) validateCastling() error {
	if p.castling == 0 {
		return nil
	}
	for c := White; c <= Black; c++ {
		rooks, king := p.castling&homeRank(c), p.King(c)
		if rooks == 0 {
			continue
		}
		if !homeRank(c).Has(king) {
			return fmt.Errorf("%w: %v king on %v", ErrCastling, c, king)
		}
		if bad := rooks &^ p.Pieces(c, Rook); bad != 0 {
			return fmt.Errorf("%w: no %v rook on %v", ErrCastling, c, bad.First())
		}
		west := rooks & (SquareBB(king) - 1)
		if west.Several() || (rooks &^ west).Several() {
			return fmt.Errorf("%w: two rooks on one side of the %v king", ErrCastling, c)
		}
	}
	return nil
}

// validateEnPassant checks that the last move can have been a pawn's two steps
// over the square ep.
func (p *Position) validateEnPassant(ep Square) error {
	if ep == NoSquare {
		return nil
	}
	them := p.side.Other()
	if ep.Rank() != 2+3*int(them) {
		return fmt.Errorf("%w: %v with %v to move", ErrEnPassant, ep, p.side)
	}
	if pawn := ep ^ 8; p.squares[pawn] != NewPiece(them, Pawn) {
		return fmt.Errorf("%w: %v without a %v pawn on %v", ErrEnPassant, ep, them, pawn)
	}
	from := ep ^ 24 // a2 for a3: ranks 2 and 3, 7 and 6
	if occupied := p.Occupied() & (SquareBB(ep) | SquareBB(from)); occupied != 0 {
		return fmt.Errorf("%w: %v with a piece on %v", ErrEnPassant, ep, occupied.First())
	}
	return nil
}

// validateChecks checks that the side not to move is not in check, and that one
// move can have given the checks there are.
func (p *Position) validateChecks(ep Square) error {
	us, them := p.side, p.side.Other()
	if p.attacked(us, p.King(them), p.Occupied()) {
		return fmt.Errorf("%w: %v", ErrOppositeCheck, them)
	}
	if p.checkers == 0 {
		return nil
	}
	if n := p.checkers.Count(); n > 2 {
		return fmt.Errorf("%w: %d pieces attack the %v king", ErrImpossibleCheck, n, us)
	}
	if ep == NoSquare {
		return nil
	}
	pawn := SquareBB(ep ^ 8)
	before := p.Occupied()&^pawn | SquareBB(ep^24)
	if p.AttackersTo(p.King(us), before)&p.byColor[them]&^pawn != 0 {
		return fmt.Errorf("%w: %v was in check before the pawn move over %v", ErrImpossibleCheck, us, ep)
	}
	return nil
}
