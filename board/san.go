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

// IsCapture reports whether a legal move takes a piece, en passant included.
func (p *Position) IsCapture(m Move) bool {
	return m.IsEnPassant() || !m.IsCastle() && p.squares[m.To()] != NoPiece
}

// sanMove is a move as its text describes it.
type sanMove struct {
	piece     PieceType // NoPieceType: whatever stands on the one square of origin
	promotion PieceType
	origin    Bitboard // squares the piece may come from
	to        Square
	castle    bool // then to is G1 or C1
}

// ParseSAN reads a move in standard algebraic notation and finds it among the
// legal ones. Lenient: signs of check and capture, "=" and annotations ("!?")
// may be missing or superfluous, "e.p." may follow, the origin may be longer
// than needed ("Ng1-f3"), its square may stand without the piece's letter
// ("g1f3", "e7-e8q"), castling may be spelled with zeros or as the king's two
// steps, a pawn's move with P. A text that describes several legal moves gives
// [ErrAmbiguousMove], one that describes none [ErrIllegalMove].
func (p *Position) ParseSAN(s string) (Move, error) {
	want, ok := parseSANText(s)
	if !ok {
		return NoMove, syntaxErrorf("%.20q is not a move", strings.Clone(s))
	}
	found, other := p.find(&want)
	switch {
	case found == NoMove:
		return NoMove, fmt.Errorf("%w: %.20s", ErrIllegalMove, strings.Clone(s))
	case other != NoMove:
		return NoMove, fmt.Errorf("%w: %.20s may be %v or %v", ErrAmbiguousMove, strings.Clone(s), found, other)
	}
	return found, nil
}

// find returns the legal move that is described, and a second one if there are
// several.
func (p *Position) find(want *sanMove) (found, other Move) {
	if want.piece == NoPieceType {
		want.piece = p.squares[want.origin.First()&63].Type()
	}
	king := p.King(p.side)
	switch {
	case want.castle:
		return p.findCastling(king, want.to), NoMove
	case want.promotion != NoPieceType && want.piece != Pawn:
		return NoMove, NoMove
	case want.piece == King:
		return p.findKingMove(king, want), NoMove
	case p.checkers.Several():
		return NoMove, NoMove
	}
	lim := p.findLimits(king)
	if want.piece == Pawn {
		return p.findPawnMove(want, &lim)
	}
	return p.findPieceMove(want, &lim)
}

// findCastling returns the castling whose king reaches the g-file (G1) or the
// c-file (C1).
func (p *Position) findCastling(king, to Square) Move {
	for rooks := p.castlings(king); rooks != 0; {
		if rook := rooks.Pop(); (rook > king) == (to == G1) {
			return NewCastle(king, rook)
		}
	}
	return NoMove
}

// findKingMove returns the king's step to a square or, if he takes his own rook
// or leaves the e-file for the c- or g-file, his castling.
func (p *Position) findKingMove(king Square, want *sanMove) Move {
	switch {
	case !want.origin.Has(king):
		return NoMove
	case p.kingTargets(king, SquareBB(want.to)&^p.byColor[p.side&1]) != 0:
		return NewMove(king, want.to)
	}
	for rooks := p.castlings(king); rooks != 0; {
		if m := NewCastle(king, rooks.Pop()); m.To() == want.to || isTwoSteps(m, want.to) {
			return m
		}
	}
	return NoMove
}

// findPieceMove is for knights, bishops, rooks and queens.
func (p *Position) findPieceMove(want *sanMove, lim *limits) (found, other Move) {
	if !lim.targets.Has(want.to) || want.piece > Queen {
		return NoMove, NoMove
	}
	from := Attacks(want.piece, want.to, p.Occupied()) & want.origin & p.Pieces(p.side, want.piece)
	for from != 0 {
		sq := from.Pop()
		if lim.pinned.Has(sq) && !Line(lim.king, sq).Has(want.to) {
			continue
		}
		if found != NoMove {
			return found, NewMove(sq, want.to)
		}
		found = NewMove(sq, want.to)
	}
	return found, NoMove
}

// findPawnMove returns the pawns' moves to a square: the pawn behind it, or
// those that capture on it.
func (p *Position) findPawnMove(want *sanMove, lim *limits) (found, other Move) {
	to := want.to
	if edges.Has(to) != (want.promotion != NoPieceType) {
		return NoMove, NoMove
	}
	var from Bitboard
	switch {
	case to == p.enPassant:
		from = p.enPassantCaptors(to)
	case lim.targets.Has(to):
		from = p.pawnOrigins(to)
	}
	for from &= want.origin; from != 0; {
		sq := from.Pop()
		if to != p.enPassant && lim.pinned.Has(sq) && !Line(lim.king, sq).Has(to) {
			continue
		}
		m := p.pawnMove(sq, want)
		if found != NoMove {
			return found, m
		}
		found = m
	}
	return found, NoMove
}

// pawnOrigins returns the pawns that reach a square without a piece of their own,
// whatever that means for their king; en passant is apart.
func (p *Position) pawnOrigins(to Square) Bitboard {
	us := p.side & 1
	pawns, occ := p.Pieces(us, Pawn), p.Occupied()
	if occ.Has(to) {
		return PawnAttacks(us^1, to) & pawns
	}
	behind := SquareBB(to).Forward(us ^ 1)
	if behind&occ == 0 && to.Rank() == 3+int(us) {
		behind = behind.Forward(us ^ 1)
	}
	return behind & pawns
}

func (p *Position) pawnMove(from Square, want *sanMove) Move {
	switch {
	case want.promotion != NoPieceType:
		return NewPromotion(from, want.to, want.promotion)
	case want.to == p.enPassant:
		return NewEnPassant(from, want.to)
	}
	return NewMove(from, want.to)
}

// parseSANText reads the text without looking at a position.
func parseSANText(s string) (m sanMove, ok bool) {
	s = cutSuffix(s)
	if castle, to := parseCastlingText(s); castle {
		return sanMove{castle: true, to: to}, true
	}
	m = sanMove{piece: Pawn, promotion: NoPieceType, origin: ^Bitboard(0)}
	letter := len(s) > 0 && s[0] < 'a'
	if letter {
		pt := strings.IndexByte("PNBRQK", s[0])
		if pt < 0 {
			return m, false
		}
		m.piece, s = PieceType(pt), s[1:]
	}
	s = m.cutPromotion(s)
	if len(s) < 2 {
		return m, false
	}
	file, rank := s[len(s)-2]-'a', s[len(s)-1]-'1'
	if file > 7 || rank > 7 || !m.parseOrigin(s[:len(s)-2]) {
		return m, false
	}
	m.to = NewSquare(int(file), int(rank))
	if !letter && !m.origin.Several() {
		m.piece = NoPieceType
	}
	return m, true
}

// cutSuffix takes off annotations, signs of check, "e.p." and blanks.
func cutSuffix(s string) string {
	s = trimSigns(s)
	if n := len(s); n > 4 && s[n-1] == '.' {
		s = trimSigns(strings.TrimSuffix(s, "e.p."))
	}
	return s
}

func trimSigns(s string) string {
	for s != "" {
		switch s[len(s)-1] {
		case '+', '#', '!', '?', ' ':
			s = s[:len(s)-1]
		default:
			return s
		}
	}
	return s
}

// parseCastlingText reads castling, spelled with O, o or 0.
func parseCastlingText(s string) (castle bool, to Square) {
	if len(s) != len("O-O") && len(s) != len("O-O-O") {
		return false, NoSquare
	}
	for i := range len(s) {
		isO := s[i] == 'O' || s[i] == '0' || s[i] == 'o'
		if i%2 == 0 && !isO || i%2 == 1 && s[i] != '-' {
			return false, NoSquare
		}
	}
	if len(s) == len("O-O") {
		return true, G1
	}
	return true, C1
}

// cutPromotion reads the promotion off the end of a move's text: "=Q", "Q",
// "(Q)" or "/Q".
func (m *sanMove) cutPromotion(s string) (rest string) {
	n := len(s)
	if m.piece != Pawn || n < 3 || s[n-1] <= '9' && s[n-1] != ')' {
		return s
	}
	trimmed := strings.TrimSuffix(s, ")")
	n = len(trimmed)
	if pt := promotionPiece(trimmed[n-1]); pt != NoPieceType {
		m.promotion = pt
		return strings.TrimRight(trimmed[:n-1], "=(/")
	}
	return s
}

// parseOrigin reads what stands between the piece and its target: file, rank or
// both, and a sign of capture or move.
func (m *sanMove) parseOrigin(s string) bool {
	if n := len(s); n > 0 && (s[n-1] == 'x' || s[n-1] == ':' || s[n-1] == '-') {
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
