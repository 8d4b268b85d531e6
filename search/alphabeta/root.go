package alphabeta

import (
	"cmp"
	"slices"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A rootMove is a legal move of the root and what is known of it.
type rootMove struct {
	move     board.Move
	score    search.Score // −Infinity where this iteration has only proved it no better than others
	bound    search.Bound // of score: exact, or lower while the window is too low
	previous search.Score // the score of the last iteration
	line     []board.Move // begins with move
	nodes    uint64       // of all searches of it
}

// listRoot lists the moves of the root in the order in which they are picked. Until
// they are searched, their score is the static evaluation.
func (w *worker) listRoot() {
	w.root = w.root[:0]
	p := &w.frames[0].pos
	allowed := w.control.Limits().Moves
	if !slices.ContainsFunc(allowed, p.IsLegal) {
		allowed = nil
	}
	e, _ := w.table.probe(p.Key(), 0)
	static := w.evaluate(0)
	w.pickMoves(0, e.move, false)
	pk := &w.frames[0].picker
	for m := pk.pick(w.scratch); m != board.NoMove; m = pk.pick(w.scratch) {
		if len(allowed) == 0 || slices.Contains(allowed, m) {
			w.root = append(w.root, rootMove{move: m, score: static, line: append(w.nextLine(), m)})
		}
	}
}

// nextLine returns an empty line for the root's next move: that of an earlier search if there is one.
func (w *worker) nextLine() []board.Move {
	if n := len(w.root); n < cap(w.root) && w.root[:n+1][n].line != nil {
		return w.root[:n+1][n].line[:0]
	}
	return make([]board.Move, 0, search.MaxPly)
}

// deepen searches one half-move deeper again and again, until it is enough. Every
// second worker is a half-move ahead, so that they do not all do the same.
func (w *worker) deepen() {
	defer func() { w.shared.Store(w.nodes) }()
	if w.id == 0 && len(w.root) == 1 {
		w.control.OnlyMove()
	}
	for depth := 1; depth < search.MaxPly; depth++ {
		w.rootDepth = depth + w.id%2
		if w.iterate(); w.stopped {
			return
		}
		w.completed = w.rootDepth
		if w.id == 0 && w.enough(depth) {
			return
		}
	}
}

// enough reports to the control that an iteration has ended, and returns whether to end the search.
// One that looks for a single line says how much of its work went into the best move.
func (w *worker) enough(depth int) bool {
	best := &w.root[0]
	if w.options.MultiPV == 1 {
		w.control.Effort(float64(best.nodes) / float64(max(w.nodes, 1)))
	}
	return w.control.Enough(depth, best.move, best.score)
}

// iterate searches the best lines to the depth of this iteration: the first with
// all moves, the next without the first's, and so on.
func (w *worker) iterate() {
	w.selDepth = 0
	for i := range w.root {
		w.root[i].previous, w.root[i].score = w.root[i].score, -search.Infinity
	}
	lines := min(w.options.MultiPV, len(w.root))
	for first := 0; first < lines && !w.stopped; first++ {
		w.searchLine(first)
		sortMoves(w.root[:first+1])
	}
	if w.stopped {
		w.keepUnfinished()
		return
	}
	for i := range w.root[:lines] {
		w.showLine(i, w.root[i].score, search.Exact)
	}
}

// keepUnfinished reports what an iteration has found that was not finished. Where no
// move has a score, those of the last iteration and their order hold: a move that
// has failed high and then low is first in the list, but was proved to be bad.
func (w *worker) keepUnfinished() {
	if best := &w.root[0]; best.score > -search.Infinity {
		w.showLine(0, best.score, best.bound)
		return
	}
	for i := range w.root {
		w.root[i].score = w.root[i].previous
	}
	sortMoves(w.root)
}

// sortMoves puts the best moves first; the order of equals stays.
func sortMoves(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
}

// The window around the score of the last iteration: from which depth on it is used, and
// how often its first half width a half may be.
const (
	aspirationDepth              = 5
	widest          search.Score = 54 // beyond, the window is open
)

// aspire returns the window of an iteration: narrow around the last score, where there is one
// to be trusted.
//
// Source: D. Slate, L. Atkin, Chess 4.5: The Northwestern University Chess Program, in Chess
// Skill in Man and Machine (1977); H. Kaindl, R. Shams, H. Horacek, Minimax Search Algorithms
// with and without Aspiration Windows, IEEE PAMI 13 (1991).
func (w *worker) aspire(last, width search.Score) (alpha, beta search.Score) {
	if !w.uses(Aspiration) || w.rootDepth < aspirationDepth || last.IsMate() {
		return -search.Infinity, search.Infinity
	}
	return last - width, last + width
}

// searchLine finds the best of root[first:] and puts it first. A score outside the
// window is searched again with a wider one.
func (w *worker) searchLine(first int) {
	width := w.numbers[aspirationWidth]
	alpha, beta := w.aspire(w.root[first].previous, width)
	for {
		score := w.searchRoot(first, alpha, beta)
		sortMoves(w.root[first:])
		if w.stopped {
			return
		}
		switch width *= 2; {
		case score <= alpha:
			w.showBound(first, score, search.Upper)
			alpha, beta = w.widen(score, -width), (alpha+beta)/2
		case score >= beta:
			w.showBound(first, score, search.Lower)
			beta = w.widen(score, width)
		default:
			return
		}
	}
}

// widen returns the new end of a window that a score was not inside of. A wide
// window, and one that a mate lies outside of, is opened to the end.
func (w *worker) widen(score, by search.Score) search.Score {
	if s := score + by; !s.IsMate() && max(by, -by) <= widest*w.numbers[aspirationWidth] {
		return s
	}
	if by < 0 {
		return -search.Infinity
	}
	return search.Infinity
}

// searchRoot searches root[first:] with a window and returns the best score.
func (w *worker) searchRoot(first int, alpha, beta search.Score) search.Score {
	best, low := -search.Infinity, alpha
	p := &w.frames[0].pos
	n := node{depth: w.rootDepth, alpha: alpha, beta: beta, pv: true, inCheck: p.InCheck(), e: nothing}
	w.appraise(&n)
	for i := first; i < len(w.root); i++ {
		m := &w.root[i]
		w.showMove(i)
		before := w.nodes
		score := w.searchMove(&n, m.move, !isNoisy(p, m.move), w.rootDepth-1, low)
		m.nodes += w.nodes - before
		if w.stopped {
			return best
		}
		best = max(best, score)
		m.score = -search.Infinity
		if score > low {
			low = score
			m.keep(score, &w.frames[1].pv)
		}
		if score >= beta {
			m.bound = search.Lower
			break
		}
	}
	if first == 0 && len(w.control.Limits().Moves) == 0 {
		w.storeRoot(best, alpha, beta) // it is the score of all moves
	}
	return best
}

// keep notes the score of a move and the line that follows it.
func (m *rootMove) keep(score search.Score, rest *line) {
	m.score, m.bound = score, search.Exact
	m.line = append(append(m.line[:0], m.move), rest.moves[:rest.n]...)
}

// storeRoot keeps what is known of the root in the table.
func (w *worker) storeRoot(best, alpha, beta search.Score) {
	top := slices.MaxFunc(w.root, func(a, b rootMove) int { return cmp.Compare(a.score, b.score) })
	e := entry{score: best, static: unknown, depth: w.rootDepth, bound: boundOf(best, alpha, beta)}
	if top.score > -search.Infinity {
		e.move = top.move
	}
	w.table.store(w.frames[0].pos.Key(), 0, e)
}

// showAfter is how long a search must have lasted before it reports its progress.
const showAfter = time.Second

// showLine reports a line of the root, by index.
func (w *worker) showLine(i int, score search.Score, bound search.Bound) {
	if w.id > 0 || w.report == nil {
		return
	}
	w.report(&search.Info{
		Depth: w.rootDepth, SelDepth: w.selDepth, MultiPV: i + 1, Score: score, Bound: bound, PV: w.root[i].line,
		Nodes: w.total(), Time: w.control.Elapsed(), HashFull: w.table.permille(),
	})
}

// showBound is showLine, once the search has lasted.
func (w *worker) showBound(i int, score search.Score, bound search.Bound) {
	if w.id == 0 && w.report != nil && w.control.Elapsed() >= showAfter {
		w.showLine(i, score, bound)
	}
}

// showMove reports which move of the root is searched next, once the search has
// lasted.
func (w *worker) showMove(i int) {
	if w.id == 0 && w.report != nil && w.control.Elapsed() >= showAfter {
		w.report(&search.Info{
			Depth: w.rootDepth, CurrentMove: w.root[i].move, CurrentNumber: i + 1, Nodes: w.total(), Time: w.control.Elapsed(),
		})
	}
}

// begin enters a search of the position of g.
func (w *worker) begin(t *task, id int, g *search.Game) {
	w.task, w.id = t, id
	w.place(g)
	w.nodes, w.stopped, w.completed = 0, false, 0
	w.numbers = t.options.Tuned.numbers(w.scale)
	w.shared.Store(0)
	w.listRoot()
}
