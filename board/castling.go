package board

import "fmt"

// checkCastlingSyntax reports a castling field that is neither "-" nor letters
// of KQkq, A to H and a to h, each at most once.
func checkCastlingSyntax(s string) error {
	if s == "" {
		return syntaxErrorf(`missing castling rights, want "-" for none`)
	}
	if s == "-" {
		return nil
	}
	seen := uint64(0) // letters, counted from A
	for i := 0; i < len(s); i++ {
		if lower := s[i] | 0x20; (lower < 'a' || lower > 'h') && lower != 'k' && lower != 'q' {
			return syntaxErrorf("castling right %q, want letters of KQkq or of files", s[i])
		}
		bit := uint64(1) << (s[i] - 'A')
		if seen&bit != 0 {
			return syntaxErrorf("castling right %q comes twice", s[i])
		}
		seen |= bit
	}
	return nil
}

// parseCastling reads the rights of a field whose syntax is right.
func (p *Position) parseCastling(s string) error {
	if s == "-" {
		return nil
	}
	for i := 0; i < len(s); i++ {
		c := White
		if s[i] >= 'a' {
			c = Black
		}
		rook := p.castlingRook(c, s[i]|0x20)
		if rook == 0 {
			return fmt.Errorf("%w: %q without its king and rook", ErrCastling, s[i])
		}
		p.castling |= rook
	}
	return p.validateCastling()
}

// castlingRook returns the rook that a lower-case letter means: 'k' and 'q' the
// outermost on their side of the king (X-FEN), 'a' to 'h' the one on that file.
// The set is empty if king or rook is not on the first rank.
func (p *Position) castlingRook(c Color, letter byte) Bitboard {
	home, king := homeRank(c), p.Pieces(c, King)
	rooks := p.Pieces(c, Rook) & home
	if king&home == 0 {
		return 0
	}
	west := rooks & (king - 1)
	switch letter {
	case 'q':
		return west & -west
	case 'k':
		east := rooks &^ west
		return east & SquareBB(east.Last())
	}
	return rooks & FileMask(int(letter-'a'))
}

// standardRooks are the rooks' squares at the start of standard chess.
const standardRooks = Bitboard(1<<A1 | 1<<H1 | 1<<A8 | 1<<H8)

// standardCastling reports whether c's king and the rooks that may castle with
// him stand as at the start of standard chess.
func (p *Position) standardCastling(c Color) bool {
	rooks := p.castling & homeRank(c)
	return rooks == 0 || rooks&^standardRooks == 0 && p.King(c).File() == E1.File()
}

// appendCastling appends the castling field of a FEN.
func (p *Position) appendCastling(dst []byte) []byte {
	if p.castling == 0 {
		return append(dst, '-')
	}
	standard := p.standardCastling(White) && p.standardCastling(Black)
	for c := White; c <= Black; c++ {
		king := p.King(c)
		for rooks := p.castling & homeRank(c); rooks != 0; {
			rook := rooks.Last()
			rooks &^= SquareBB(rook)
			letter := 'A' + byte(rook.File())
			if standard && rook > king {
				letter = 'K'
			} else if standard {
				letter = 'Q'
			}
			dst = append(dst, letter|0x20*byte(c))
		}
	}
	return dst
}
