package alphabeta

import "centipawn/board"

// A history says how well quiet moves have done wherever they were tried: by the
// side and the squares from and to. It orders them.
//
// Source: J. Schaeffer, The History Heuristic and Alpha-Beta Search Enhancements
// in Practice, IEEE Transactions on Pattern Analysis and Machine Intelligence 11
// (1989).
type history [2][64][64]int32

// maxHistory is the largest value of a move, either way.
const maxHistory = 1 << 14

func (h *history) of(side board.Color, m board.Move) int32 {
	return h[side&1][m.From()][m.To()]
}

// cutoff rewards the move that refuted a position at a depth, and punishes those
// that were tried before it and did not.
func (h *history) cutoff(side board.Color, best board.Move, before []board.Move, depth int) {
	bonus := int32(min(depth*depth, 400)) * 16
	h.add(side, best, bonus)
	for _, m := range before {
		h.add(side, m, -bonus)
	}
}

// add moves a value towards ±maxHistory, the slower the nearer it is: what was
// long ago is forgotten.
func (h *history) add(side board.Color, m board.Move, bonus int32) {
	v := &h[side&1][m.From()][m.To()]
	*v += bonus - *v*abs(bonus)/maxHistory
}

func abs(n int32) int32 { return max(n, -n) }

// Killers are the last two quiet moves that refuted a position at one ply: they
// often refute its siblings.
//
// Source: S. Akl, M. Newborn, The Principal Continuation and the Killer Heuristic,
// ACM Annual Conference (1977).
type killers [2]board.Move

func (k *killers) add(m board.Move) {
	if m != k[0] {
		k[0], k[1] = m, k[0]
	}
}
