package board

// Attack tables of the pieces that do not slide, and the geometry of lines. They
// are filled once at initialisation (magic.go does the sliders).
var (
	pawnAttacks   [2][64]Bitboard
	knightAttacks [64]Bitboard
	kingAttacks   [64]Bitboard

	between [64][64]Bitboard // squares strictly between two of a line
	line    [64][64]Bitboard // whole line through two squares, edge to edge

	diagonal     [64]Bitboard // line running north-east through a square
	antidiagonal [64]Bitboard // line running north-west

	diagonals, orthogonals [64]Bitboard // what a bishop and a rook attack on an empty board
)

func init() {
	initMagics()
	for sq := A1; sq <= H8; sq++ {
		b := SquareBB(sq)
		pawnAttacks[White][sq] = PawnAttackSet(White, b)
		pawnAttacks[Black][sq] = PawnAttackSet(Black, b)
		knightAttacks[sq] = knightSteps(b)
		kingAttacks[sq] = (b.Widen().North() | b.Widen() | b.Widen().South()) &^ b
		diagonals[sq], orthogonals[sq] = BishopAttacks(sq, 0), RookAttacks(sq, 0)
		initLines(sq)
	}
}

// knightSteps returns the squares a knight on the one square of b attacks.
func knightSteps(b Bitboard) Bitboard {
	near := b.East() | b.West()
	far := b.East().East() | b.West().West()
	return near.North().North() | near.South().South() | far.North() | far.South()
}

// initLines fills the tables of lines through a.
func initLines(a Square) {
	for to := A1; to <= H8; to++ {
		ends := SquareBB(a) | SquareBB(to)
		for _, attacks := range []func(Square, Bitboard) Bitboard{BishopAttacks, RookAttacks} {
			if a != to && attacks(a, 0).Has(to) {
				between[a][to] = attacks(a, ends) & attacks(to, ends)
				line[a][to] = attacks(a, 0)&attacks(to, 0) | ends
			}
		}
	}
	diagonal[a], antidiagonal[a] = SquareBB(a), SquareBB(a)
	for rest := diagonals[a]; rest != 0; {
		to := rest.Pop()
		if (to.File() > a.File()) == (to.Rank() > a.Rank()) {
			diagonal[a] |= SquareBB(to)
		} else {
			antidiagonal[a] |= SquareBB(to)
		}
	}
}

// PawnAttacks returns the squares a pawn of c on sq attacks.
func PawnAttacks(c Color, sq Square) Bitboard { return pawnAttacks[c&1][sq&63] }

// PawnAttackSet returns the squares that the pawns of c attack together.
func PawnAttackSet(c Color, pawns Bitboard) Bitboard {
	ahead := pawns.Forward(c)
	return ahead.East() | ahead.West()
}

// KnightAttacks returns the squares a knight on sq attacks.
func KnightAttacks(sq Square) Bitboard { return knightAttacks[sq&63] }

// KingAttacks returns the squares a king on sq attacks.
func KingAttacks(sq Square) Bitboard { return kingAttacks[sq&63] }

// Diagonals returns the squares a bishop on sq attacks on an empty board.
func Diagonals(sq Square) Bitboard { return diagonals[sq&63] }

// Orthogonals returns the squares a rook on sq attacks on an empty board.
func Orthogonals(sq Square) Bitboard { return orthogonals[sq&63] }

// QueenAttacks returns the squares a queen on sq attacks on a board with occ
// occupied, blockers included.
func QueenAttacks(sq Square, occ Bitboard) Bitboard {
	return BishopAttacks(sq, occ) | RookAttacks(sq, occ)
}

// Attacks returns the squares a piece of any kind but a pawn attacks from sq
// on a board with occ occupied; for a pawn see [PawnAttacks].
func Attacks(pt PieceType, sq Square, occ Bitboard) Bitboard {
	switch pt {
	case Knight:
		return KnightAttacks(sq)
	case Bishop:
		return BishopAttacks(sq, occ)
	case Rook:
		return RookAttacks(sq, occ)
	case Queen:
		return QueenAttacks(sq, occ)
	case King:
		return KingAttacks(sq)
	}
	return 0
}

// Between returns the squares strictly between a and b on a rank, file or
// diagonal; none if they share no line.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b, none if they
// share no line.
func Line(a, b Square) Bitboard { return line[a&63][b&63] }
