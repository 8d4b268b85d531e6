package alphaone

import (
	"encoding/csv"
	"errors"
	"flag"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

var (
	puzzleFile    = flag.String("puzzles", "../../../../shared/data/puzzles/alphaone_219.csv", "`file` of the paper's mates in two: FEN, solution")
	puzzleDepth   = flag.Int("puzzle-depth", 0, "TestPuzzlesAt searches to this `depth`")
	puzzleFrom    = flag.Int("puzzle-from", 1, "TestPuzzlesAt begins with this `puzzle`")
	puzzleVersion = flag.String("puzzle-version", "v1", "TestPuzzlesAt plays this `version`")
)

// puzzle is a mate in two with the only moves that count as its solution.
type puzzle struct {
	start    board.Position
	solution []string
}

// readPuzzles skips the test if the file is not there.
func readPuzzles(tb testing.TB) (list []puzzle) {
	tb.Helper()
	f, err := os.Open(*puzzleFile)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("%s is not there", *puzzleFile)
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	for _, row := range rows[1:] {
		list = append(list, puzzle{boardtest.Parse(tb, row[0]), strings.Fields(row[1])})
	}
	return list
}

// attempt is what a searcher played on a puzzle.
type attempt struct {
	solved bool
	mated  bool     // the last move played mates, be it the listed one or another
	played []string // one move, or two with the listed answer between
	nodes  Nodes
}

// solve lets s find the first and the third move of the solution, as the paper's
// program is tested: any other move, even if it mates, is a failure.
func (z *puzzle) solve(tb testing.TB, s *Searcher, depth int) (a attempt) {
	tb.Helper()
	g := search.NewGame(z.start)
	for i, want := range z.solution {
		m, err := g.Position().ParseUCI(want)
		if err != nil {
			tb.Fatal(err)
		}
		if i%2 == 1 {
			g.Make(m)
			continue
		}
		r := s.Search(g, search.NewControl(search.Limits{Depth: depth}, g.Position().SideToMove(), 0), nil)
		a.nodes = a.nodes.plus(s.Nodes())
		a.played = append(a.played, g.Position().UCI(r.Move))
		g.Make(r.Move)
		a.mated = g.Outcome() == search.Checkmate
		if r.Move != m {
			return a
		}
	}
	a.solved = true
	return a
}

func (n Nodes) plus(m Nodes) Nodes { return Nodes{n.Main + m.Main, n.Quiescence + m.Quiescence} }

// TestPuzzles: table 4 of the paper, depths 1 and 2.
func TestPuzzles(t *testing.T) {
	puzzles := readPuzzles(t)
	for _, tt := range []struct{ depth, want int }{{1, 19}, {2, 32}} {
		s, solved := New(V1), 0
		for i := range puzzles {
			if puzzles[i].solve(t, s, tt.depth).solved {
				solved++
			}
		}
		if solved != tt.want || len(puzzles) != 219 {
			t.Errorf("depth %d: %d of %d puzzles solved, the paper says %d of 219", tt.depth, solved, len(puzzles), tt.want)
		}
	}
}

// measured is how many of the puzzles a version solves by depth, from 1, and how many
// end in a mate that the list does not have. The paper has 219 at depths 3 and 4:
// every puzzle, if any mate counts.
var measured = map[Version][4]struct{ solved, others int }{
	V1:        {{19, 0}, {32, 0}, {218, 1}, {218, 1}},
	V2:        {{38, 0}, {44, 0}, {218, 1}, {218, 1}},
	Corrected: {{66, 0}, {71, 0}, {217, 2}, {217, 2}},
}

// TestPuzzlesAt prints what a version does with each puzzle at the depth of
// -puzzle-depth. It can be resumed with -puzzle-from.
func TestPuzzlesAt(t *testing.T) {
	if *puzzleDepth <= 0 {
		t.Skip("pass -puzzle-depth")
	}
	version := slices.IndexFunc(versions, func(v Version) bool { return v.String() == *puzzleVersion })
	if version < 0 {
		t.Fatalf("-puzzle-version %s: want one of %v", *puzzleVersion, versions)
	}
	puzzles := readPuzzles(t)
	s, solved, others, nodes := New(versions[version]), 0, 0, Nodes{}
	for i := max(0, *puzzleFrom-1); i < len(puzzles); i++ {
		start := time.Now()
		a := puzzles[i].solve(t, s, *puzzleDepth)
		nodes = nodes.plus(a.nodes)
		verdict := "not solved"
		switch {
		case a.solved:
			solved++
			verdict = "solved"
		case a.mated:
			others++
			verdict = "another mate"
		}
		t.Logf("%d: %s by %v of %v, nodes %d + %d, %.2f s; so far %d solved, %d other mates, nodes %d + %d: %s",
			i+1, verdict, a.played, puzzles[i].solution, a.nodes.Main, a.nodes.Quiescence, time.Since(start).Seconds(),
			solved, others, nodes.Main, nodes.Quiescence, puzzles[i].start.FEN())
	}
	if *puzzleFrom > 1 || *puzzleDepth > 4 {
		return
	}
	if want := measured[versions[version]][*puzzleDepth-1]; solved != want.solved || others != want.others {
		t.Errorf("%d solved, %d other mates, want %d and %d", solved, others, want.solved, want.others)
	}
}
