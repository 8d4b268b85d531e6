package board

import (
	"errors"
	"fmt"
)

// Faults of a move's text that can be read but not played.
var (
	ErrIllegalMove   = errors.New("illegal move")
	ErrAmbiguousMove = errors.New("ambiguous move")
)

// UCI returns the move in the notation of the Universal Chess Interface:
// "e2e4", "e7e8q". Castling is the king's two steps ("e1g1") when king and rook
// stand as at the start of standard chess, and the king taking his rook
// otherwise; [Move.String] writes the latter in every case, as an engine in
// Chess960 mode expects it.
//
// Source: S. Meyer-Kahlen, R. Huber, UCI protocol (2004, Chess960 2006).
func (p *Position) UCI(m Move) string {
	if m.IsCastle() && m.From().File() == E1.File() && standardRooks.Has(m.To()) {
		kingTo, _ := castleTargets(m.From(), m.To())
		return m.From().String() + kingTo.String()
	}
	return m.String()
}

// ParseUCI reads a move in UCI notation and finds it among the legal ones.
// Castling may be written either way, whatever the position.
func (p *Position) ParseUCI(s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return NoMove, syntaxErrorf("move %.20q, want two squares and perhaps a promotion letter", s)
	}
	from, err := ParseSquare(s[:2])
	if err != nil {
		return NoMove, fmt.Errorf("move %q: %w", s, err)
	}
	to, err := ParseSquare(s[2:4])
	if err != nil {
		return NoMove, fmt.Errorf("move %q: %w", s, err)
	}
	promotion := NoPieceType
	if len(s) == 5 {
		if promotion = promotionPiece(s[4]); promotion == NoPieceType {
			return NoMove, syntaxErrorf("move %.20q: no promotion to %q", s, s[4])
		}
	}
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if m.From() == from && m.Promotion() == promotion && (m.To() == to || isTwoSteps(m, to)) {
			return m, nil
		}
	}
	return NoMove, fmt.Errorf("%w: %s", ErrIllegalMove, s)
}

// isTwoSteps reports whether m is the castling of a king on the e-file who
// reaches to. The king cannot reach it in another way.
func isTwoSteps(m Move, to Square) bool {
	if !m.IsCastle() || m.From().File() != E1.File() {
		return false
	}
	kingTo, _ := castleTargets(m.From(), m.To())
	return kingTo == to
}

// promotionPiece returns the piece of a letter of either case, NoPieceType for
// other letters.
func promotionPiece(letter byte) PieceType {
	switch letter | 0x20 {
	case 'n':
		return Knight
	case 'b':
		return Bishop
	case 'r':
		return Rook
	case 'q':
		return Queen
	}
	return NoPieceType
}
