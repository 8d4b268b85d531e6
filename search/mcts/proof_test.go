package mcts

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// bounds returns between which results the position of a path lies that is searched so many
// half-moves deep by brute force: 1 a win of the side to move, 0 a loss.
func bounds(path *search.Path, p *board.Position, depth int, atRoot bool) (low, high float64) {
	if !atRoot && path.IsDraw(p) {
		return 0.5, 0.5
	}
	moves := p.LegalMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck():
		return 0, 0
	case len(moves) == 0:
		return 0.5, 0.5
	case depth == 0:
		return 0, 1
	}
	for _, m := range moves {
		next := *p
		next.Make(m)
		path.Push(&next)
		l, h := bounds(path, &next, depth-1, false)
		path.Pop()
		if low, high = max(low, 1-h), max(high, 1-l); low == 1 {
			break
		}
	}
	return low, high
}

// height returns how many half-moves deep the proof of a node goes.
func height(t *arena.Tree, index uint32) (h int) {
	n := &t.Nodes[index]
	if n.Proved() != arena.Drawn {
		return n.Distance()
	}
	nodes, first := t.ChildrenOf(index)
	for i := range nodes {
		h = max(h, 1+height(t, first+uint32(i)))
	}
	return h
}

// small returns a position with kings and one to three other pieces, and a half-move clock that
// may be near its end.
func small(rng *rand.Rand) board.Position {
	for {
		s := board.NewSetup()
		squares := rng.Perm(64)
		for i := range 3 + rng.IntN(3) {
			pt, color := board.King, board.Color(i&1)
			if i > 1 {
				pt, color = board.PieceType(rng.IntN(int(board.King))), board.Color(rng.IntN(2))
			}
			s.Pieces[squares[i]] = board.NewPiece(color, pt)
		}
		s.SideToMove = board.Color(rng.IntN(2))
		if rng.IntN(4) == 0 {
			s.Halfmoves = 95 + rng.IntN(5)
		}
		if p, err := s.Position(); err == nil && p.Status() == board.Ongoing {
			return p
		}
	}
}

// TestProofs: what the solver proves brute force confirms: of small positions, the roots and their
// moves, as far as the proof goes no deeper than brute force can.
func TestProofs(t *testing.T) {
	positions := 2000
	if long.Short(t) {
		positions = 50
	}
	rng := rand.New(rand.NewPCG(19, 2))
	checked := map[arena.Proof]int{}
	for i := range positions {
		p := small(rng)
		deepest := 4
		if i%10 == 9 { // a half-move more takes brute force ten times as long
			deepest = 5
		}
		opt := options(t, []string{"modern", "mcc-solver"}[i%2])
		opt.Memory, opt.SimulationDepth = 1, 10
		opt.Hybrid, opt.HybridDepth = Hybrid(i%4), 1+i%2
		s := New(newMaterial, opt)
		g := search.NewGame(p)
		run(s, g, search.Limits{Nodes: 300})
		for _, q := range proofs(s.tree, deepest) {
			var path search.Path
			path.Reset(g)
			at := p
			if q.move != board.NoMove {
				at.Make(q.move)
				path.Push(&at)
			}
			low, high := bounds(&path, &at, q.height, q.move == board.NoMove)
			if low != high || low != q.proof.Value() {
				t.Errorf("%s, %v: proved %v within %d half-moves, brute force says %v to %v", p.FEN(), q.move, q.proof.Value(), q.height, low, high)
			}
			checked[q.proof]++
		}
	}
	t.Logf("%d wins, %d losses, %d draws confirmed", checked[arena.Won], checked[arena.Lost], checked[arena.Drawn])
	for _, p := range []arena.Proof{arena.Won, arena.Lost, arena.Drawn} {
		if checked[p] < positions/40 {
			t.Errorf("only %d proofs of value %v", checked[p], p.Value())
		}
	}
}

// proven is a proof of the root or of one of its moves.
type proven struct {
	move   board.Move
	proof  arena.Proof
	height int
}

// proofs returns the proofs of a tree that go no deeper than a number of half-moves from the root.
func proofs(t *arena.Tree, deepest int) (list []proven) {
	if p := t.Nodes[arena.Root].Proved(); p != arena.Open && height(t, arena.Root) <= deepest {
		list = append(list, proven{board.NoMove, p, height(t, arena.Root)})
	}
	nodes, first := t.ChildrenOf(arena.Root)
	for i := range nodes {
		if h := height(t, first+uint32(i)); nodes[i].Proved() != arena.Open && h < deepest {
			list = append(list, proven{nodes[i].Move, nodes[i].Proved(), h})
		}
	}
	return list
}
