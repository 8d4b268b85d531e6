package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// TestOneExpansion: each iteration of alphaone-published expands one node, as the paper's algorithm 2 does: a node that
// was met as random child, too, when it is selected later. Of a tree without positions that are over there is a block
// for each iteration, and nothing else.
func TestOneExpansion(t *testing.T) {
	for _, fen := range []string{board.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"} {
		for _, iterations := range []int{1, 2, 3, 30, 5000} {
			opt := options(t, "alphaone-published")
			opt.Memory = 64
			s := New(newMaterial, opt)
			run(s, play(t, fen, ""), search.Limits{Nodes: uint64(iterations)})
			expanded, over := 0, 0
			start := boardtest.Parse(t, fen)
			countExpansions(s.tree, arena.Root, start, &expanded, &over)
			if expanded != iterations-over {
				t.Errorf("%s: %d nodes expanded in %d iterations, of which %d came to games that were over", fen, expanded, iterations, over)
			}
		}
	}
}

// countExpansions counts the nodes that have children, and the visits of those that can have none.
func countExpansions(t *arena.Tree, index uint32, p board.Position, expanded, over *int) {
	nodes, first := t.ChildrenOf(index)
	if len(nodes) > 0 {
		*expanded++
	} else if p.CountMoves() == 0 {
		*over += int(t.Nodes[index].Visits.Load())
	}
	for i := range nodes {
		next := p
		next.Make(nodes[i].Move)
		countExpansions(t, first+uint32(i), next, expanded, over)
	}
}
