package features

import (
	"math/rand/v2"

	"example.org/centipawn/board"
)

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
		s.Pieces[sq] = p.PieceAt(sq)
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
			s.Pieces[white] = board.NewPiece(board.White, board.King)
			s.Pieces[black] = board.NewPiece(board.Black, board.King)
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
				s.Pieces[sq] = g.piece
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
