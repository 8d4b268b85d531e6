package search

import "centipawn/board"

// A reversal is a move that can be taken back: of a piece that is no pawn, to a free square.
type reversal struct {
	key      uint64 // by what it changes a position's key; 0: none
	piece    board.Piece
	from, to board.Square
}

// reversals holds all moves of pieces on an empty board, one for both directions, by their
// key. Every key has two slots in which it may stand.
//
// Sources: M. van Kervinck, The Design and Implementation of the Rookie 2.0 Chess Playing
// Program, Eindhoven University of Technology (2002); R. Pagh, F. Rodler, Cuckoo Hashing,
// Journal of Algorithms 51 (2004).
var reversals = func() (table [reversalSlots]reversal) {
	for c := board.White; c <= board.Black; c++ {
		for pt := board.Knight; pt <= board.King; pt++ {
			pc := board.NewPiece(c, pt)
			for from := board.Square(0); from < 64; from++ {
				for targets := attacks(pt, from); targets != 0; {
					if to := targets.Pop(); to > from {
						insert(&table, reversal{board.MoveKey(pc, from, to), pc, from, to})
					}
				}
			}
		}
	}
	return table
}()

// reversalSlots is room for the 3,668 moves.
const reversalSlots = 1 << 13

// slots returns where a key may stand.
func slots(key uint64) (a, b uint64) { return key % reversalSlots, key >> 16 % reversalSlots }

// insert puts a move into one of its slots, and what stood there into its other one.
func insert(table *[reversalSlots]reversal, r reversal) {
	i, _ := slots(r.key)
	for r.key != 0 {
		r, table[i] = table[i], r
		a, b := slots(r.key)
		i ^= a ^ b
	}
}

// attacks returns where a piece can go on an empty board.
func attacks(pt board.PieceType, from board.Square) board.Bitboard {
	switch pt {
	case board.Knight:
		return board.KnightAttacks(from)
	case board.Bishop:
		return board.BishopAttacks(from, 0)
	case board.Rook:
		return board.RookAttacks(from, 0)
	case board.Queen:
		return board.BishopAttacks(from, 0) | board.RookAttacks(from, 0)
	}
	return board.KingAttacks(from)
}

// Upcoming reports whether the side to move in p, the position entered last, has a move back
// to a position that has stood since the root, the root included: it can have a draw.
func (t *Path) Upcoming(p *board.Position) bool {
	last := len(t.visits) - 1
	v := t.visits[last]
	for i := last - 3; i >= max(last-v.reach, t.root); i -= 2 {
		if t.isReversal(p, v.key^t.visits[i].key) {
			return true
		}
	}
	return false
}

// isReversal reports whether a move of p changes its key so.
func (t *Path) isReversal(p *board.Position, key uint64) bool {
	a, b := slots(key)
	r := &reversals[a]
	if r.key != key {
		if r = &reversals[b]; r.key != key {
			return false
		}
	}
	return r.piece.Color() == p.SideToMove() && board.Between(r.from, r.to)&p.Occupied() == 0
}
