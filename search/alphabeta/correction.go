package alphabeta

import (
	"math/bits"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// golden spreads keys over a table: its multiples fill the highest bits evenly.
//
// Source: D. Knuth, The Art of Computer Programming 3 (1973), 6.4, Fibonacci hashing.
const golden = 0x9e3779b97f4a7c15

// mix makes one key of two sets of squares.
func mix(key uint64, a board.Bitboard) uint64 {
	return (bits.RotateLeft64(key, 29) ^ uint64(a)) * golden
}

// kindsOf returns the indices of the kinds of a position.
func kindsOf(p *board.Position) (kinds [correctionKinds]uint64) {
	const shift = 64 - correctionBits
	pawns := p.ByType(board.Pawn)
	kinds[0] = mix(mix(0, pawns&p.ByColor(board.White)), pawns) >> shift
	for c := board.White; c <= board.Black; c++ {
		key, own := uint64(0), p.ByColor(c)
		for pt := board.Knight; pt <= board.King; pt++ {
			key = mix(key, p.ByType(pt)&own)
		}
		kinds[1+c] = key >> shift
	}
	return kinds
}

// corrected returns a static evaluation with what was learnt.
func (w *worker) corrected(ply int, static search.Score) search.Score {
	if !w.uses(Correction) || static == unknown {
		return static
	}
	p, sum := &w.frames[ply].pos, 0
	side := &w.corrections[p.SideToMove()&1]
	for kind, i := range kindsOf(p) {
		sum += int(side[kind][i])
	}
	by := float64(sum*int(w.numbers[correctionWeight])) / (100 * correctionGrain) * w.scale
	return bounded(static + search.Score(by))
}

// learnCorrection learns from a node's score, unless it is only a bound that the static
// evaluation lies within, or comes from a capture or a check: these no static evaluation
// should know.
func (w *worker) learnCorrection(n *node, best search.Score, bestMove board.Move, b bound) {
	f := &w.frames[n.ply]
	if !w.uses(Correction) || n.inCheck || best.IsMate() || bestMove != board.NoMove && isNoisy(&f.pos, bestMove) ||
		b == lower && best <= f.static || b == upper && best >= f.static {
		return
	}
	step := float64(best-f.static) / w.scale * correctionGrain * float64(min(n.depth, 16)) / 128
	gain := int32(min(max(step, -maxHistory/4), maxHistory/4))
	side := &w.corrections[f.pos.SideToMove()&1]
	for kind, i := range kindsOf(&f.pos) {
		learn(&side[kind][i], gain)
	}
}
