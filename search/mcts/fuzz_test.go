package mcts

import (
	"slices"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/handmade"
	"example.org/centipawn/winprob"
)

// AnyParts sets parts by their names, which another package gives them, by pairs of bytes.
var AnyParts func(t *testing.T, opt Options, parts []byte) Options

// FuzzParts sets parts at random, by pairs of bytes, and searches any position with them, with an inner search,
// tables, a model of outcomes and a policy where a bit of means is set: the tree keeps its laws, limits of any
// kind are kept, and the move is legal.
func FuzzParts(f *testing.F) {
	for i, fen := range boardtest.FENs() {
		f.Add(fen, uint8(i), uint16(50+i), uint8(i), uint8(7*i), []byte{byte(i), byte(7 * i), byte(3 * i), byte(11 * i)})
	}
	f.Fuzz(func(t *testing.T, fen string, preset uint8, nodes uint16, limit, means uint8, parts []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		opt := AnyParts(t, presets[int(preset)%len(presets)].opt, parts)
		opt.Memory, opt.Simulations, opt.HybridDepth = 1, min(opt.Simulations, 3), min(opt.HybridDepth, 2)
		opt.SimulationDepth = 1 + opt.SimulationDepth%4 // whatever comes after is more of the same
		opt.Threads = 1 + int(preset)%3
		giveMeans(&opt, means)
		searchTwice(t, New(newMaterial, opt), p, anyLimits(p, uint64(nodes%100)+1, limit))
	})
}

// giveMeans gives a search what the bits say of what is not set by name.
func giveMeans(opt *Options, bits uint8) {
	if bits&1 != 0 {
		opt.Inner.New = newHasty
	}
	if bits&2 != 0 {
		opt.Tables = func(p *board.Position) (float64, bool) { return float64(bits>>5&2) / 2, p.Occupied().Count() <= 5 }
	}
	if bits&4 != 0 {
		opt.Model, opt.Phase = &winprob.WDL{A: [2]float64{300, 50}, B: [2]float64{100, 200}}, handmade.Middlegame
	}
	if bits&8 != 0 {
		opt.NewPolicy = newPolicy
	}
}

// anyLimits returns limits of some kinds: nodes alone, or with a depth, a time or some of the moves; or one of
// these alone.
func anyLimits(p board.Position, nodes uint64, kind uint8) search.Limits {
	lim := search.Limits{Nodes: nodes}
	if kind&1 != 0 {
		lim.Depth = 1 + int(nodes%7)
	}
	if kind&2 != 0 {
		lim.MoveTime = time.Duration(nodes) * 20 * time.Microsecond
	}
	if moves := p.LegalMoves(nil); kind&4 != 0 && len(moves) > 0 {
		lim.Moves = moves[int(nodes)%len(moves):]
	}
	if kind&8 != 0 && kind&3 != 0 {
		lim.Nodes = 0
	}
	return lim
}

// searchTwice searches a position, and the one after the move that was found.
func searchTwice(t *testing.T, s *Searcher, p board.Position, lim search.Limits) {
	g, over := search.NewGame(p), uint64(0)
	if s.opt.Count == Moves {
		over = uint64(s.opt.Threads * board.MaxMoves) // a step of a simulation evaluates all moves
	}
	for kept := range 2 {
		c := search.NewControl(lim, g.Position().SideToMove(), 0)
		if kept > 0 && lim.Nodes%5 == 0 {
			time.AfterFunc(time.Duration(lim.Nodes)*10*time.Microsecond, c.Stop)
		}
		r := s.Search(g, c, nil)
		if r.Move == board.NoMove {
			if g.Position().CountMoves() > 0 {
				t.Fatal("no move is found")
			}
			return
		}
		if !g.Position().IsLegal(r.Move) || lim.Nodes > 0 && r.Nodes > lim.Nodes+over {
			t.Fatalf("%v after %d nodes", r.Move, r.Nodes)
		}
		if kept == 0 && len(lim.Moves) > 0 && !slices.Contains(lim.Moves, r.Move) {
			t.Fatalf("%v, want one of %v", r.Move, lim.Moves)
		}
		if s.opt.Threads == 1 && s.tree.Full() < 500 {
			checkTree(t, s, kept > 0)
		}
		g.Make(r.Move)
		lim.Moves = nil // they are moves no more
	}
}
