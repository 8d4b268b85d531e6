package mcts

import (
	"math/rand/v2"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
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
	selDepth int                 // the largest depth so far
	stamp    uint32              // the tree's clock of this iteration

	before   board.Position  // a position whose moves are evaluated
	moves    [2][]board.Move // of the generator: of the tree's positions, and of simulations
	weights  []float64
	noise    []float64    // drawn last
	quiet    []quietFrame // by half-move of quiescence
	reported uint64       // nodes when the last result was reported
	reseeded generator    // of the fault Reseeding
	undone   bool         // the iteration was given up: it must leave no trace
	made     uint64       // moves, in the iteration
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
	if w.policy = new(handmade); opt.Priors == FittedPriors && opt.AsksPolicy() {
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
}

// iterate makes one iteration. It does not allocate.
func (w *worker) iterate() {
	w.lock.RLock()
	defer w.lock.RUnlock()
	w.pos, w.depth, w.undone = w.root, 0, false
	w.stamp = w.tree.clock.Add(1)
	w.line[0] = root
	value := w.descend()
	if w.undone {
		w.leaveNoTrace()
	} else {
		w.backup(value)
		w.undone = false // if brute force was stopped meanwhile
	}
	for ; w.depth > 0; w.depth-- {
		w.evaluator.Pop()
		w.path.Pop()
	}
	w.moved.Add(w.made)
	w.made = 0
}

// descend goes from the root to a leaf and returns its value to the side to move there.
//
// The visit counts from when a node is entered: to other threads it is a loss until its value
// comes ("virtual loss").
//
// Source: G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo Tree Search" (CG 2008).
func (w *worker) descend() float64 {
	for {
		n := &w.tree.nodes[w.line[w.depth]]
		visits := n.visits.Add(1)
		if n.proved() != open {
			return w.value(n)
		}
		if w.opt.Hybrid == InSelection && visits == uint32(w.opt.HybridVisits) && w.depth > 0 && (w.ended(n) || w.forceNode(n, &w.pos)) {
			return w.value(n)
		}
		children := n.children.Load()
		if children == 0 {
			children = w.grow(n, visits)
			if children != 0 && visits == 1 && w.has(RandomChild) {
				return w.randomChild(children)
			}
			if w.depth == 0 && children != 0 && w.matesAtRoot(children) {
				return lost.value()
			}
			if children == 0 || visits == 1 || n.proved() != open {
				return w.value(n)
			}
		}
		if w.has(Reseeding) {
			w.reseeded.seed(w.random.Uint32())
		}
		b := &w.tree.blocks[children]
		b.use(w.stamp)
		w.follow(w.child(n, b, visits))
	}
}

// grow sees whether the game is over at a leaf, and expands it if it was visited often enough. It
// returns the block of its moves, 0 if it has none.
func (w *worker) grow(n *node, visits uint32) uint32 {
	if w.depth > 0 && (w.ended(n) || visits == 1 && w.opt.MateCheck > NoMateCheck && w.mates(n)) || w.depth == deepest {
		return 0
	}
	if w.depth > 0 && visits < uint32(w.opt.ExpandVisits) {
		return 0
	}
	return w.expand(n)
}

// value returns the value of a leaf to the side to move there.
func (w *worker) value(n *node) float64 {
	switch p := n.proved(); p {
	case open:
		return w.simulate()
	case drawn:
		return w.drawValue()
	default:
		return p.value()
	}
}

// randomChild goes on to a child of the leaf, drawn at random, and returns its value to the side to
// move there.
func (w *worker) randomChild(children uint32) float64 {
	b := &w.tree.blocks[children]
	w.follow(b.first + w.random.Uint32N(uint32(b.size)))
	w.tree.nodes[w.line[w.depth]].visits.Add(1)
	return w.simulate()
}

// follow goes to a child.
func (w *worker) follow(child uint32) {
	w.play(w.tree.nodes[child].move)
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
func (w *worker) ended(n *node) bool {
	switch {
	case !w.has(BlindToDraws) && w.path.IsDraw(&w.pos):
		n.prove(drawn, 0)
	case w.pos.CountMoves() > 0 || w.has(BlindToMate):
		return false
	case w.pos.InCheck():
		n.prove(lost, 0)
	default:
		n.prove(drawn, 0)
	}
	return true
}

// leaveNoTrace takes the visits of an iteration back.
func (w *worker) leaveNoTrace() {
	for _, i := range w.line[:w.depth+1] {
		w.tree.nodes[i].visits.Add(^uint32(0))
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
