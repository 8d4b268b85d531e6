package minimax

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

// fens are positions with captures, castling, promotions, a mate in one, and few moves.
var fens = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
	"7k/5Q2/6K1/8/8/8/8/8 b - - 99 80",
}

// slow is the textbook's minimax: White maximises, Black minimises, scores are White's, and the
// whole game is looked at for repetitions. It counts the moves that it makes.
func slow(g *search.Game, root, depth, ply int, nodes *uint64) int {
	p := *g.Position()
	moves := p.LegalMoves(nil)
	switch {
	case len(moves) == 0 && !p.InCheck():
		return 0
	case len(moves) == 0:
		return int(search.MatedIn(ply).White(p.SideToMove()))
	case ply > 0 && drawn(g, root):
		return 0
	case depth == 0:
		return Material{}.Evaluate(&p)
	}
	best, white := -int(search.Infinity), p.SideToMove() == board.White
	if !white {
		best = -best
	}
	for _, m := range moves {
		*nodes++
		next := search.NewGame(g.Start())
		for _, made := range g.Moves() {
			next.Make(made)
		}
		next.Make(m)
		if v := slow(next, root, depth-1, ply+1, nodes); white && v > best || !white && v < best {
			best = v
		}
	}
	return best
}

// drawn reports whether the game's position has stood since the root, or the laws make it a draw.
func drawn(g *search.Game, root int) bool {
	keys := g.Keys()
	for _, key := range keys[root : len(keys)-1] {
		if key == keys[len(keys)-1] {
			return true
		}
	}
	return g.Outcome().IsDraw()
}

// run searches to a depth.
func run(s *Searcher, g *search.Game, lim search.Limits) search.Result {
	return s.Search(g, search.NewControl(lim, g.Position().SideToMove(), 0), nil)
}

// TestTwin: both searches find the textbook's value; the plain one makes its moves, and alpha-beta
// fewer of them, with the same first move.
func TestTwin(t *testing.T) {
	plain, pruned := New(Material{}, Options{}), New(Material{}, Options{AlphaBeta: true})
	for _, fen := range fens {
		g := search.NewGame(boardtest.Parse(t, fen))
		for depth := 1; depth <= 3; depth++ {
			if depth == 3 && g.Position().CountMoves() > 20 {
				continue // the twin is slow
			}
			var nodes uint64
			want := search.Score(slow(g, 0, depth, 0, &nodes)).White(g.Position().SideToMove())
			a, b := run(plain, g, search.Limits{Depth: depth}), run(pruned, g, search.Limits{Depth: depth})
			if a.Score != want || a.Nodes != nodes || b.Score != want || b.Nodes > nodes || a.Move != b.Move {
				t.Errorf("%s, depth %d: %v %v after %d nodes, with alpha-beta %v %v after %d, want %v after %d",
					fen, depth, a.Move, a.Score, a.Nodes, b.Move, b.Score, b.Nodes, want, nodes)
			}
			if depth > 1 && nodes > 400 && b.Nodes == nodes {
				t.Errorf("%s, depth %d: alpha-beta saves none of %d nodes", fen, depth, nodes)
			}
		}
	}
}

// TestLimits: without a depth it deepens; nodes are kept exactly, and only moves that were asked for
// are played.
func TestLimits(t *testing.T) {
	s := New(Material{}, Options{AlphaBeta: true})
	g := search.NewGame(board.Start())
	for _, nodes := range []uint64{1, 19, 20, 1000} {
		if r := run(s, g, search.Limits{Nodes: nodes}); r.Nodes != nodes || !g.Position().IsLegal(r.Move) || r.Depth > 0 != (nodes >= 20) {
			t.Errorf("limit %d: %+v", nodes, r)
		}
	}
	only := board.NewMove(board.H2, board.H3)
	if r := run(s, g, search.Limits{Depth: 2, Moves: []board.Move{only}}); r.Move != only {
		t.Errorf("%v, want %v", r.Move, only)
	}
	for fen, want := range map[string]search.Score{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": search.MatedIn(0), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": 0} {
		if r := run(s, search.NewGame(boardtest.Parse(t, fen)), search.Limits{Depth: 2}); r.Move != board.NoMove || r.Score != want {
			t.Errorf("%s: %v %v, want no move and %v", fen, r.Move, r.Score, want)
		}
	}
	reports := 0
	s.Search(g, search.NewControl(search.Limits{Nodes: 1000}, board.White, 0), func(i *search.Info) {
		if reports++; i.Depth != reports || len(i.PV) != i.Depth {
			t.Errorf("report %d: %+v", reports, i)
		}
	})
	if reports < 2 {
		t.Errorf("%d reports", reports)
	}
}

// BenchmarkDepth3 searches the start position.
func BenchmarkDepth3(b *testing.B) {
	for name, opt := range map[string]Options{"minimax": {}, "alphabeta": {AlphaBeta: true}} {
		b.Run(name, func(b *testing.B) {
			s := New(Material{}, opt)
			g := search.NewGame(board.Start())
			var nodes uint64
			b.ReportAllocs()
			for b.Loop() {
				nodes += run(s, g, search.Limits{Depth: 3}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
