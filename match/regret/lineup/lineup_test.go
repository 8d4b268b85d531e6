package lineup

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// at returns positions, each of a game of its own.
func at(t *testing.T, fens ...string) (list []regret.Root) {
	t.Helper()
	for i, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, regret.Root{Position: p, Game: uint32(i)})
	}
	return list
}

// fresh searches with an engine that has searched nothing before.
func fresh(t *testing.T, g *search.Game, name string, nodes uint64) search.Result {
	t.Helper()
	f, err := weights.Find(name, "")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Weights: f})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.SetOption("Hash", "1"); err != nil {
		t.Fatal(err)
	}
	e.NewGame()
	within := func(l search.Limits) search.Result {
		return e.Search(g, search.NewControl(l, g.Position().SideToMove(), 0), nil)
	}
	r := within(search.Limits{Nodes: nodes})
	if r.Depth == 0 {
		r.Score = within(search.Limits{Depth: 1}).Score
	}
	return r
}

// value is what a move is worth by the built-in weights, at K.
func value(t *testing.T, root board.Position, m board.Move, k float64) float64 {
	t.Helper()
	g := search.NewGame(root)
	g.Make(m)
	switch outcome := g.Outcome(); {
	case outcome == search.Checkmate:
		return 1
	case outcome.IsDraw():
		return 0.5
	}
	switch s := fresh(t, g, "builtin", 300).Score; {
	case s.IsMate() && s > 0:
		return 0
	case s.IsMate():
		return 1
	default:
		return 1 - winprob.Expected(k, float64(s))
	}
}

// TestTwin: real searches, each of an engine of its own, come to what the room measures.
func TestTwin(t *testing.T) {
	list := at(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		"r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 8",
		"8/5pk1/6p1/7p/1R5P/6P1/r4PK1/8 b - - 0 40", "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1")
	limit := play.Limit{Nodes: 200}
	specs := []entrants.Spec{{Weights: "published:pesto", Limit: limit}, {Limit: limit}, {Limit: play.Limit{Nodes: 300}}}
	players, err := Players(t.Context(), specs)
	if err != nil {
		t.Fatal(err)
	}
	k, err := K(&specs[2])
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := regret.Run(t.Context(), regret.Options{
		Players: players[:2], Teacher: players[2], K: k, From: regret.Positions(list, 1), Full: true, Bound: 2000, Threads: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"published:pesto", "builtin"} {
		want := 0.0
		for _, root := range list {
			best, mine := 0.0, value(t, root.Position, fresh(t, search.NewGame(root.Position), name, 200).Move, k)
			for _, m := range root.Position.LegalMoves(nil) {
				best = max(best, value(t, root.Position, m, k))
			}
			want += (best - mine) / float64(len(list))
		}
		if r := got.Players[i].Regret; math.Abs(r.Value-want) > 1e-12 || r.Roots != len(list) {
			t.Errorf("%s: regret %v of %d roots, want %v", name, r.Value, r.Roots, want)
		}
	}
	if got.Warnings[0].Code != note.V11 || !strings.Contains(got.Warnings[0].Text, "prefers its moves") {
		t.Errorf("the teacher has the candidate's weights: %v", got.Warnings)
	}
}

// TestMeasure: weights in memory; the same are no worse, and the second measure searches nothing.
func TestMeasure(t *testing.T) {
	long.Skip(t, "searches thousands of nodes")
	pesto, _ := weights.Published("pesto")
	c := Change{Name: "published:pesto", Old: pesto, New: pesto, Roots: 20, Cache: filepath.Join(t.TempDir(), "cache")}
	r, err := c.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Players[1]; r.Roots != 20 || m.Difference.Value != 0 || m.Difference.StdErr != 0 || m.Elo.High != 0 {
		t.Errorf("the same weights: %+v", m)
	}
	before, _ := os.ReadFile(c.Cache)
	if _, err := c.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(c.Cache); len(before) == 0 || string(after) != string(before) {
		t.Errorf("the cache grew from %d to %d bytes", len(before), len(after))
	}
}

// TestSeeds: games for roots begin otherwise than a match of the same seed.
func TestSeeds(t *testing.T) {
	g, err := Games(1)
	if err != nil {
		t.Fatal(err)
	}
	from := entrants.DefaultOpenings
	match, err := from.Source(1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		a, err := g.Openings.Opening(i)
		b, err2 := match.Opening(i)
		if err != nil || err2 != nil || a.End() == b.End() {
			t.Errorf("opening %d: %v, %v, %v", i, a.Moves, err, err2)
		}
	}
}
