package alphabeta

import "example.org/centipawn/board"

// quietHistory returns what is known of a quiet move at ply, up to three times maxHistory.
func (w *worker) quietHistory(ply int, m board.Move) int32 {
	p := &w.frames[ply].pos
	sum := int32(*w.history.at(p.SideToMove(), m))
	for _, f := range w.followUps(ply) {
		if f != nil {
			sum += int32(f[p.PieceAt(m.From()).Type()][m.To()])
		}
	}
	return sum
}

// followUps returns the tables of the last two moves before ply, nil where there was none.
func (w *worker) followUps(ply int) [2]*followUp {
	if !w.uses(ContinuationHistory) {
		return [2]*followUp{}
	}
	last := [2]*followUp{w.frames[ply].answers, nil}
	if ply > 0 {
		last[1] = w.frames[ply-1].plans
	}
	return last
}

// learnQuiet adds to all that is known of a quiet move.
func (w *worker) learnQuiet(ply int, m board.Move, bonus int32) {
	p := &w.frames[ply].pos
	if w.uses(History) {
		learn(w.history.at(p.SideToMove(), m), bonus)
	}
	for _, f := range w.followUps(ply) {
		if f != nil {
			learn(&f[p.PieceAt(m.From()).Type()][m.To()], bonus)
		}
	}
}

// refuted learns from the move that was too good for the enemy: it gains, those that were
// tried before it and did not refute him lose.
func (w *worker) refuted(ply int, m board.Move, depth int) {
	f, gain := &w.frames[ply], bonus(depth)
	if !isNoisy(&f.pos, m) {
		if w.uses(Killers) {
			f.killers.add(m)
		}
		w.learnQuiet(ply, m, gain)
		for _, tried := range f.tried {
			w.learnQuiet(ply, tried, -gain)
		}
	}
	if w.uses(CaptureHistory) {
		w.learnNoisy(f, m, gain)
	}
}

// learnNoisy is the part of refuted for captures and promotions.
func (w *worker) learnNoisy(f *frame, m board.Move, gain int32) {
	if isNoisy(&f.pos, m) {
		learn(w.captures.at(&f.pos, m), gain)
	}
	for _, tried := range f.taken {
		learn(w.captures.at(&f.pos, tried), -gain)
	}
}
