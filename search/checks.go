package search

import "centipawn/board"

// Checks are the squares from which the side to move of a position gives check. They serve
// every move of the position.
type Checks struct {
	king      board.Square               // of the enemy
	squares   [board.King]board.Bitboard // where a piece of a type attacks it
	discovers board.Bitboard             // pieces behind which a line to it is opened
	position  *board.Position
}

// NewChecks returns the checks of a position, which must stay as it is while they are used.
func NewChecks(p *board.Position) (c Checks) {
	us, occ := p.SideToMove(), p.Occupied()
	c.position, c.king = p, p.King(us.Other())
	bishop, rook := board.BishopAttacks(c.king, occ), board.RookAttacks(c.king, occ)
	c.squares = [board.King]board.Bitboard{
		board.Pawn: board.PawnAttacks(us.Other(), c.king), board.Knight: board.KnightAttacks(c.king),
		board.Bishop: bishop, board.Rook: rook, board.Queen: bishop | rook,
	}
	queens := p.Pieces(us, board.Queen)
	snipers := board.Diagonals(c.king)&(p.Pieces(us, board.Bishop)|queens) | board.Orthogonals(c.king)&(p.Pieces(us, board.Rook)|queens)
	for snipers &^= bishop | rook; snipers != 0; {
		if between := board.Between(c.king, snipers.Pop()) & occ; !between.Several() {
			c.discovers |= between & p.ByColor(us)
		}
	}
	return c
}

// Gives reports whether a legal move gives check.
func (c *Checks) Gives(m board.Move) bool {
	from, to := m.From(), m.To()
	if m.IsCastle() || m.IsEnPassant() || m.IsPromotion() {
		next := *c.position
		next.Make(m)
		return next.InCheck()
	}
	pt := c.position.PieceAt(from).Type()
	return pt != board.King && c.squares[pt].Has(to) || c.discovers.Has(from) && !board.Line(c.king, from).Has(to)
}
