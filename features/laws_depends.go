package features

import (
	"math/rand/v2"

	"centipawn/board"
)

// checkDepends compares what the families count that declare a dependence with what
// they count in a position that agrees with this in that and in little else: always
// the same one, so that two positions that agree must count the same.
func (c *lawChecker) checkDepends() error {
	for _, on := range []Dependence{OnNumbers, OnPawns, OnPawnsAndKings} {
		if len(c.set.parts[on]) == 0 {
			continue
		}
		if other, ok := agreeing(c.pos, on); ok {
			c.trace.Start(&other)
			c.set.CountPart(on, c.trace)
			if err := c.checkPart(on, c.trace.Trace().Count); err != nil {
				return err
			}
		}
	}
	if len(c.set.parts[OnSquares]) == 0 {
		return nil
	}
	c.sumOverPieces()
	return c.checkPart(OnSquares, func(term Term) float64 { return c.again[term] })
}

// checkPart compares the counts of the families that depend on this with others.
func (c *lawChecker) checkPart(on Dependence, got func(Term) float64) error {
	for _, f := range c.set.parts[on] {
		for term := f.first; term < f.first+Term(f.terms); term++ {
			if n := got(term); n != c.counts[term] {
				return c.broken(term, LawDepends+on.String(), n, c.counts[term])
			}
		}
	}
	return nil
}

// sumOverPieces adds up what each piece counts alone, in the place of the counts again.
func (c *lawChecker) sumOverPieces() {
	clear(c.again)
	for pieces := c.pos.Occupied(); pieces != 0; {
		sq := pieces.Pop()
		with, without, _ := Alone(c.pos.PieceAt(sq), sq)
		c.addSquares(&with, 1)
		c.addSquares(&without, -1)
	}
}

// addSquares adds what the families that depend on squares count in p.
func (c *lawChecker) addSquares(p *board.Position, sign float64) {
	c.trace.Start(p)
	c.set.CountPart(OnSquares, c.trace)
	c.columns, c.entries = c.trace.Trace().AppendEntries(c.columns[:0], c.entries[:0])
	for i, column := range c.columns {
		c.again[column] += sign * float64(c.entries[i])
	}
}

// agreeing returns the position that stands for all that agree with p in what on
// says: castling is not possible in it, and White is to move if that can be. It
// reports false if none was found.
func agreeing(p *board.Position, on Dependence) (board.Position, bool) {
	switch on {
	case OnNumbers:
		return shuffled(p)
	case OnPawns:
		return withKings(p)
	}
	s := board.NewSetup()
	putPieces(&s, p, p.ByType(board.Pawn)|p.ByType(board.King))
	return eitherSide(&s)
}

// putPieces puts some of the pieces of p on their squares.
func putPieces(s *board.Setup, p *board.Position, pieces board.Bitboard) {
	for pieces != 0 {
		sq := pieces.Pop()
		s.Men[sq] = p.PieceAt(sq)
	}
}

// eitherSide returns the position with White to move, or with Black, if there is
// one.
func eitherSide(s *board.Setup) (board.Position, bool) {
	for _, s.SideToMove = range []board.Color{board.White, board.Black} {
		if p, err := s.Position(); err == nil {
			return p, true
		}
	}
	return board.Position{}, false
}

// withKings returns the pawns of p with kings in or near two corners.
func withKings(p *board.Position) (board.Position, bool) {
	pawns := p.ByType(board.Pawn)
	for white := board.A1; white <= board.H8; white++ {
		for black := board.H8; black > white; black-- {
			if (pawns & (board.SquareBB(white) | board.SquareBB(black))) != 0 {
				continue
			}
			s := board.NewSetup()
			putPieces(&s, p, pawns)
			s.Men[white] = board.NewPiece(board.White, board.King)
			s.Men[black] = board.NewPiece(board.Black, board.King)
			if found, ok := eitherSide(&s); ok {
				return found, true
			}
		}
	}
	return board.Position{}, false
}

// shuffles is how often shuffled tries to find a legal position.
const shuffles = 50

// shuffled returns a position with the pieces of p on squares at random, bishops on
// those of their colour. It is the same for equal numbers of pieces.
func shuffled(p *board.Position) (board.Position, bool) {
	groups, seed := groupPieces(p)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range shuffles {
		s, free := board.NewSetup(), ^board.Bitboard(0)
		for _, g := range groups {
			for range g.n {
				squares := free & g.squares
				for range rng.IntN(squares.Count()) {
					squares.Pop()
				}
				sq := squares.Pop()
				s.Men[sq] = g.piece
				free &^= board.SquareBB(sq)
			}
		}
		if found, ok := eitherSide(&s); ok {
			return found, true
		}
	}
	return board.Position{}, false
}

// A group is pieces that may stand on the same squares.
type group struct {
	piece   board.Piece
	squares board.Bitboard
	n       int
}

// groupPieces returns the pieces of p, those first that may stand on the fewest squares,
// and a number that depends on theirs.
func groupPieces(p *board.Position) (groups []group, seed uint64) {
	add := func(pt board.PieceType, squares board.Bitboard) {
		for color := board.White; color <= board.Black; color++ {
			n := (p.Pieces(color, pt) & squares).Count()
			groups = append(groups, group{board.NewPiece(color, pt), squares, n})
			seed = seed<<4 | uint64(n)
		}
	}
	add(board.Bishop, board.DarkSquares)
	add(board.Bishop, board.LightSquares)
	add(board.Pawn, ^(board.Rank1 | board.Rank8))
	for _, pt := range []board.PieceType{board.Knight, board.Rook, board.Queen, board.King} {
		add(pt, ^board.Bitboard(0))
	}
	return groups, seed
}
