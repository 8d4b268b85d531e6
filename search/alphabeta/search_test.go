package alphabeta_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

var update = flag.Bool("update", false, "write testdata/signature.golden again")

// play returns the game from a FEN after moves in UCI notation.
func play(tb testing.TB, fen, moves string) *search.Game {
	tb.Helper()
	g := position(tb, fen)
	for uci := range strings.FieldsSeq(moves) {
		m, err := g.Position().ParseUCI(uci)
		if err != nil {
			tb.Fatal(err)
		}
		g.Make(m)
	}
	return g
}

// TestScores: mates at their distance, and draws of every kind.
func TestScores(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		depth            int
		score            search.Score
		move             string // "": any
	}{
		{"mate in one", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", 1, search.MateIn(1), "d1d8"},
		{"mate in two", "7k/8/8/8/8/1R6/R7/K7 w - - 0 1", "", 3, search.MateIn(3), ""},
		{"mated in one", "7k/R7/1R6/8/8/8/8/K7 b - - 0 1", "", 2, search.MatedIn(2), "h8g8"},
		{"checkmated", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "", 3, search.MatedIn(0), "0000"},
		{"stalemated", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", 3, 0, "0000"},
		{"stalemate is avoided", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "", 1, search.MateIn(1), "c1c8"},
		{"the last pawn is taken: dead material", "8/8/8/3k4/8/4Kp2/8/8 w - - 0 1", "", 1, 0, ""},
		{"bare kings", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "", 4, 0, ""},
		{"perpetual check", "6k1/6p1/8/7Q/8/8/qr3P2/6K1 w - - 0 1", "", 6, 0, "h5e8"},
		{"behind by a rook", "7k/R7/8/8/8/8/8/K7 b - - 0 1", "", 1, -500, "h8g8"},
		{"third time on the board", "7k/R7/8/8/8/8/8/K7 b - - 0 1", "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1 g8h8 b1a1", 1, 0, "h8g8"},
		{"fifty moves: too late", "7k/8/8/8/8/8/R7/K7 w - - 99 80", "", 2, 0, ""},
		{"fifty moves: a capture in time", "7k/8/8/8/n7/8/8/RK6 w - - 99 80", "", 1, 500, "a1a4"},
		{"fifty moves: no time for a mate in two", "7k/8/8/8/8/1R6/R7/K7 w - - 98 80", "", 4, 0, ""},
		{"fifty moves: mate with the last", "7k/R7/8/8/8/1R6/8/K7 w - - 99 80", "", 3, search.MateIn(1), "b3b8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := play(t, tt.fen, tt.moves)
			for _, off := range []alphabeta.Technique{alphabeta.Base, 0} {
				depth := tt.depth
				if off == 0 && tt.score.IsMate() {
					depth += 2 // what is reduced comes later
				}
				r := run(alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, Off: off}), g, search.Limits{Depth: depth})
				move := "0000"
				if r.Move != board.NoMove {
					move = g.Position().UCI(r.Move)
				}
				if r.Score != tt.score || tt.move != "" && move != tt.move {
					t.Errorf("off %b: %s, %v; want %s, %v", off, move, r.Score, tt.move, tt.score)
				}
			}
		})
	}
}

// TestLegalTrap: 5...Bh5 loses a pawn to 6.Nxe5, which offers the queen. With more
// nodes there is no excuse.
func TestLegalTrap(t *testing.T) {
	const fen = "r2qkbnr/ppp2ppp/2np4/4p3/2B1P1b1/2N2N1P/PPPP1PP1/R1BQK2R b KQkq - 0 5"
	for _, e := range []func() search.Evaluator{newMaterial, newStandard(t)} {
		g := position(t, fen)
		r := run(alphabeta.New(e, alphabeta.Options{}), g, search.Limits{Nodes: 100_000})
		if move := g.Position().UCI(r.Move); move == "g4h5" {
			t.Errorf("played %s into the trap, score %v", move, r.Score)
		}
	}
}

// TestNodeLimit: as many nodes are searched as are allowed, with any number of
// threads, and move and score make sense even if that is one.
func TestNodeLimit(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, Threads: threads})
		for _, limit := range []uint64{1, 2, 3, 10, 19, 20, 21, 100, 1023, 1024, 1025, 5000, 33_333} {
			g := position(t, boardtest.Kiwipete)
			if r := run(s, g, search.Limits{Nodes: limit}); r.Nodes != limit || !g.Position().IsLegal(r.Move) || r.Score.IsMate() {
				t.Errorf("%d threads: %d nodes allowed, %d searched, %v %v", threads, limit, r.Nodes, r.Move, r.Score)
			}
		}
	}
}

// TestDeterminism: the same calls give the same results, and a new game forgets.
func TestDeterminism(t *testing.T) {
	session := func(s *alphabeta.Searcher) (results []string) {
		s.NewGame()
		for _, fen := range benchFENs[:4] {
			r := run(s, position(t, fen), search.Limits{Nodes: 20_000})
			r.Time = 0
			results = append(results, fmt.Sprintf("%+v", r))
		}
		return results
	}
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1})
	first := session(s)
	for name, other := range map[string]*alphabeta.Searcher{
		"the same searcher": s, "another searcher": alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}),
	} {
		if again := session(other); !slices.Equal(first, again) {
			t.Errorf("%s: results\n%s\nwant\n%s", name, strings.Join(again, "\n"), strings.Join(first, "\n"))
		}
	}
}

// TestSearchMoves: only the moves that are allowed are considered; without a legal
// one among them all are.
func TestSearchMoves(t *testing.T) {
	g := position(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	bad := board.NewMove(board.D1, board.A1)
	for _, tt := range []struct {
		name  string
		moves []board.Move
		want  board.Move
	}{
		{"a bad move", []board.Move{bad}, bad},
		{"an illegal one beside it", []board.Move{board.NewMove(board.A7, board.A8), bad}, bad},
		{"nothing legal", []board.Move{board.NewMove(board.A7, board.A8)}, board.NewMove(board.D1, board.D8)},
	} {
		r := run(alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}), g, search.Limits{Depth: 3, Moves: tt.moves})
		if r.Move != tt.want {
			t.Errorf("%s: played %v, want %v", tt.name, r.Move, tt.want)
		}
	}
}

// TestMultiPV: as many lines as are asked for and possible, best first, beginning
// with different moves and legal to the end; the first is the result.
func TestMultiPV(t *testing.T) {
	for _, fen := range append([]string{"7k/R7/8/8/8/8/8/K7 b - - 0 1"}, benchFENs...) {
		g := position(t, fen)
		s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, MultiPV: 5})
		lines := map[int][]search.Info{}
		c := search.NewControl(search.Limits{Depth: 4}, g.Position().SideToMove(), 0)
		r := s.Search(g, c, func(i *search.Info) {
			if i.CurrentMove == board.NoMove && i.Bound == search.Exact {
				info := *i
				info.PV = slices.Clone(i.PV)
				lines[i.Depth] = append(lines[i.Depth], info)
			}
		})
		for depth := 1; depth <= 4; depth++ {
			checkLines(t, g, lines[depth], min(5, g.Position().CountMoves()))
		}
		if last := lines[4]; len(last) > 0 && (last[0].Score != r.Score || last[0].PV[0] != r.Move) {
			t.Errorf("%s: the first line is %v %v, the result %v %v", fen, last[0].Score, last[0].PV, r.Score, r.Move)
		}
	}
}

func checkLines(t *testing.T, g *search.Game, lines []search.Info, want int) {
	t.Helper()
	if len(lines) != want {
		t.Fatalf("%s: %d lines, want %d", g.Position().FEN(), len(lines), want)
	}
	seen := map[board.Move]bool{}
	for i, l := range lines {
		if l.MultiPV != i+1 || len(l.PV) == 0 || seen[l.PV[0]] || i > 0 && l.Score > lines[i-1].Score {
			t.Errorf("%s: line %d of depth %d: %+v after %+v", g.Position().FEN(), i+1, l.Depth, l, lines[:i])
		}
		seen[l.PV[0]] = true
		p := *g.Position()
		for _, m := range l.PV {
			if !p.IsLegal(m) {
				t.Fatalf("%s: %v in the line %v is illegal", g.Position().FEN(), m, l.PV)
			}
			p.Make(m)
		}
	}
}

// TestLineEndsInLeaf: a line goes on through quiescence to the position whose
// evaluation is the score, or to a mate or a draw. (Techniques that prune end lines
// with scores of their own.)
func TestLineEndsInLeaf(t *testing.T) {
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, Off: alphabeta.TableCutoffs | alphabeta.Base})
	n := 0
	for p := range boardtest.RandomPositions(5, 2000) {
		if n++; n%20 != 0 || p.CountMoves() == 0 {
			continue
		}
		g := search.NewGame(p)
		r := run(s, g, search.Limits{Depth: 3, Nodes: 20_000})
		if r.Depth < 3 || r.Score == 0 || r.Score.IsMate() {
			continue
		}
		leaf := p
		for _, m := range r.PV {
			leaf.Make(m)
		}
		if got := search.Score(material{}.Evaluate(&leaf)).White(p.SideToMove()); got != r.Score {
			t.Errorf("%s: score %v, at the end of %v it is %v", p.FEN(), r.Score, r.PV, got)
		}
	}
}

// TestNoAllocations: what a search allocates does not depend on its nodes.
func TestNoAllocations(t *testing.T) {
	for _, e := range []func() search.Evaluator{newMaterial, newStandard(t)} {
		s := alphabeta.New(e, alphabeta.Options{Hash: 1})
		g := position(t, boardtest.Kiwipete)
		allocations := func(nodes uint64) float64 {
			return testing.AllocsPerRun(3, func() {
				s.NewGame()
				run(s, g, search.Limits{Nodes: nodes})
			})
		}
		if few, many := allocations(100), allocations(50_000); many > few {
			t.Errorf("%g allocations for 100 nodes, %g for 50,000: nodes allocate", few, many)
		}
	}
}

// TestSignature pins what the search does, node by node. A change of the search
// that is meant to change it writes the file again (-update); any other must not.
func TestSignature(t *testing.T) {
	const golden = "testdata/signature.golden"
	var got strings.Builder
	sign(t, &got, "base", alphabeta.Options{Off: alphabeta.Base})
	sign(t, &got, "full", alphabeta.Options{})
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the search has changed (run with -update if it should have):\n%swant\n%s", &got, want)
	}
}

// sign writes what a search does.
func sign(t *testing.T, to *strings.Builder, name string, opt alphabeta.Options) {
	t.Helper()
	total := uint64(0)
	s := alphabeta.New(newMaterial, opt)
	s.NewGame()
	for _, fen := range benchFENs {
		g := position(t, fen)
		r := run(s, g, search.Limits{Depth: 6})
		total += r.Nodes
		fmt.Fprintf(to, "%s: %s %v, %d nodes\n", fen, g.Position().UCI(r.Move), r.Score, r.Nodes)
	}
	fmt.Fprintf(to, "%s %d nodes\n", name, total)
}
