package alphabeta_test

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

var everyPuzzle = flag.Bool("every-puzzle", false, "solve all Lichess puzzles, not every tenth")

const puzzleFolder = "../../../shared/data/puzzles/"

// readPuzzles returns the records of a file of puzzles without its header; the test
// is skipped where there is no such file.
func readPuzzles(tb testing.TB, name string) [][]string {
	tb.Helper()
	f, err := os.Open(puzzleFolder + name)
	if err != nil {
		tb.Skip("no puzzles: ", err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return records[1:]
}

// mates reports whether the side to move can force mate in n moves, by looking at
// everything.
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

// TestMatesInTwo: each of the paper's puzzles is solved with a mate in two, whose
// first move a search of everything confirms.
func TestMatesInTwo(t *testing.T) {
	puzzles := readPuzzles(t, "alphaone_219.csv")
	if len(puzzles) != 219 {
		t.Fatalf("%d puzzles, want 219", len(puzzles))
	}
	s := alphabeta.New(newStandard(t), alphabeta.Options{})
	nodes, exact := uint64(0), 0
	for _, puzzle := range puzzles {
		g := position(t, puzzle[0])
		r := run(s, g, search.Limits{Mate: 2, Nodes: 2_000_000})
		nodes += r.Nodes
		if g.Position().UCI(r.Move) == strings.Fields(puzzle[1])[0] {
			exact++
		}
		if !r.Score.IsMate() || r.Score.MateMoves() < 1 || r.Score.MateMoves() > 2 || !matesBy(g.Position(), r.Move, 2) {
			t.Errorf("%s: %v, %v: no mate in two", puzzle[0], r.Move, r.Score)
		}
	}
	t.Logf("%d puzzles, %d with the move of the book, %d nodes", len(puzzles), exact, nodes)
}

// TestLichessMates: the shares of mates in one, two and three that are found within
// few nodes. A solution is a mate no longer than the puzzle's; that it is one is
// looked up by a search of everything for mates in one and two.
func TestLichessMates(t *testing.T) {
	for n, want := range []float64{1: 1, 2: 0.99, 3: 0.99} {
		if n == 0 {
			continue
		}
		t.Run(fmt.Sprintf("mate in %d", n), func(t *testing.T) {
			nodes := []uint64{1: 1000, 2: 10_000, 3: 100_000}[n]
			solved, exact, all := solveMates(t, fmt.Sprintf("lichess_mateIn%d.csv", n), n, nodes)
			t.Logf("%d nodes: %d of %d solved (%.2f %%), %d with the first move of the book", nodes, solved, all, 100*float64(solved)/float64(all), exact)
			if float64(solved) < want*float64(all) {
				t.Errorf("%d of %d solved, want a share of %g", solved, all, want)
			}
		})
	}
}

func solveMates(t *testing.T, name string, n int, nodes uint64) (solved, exact, all int) {
	s := alphabeta.New(newStandard(t), alphabeta.Options{Hash: 2})
	for i, record := range readPuzzles(t, name) {
		if !*everyPuzzle && i%10 != 0 {
			continue
		}
		moves := strings.Fields(record[2])
		g := play(t, record[1], moves[0])
		s.NewGame()
		r := run(s, g, search.Limits{Mate: n, Nodes: nodes})
		all++
		if g.Position().UCI(r.Move) == moves[1] {
			exact++
		}
		if !r.Score.IsMate() || r.Score < 0 || r.Score.MateMoves() > n {
			continue
		}
		solved++
		if n <= 2 && !matesBy(g.Position(), r.Move, n) {
			t.Errorf("%s: %v, %v: no such mate", g.Position().FEN(), r.Move, r.Score)
		}
	}
	return solved, exact, all
}
