package board

import (
	"fmt"
	"strings"
)

// SAN returns a legal move in standard algebraic notation: as little of the
// origin as distinguishes it from the other legal moves, "=Q" for promotions,
// "+" and "#".
//
// Source: Portable Game Notation Specification and Implementation Guide (1994),
// section 8.2.3.
func (p *Position) SAN(m Move) string {
	var buf [16]byte
	san := p.appendSAN(buf[:0], m)
	next := *p
	next.Make(m)
	if next.InCheck() {
		if next.CountMoves() == 0 {
			san = append(san, '#')
		} else {
			san = append(san, '+')
		}
	}
	return string(san)
}

// appendSAN appends the move without its suffix.
func (p *Position) appendSAN(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	if m.IsCastle() {
		if to > from {
			return append(dst, "O-O"...)
		}
		return append(dst, "O-O-O"...)
	}
	pt := p.squares[from].Type()
	if pt != Pawn {
		dst = append(dst, pieceLetters[pt])
		dst = p.appendOrigin(dst, m, pt)
	} else if p.IsCapture(m) {
		dst = append(dst, 'a'+byte(from.File()))
	}
	if p.IsCapture(m) {
		dst = append(dst, 'x')
	}
	dst = append(dst, to.String()...)
	if m.IsPromotion() {
		dst = append(dst, '=', pieceLetters[m.Promotion()])
	}
	return dst
}

// appendOrigin appends the file, the rank or both if other pieces of the kind
// can move to the same square: the file if it is enough, else the rank if that
// is.
func (p *Position) appendOrigin(dst []byte, m Move, pt PieceType) []byte {
	from := m.From()
	var others Bitboard
	var buf [MaxMoves]Move
	for _, other := range p.LegalMoves(buf[:0]) {
		if other.To() == m.To() && !other.IsCastle() && p.squares[other.From()].Type() == pt {
			others |= SquareBB(other.From())
		}
	}
	others &^= SquareBB(from)
	name := from.String()
	switch {
	case others == 0:
		return dst
	case others&FileMask(from.File()) == 0:
		return append(dst, name[0])
	case others&RankMask(from.Rank()) == 0:
		return append(dst, name[1])
	}
	return append(dst, name...)
}

// IsCapture reports whether a legal move takes a man, en passant included.
func (p *Position) IsCapture(m Move) bool {
	return m.IsEnPassant() || !m.IsCastle() && p.squares[m.To()] != NoPiece
}

// sanMove is a move as its text describes it.
type sanMove struct {
	piece     PieceType
	promotion PieceType
	origin    Bitboard // squares the piece may come from
	to        Square
	castle    bool // then to is G1 or C1
}

// ParseSAN reads a move in standard algebraic notation and finds it among the
// legal ones. Lenient: signs of check and capture, "=" and annotations ("!?")
// may be missing or superfluous, "e.p." may follow, the origin may be longer
// than needed ("Ng1-f3"), castling may be spelled with zeros, a pawn's move with
// P. A text that describes several legal moves gives [ErrAmbiguousMove], one
// that describes none [ErrIllegalMove].
func (p *Position) ParseSAN(s string) (Move, error) {
	want, ok := parseSANText(s)
	if !ok {
		return NoMove, syntaxErrorf("%.20q is not a move", s)
	}
	found := NoMove
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if !p.describes(want, m) {
			continue
		}
		if found != NoMove {
			return NoMove, fmt.Errorf("%w: %.20s may be %v or %v", ErrAmbiguousMove, s, found, m)
		}
		found = m
	}
	if found == NoMove {
		return NoMove, fmt.Errorf("%w: %.20s", ErrIllegalMove, s)
	}
	return found, nil
}

// describes reports whether the text's move may be m.
func (p *Position) describes(want sanMove, m Move) bool {
	if want.castle || m.IsCastle() {
		return want.castle && m.IsCastle() && (m.To() > m.From()) == (want.to == G1)
	}
	return m.To() == want.to && want.origin.Has(m.From()) &&
		p.squares[m.From()].Type() == want.piece && m.Promotion() == want.promotion
}

// parseSANText reads the text without looking at a position.
func parseSANText(s string) (m sanMove, ok bool) {
	s = strings.TrimRight(s, "+#!? ")
	s = strings.TrimRight(strings.TrimSuffix(s, "e.p."), "+# ")
	switch strings.Map(zeroToO, s) {
	case "O-O":
		return sanMove{castle: true, to: G1}, true
	case "O-O-O":
		return sanMove{castle: true, to: C1}, true
	}
	m = sanMove{piece: Pawn, promotion: NoPieceType, origin: ^Bitboard(0)}
	if s != "" {
		if pt := strings.IndexByte("PNBRQK", s[0]); pt >= 0 {
			m.piece, s = PieceType(pt), s[1:]
		}
	}
	s = m.cutPromotion(s)
	if len(s) < 2 {
		return m, false
	}
	to, err := ParseSquare(s[len(s)-2:])
	m.to = to
	return m, err == nil && m.parseOrigin(s[:len(s)-2])
}

func zeroToO(r rune) rune {
	if r == '0' || r == 'o' {
		return 'O'
	}
	return r
}

// cutPromotion reads the promotion off the end of a move's text: "=Q", "Q",
// "(Q)" or "/Q".
func (m *sanMove) cutPromotion(s string) (rest string) {
	trimmed := strings.TrimSuffix(s, ")")
	if n := len(trimmed); m.piece == Pawn && n > 2 {
		if pt := promotionPiece(trimmed[n-1]); pt != NoPieceType {
			m.promotion = pt
			return strings.TrimRight(trimmed[:n-1], "=(/")
		}
	}
	return s
}

// parseOrigin reads what stands between the piece and its target: file, rank or
// both, and a sign of capture or move.
func (m *sanMove) parseOrigin(s string) bool {
	if n := len(s); n > 0 && strings.IndexByte("x:-", s[n-1]) >= 0 {
		s = s[:n-1]
	}
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		m.origin, s = FileMask(int(s[0]-'a')), s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		m.origin, s = m.origin&RankMask(int(s[0]-'1')), s[1:]
	}
	return s == ""
}
