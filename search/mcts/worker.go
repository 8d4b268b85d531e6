package mcts

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
	"example.org/centipawn/search/mcts/handmade"
	"example.org/centipawn/search/mcts/replies"
	"example.org/centipawn/search/mcts/twister"
	"example.org/centipawn/winprob"
)

// deepest is how many half-moves an iteration goes from the root at most; there a node is a leaf.
const deepest = 2 * search.MaxPly

// A worker makes iterations on one thread.
type worker struct {
	*task
	id        int
	evaluator search.Evaluator
	policy    Policy
	past      []Rememberer // what of the evaluator and the policy is one
	random    *rand.Rand
	source    *rand.PCG

	inner        search.Searcher // nil: none
	innerControl *search.Control // of each of its searches
	question     search.Game     // that it is asked about

	path     search.Path
	pos      board.Position      // where the iteration has come to
	line     [deepest + 1]uint32 // the nodes from the root to there
	depth    int                 // of pos, in half-moves
	window   window              // of its nodes
	selDepth int                 // the largest depth so far
	stamp    uint32              // the tree's clock of this iteration

	before   board.Position  // a position whose moves are evaluated
	moves    [2][]board.Move // of the generator: of the tree's positions, and of simulations
	weights  []float64
	noise    []float64            // drawn last
	quiet    []quietFrame         // by half-move of quiescence
	beaten   [board.MaxMoves]bool // of brute force: moves that lose
	reported uint64               // nodes when the last result was reported
	reseeded twister.Generator    // of the fault Reseeding
	undone   bool                 // the iteration was given up: it must leave no trace
	made     uint64               // moves, in the iteration

	// What few searches have.

	crew    []*helper            // with [LeafParallel]: of the first worker
	chooser *bandit.Chooser      // of selections of package bandit
	chances [deepest + 1]float64 // by depth: with which EXP3 has chosen the line's node; 0: it has not
	replies *replies.Table       // nil: none are kept
}

func newWorker(id int, e search.Evaluator, opt *Options) *worker {
	w := &worker{
		id: id, evaluator: e, source: rand.NewPCG(0, 0), weights: make([]float64, board.MaxMoves),
		noise: make([]float64, board.MaxMoves), quiet: newQuietFrames(),
	}
	for i := range w.moves {
		w.moves[i] = make([]board.Move, 0, board.MaxMoves)
	}
	w.random = rand.New(w.source)
	w.chooser = bandit.NewChooser(board.MaxMoves, w.source)
	if opt.Replies != replies.None {
		w.replies = replies.NewTable(opt.Replies)
	}
	if w.policy = new(handmade.Policy); opt.Priors == FittedPriors && opt.AsksPolicy() {
		w.policy = opt.NewPolicy()
	}
	for _, asked := range []any{e, w.policy} {
		if r, ok := asked.(Rememberer); ok {
			w.past = append(w.past, r)
		}
	}
	if opt.Inner.New != nil {
		w.inner = opt.Inner.New()
		lim := search.Limits{Nodes: uint64(opt.Inner.Nodes), Depth: opt.Inner.Depth}
		w.innerControl = search.NewControlWithin(lim, board.White, w.wasted)
	}
	return w
}

// begin enters a search of the position of g.
func (w *worker) begin(t *task, g *search.Game) {
	w.task = t
	w.path.Reset(g)
	w.evaluator.Reset(g.Position())
	w.source.Seed(t.opt.Seed, uint64(w.id)<<32|uint64(len(g.Keys())))
	w.selDepth, w.depth, w.reported, w.made = 0, 0, 0, 0
	clear(w.chances[:]) // of an iteration that was given up
	if w.replies != nil {
		w.replies.Clear()
	}
}

// follow goes to a child.
func (w *worker) follow(child uint32) {
	w.play(w.tree.Nodes[child].Move)
	w.depth++
	w.line[w.depth] = child
	w.selDepth = max(w.selDepth, w.depth)
}

// play makes a move; the evaluator and the path follow.
func (w *worker) play(m board.Move) {
	w.made++
	w.evaluator.Push(&w.pos, m)
	w.pos.Make(m)
	w.path.Push(&w.pos)
}

// ended reports whether the game is over at a leaf, and notes how.
func (w *worker) ended(n *arena.Node) bool {
	switch {
	case !w.has(BlindToDraws) && w.path.IsDraw(&w.pos):
		n.Prove(arena.Drawn, 0)
	case w.pos.CountMoves() > 0 || w.has(BlindToMate):
		return false
	case w.pos.InCheck():
		n.Prove(arena.Lost, 0)
	default:
		n.Prove(arena.Drawn, 0)
	}
	return true
}

// leaveNoTrace takes the visits of an iteration back.
func (w *worker) leaveNoTrace() {
	for _, i := range w.line[:w.depth+1] {
		w.tree.Nodes[i].Visits.Add(^uint32(0))
	}
}

// expected returns the expected score of centipawns, in the view of the side whose they are, in the
// position to which the worker has come.
func (w *worker) expected(s search.Score) float64 {
	switch {
	case w.has(Pawns):
		return 0.5 + float64(s)/100
	case w.opt.models():
		return w.opt.Model.Expected(float64(s), w.opt.Phase(&w.pos))
	}
	return winprob.Expected(w.opt.K, float64(s))
}

// A Rememberer is an evaluator or a policy that sees repetitions. Before tells it how often the position
// that it is asked for next has stood on the board before.
type Rememberer interface{ Before(n int) }

// remember tells who remembers about the iteration's position, which is the last of the path.
func (w *worker) remember() {
	if len(w.past) == 0 {
		return
	}
	before := w.path.Before()
	for _, r := range w.past {
		r.Before(before)
	}
}

// static returns the static evaluation of the position in the mover's view.
func (w *worker) static() search.Score {
	w.remember()
	return search.Score(w.evaluator.Evaluate(&w.pos)).White(w.pos.SideToMove())
}

// has reports whether a fault is kept.
func (w *worker) has(f Fault) bool { return w.opt.Faults&f != 0 }

// drawValue returns the value of a draw to the side to move.
func (w *worker) drawValue() float64 {
	switch {
	case !w.has(HalfDraws):
		return 0.5
	case w.pos.SideToMove() == board.White:
		return 0.75
	}
	return 0.25
}

// stops reports whether the search was stopped or its time is over, so that the iteration is given up.
func (w *worker) stops() bool {
	w.undone = w.undone || w.expired()
	return w.undone
}

// deepestQuiet is how many half-moves quiescence goes beyond a leaf at most.
const deepestQuiet = 24

// quietFrame is what a position of quiescence needs.
type quietFrame struct {
	pos   board.Position
	moves []board.Move
	ranks [board.MaxMoves]int
}

func newQuietFrames() []quietFrame {
	frames := make([]quietFrame, deepestQuiet+1)
	for i := range frames {
		frames[i].moves = make([]board.Move, 0, board.MaxMoves)
	}
	return frames
}

// A task is one search, shared by the workers.
type task struct {
	control *search.Control
	opt     *Options
	tree    *arena.Tree
	root    board.Position
	lock    sync.RWMutex          // held for writing while the tree is recycled
	fill    atomic.Bool           // there was no room for a block
	stunted atomic.Bool           // nothing is expanded any more
	done    atomic.Bool           // the first worker has finished: the others stop
	failed  atomic.Pointer[error] // of an inner search: all stop
	nodes   atomic.Uint64         // iterations, those under way included
	whole   atomic.Uint64         // iterations that have ended and were not given up
	moved   atomic.Uint64         // moves made
	most    uint64                // of the nodes; 0: no limit
	enough  uint64                // of the moves; 0: no limit
}

// counted returns the nodes of the search so far, as its limits count them.
func (t *task) counted() uint64 {
	if t.opt.Count == Moves {
		return t.moved.Load()
	}
	return t.nodes.Load()
}

// over reports whether the search is to end before another iteration.
func (w *worker) over() bool { return w.id > 0 && w.done.Load() || w.expired() }

// expired reports whether the search is to end within an iteration: it was stopped, has failed, or its
// hard time or its moves are used up. The limit of iterations binds in take alone; one that was
// counted is finished.
func (w *worker) expired() bool {
	if w.failed.Load() != nil || w.enough > 0 && w.moved.Load()+w.made >= w.enough {
		return true
	}
	if w.id > 0 {
		return w.control.Stopped() || w.opt.Share == LeafParallel && w.done.Load()
	}
	return w.control.Expired(0)
}

// wasted reports whether an iteration under way is to be given up: another thread has proved the root, or
// the search is to end, by a look at the clock now. An inner search asks, which may take long.
func (w *worker) wasted() bool {
	return w.settled() || w.id == 0 && w.control.ExpiredNow() || w.expired()
}

// fail ends the search because of an error of an inner search.
func (t *task) fail(err error) { t.failed.CompareAndSwap(nil, &err) }

// err returns the error with which the search has failed.
func (t *task) err() error {
	if err := t.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// take counts an iteration; false if there are as many as the limits allow.
func (w *worker) take() bool {
	n := w.nodes.Add(1)
	if limit := w.most; limit > 0 && n > limit {
		w.nodes.Add(^uint64(0))
		return false
	}
	return true
}

// settled reports whether nothing is left to be found out: the root is proved.
func (w *worker) settled() bool { return w.tree.Nodes[arena.Root].Proved() != arena.Open }

// A helper is a worker that plays games from the leaves of the first one.
type helper struct {
	*worker
	leaf    chan *worker  // that has come to one
	played  chan struct{} // when the games are over
	value   float64
	longest int
}
