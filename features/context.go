package features

import "example.org/centipawn/board"

// A Context is a position with what several families need of it. What costs
// something is computed when it is first asked for, once a position.
type Context struct {
	Pos *board.Position

	known   bool // pieces is computed
	pieces  [2][]PieceAttacks
	storage [2][16]PieceAttacks

	skeletons *Skeletons // nil: not computed
	pawns     Skeletons  // skeletons may point to it

	seen  bool // sides is computed
	sides [2]Side

	assaulted bool // assaults is computed
	assaults  [2]Assault
}

// PieceAttacks are the squares that one piece attacks, its own side's pieces on
// them included. Pins and the king's safety are not looked at.
type PieceAttacks struct {
	Type    board.PieceType
	Squares board.Bitboard
}

// Side returns what the terms need to know of one side. It is computed for both
// sides at once, when it is first asked for.
func (c *Context) Side(color board.Color) *Side {
	if !c.seen {
		c.seeSides()
	}
	return &c.sides[color]
}

// Sides returns what the terms need to know of White and Black.
func (c *Context) Sides() (white, black *Side) {
	if !c.seen {
		c.seeSides()
	}
	return &c.sides[board.White], &c.sides[board.Black]
}

// seeSides computes both sides.
func (c *Context) seeSides() {
	c.seen = true
	p, pawns := c.Pos, c.Skeletons()
	white, black := &c.sides[board.White], &c.sides[board.Black]
	white.Skeleton, black.Skeleton = pawns[board.White], pawns[board.Black]
	white.seePawns(board.White)
	black.seePawns(board.Black)
	white.seeKing(p, board.White)
	black.seeKing(p, board.Black)
	white.seePieces(p, board.White, black)
	black.seePieces(p, board.Black, white)
}

// Skeletons returns what the terms need to know of both sides' pawns.
func (c *Context) Skeletons() *Skeletons {
	if c.skeletons == nil {
		c.pawns = SeePawns(c.Pos.Pieces(board.White, board.Pawn), c.Pos.Pieces(board.Black, board.Pawn))
		c.skeletons = &c.pawns
	}
	return c.skeletons
}

// Assault returns what one side's pieces do to the other's king.
func (c *Context) Assault(color board.Color) *Assault {
	if !c.assaulted {
		c.seeAssaults()
	}
	return &c.assaults[color]
}

// seeAssaults computes the assaults of both sides.
func (c *Context) seeAssaults() {
	c.assaulted = true
	white, black := c.Sides()
	c.assaults[board.White].see(c.Pos, board.White, white, black)
	c.assaults[board.Black].see(c.Pos, board.Black, black, white)
}

// reset makes the context one of p.
func (c *Context) reset(p *board.Position) {
	c.Pos, c.known, c.skeletons, c.seen, c.assaulted = p, false, nil, false, false
}

// Attacks returns the attacks of every knight, bishop, rook, queen and king of
// one side, in this order.
func (c *Context) Attacks(color board.Color) []PieceAttacks {
	if !c.known {
		c.pieces[board.White] = c.attacks(board.White)
		c.pieces[board.Black] = c.attacks(board.Black)
		c.known = true
	}
	return c.pieces[color]
}

func (c *Context) attacks(color board.Color) []PieceAttacks {
	list, p, occupied := c.storage[color][:0], c.Pos, c.Pos.Occupied()
	for from := p.Pieces(color, board.Knight); from != 0; {
		list = append(list, PieceAttacks{board.Knight, board.KnightAttacks(from.Pop())})
	}
	for from := p.Pieces(color, board.Bishop); from != 0; {
		list = append(list, PieceAttacks{board.Bishop, board.BishopAttacks(from.Pop(), occupied)})
	}
	for from := p.Pieces(color, board.Rook); from != 0; {
		list = append(list, PieceAttacks{board.Rook, board.RookAttacks(from.Pop(), occupied)})
	}
	for from := p.Pieces(color, board.Queen); from != 0; {
		list = append(list, PieceAttacks{board.Queen, board.QueenAttacks(from.Pop(), occupied)})
	}
	return append(list, PieceAttacks{board.King, board.KingAttacks(p.King(color))})
}
