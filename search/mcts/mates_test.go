package mcts

import (
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/arena"
)

// Two rooks mate by a check, b1b7 and a6a8; or by a quiet move, which no mate check looks at.
const (
	byCheck = "8/7k/R7/8/8/8/8/KR6 w - - 0 1"
	byQuiet = "7k/8/8/8/8/1R6/R7/K7 w - - 0 1"
)

// TestMateCheck: mates in one, and in two by a check, are seen as far as they are looked for, and
// where the game goes on so long.
func TestMateCheck(t *testing.T) {
	const twice = "b1b7 h7h8 b7b1 h8h7 b1b7 h7h8 b7b1 h8h7"
	for _, tt := range []struct {
		name, fen, moves string
		check            MateCheck
		move             string // "": none
		distance         int
	}{
		{"one", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", MateInOne, "d1d8", 1},
		{"one of two looked for", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", MateInTwo, "d1d8", 1},
		{"two", byCheck, "", MateInTwo, "b1b7", 3},
		{"two, not looked for", byCheck, "", MateInOne, "", 0},
		{"two, a sacrifice", "r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", "", MateInTwo, "d2d8", 3},
		{"two by a quiet move", byQuiet, "", MateInTwo, "", 0},
		{"the hundredth half-move mates", "8/7k/R7/8/8/8/8/KR6 w - - 97 80", "", MateInTwo, "b1b7", 3},
		{"fifty moves are over before", "8/7k/R7/8/8/8/8/KR6 w - - 98 80", "", MateInTwo, "", 0},
		{"the check repeats for the third time", byCheck, twice, MateInTwo, "", 0},
		{"a check that is answered", "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", "", MateInTwo, "d8d1", 1},
	} {
		opt := options(t, "modern")
		opt.MateCheck = tt.check
		w := ready(New(newMaterial, opt), play(t, tt.fen, tt.moves))
		w.pos = w.root
		moves := w.pos.LegalMoves(nil)
		i, distance := w.mating(moves)
		switch {
		case tt.move == "" && i >= 0:
			t.Errorf("%s: %v mates in %d, want none", tt.name, moves[i], distance)
		case tt.move != "" && (i < 0 || moves[i].String() != tt.move || distance != tt.distance):
			t.Errorf("%s: move %d in %d half-moves, want %s in %d", tt.name, i, distance, tt.move, tt.distance)
		}
	}
}

// unlikely is a policy that never thinks of a check.
type unlikely struct{ checks board.Checks }

func (u *unlikely) Start(p *board.Position) { u.checks = board.NewChecks(p) }
func (u *unlikely) Logit(m board.Move) float64 {
	if u.checks.Gives(m) {
		return -30
	}
	return 0
}

// TestMateAtRoot: a root's mate is proved by the first iteration, however improbable it is; not by
// moves that are not to be played.
func TestMateAtRoot(t *testing.T) {
	opt := options(t, "modern")
	opt.CheckShare, opt.NewPolicy = 0, func() Policy { return new(unlikely) }
	g := play(t, byCheck, "")
	r := run(New(newMaterial, opt), g, search.Limits{Nodes: 100})
	if r.Score != search.MateIn(3) || r.Move.String() != "b1b7" || r.Nodes != 1 {
		t.Errorf("%v %v after %d iterations", r.Move, r.Score, r.Nodes)
	}
	others := slices.DeleteFunc(g.Position().LegalMoves(nil), func(m board.Move) bool { return m == r.Move })
	if r := run(New(newMaterial, opt), g, search.Limits{Nodes: 10, Moves: others}); !slices.Contains(others, r.Move) {
		t.Errorf("%v is not to be played", r.Move)
	}
}

// TestMateCheckStops: a search that ends while mates are looked for has found none.
func TestMateCheckStops(t *testing.T) {
	w := ready(New(newMaterial, options(t, "modern")), play(t, byCheck, ""))
	w.pos = w.root
	w.control.Stop()
	if i, _ := w.mating(w.pos.LegalMoves(nil)); i >= 0 || !w.undone {
		t.Errorf("move %d, undone %v", i, w.undone)
	}
}

// TestShorten: a mate in two takes the place of a longer one that was proved, if it may be played
// and there is one.
func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		check     MateCheck
		distance  int
	}{
		{"two", byQuiet, MateInTwo, 3},
		{"not looked for", byQuiet, MateInOne, 7},
		{"none", board.StartFEN, MateInTwo, 7},
		{"fifty moves are over before", "7k/8/8/8/8/1R6/R7/K7 w - - 98 80", MateInTwo, 7},
	} {
		opt := options(t, "modern")
		opt.MateCheck = tt.check
		w := ready(New(newMaterial, opt), play(t, tt.fen, ""))
		w.pos = w.root
		n := &w.tree.Nodes[arena.Root]
		children := w.tree.Of(&w.tree.Blocks[w.expand(n)])
		children[len(children)-1].Prove(arena.Lost, 6)
		n.Prove(arena.Won, 7)
		w.shorten()
		if r := w.result(1); n.Distance() != tt.distance || r.Score != search.MateIn(tt.distance) {
			t.Errorf("%s: mate in %d half-moves, %v, want %d", tt.name, n.Distance(), r.Score, tt.distance)
		}
	}
}
