package mcts

import (
	"sync"
	"time"

	"example.org/centipawn/search"
)

// share lets the other threads do their part of a search. The function that it returns ends that, when the first has
// come to a depth.
//
// Source: G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo Tree Search" (CG 2008), for the three ways.
func (s *Searcher) share(g *search.Game, t *task) (finish func(depth int)) {
	switch s.opt.Share {
	case RootParallel:
		return s.shareRoot(g, t)
	case LeafParallel:
		return s.shareLeaves(t)
	}
	var others sync.WaitGroup
	for _, w := range s.workers[1:] {
		others.Go(w.help)
	}
	return func(int) {
		t.done.Store(true)
		others.Wait()
	}
}

// prepareRivals makes the searchers of the other trees.
func (s *Searcher) prepareRivals() {
	for len(s.rivals) < s.opt.Threads-1 {
		opt := s.opt
		opt.Threads, opt.Share, opt.Reuse, opt.Most = 1, TreeParallel, false, int(s.opt.mostOf(len(s.rivals)+1))
		r := New(s.newEvaluator, opt)
		r.prepare() // here, for evaluators are made by one goroutine
		s.rivals = append(s.rivals, r)
	}
}

// mostOf returns the iterations that a tree may make; 0: as many as the limits say. The trees of root threads share them.
func (o *Options) mostOf(tree int) uint64 {
	if o.Share != RootParallel || o.Threads < 2 || o.Most == 0 {
		return uint64(o.Most)
	}
	return max(1, part(uint64(o.Most), tree, o.Threads))
}

// part returns what one of several trees may have of a number; the first ones have what is left over.
func part(all uint64, tree, trees int) uint64 {
	if of := uint64(trees); uint64(tree) < all%of {
		return all/of + 1
	}
	return all / uint64(trees)
}

// seedApart is between the seeds of two trees.
const seedApart = 0x9e3779b97f4a7c15

// shareRoot lets each rival search with its part of the nodes, and a seed of its own. It ends when all have done that, or
// when the first was stopped, has used up its time or has proved the root.
func (s *Searcher) shareRoot(g *search.Game, t *task) (finish func(depth int)) {
	c, others := t.control, make(chan struct{})
	var running sync.WaitGroup
	var ran []*Searcher
	for i, r := range s.rivals {
		lim := search.Limits{Nodes: part(c.Limits().Nodes, i+1, len(s.rivals)+1), Depth: c.Limits().Depth, Moves: c.Limits().Moves, Mate: c.Limits().Mate}
		if c.Limits().Nodes > 0 && lim.Nodes == 0 {
			continue
		}
		r.Seed(s.opt.Seed + seedApart*uint64(i+1))
		ran = append(ran, r)
		running.Go(func() { r.Search(g, search.NewControlWithin(lim, t.root.SideToMove(), t.done.Load), nil) })
	}
	go func() { running.Wait(); close(others) }()
	return func(depth int) {
		whole := depth == c.Limits().Depth && !s.workers[0].settled()
		for running := true; running; {
			if t.failed.Load() != nil || !whole && (c.ExpiredNow() || s.workers[0].settled()) {
				t.done.Store(true)
			}
			select {
			case <-others:
				running = false
			case <-time.After(time.Millisecond):
			}
		}
		t.done.Store(true)
		s.absorb(t, ran)
	}
}

// absorb adds the roots of the rivals that have searched to the first tree's, which no search can go on with after that.
func (s *Searcher) absorb(t *task, rivals []*Searcher) {
	s.past = nil
	for _, r := range rivals {
		if err := r.Err(); err != nil {
			t.fail(err)
		}
		w := r.last()
		if w == nil {
			continue
		}
		t.nodes.Add(w.nodes.Load())
		t.moved.Add(w.moved.Load())
		s.workers[0].selDepth = max(s.workers[0].selDepth, w.selDepth)
		s.tree.Absorb(r.tree)
	}
}

// shareLeaves makes the other workers play from the leaves of the first.
func (s *Searcher) shareLeaves(t *task) (finish func(depth int)) {
	first := s.workers[0]
	first.crew = first.crew[:0]
	var others sync.WaitGroup
	for _, w := range s.workers[1:] {
		h := &helper{worker: w, leaf: make(chan *worker), played: make(chan struct{})}
		first.crew = append(first.crew, h)
		others.Go(func() {
			for at := range h.leaf {
				h.playFrom(at)
				h.played <- struct{}{}
			}
		})
	}
	return func(int) {
		t.done.Store(true)
		for _, h := range first.crew {
			close(h.leaf)
		}
		others.Wait()
		first.crew = first.crew[:0]
	}
}
