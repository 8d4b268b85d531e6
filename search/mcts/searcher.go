package mcts

import (
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Searcher plays by a tree. It serves one goroutine at a time; what may come from others goes
// through [search.Control].
type Searcher struct {
	newEvaluator func() search.Evaluator
	opt          Options
	tree         *tree
	workers      []*worker
	start        board.Position // of the game whose position is the root
	past         []uint64       // its keys; nil: none can be kept
	err          error          // of the last search
}

var _ search.Failing = (*Searcher)(nil)

// New returns a searcher. newEvaluator is called once for every thread.
func New(newEvaluator func() search.Evaluator, opt Options) *Searcher {
	return &Searcher{newEvaluator: newEvaluator, opt: opt.filled()}
}

// Options returns the options, with numbers in place of the zeros that stand for defaults.
func (s *Searcher) Options() Options { return s.opt }

// Seed sets the seed of the next searches' random numbers. For games of self-play: the same seed and the
// same number of moves draw the same noise.
func (s *Searcher) Seed(seed uint64) { s.opt.Seed = seed }

// NewGame forgets the tree and what inner searches have learnt, and makes ready what the next
// search needs.
func (s *Searcher) NewGame() {
	s.prepare()
	s.past = nil
	for _, w := range s.workers {
		if w.inner != nil {
			w.inner.NewGame()
		}
	}
}

// Err returns why the inner search has failed in the last search, nil if it has not. The search ended
// with that.
func (s *Searcher) Err() error { return s.err }

// Close frees the tree, which the next search or new game allocates again, and closes inner searches
// that can be. No search may be running.
func (s *Searcher) Close() error {
	var errs []error
	for _, w := range s.workers {
		if c, ok := w.inner.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	s.tree.free()
	s.tree, s.past, s.workers = nil, nil, nil // workers hold the tree of their last search
	return errors.Join(errs...)
}

func (s *Searcher) prepare() {
	if s.tree == nil {
		s.tree = newTree(s.opt.Memory)
	}
	for id := len(s.workers); id < s.opt.Threads; id++ {
		s.workers = append(s.workers, newWorker(id, s.newEvaluator(), &s.opt))
	}
}

// A task is one search, shared by the workers.
type task struct {
	control *search.Control
	opt     *Options
	tree    *tree
	root    board.Position
	lock    sync.RWMutex          // held for writing while the tree is recycled
	fill    atomic.Bool           // there was no room for a block
	stunted atomic.Bool           // nothing is expanded any more
	done    atomic.Bool           // the first worker has finished: the others stop
	failed  atomic.Pointer[error] // of an inner search: nobody goes on
	nodes   atomic.Uint64         // iterations, those under way included
	whole   atomic.Uint64         // iterations that have ended and were not given up
	moved   atomic.Uint64         // moves made
	most    uint64                // of the nodes; 0: no limit
	enough  uint64                // of the moves; 0: no limit
}

// Search implements [search.Searcher]. A node of the limits is an iteration, or with [Moves] a move
// made; depth d is reached with 2^d iterations. A root whose result is proved ends the search.
func (s *Searcher) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	s.err = nil
	s.prepare()
	s.place(g, c)
	t := s.task(g, c)
	for _, w := range s.workers {
		w.begin(t, g)
	}
	first := s.workers[0]
	first.renewNoise()
	if n := t.root.CountMoves(); n == 0 {
		return search.Result{Score: first.overScore(), Time: c.Elapsed()}
	} else if n == 1 {
		c.OnlyMove()
	}
	var others sync.WaitGroup
	for _, w := range s.workers[1:] {
		others.Go(w.help)
	}
	depth := first.deepen(report)
	t.done.Store(true)
	others.Wait()
	first.shorten()
	s.err = t.err()
	r := first.result(depth)
	if first.drawsMove(g) {
		first.redraw(&r)
		first.reported = 0 // the last line is that of the move
	}
	if r.Nodes > first.reported {
		first.report(&r, report)
	}
	return r
}

// task returns a search with its limits.
func (s *Searcher) task(g *search.Game, c *search.Control) *task {
	t := &task{control: c, opt: &s.opt, tree: s.tree, root: *g.Position(), most: uint64(s.opt.Most)}
	switch limit := c.Limits().Nodes; {
	case limit == 0:
	case s.opt.Count == Moves:
		t.enough = limit
	case t.most == 0 || limit < t.most:
		t.most = limit
	}
	return t
}

// counted returns the nodes of the search so far, as its limits count them.
func (t *task) counted() uint64 {
	if t.opt.Count == Moves {
		return t.moved.Load()
	}
	return t.nodes.Load()
}

// Spent is what a search has done.
type Spent struct {
	Iterations uint64
	Moves      uint64 // made, those of searches within the search too
	Deepest    int    // half-moves from the root to the farthest node
}

// Spent returns what the last search has done.
func (s *Searcher) Spent() (of Spent) {
	if len(s.workers) == 0 || s.workers[0].task == nil {
		return of
	}
	t := s.workers[0].task
	of.Iterations, of.Moves = t.nodes.Load(), t.moved.Load()
	for _, w := range s.workers {
		of.Deepest = max(of.Deepest, w.selDepth)
	}
	return of
}

// place makes the position of g the root: with what is known of it if the game went on from the
// last root, else without.
func (s *Searcher) place(g *search.Game, c *search.Control) {
	index := uint32(0)
	if s.opt.Reuse && len(c.Limits().Moves) == 0 {
		index = s.played(g)
	}
	if index == root && s.tree.noisy || index == 0 { // noise is not taken out again
		s.tree.clear()
	} else {
		s.tree.reroot(index)
	}
	s.start, s.past = g.Start(), slices.Clone(g.Keys())
	if len(c.Limits().Moves) > 0 {
		s.past = nil
	}
}

// played returns the node that the moves since the last search have led to, 0 if there is none. Keys
// do not tell half-move clocks apart, the start of the game does.
func (s *Searcher) played(g *search.Game) (index uint32) {
	n := len(s.past)
	if n == 0 || g.Start() != s.start || len(g.Keys()) < n || !slices.Equal(g.Keys()[:n], s.past) {
		return 0
	}
	index = root
	for _, m := range g.Moves()[n-1:] {
		if index = s.tree.find(index, m); index == 0 {
			return 0
		}
	}
	if s.tree.nodes[index].children.Load() == 0 {
		return 0
	}
	return index
}

// deepen makes iterations until the control has enough, the root is proved, or no more can be
// counted. It reports whenever their number has doubled, and returns the last depth.
func (w *worker) deepen(report func(*search.Info)) (depth int) {
	for depth = 1; w.iterateTo(1 << depth); depth++ {
		r := w.result(depth)
		w.report(&r, report)
		w.control.Effort(w.effort(r.Move))
		if w.control.Enough(depth, r.Move, r.Score) || depth == mostDoublings || w.settled() {
			return depth
		}
	}
	return max(depth-1, 1)
}

// mostDoublings bounds the visits of a node to what 32 bits hold.
const mostDoublings = 31

// iterateTo makes iterations until as many have ended, and reports whether that went well: false if
// the search is over before.
func (w *worker) iterateTo(target uint64) bool {
	for w.whole.Load() < target {
		if !w.advance() || w.settled() {
			return false
		}
	}
	return true
}

// help makes iterations for the first worker until that has finished.
func (w *worker) help() {
	for w.advance() {
	}
}

// advance makes an iteration; false if the search is over.
func (w *worker) advance() bool {
	if w.over() || !w.take() {
		return false
	}
	w.iterate()
	if w.undone {
		w.nodes.Add(^uint64(0))
		return false
	}
	w.whole.Add(1)
	if w.fill.Load() {
		w.makeRoom()
	}
	return true
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
		return w.control.Stopped()
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
func (w *worker) settled() bool { return w.tree.nodes[root].proved() != open }

// makeRoom recycles the tree, or stunts it if that is wanted or there is nothing old in it.
func (w *worker) makeRoom() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.fill.Swap(false) && (w.opt.Full == Stunt || !w.tree.recycle()) {
		w.stunted.Store(true)
	}
}

// report reports a result; nobody may want it.
func (w *worker) report(r *search.Result, report func(*search.Info)) {
	w.reported = r.Nodes
	if report == nil {
		return
	}
	report(&search.Info{
		Depth: r.Depth, SelDepth: w.selDepth, MultiPV: 1, Score: r.Score, PV: r.PV,
		Nodes: r.Nodes, Time: w.control.Elapsed(), HashFull: w.tree.full(),
	})
}
