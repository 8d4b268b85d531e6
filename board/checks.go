package board

// Checks are the squares from which the side to move of a position gives check. They serve
// every move of the position.
type Checks struct {
	king      Square         // of the enemy
	squares   [King]Bitboard // where a piece of a type attacks it
	discovers Bitboard       // pieces behind which a line to it is opened
	position  *Position
}

// NewChecks returns the checks of a position, which must stay as it is while they are used.
func NewChecks(p *Position) (c Checks) {
	us, occ := p.SideToMove(), p.Occupied()
	c.position, c.king = p, p.King(us.Other())
	bishop, rook := BishopAttacks(c.king, occ), RookAttacks(c.king, occ)
	c.squares = [King]Bitboard{
		Pawn: PawnAttacks(us.Other(), c.king), Knight: KnightAttacks(c.king),
		Bishop: bishop, Rook: rook, Queen: bishop | rook,
	}
	queens := p.Pieces(us, Queen)
	snipers := Diagonals(c.king)&(p.Pieces(us, Bishop)|queens) | Orthogonals(c.king)&(p.Pieces(us, Rook)|queens)
	for snipers &^= bishop | rook; snipers != 0; {
		if between := Between(c.king, snipers.Pop()) & occ; !between.Several() {
			c.discovers |= between & p.ByColor(us)
		}
	}
	return c
}

// Gives reports whether a legal move gives check.
func (c *Checks) Gives(m Move) bool {
	from, to := m.From(), m.To()
	if m.IsCastle() || m.IsEnPassant() || m.IsPromotion() {
		next := *c.position
		next.Make(m)
		return next.InCheck()
	}
	pt := c.position.PieceAt(from).Type()
	return pt != King && c.squares[pt].Has(to) || c.discovers.Has(from) && !Line(c.king, from).Has(to)
}
