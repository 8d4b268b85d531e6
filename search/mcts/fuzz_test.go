package mcts

import (
	"strconv"
	"testing"

	"centipawn/board"
	"centipawn/board/boardtest"
	"centipawn/search"
)

// FuzzParts sets parts at random, by pairs of bytes, and searches any position with them: the tree
// keeps its laws, limits are kept, and the move is legal.
func FuzzParts(f *testing.F) {
	for i, fen := range boardtest.FENs() {
		f.Add(fen, uint8(i), uint16(50+i), []byte{byte(i), byte(7 * i), byte(3 * i), byte(11 * i)})
	}
	f.Fuzz(func(t *testing.T, fen string, preset uint8, nodes uint16, parts []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		var c Changes
		for ; len(parts) >= 2; parts = parts[2:] {
			s := &settings[int(parts[0])%len(settings)]
			if err := c.Set(s.Name, s.any(parts[1])); err != nil {
				t.Fatal(err)
			}
		}
		opt := c.Apply(presets[int(preset)%len(presets)].opt)
		opt.Memory, opt.Simulations, opt.HybridDepth = 1, min(opt.Simulations, 3), min(opt.HybridDepth, 2)
		opt.SimulationDepth = 1 + opt.SimulationDepth%4 // whatever comes after is more of the same
		opt.Threads = 1 + int(preset)%3
		searchTwice(t, New(newMaterial, opt), p, search.Limits{Nodes: uint64(nodes%100) + 1})
	})
}

// any returns some value of a setting.
func (s *Setting) any(by byte) string {
	if s.Values != nil {
		return s.Values[int(by)%len(s.Values)]
	}
	return strconv.Itoa(min(s.Min+int(by)*int(by), s.Max))
}

// searchTwice searches a position, and the one after the move that was found.
func searchTwice(t *testing.T, s *Searcher, p board.Position, lim search.Limits) {
	g, over := search.NewGame(p), uint64(0)
	if s.opt.Count == Moves {
		over = uint64(s.opt.Threads * board.MaxMoves) // a step of a simulation evaluates all moves
	}
	for kept := range 2 {
		r := run(s, g, lim)
		if r.Move == board.NoMove {
			if g.Position().CountMoves() > 0 {
				t.Fatal("no move is found")
			}
			return
		}
		if !g.Position().IsLegal(r.Move) || r.Nodes > lim.Nodes+over {
			t.Fatalf("%v after %d nodes", r.Move, r.Nodes)
		}
		if s.opt.Threads == 1 && s.tree.full() < 500 {
			checkTree(t, s, kept > 0)
		}
		g.Make(r.Move)
	}
}
