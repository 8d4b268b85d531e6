package standard

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

func TestSpace(t *testing.T) {
	testTerms(t, []termTest{
		{"level at the start", "space.safe", board.StartFEN, 0},
		{"no pieces", "space.safe", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"twelve squares, one knight", "space.safe", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", 12},
		{"own pieces leave room", "space.safe", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 12},
		{"own pawns take it", "space.safe", "4k3/8/8/8/2PP4/8/8/4K1N1 w - - 0 1", 10},
		{"enemy pawns attack it", "space.safe", "4k3/8/8/3p4/8/8/8/4K1N1 w - - 0 1", 10},
		{"enemy pieces do not count", "space.safe", "4k3/8/8/3q4/8/8/8/4K1NN w - - 0 1", 24 - 12},
		{"seven pieces at most", "space.safe", "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", 84},
		{"nine are seven", "space.safe", "4k3/8/8/8/8/8/Q7/QQQQKQQQ w - - 0 1", 84},

		{"behind a pawn on e5", "space.behind", "4k3/8/8/4P3/8/8/8/4K1N1 w - - 0 1", 3},
		{"behind a pawn on e6", "space.behind", "4k3/8/4P3/8/8/8/8/4K1N1 w - - 0 1", 2},
		{"two pieces", "space.behind", "4k3/8/8/4P3/8/8/8/4K1NN w - - 0 1", 6},
		{"attacked by an enemy bishop", "space.behind", "7k/8/5b2/4P3/8/8/8/4K1N1 w - - 0 1", 3},
		{"attacked by another", "space.behind", "7k/8/6b1/4P3/8/8/8/4K1N1 w - - 0 1", 2},
		{"on the rook's file", "space.behind", "4k3/8/8/P7/8/8/8/4K1N1 w - - 0 1", 0},
		{"Black's", "space.behind", "4k1n1/8/8/8/4p3/8/8/4K3 w - - 0 1", -3},
	}, spaceFamily)
}

// slowSpace counts one side's space by its definitions.
func slowSpace(b slowBoard) map[string]int {
	c := features.Context{Pos: b.p}
	pieces, n := 0, map[string]int{}
	for sq := range board.Square(64) {
		if piece := b.p.PieceAt(sq); piece != board.NoPiece && piece.Color() == b.color && piece.Type() != board.Pawn && piece.Type() != board.King {
			pieces++
		}
	}
	for file := 2; file <= 5; file++ {
		for rank := 2; rank <= 4; rank++ {
			if b.own(file, rank) || b.enemy(file-1, rank+1) || b.enemy(file+1, rank+1) {
				continue
			}
			n["space.safe"] += min(pieces, 7)
			if slowCount(b.own, file, rank+1, rank+3) > 0 && !c.Side(b.color.Other()).All.Has(b.square(file, rank)) {
				n["space.behind"] += min(pieces, 7)
			}
		}
	}
	return n
}

func TestSpaceIsTheSlowOne(t *testing.T) {
	compareSlow(t, spaceFamily, slowSpace)
}

// TestPawnTermsFitInAByte: a matrix of these counts stores a byte each.
func TestPawnTermsFitInAByte(t *testing.T) {
	tally := pawnTerms.NewTrace()
	for _, p := range append(randomPawns(3000), features.Positions()...) {
		tally.Reset()
		pawnTerms.Count(&p, tally)
		for i, def := range pawnTerms.Terms() {
			if n := tally.Trace().Count(features.Term(i)); n < -127 || n > 127 {
				t.Fatalf("%s = %g on %s", def.Name, n, p.FEN())
			}
		}
	}
}
