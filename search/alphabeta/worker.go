package alphabeta

import (
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A worker searches on one thread.
type worker struct {
	*task
	id        int
	evaluator search.Evaluator
	path      search.Path
	frames    []frame      // by ply
	scratch   []board.Move // of the move generator

	scale   float64 // of the evaluator
	numbers numbers // the parameters, in its unit

	history       history
	continuations *[2]continuation // of answers to the last move, and of plans begun with the one before
	captures      captureHistory
	corrections   correction

	root      []rootMove
	completed int // depth of the last finished iteration
	selDepth  int // the longest line of this iteration
	rootDepth int // of this iteration

	verifying bool // a null move: no other is made meanwhile

	nodes   uint64        // moves made
	shared  atomic.Uint64 // the same for other threads, now and then
	stopped bool          // the search is over: scores mean nothing any more
}

// A frame is what a node needs. Frames are allocated once, so a node costs no
// allocation.
type frame struct {
	pos     board.Position
	picker  picker
	killers killers
	pv      line
	tried   []board.Move // quiet moves that did not refute this node
	taken   []board.Move // captures and promotions that did not
	passed  bool         // a null move has led here
	static  search.Score // the corrected static evaluation, or unknown

	answers, plans *followUp // of the move that has led here; nil: none
}

// A line is a sequence of moves from a node on.
type line struct {
	moves [search.MaxPly]board.Move
	n     int
}

// set makes the line of m and what follows it.
func (l *line) set(m board.Move, rest *line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

func newWorker(e search.Evaluator) *worker {
	w := &worker{
		evaluator:     e,
		frames:        make([]frame, search.MaxPly),
		scratch:       make([]board.Move, 0, board.MaxMoves),
		scale:         search.ScaleOf(e),
		continuations: new([2]continuation),
	}
	for i := range w.frames {
		w.frames[i].tried = make([]board.Move, 0, board.MaxMoves)
		w.frames[i].taken = make([]board.Move, 0, board.MaxMoves)
	}
	return w
}

// forget forgets what was learnt from earlier searches.
func (w *worker) forget() {
	w.history, w.captures, w.corrections = history{}, captureHistory{}, correction{}
	*w.continuations = [2]continuation{}
	for i := range w.frames {
		w.frames[i].killers = killers{}
	}
}

// place puts the position of g at ply 0.
func (w *worker) place(g *search.Game) {
	w.path.Reset(g)
	w.evaluator.Reset(g.Position())
	w.frames[0].pos = *g.Position()
	root := &w.frames[0]
	root.passed, root.answers, root.plans = false, nil, nil
}

// uses reports whether a technique is switched on.
func (w *worker) uses(t Technique) bool { return w.options.Off&t == 0 }

// tellEvery is how many nodes a worker searches before other threads hear of them.
const tellEvery = 1024

// count counts a node that is about to be made, and reports whether it may be.
func (w *worker) count() bool {
	if w.stopped = w.stopped || w.over(); w.stopped {
		return false
	}
	w.nodes++
	if w.id > 0 && w.nodes%tellEvery == 0 {
		w.shared.Store(w.nodes)
	}
	return true
}

// over reports whether the search is to end before another node is made. A node that
// is taken from a shared limit is made, so that none of it is lost: a helper asks
// whether the search has ended before it takes one.
func (w *worker) over() bool {
	if w.id > 0 && (w.done.Load() || w.control.Stopped()) {
		return true
	}
	nodes := w.nodes
	limit := w.control.Limits().Nodes
	if limit > 0 && len(w.workers) > 1 {
		nodes = w.taken.Add(1) - 1
	}
	if w.id > 0 {
		return limit > 0 && nodes >= limit
	}
	return w.control.Expired(nodes)
}

// move makes a move at ply; false if the search is over.
func (w *worker) move(ply int, m board.Move) bool {
	if !w.count() {
		return false
	}
	f, next := &w.frames[ply], &w.frames[ply+1]
	w.table.fetch(f.pos.KeyAfter(m))
	next.pos = f.pos
	next.pos.Make(m)
	next.passed = false
	moved := pieceIndex(f.pos.PieceAt(m.From()))
	next.answers, next.plans = &w.continuations[0][moved][m.To()], &w.continuations[1][moved][m.To()]
	w.evaluator.Push(&f.pos, m)
	w.path.Push(&next.pos)
	return true
}

// unmove takes back the move that was made last.
func (w *worker) unmove() {
	w.evaluator.Pop()
	w.path.Pop()
}

// pass makes a null move at ply; false if the search is over.
func (w *worker) pass(ply int) bool {
	if !w.count() {
		return false
	}
	next := &w.frames[ply+1]
	next.pos = w.frames[ply].pos
	next.pos.MakeNull()
	w.table.fetch(next.pos.Key())
	next.passed, next.answers, next.plans = true, nil, nil
	w.path.PushNull(&next.pos)
	return true
}

// unpass takes back a null move.
func (w *worker) unpass() { w.path.Pop() }

// evaluate returns the static evaluation of the position at ply, in the mover's
// view and never a mate.
func (w *worker) evaluate(ply int) search.Score {
	p := &w.frames[ply].pos
	return bounded(search.Score(w.evaluator.Evaluate(p))).White(p.SideToMove())
}

// gameOver returns the score of a position at ply without a legal move.
func (w *worker) gameOver(ply int) search.Score {
	if w.frames[ply].pos.InCheck() {
		return search.MatedIn(ply)
	}
	return 0
}

// A task is one search, shared by the workers.
type task struct {
	control *search.Control
	table   *table
	options Options
	report  func(*search.Info)
	workers []*worker
	leaf    func(*board.Position) // gets the leaves; nil: no one asks

	others sync.WaitGroup
	done   atomic.Bool   // the first worker has finished: the others stop
	taken  atomic.Uint64 // nodes, where a limit is shared by several threads
}

// total returns the nodes of all workers. It is the first worker's to ask; those
// of the others are up to date once they have ended.
func (t *task) total() uint64 {
	n := t.workers[0].nodes
	for _, w := range t.workers[1:] {
		n += w.shared.Load()
	}
	return n
}
