package measures

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// A lift is what each piece of a position adds to the counts: it is lifted from its square, and the terms are
// counted again. What a count loses is the piece's part of it. If lifting a piece leaves a position that is not
// legal, since a king could be taken, the other side is to move; if that is not legal either, the piece is left
// out.
//
// A king cannot be lifted. It is put on each other empty square where the position is legal, and takes part in a
// term if the count changes on most of them.
type lift struct {
	set   *features.Set
	tally *features.Tally

	columns []features.Column
	base    [2][]float64 // counts by the side to move, see counts; nil where the position is not legal

	Pieces map[features.Term]map[string]float64 // what a count loses without the piece on a square
	Kings  map[features.Term][]string           // squares of the kings that take part
	Parts  map[features.Term]map[string]float64 // what a count loses without the king on a square, where this is the same for most others
	Left   []string                             // squares of the pieces that could not be lifted
}

// newLift lifts the pieces of a position. The tally is one of the set, for scratch.
func newLift(set *features.Set, tally *features.Tally, p *board.Position) *lift {
	l := &lift{set: set, tally: tally, columns: set.Columns(), Pieces: map[features.Term]map[string]float64{}, Kings: map[features.Term][]string{}, Parts: map[features.Term]map[string]float64{}}
	s := setupOf(p)
	for _, side := range []board.Color{board.White, board.Black} {
		s.SideToMove = side
		l.base[side] = l.counts(&s)
	}
	s.SideToMove = p.SideToMove()
	for occupied := p.Occupied(); occupied != 0; {
		sq := occupied.Pop()
		if s.Pieces[sq].Type() == board.King {
			l.king(s, sq)
		} else {
			l.piece(s, sq)
		}
	}
	return l
}

// setupOf returns the pieces of a position, without castling and en passant rights.
func setupOf(p *board.Position) board.Setup {
	s := board.NewSetup()
	for occupied := p.Occupied(); occupied != 0; {
		sq := occupied.Pop()
		s.Pieces[sq] = p.PieceAt(sq)
	}
	s.SideToMove = p.SideToMove()
	return s
}

// counts returns the counts by the columns of the set. It returns nil if the position is not legal.
func (l *lift) counts(s *board.Setup) []float64 {
	p, err := s.Position()
	if err != nil {
		return nil
	}
	l.tally.Reset()
	l.set.Count(&p, l.tally)
	list := make([]float64, len(l.columns))
	for place := range list {
		list[place] = l.tally.Trace().Count(features.Term(place))
	}
	return list
}

// without returns the counts of a changed set-up and those of the position itself with the same side to move; nil
// if neither side can be to move.
func (l *lift) without(s *board.Setup) (counts, base []float64) {
	for _, side := range []board.Color{s.SideToMove, s.SideToMove.Other()} {
		t := *s
		t.SideToMove = side
		if l.base[side] == nil {
			continue
		}
		if counts := l.counts(&t); counts != nil {
			return counts, l.base[side]
		}
	}
	return nil, nil
}

// piece lifts the piece on a square.
func (l *lift) piece(s board.Setup, sq board.Square) {
	s.Pieces[sq] = board.NoPiece
	counts, base := l.without(&s)
	if counts == nil {
		l.Left = append(l.Left, sq.String())
		return
	}
	for i, n := range base {
		if n == counts[i] {
			continue
		}
		pieces := l.Pieces[l.term(i)]
		if pieces == nil {
			pieces = make(map[string]float64)
			l.Pieces[l.term(i)] = pieces
		}
		pieces[sq.String()] += n - counts[i]
	}
}

// term returns the term of a place in counts.
func (l *lift) term(place int) features.Term { return l.columns[place].Term }

// king moves the king on a square to all others.
func (l *lift) king(s board.Setup, sq board.Square) {
	king := s.Pieces[sq]
	s.Pieces[sq] = board.NoPiece
	tried, changed, losses := 0, make(map[features.Term]int), make(map[loss]int)
	for to := range board.Square(64) {
		if s.Pieces[to] != board.NoPiece || to == sq {
			continue
		}
		s.Pieces[to] = king
		counts, base := l.without(&s)
		s.Pieces[to] = board.NoPiece
		if counts == nil {
			continue
		}
		tried++
		for i, n := range base {
			if n != counts[i] {
				changed[l.term(i)]++
				losses[loss{i, n - counts[i]}]++
			}
		}
	}
	for term, n := range changed {
		if 2*n > tried {
			l.Kings[term] = append(l.Kings[term], sq.String())
		}
	}
	for lost, n := range losses {
		if term := l.term(lost.place); 2*n > tried && lost.place < len(l.set.Terms()) {
			if l.Parts[term] == nil {
				l.Parts[term] = make(map[string]float64)
			}
			l.Parts[term][sq.String()] = lost.count
		}
	}
}

// A loss is what a place in counts loses.
type loss struct {
	place int
	count float64
}

// sides returns White's and Black's parts of a term's count: what it loses when all pieces of the side that change
// it are lifted together. A remainder belongs to the king that takes part, if there is only one. Whole is false
// if the parts do not add up to the count, as of a term that depends on pieces of both sides at once.
func (l *lift) sides(p *board.Position, term features.Term, count float64) (white, black float64, whole bool) {
	sides := [2]*float64{&white, &black}
	for color, share := range sides {
		s, changed := setupOf(p), false
		for name := range l.Pieces[term] {
			if sq, _ := board.ParseSquare(name); p.PieceAt(sq).Color() == board.Color(color) {
				s.Pieces[sq], changed = board.NoPiece, true
			}
		}
		if !changed {
			continue
		}
		counts, base := l.without(&s)
		if counts == nil {
			return 0, 0, false
		}
		*share = base[term] - counts[term]
	}
	rest := count - white - black
	if parts := l.Parts[term]; len(parts) == 2 && len(l.Pieces[term]) == 0 { // each king has its own part, as of a table
		for name, n := range parts {
			sq, _ := board.ParseSquare(name)
			*sides[p.PieceAt(sq).Color()] += n
			rest -= n
		}
	}
	if kings := l.Kings[term]; rest != 0 && len(kings) == 1 {
		sq, _ := board.ParseSquare(kings[0])
		*sides[p.PieceAt(sq).Color()] += rest
		rest = 0
	}
	return white, black, rest == 0
}

// A Room is what one more pawn of either side on each empty square would do to a term's count; the first and the
// last rank are left out. It shows the squares that the term depends on: a passed pawn's path, the squares that a
// knight can go to.
type Room struct {
	White map[string]float64 `json:"white"`
	Black map[string]float64 `json:"black"`
}

// room puts pawns on the empty squares. It tells nothing of terms that count pawns: they depend on every square.
func (l *lift) room(p *board.Position, term features.Term) *Room {
	out := &Room{map[string]float64{}, map[string]float64{}}
	s := setupOf(p)
	for sq := range board.Square(64) {
		if s.Pieces[sq] != board.NoPiece || sq.Rank() == 0 || sq.Rank() == 7 {
			continue
		}
		for color, into := range []map[string]float64{out.White, out.Black} {
			s.Pieces[sq] = board.NewPiece(board.Color(color), board.Pawn)
			if counts, base := l.without(&s); counts != nil && counts[term] != base[term] {
				into[sq.String()] = counts[term] - base[term]
			}
		}
		s.Pieces[sq] = board.NoPiece
	}
	return out
}
