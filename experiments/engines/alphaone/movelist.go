package alphaone

import (
	"slices"

	"example.org/centipawn/board"
)

// moveList are the moves of a node that are not searched yet.
type moveList struct {
	moves [board.MaxMoves]ordered
	n     int
	begun int // moves before it are searched
}

// next returns the best move that is left, [board.NoMove] if there is none. It looks
// for it anew each time, for most nodes are left after a move or two.
func (l *moveList) next() board.Move {
	if l.begun == l.n {
		return board.NoMove
	}
	best := l.begun
	for i := best + 1; i < l.n; i++ {
		if l.moves[i] > l.moves[best] {
			best = i
		}
	}
	l.moves[l.begun], l.moves[best] = l.moves[best], l.moves[l.begun]
	l.begun++
	return l.moves[l.begun-1].move()
}

func (l *moveList) clear() { l.n, l.begun = 0, 0 }

func (l *moveList) add(p *board.Position, m board.Move, value int) {
	l.moves[l.n] = newOrdered(p, m, value)
	l.n++
}

// keep drops all moves but the given ones; none given, it drops nothing.
func (l *moveList) keep(only []board.Move) {
	if len(only) == 0 {
		return
	}
	kept := slices.DeleteFunc(l.moves[:l.n], func(o ordered) bool { return !slices.Contains(only, o.move()) })
	l.n = len(kept)
}

// listGenerated lists all moves in the order of generation.
func (s *Searcher) listGenerated(f *frame) {
	f.moves.clear()
	for _, m := range f.p.LegalMoves(s.legal[:0]) {
		f.moves.add(&f.p, m, 0)
	}
}

// listMoves lists all moves as the main search orders them.
func (s *Searcher) listMoves(f *frame) {
	f.moves.clear()
	v := newValuer(&f.p)
	for _, m := range f.p.LegalMoves(s.legal[:0]) {
		f.moves.add(&f.p, m, v.value(m))
	}
}

// listCaptures lists the captures as quiescence orders them, those that promote
// included.
func (s *Searcher) listCaptures(f *frame) {
	f.moves.clear()
	for _, m := range f.p.NoisyMoves(s.legal[:0]) {
		if f.p.PieceAt(m.To()) != board.NoPiece || m.IsEnPassant() {
			f.moves.add(&f.p, m, mvvLva.value(&f.p, m))
		}
	}
}
