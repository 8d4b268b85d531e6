package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// pushing counts the moves that an evaluator is told of.
type pushing struct {
	search.Evaluator
	pushes *uint64
}

func (p pushing) Push(before *board.Position, m board.Move) {
	*p.pushes++
	p.Evaluator.Push(before, m)
}

// adding adds up the nodes of an inner search.
type adding struct {
	search.Searcher
	nodes *uint64
}

func (a adding) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	r := a.Searcher.Search(g, c, report)
	*a.nodes += r.Nodes
	return r
}

// TestMoves: the moves that a search counts are those that are pushed to its evaluator and the nodes of its inner
// searches. Mates are looked for without pushes.
func TestMoves(t *testing.T) {
	for name, opt := range variants(t) {
		if opt.MateCheck > NoMateCheck || opt.Hybrid != NoHybrid {
			continue
		}
		var pushes uint64
		if within := opt.Inner.New; within != nil {
			opt.Inner.New = func() search.Searcher { return adding{within(), &pushes} }
		}
		s := New(func() search.Evaluator { return pushing{newMaterial(), &pushes} }, opt)
		r := run(s, search.NewGame(board.Start()), search.Limits{Nodes: 60})
		if of := s.Spent(); of.Moves != pushes || of.Iterations != r.Nodes || of.Deepest < len(r.PV) {
			t.Errorf("%s: %+v, %d moves pushed, %d iterations and a line of %d in the result", name, of, pushes, r.Nodes, len(r.PV))
		}
	}
}

// TestMovesOfInner: those of the searches within the search count, too.
func TestMovesOfInner(t *testing.T) {
	s := New(newMaterial, inside(t, "mcc-sr", 1))
	run(s, search.NewGame(board.Start()), search.Limits{Nodes: 10})
	if of := s.Spent(); of.Iterations != 10 || of.Moves < 10*6*200 {
		t.Errorf("%+v, want 10 iterations of 6 searches of 200 nodes", of)
	}
}

// TestLimitOfMoves: it is kept to a node of brute force and to a search within the search, what is
// broken off leaves no trace, and TreeIterations binds beside it.
func TestLimitOfMoves(t *testing.T) {
	for name, opt := range variants(t) {
		opt.Count = Moves
		over := uint64(board.MaxMoves + opt.Inner.Nodes)
		for _, limit := range []uint64{1, 500, 4000} {
			s := New(newMaterial, opt)
			g := search.NewGame(board.Start())
			r := run(s, g, search.Limits{Nodes: limit})
			if r.Nodes != s.Spent().Moves || r.Nodes < limit && opt.Most == 0 || r.Nodes > limit+over || !g.Position().IsLegal(r.Move) {
				t.Errorf("%s, limit %d: %v after %d moves of %+v", name, limit, r.Move, r.Nodes, s.Spent())
			}
			checkTree(t, s, false)
		}
	}
}
