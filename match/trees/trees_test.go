package trees_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/engine"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/eval"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// rootFENs are an opening, a middlegame with a hanging queen, a mate to be given, an ending near
// the fifty moves, a position with one move and one that is over.
var rootFENs = []string{
	"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
	"r2q1rk1/pp2bppp/2n1pn2/3p2B1/3P2b1/2NBPN2/PP3PPP/R2Q1RK1 b - - 4 10",
	"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
	"8/8/4k3/8/3K4/8/3R4/8 w - - 97 90",
	"7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
	"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
}

func samples(t testing.TB) (all []datasets.Sample) {
	t.Helper()
	for i, fen := range rootFENs {
		p := boardtest.Parse(t, fen)
		all = append(all, datasets.Sample{
			Position: p, Score: winprob.NoScore, Expected: datasets.NoExpected, Result: datasets.Draw,
			Game: uint32(i / 2), Ply: datasets.PlyOf(&p), Left: datasets.NoLeft, Line: i + 1,
		})
	}
	return all
}

func file(t testing.TB) *weights.File {
	t.Helper()
	f, ok := weights.Published("pesto")
	if !ok {
		t.Fatal("no weights of pesto")
	}
	return f
}

// player makes engines of the base search with PeSTO's weights.
func player(t testing.TB) func() (*engine.Engine, error) {
	f := file(t)
	return func() (*engine.Engine, error) {
		return engine.New(engine.Options{Search: engine.BaseSearch, Weights: f, Base: alphabeta.Options{Hash: 1, Threads: 1}})
	}
}

// teacher searches with the same weights.
func teacher(t testing.TB, nodes uint64) trees.Label {
	newPlayer := player(t)
	return trees.Label{By: play.Entrant{Name: "teacher", Limit: play.Limit{Nodes: nodes}, Start: func(context.Context) (play.Player, error) {
		e, err := newPlayer()
		return play.Ours(e), err
	}}}
}

func find(t testing.TB, roots []datasets.Sample, opt trees.Options) ([]datasets.Sample, trees.Summary) {
	t.Helper()
	opt.Player = player(t)
	rows, sum, err := trees.Find(t.Context(), roots, opt)
	if err != nil {
		t.Fatal(err)
	}
	return rows, sum
}

// static returns PeSTO's evaluation of a position, White's view.
func static(t testing.TB) func(p *board.Position) int {
	e, err := eval.NewSearch(file(t))
	if err != nil {
		t.Fatal(err)
	}
	return func(p *board.Position) int {
		e.Reset(p)
		return e.Evaluate(p)
	}
}

// TestLeavesSlowly: the leaves of a root are those of least hash among all that the search of the
// same engine tells of, sorted here; the labels are static evaluations.
func TestLeavesSlowly(t *testing.T) {
	const n, nodes = 7, 1000
	roots, of := samples(t), static(t)
	rows, sum := find(t, roots, trees.Options{Limit: play.Limit{Nodes: nodes}, PerTree: n, Label: trees.Label{Static: file(t)}})
	if sum.Roots != len(roots) || sum.Skipped != 1 || sum.Rows != len(rows) {
		t.Errorf("%+v, %d rows", sum, len(rows))
	}
	for i := range roots {
		var got []datasets.Sample
		for _, r := range rows {
			if r.Line == roots[i].Line {
				got = append(got, r)
			}
		}
		if len(got) == 0 {
			continue
		}
		want := leastHashes(t, &roots[i], got[0].Tree, nodes, n)
		if len(got) != len(want) {
			t.Fatalf("root %d: %d leaves, want %d", i, len(got), len(want))
		}
		for k, r := range got {
			if r.Position.Key() != want[k].Key() || r.Tree != got[0].Tree || r.Mover() != r.Position.SideToMove() || r.Game != roots[i].Game {
				t.Errorf("root %d, leaf %d: %s, want %s", i, k, r.Position.FEN(), want[k].FEN())
			}
			if score := of(&r.Position); int(r.Score) != score {
				t.Errorf("%s: label %v, static %d", r.Position.FEN(), r.Score, score)
			}
		}
	}
}

// leastHashes searches a root and sorts all of its leaves.
func leastHashes(t *testing.T, root *datasets.Sample, tree uint32, nodes uint64, n int) []board.Position {
	t.Helper()
	e, err := player(t)()
	if err != nil {
		t.Fatal(err)
	}
	e.NewGame()
	all := map[uint64]board.Position{}
	e.OnLeaf(func(p *board.Position) {
		if _, ok := all[p.Key()]; !ok {
			all[p.Key()] = *p
		}
	})
	e.Search(search.NewGame(root.Position), search.NewControl(search.Limits{Nodes: nodes}, root.Position.SideToMove(), 0), nil)
	var list []board.Position
	for _, p := range all {
		list = append(list, p)
	}
	hash := func(p *board.Position) uint64 { return splitmix.Mix(p.Key() ^ splitmix.Mix(uint64(tree))) }
	slices.SortFunc(list, func(a, b board.Position) int {
		if hash(&a) < hash(&b) {
			return -1
		}
		return 1
	})
	return list[:min(n, len(list))]
}

// TestChoices: of every root with a choice all legal moves are there, once; the evaluation of the
// leaf with the offset is the value of the move, as a quiescence and a search by hand say it; who
// chooses is who moves at the root.
func TestChoices(t *testing.T) {
	for _, limit := range []play.Limit{{}, {Nodes: 100}, {Depth: 3}} {
		t.Run(limit.String(), func(t *testing.T) {
			roots := samples(t)
			rows, sum := find(t, roots, trees.Options{Kind: trees.Choices, Limit: limit, Label: teacher(t, 200)})
			if sum.Roots != len(roots) || sum.Skipped != 2 || sum.Rows != len(rows) || sum.Fixed == 0 {
				t.Errorf("%+v, %d rows", sum, len(rows))
			}
			for i := range roots {
				checkChoice(t, &roots[i], limit, slices.DeleteFunc(slices.Clone(rows), func(r datasets.Sample) bool { return r.Line != roots[i].Line }))
			}
		})
	}
}

func checkChoice(t *testing.T, root *datasets.Sample, limit play.Limit, rows []datasets.Sample) {
	t.Helper()
	if len(rows) == 0 {
		return
	}
	of, e := static(t), valuer(t, limit)
	var vias []string
	for _, r := range rows {
		vias = append(vias, r.Via)
		m, err := root.Position.ParseUCI(r.Via)
		if err != nil || r.Root != root.Position.FEN() || r.Mover() != root.Position.SideToMove() || r.Tree != rows[0].Tree {
			t.Fatalf("%+v: %v", r, err)
		}
		g := search.NewGame(root.Position)
		g.Make(m)
		want, constant := e(g)
		got := int(r.Offset)
		if !r.Fixed {
			got += of(&r.Position)
		}
		if got != want || r.Fixed != constant {
			t.Errorf("%s %s: leaf %s %+v (fixed: %v) is worth %d, the move %d (fixed: %v)", r.Root, r.Via, r.Position.FEN(), r.Offset, r.Fixed, got, want, constant)
		}
		if r.Score == winprob.NoScore {
			t.Errorf("%s: no value", r.Via)
		}
	}
	var all []string
	for _, m := range root.Position.LegalMoves(nil) {
		all = append(all, root.Position.UCI(m))
	}
	slices.Sort(all)
	slices.Sort(vias)
	if !slices.Equal(all, vias) {
		t.Errorf("%s: moves %v, want %v", root.Position.FEN(), vias, all)
	}
}

// valuer values the positions of games in order, White's view, as the engine does that a fit is
// for, and says whether the value is a mate or an ended game.
func valuer(t *testing.T, limit play.Limit) func(g *search.Game) (value int, constant bool) {
	t.Helper()
	q, err := quiet.New("pesto", file(t))
	if err != nil {
		t.Fatal(err)
	}
	e, err := player(t)()
	if err != nil {
		t.Fatal(err)
	}
	e.NewGame()
	clip := func(white int) (int, bool) {
		switch {
		case search.Score(white).IsMate() && white > 0:
			return winprob.MaxCentipawns, true
		case search.Score(white).IsMate():
			return -winprob.MaxCentipawns, true
		}
		return white, false
	}
	return func(g *search.Game) (int, bool) {
		p := g.Position()
		switch o := g.Outcome(); {
		case o == search.Checkmate && p.SideToMove() == board.Black:
			return winprob.MaxCentipawns, true
		case o == search.Checkmate:
			return -winprob.MaxCentipawns, true
		case o != search.Ongoing:
			return 0, true
		case limit == play.Limit{}:
			v, _ := q.Quiesce(p)
			return clip(v)
		}
		r := e.Search(g, search.NewControl(search.Limits{Nodes: limit.Nodes, Depth: limit.Depth}, p.SideToMove(), 0), nil)
		if r.Depth == 0 {
			r = e.Search(g, search.NewControl(search.Limits{Depth: 1}, p.SideToMove(), 0), nil)
		}
		value, constant := clip(int(r.Score.White(p.SideToMove())))
		return value, constant || value == 0 && drawn(g, r.PV)
	}
}

// drawn reports whether a line ends in a drawn position: by repetition, the clock or the laws.
func drawn(g *search.Game, line []board.Move) bool {
	p, seen := *g.Position(), map[uint64]bool{}
	for _, key := range g.Keys() {
		seen[key] = true
	}
	repeated := false
	for _, m := range line {
		p.Make(m)
		repeated = seen[p.Key()]
		seen[p.Key()] = true
	}
	return repeated || p.HalfmoveClock() >= 100 || p.Status().IsDraw()
}

// TestAnew: found again by the same weights choices are what they were; by others their values stay
// and leaves add up for the others.
func TestAnew(t *testing.T) {
	first, _ := find(t, samples(t), trees.Options{Kind: trees.Choices, Label: teacher(t, 100)})
	again, sum := find(t, first, trees.Options{Kind: trees.Again})
	if !slices.EqualFunc(first, again, sameRow) || sum.Moved != 0 || sum.Rows != len(first) {
		t.Errorf("found again: %+v", sum)
	}
	deeper, sum := find(t, first, trees.Options{Kind: trees.Again, Limit: play.Limit{Depth: 3}})
	if sum.Moved == 0 || len(deeper) != len(first) {
		t.Errorf("by another search: %+v", sum)
	}
	for i, r := range deeper {
		if r.Score != first[i].Score || r.Via != first[i].Via || r.Tree != first[i].Tree || r.Depth != first[i].Depth {
			t.Errorf("row %d: %+v, was %+v", i, r, first[i])
		}
	}
	if _, _, err := trees.Find(t.Context(), samples(t), trees.Options{Kind: trees.Again, Player: player(t)}); err == nil || !strings.Contains(err.Error(), "want a file of choices") {
		t.Errorf("rows that are not choices: %v", err)
	}
}

// sameRow compares what EPD keeps.
func sameRow(a, b datasets.Sample) bool { return line(&a) == line(&b) }

func line(s *datasets.Sample) string {
	return fmt.Sprint(s.Position.FEN(), s.Score, s.Game, s.Ply, s.Tree, s.Mover(), s.Offset, s.Fixed, s.Root, s.Via, s.Depth)
}

// writeRoots writes the roots as EPD, many times over with other games.
func writeRoots(t *testing.T, copies int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "roots.epd")
	w, err := datasets.NewWriter(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range copies {
		for _, s := range samples(t) {
			s.Game += uint32(100 * i)
			if err := w.Write(&s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// generate writes the rows of a file's roots; stop, if it is above 0, ends the run after so many.
func generate(t *testing.T, roots, out string, opt trees.Options, settings any, stop int) (trees.Report, error) {
	t.Helper()
	r, err := datasets.Open([]string{roots}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	opt.Player = player(t)
	return trees.Generate(ctx, out, r, opt, settings, func(s *trees.Summary) {
		if s.Roots == stop {
			cancel()
		}
	})
}

// TestSameBytes: neither threads nor interruptions are seen in a file, of leaves and of choices; a
// finished one stays, and other settings are refused.
func TestSameBytes(t *testing.T) {
	roots := writeRoots(t, 5)
	for name, opt := range map[string]trees.Options{
		"leaves":  {Limit: play.Limit{Nodes: 300}, PerTree: 5, Every: 2, Label: teacher(t, 50)},
		"choices": {Kind: trees.Choices, Label: teacher(t, 50)},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			whole, cut := filepath.Join(dir, "whole.epd.zst"), filepath.Join(dir, "cut.epd.zst")
			rep, err := generate(t, roots, whole, opt, name, 0)
			if err != nil {
				t.Fatal(err)
			}
			opt.Threads = 3
			if _, err := generate(t, roots, cut, opt, name, 4); !errors.Is(err, context.Canceled) {
				t.Fatalf("interrupted: %v", err)
			}
			if _, err := generate(t, roots, cut, opt, "others", 0); err == nil || !strings.Contains(err.Error(), "other settings") {
				t.Errorf("other settings: %v", err)
			}
			resumed, err := generate(t, roots, cut, opt, name, 0)
			if err != nil || resumed.Resumed < 4 || resumed.Summary != rep.Summary {
				t.Errorf("resumed %+v, whole %+v: %v", resumed, rep, err)
			}
			a, errA := os.ReadFile(whole)
			b, errB := os.ReadFile(cut)
			if errA != nil || errB != nil || string(a) != string(b) || len(a) == 0 {
				t.Errorf("the files differ: %v, %v", errA, errB)
			}
			if again, err := generate(t, roots, cut, opt, name, 1); err != nil || again.Resumed != again.Roots || again.Rows != rep.Rows {
				t.Errorf("finished: %+v, %v", again, err)
			}
			if _, err := generate(t, roots, cut, opt, "others", 0); !errors.Is(err, os.ErrExist) {
				t.Errorf("a finished file of other settings: %v", err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.journal")); left != nil {
				t.Errorf("left over: %v", left)
			}
		})
	}
}

// TestReadBack: a file of choices, read and written, has the rows that were found.
func TestReadBack(t *testing.T) {
	roots := writeRoots(t, 1)
	out := filepath.Join(t.TempDir(), "choices.epd")
	opt := trees.Options{Kind: trees.Choices, Label: teacher(t, 50)}
	if _, err := generate(t, roots, out, opt, "", 0); err != nil {
		t.Fatal(err)
	}
	want, _ := find(t, samples(t), opt)
	r, err := datasets.Open([]string{out}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got []datasets.Sample
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s)
	}
	if !slices.EqualFunc(got, want, sameRow) {
		t.Errorf("read %d rows, found %d, or they differ", len(got), len(want))
	}
}

// TestRefused: what cannot be is said before a run.
func TestRefused(t *testing.T) {
	label := teacher(t, 10)
	for want, opt := range map[string]trees.Options{
		"times differ from run to run": {Limit: play.Limit{MoveTime: 5}, Label: label},
		"no label":                     {Kind: trees.Choices},
		"reads no Inputs":              {Label: label, Inputs: []string{"x.csv"}},
		"-1 leaves of a tree":          {PerTree: -1, Label: label},
		"no quiescence whose leaves":   {Label: label, Player: func() (*engine.Engine, error) { return engine.New(engine.Options{Search: "alphaone-v2"}) }},
	} {
		if opt.Player == nil {
			opt.Player = player(t)
		}
		if _, _, err := trees.Find(t.Context(), samples(t), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, name := range []string{"x.viri", "x.txt.zst", "x", "x.epd.bz2"} {
		if err := trees.CanWrite(name); err == nil {
			t.Errorf("%s can be written", name)
		}
	}
}
