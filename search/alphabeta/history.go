package alphabeta

import "example.org/centipawn/board"

// A history says how well quiet moves have done wherever they were tried: by the
// side and the squares from and to. It orders them.
//
// Source: J. Schaeffer, The History Heuristic and Alpha-Beta Search Enhancements
// in Practice, IEEE Transactions on Pattern Analysis and Machine Intelligence 11
// (1989).
type history [2][64][64]int16

// maxHistory is the largest value of a move, either way.
const maxHistory = 1 << 14

func (h *history) at(side board.Color, m board.Move) *int16 { return &h[side&1][m.From()][m.To()] }

// pieces are the pieces of both colours, for tables; pieceIndex is below it.
const pieces = 12

func pieceIndex(pc board.Piece) int { return int(pc.Color())*6 + int(pc.Type()) }

// A followUp says how well quiet moves have done after one and the same earlier move: by
// type of piece and target.
type followUp [6][64]int16

// A continuation holds a followUp for every earlier move, by piece and target. Moves that
// answer the last move, and those that continue a plan of the move before it, have a table
// each. With 16 bits a table is 590 KB, of which a search uses a few rows at a time.
//
// Source: Stockfish (2016 to 2017), after the counter moves of J. Uiterwijk, The
// Countermove Heuristic, ICCA Journal 15 (1992).
type continuation [pieces][64]followUp

// captureHistory says how well captures have done: by piece, target and what is taken.
//
// Source: Stockfish (2016).
type captureHistory [pieces][64][board.NoPieceType + 1]int16

func (h *captureHistory) at(p *board.Position, m board.Move) *int16 {
	return &h[pieceIndex(p.PieceAt(m.From()))][m.To()][p.PieceAt(m.To()).Type()]
}

// bonus is what a cutoff at a depth is worth.
func bonus(depth int) int32 { return int32(min(depth*depth, 400)) * 16 }

// learn moves a value towards ±maxHistory, the slower the nearer it is: what was
// long ago is forgotten.
func learn(v *int16, bonus int32) { *v += int16(bonus - int32(*v)*abs(bonus)/maxHistory) }

func abs(n int32) int32 { return max(n, -n) }

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
