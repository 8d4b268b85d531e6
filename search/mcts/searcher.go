package mcts

import (
	"errors"
	"io"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// Searcher plays by a tree. It serves one goroutine at a time; what may come from others goes
// through [search.Control].
type Searcher struct {
	newEvaluator func() search.Evaluator
	opt          Options
	tree         *arena.Tree
	workers      []*worker
	rivals       []*Searcher    // with [RootParallel]: the others' trees
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
	for _, r := range s.rivals {
		r.NewGame()
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
	for _, r := range s.rivals {
		errs = append(errs, r.Close())
	}
	s.tree.Free()
	s.tree, s.past, s.workers, s.rivals = nil, nil, nil, nil // workers hold the tree of their last search
	return errors.Join(errs...)
}

func (s *Searcher) prepare() {
	if s.tree == nil {
		s.tree = arena.NewTree(s.opt.Memory)
	}
	threads := s.opt.Threads
	if s.opt.Share == RootParallel {
		threads = 1
		s.prepareRivals()
	}
	for id := len(s.workers); id < threads; id++ {
		s.workers = append(s.workers, newWorker(id, s.newEvaluator(), &s.opt))
	}
}

// task returns a search with its limits.
func (s *Searcher) task(g *search.Game, c *search.Control) *task {
	t := &task{control: c, opt: &s.opt, tree: s.tree, root: *g.Position(), most: s.opt.mostOf(0)}
	switch limit := part(c.Limits().Nodes, 0, len(s.rivals)+1); {
	case limit == 0:
	case s.opt.Count == Moves:
		t.enough = limit
	case t.most == 0 || limit < t.most:
		t.most = limit
	}
	return t
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
	if index == arena.Root && s.tree.Noisy || index == 0 { // noise is not taken out again
		s.tree.Clear()
	} else {
		s.tree.Reroot(index)
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
	index = arena.Root
	for _, m := range g.Moves()[n-1:] {
		if index = s.tree.Find(index, m); index == 0 {
			return 0
		}
	}
	if s.tree.Nodes[index].Children.Load() == 0 {
		return 0
	}
	return index
}
