package mcts

import (
	"encoding/csv"
	"flag"
	"os"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
)

var (
	puzzlePreset = flag.String("puzzle-preset", "", "count the mates in two that a preset finds")
	puzzleNodes  = flag.Uint64("puzzle-nodes", 20_000, "iterations for a puzzle")
)

// mates reports whether the side to move can force mate in n moves, by looking at everything.
func mates(p *board.Position, n int) bool {
	for _, m := range p.LegalMoves(nil) {
		if matesBy(p, m, n) {
			return true
		}
	}
	return false
}

// matesBy reports whether m begins a forced mate in n moves.
func matesBy(p *board.Position, m board.Move, n int) bool {
	next := *p
	next.Make(m)
	replies := next.LegalMoves(nil)
	if len(replies) == 0 {
		return next.InCheck()
	}
	if n == 1 {
		return false
	}
	for _, reply := range replies {
		after := next
		after.Make(reply)
		if !mates(&after, n-1) {
			return false
		}
	}
	return true
}

// readPuzzles returns the FENs of the paper's mates in two; the test is skipped where they are not.
func readPuzzles(tb testing.TB) (fens []string) {
	tb.Helper()
	f, err := os.Open("../../../shared/data/puzzles/alphaone_219.csv")
	if err != nil {
		tb.Skip("no puzzles: ", err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	for _, r := range records[1:] {
		fens = append(fens, r[0])
	}
	return fens
}

// solve returns how many of the puzzles a searcher begins with a move that mates in two, and how
// many it proves.
func solve(t *testing.T, s *Searcher, fens []string, nodes uint64) (solved, proved int) {
	for i, fen := range fens {
		s.NewGame()
		g := play(t, fen, "")
		r := run(s, g, search.Limits{Nodes: nodes})
		switch mate := r.Score.IsMate() && r.Score.MateMoves() > 0; {
		case matesBy(g.Position(), r.Move, 2):
			solved++
			if mate {
				proved++
			}
		case mate:
			t.Logf("%d, %s: %v %v", i+1, fen, r.Move, r.Score)
		default:
			t.Logf("%d, %s: %v %v, not solved", i+1, fen, r.Move, r.Score)
		}
	}
	return solved, proved
}

// TestMatesInTwo: modern solves all of the paper's mates in two at 20,000 iterations. If the tests are
// to be short it is every eighth of them.
func TestMatesInTwo(t *testing.T) {
	fens := readPuzzles(t)
	if long.Short(t) {
		for i := range len(fens) / 8 {
			fens[i] = fens[8*i]
		}
		fens = fens[:len(fens)/8]
	}
	s := New(newWeights(t, "builtin"), options(t, "modern"))
	if solved, proved := solve(t, s, fens, 20_000); solved < len(fens) || proved < len(fens) {
		t.Errorf("%d of %d solved, %d proved", solved, len(fens), proved)
	}
}

// TestPuzzlesBy counts what the preset of -puzzle-preset solves.
func TestPuzzlesBy(t *testing.T) {
	if *puzzlePreset == "" {
		t.Skip("pass -puzzle-preset")
	}
	opt := options(t, *puzzlePreset)
	opt.Memory = 64
	fens := readPuzzles(t)
	solved, proved := solve(t, New(newWeights(t, "builtin"), opt), fens, *puzzleNodes)
	t.Logf("%s: %d of %d solved, %d proved", *puzzlePreset, solved, len(fens), proved)
}
