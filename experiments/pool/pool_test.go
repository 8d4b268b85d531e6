package pool

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// specs are three players, two of whom are one.
func specs() []entrants.Spec {
	limit := play.Limit{Nodes: 60}
	return []entrants.Spec{
		{Name: "A", Search: "base", Limit: limit}, {Name: "B, too", Search: "base", Limit: limit}, {Name: "C", Search: "base", Limit: play.Limit{Nodes: 20}},
	}
}

// options are those of short matches in a folder.
func options(dir string) Options {
	return Options{
		Pairs: 2, Openings: openings.Random(1, 8, nil), From: entrants.Openings{Random: 8}, Seed: 1, Threads: 1, Dir: dir,
		Rules: play.Rules{MaxPlies: 40},
	}
}

// newPool returns the three, each against the first.
func newPool(t *testing.T, opt Options) *Pool {
	t.Helper()
	p, err := Of(t.Context(), specs(), opt)
	if err != nil {
		t.Fatal(err)
	}
	p.Pairings = [][2]int{{0, 1}, {2, 0}}
	return p
}

// TestPlay: players who play alike are a result, others have theirs, games have the numbers of the
// pool and pairs of their own, and all can be rated.
func TestPlay(t *testing.T) {
	opt := options("")
	r, err := newPool(t, opt).Play(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Matches; !m[0].Alike || m[0].Games() != 4 || m[1].Alike || m[1].First != "C" || len(r.Warnings) > 1 {
		t.Errorf("%+v, warnings %v", m, r.Warnings)
	}
	var pairs []int
	for _, g := range r.Games {
		pairs = append(pairs, g.Pair)
	}
	if !slices.Equal(pairs, []int{0, 0, 1, 1, 2, 2, 3, 3}) || r.Games[4].White != 2 || r.Games[4].Black != 0 {
		t.Errorf("pairs %v, game 5 %+v", pairs, r.Games[4])
	}
	if a := r.Players[0]; a.Games != 8 || a.Faults != 0 || a.PerMove() < 20 {
		t.Errorf("%+v", a)
	}
	if _, err := r.Rate([]int{0, 2}, elo.RateOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := r.Rate([]int{1, 2}, elo.RateOptions{}); err == nil {
		t.Error("players who never met are rated")
	}
}

// TestGoOn: a run that is stopped has what was played, and the next one plays the rest. The game
// after the one that stops it may be over before the stop is seen.
func TestGoOn(t *testing.T) {
	opt := options(t.TempDir())
	opt.Pairs = 8
	ctx, cancel := context.WithCancel(t.Context())
	opt.Watch = func(title string, p *match.Progress) {
		if title == "C against A" && p.Finished == 3 {
			cancel()
		}
	}
	r, err := newPool(t, opt).Play(ctx, opt)
	played := r.Matches[1].Games()
	if !errors.Is(err, context.Canceled) || r.Matches[0].Games() != 16 || played < 2 || played > 8 {
		t.Fatalf("error %v, %+v", err, r)
	}
	reports := 0
	opt.Watch = func(string, *match.Progress) { reports++ }
	resumed, err := newPool(t, opt).Play(t.Context(), opt)
	if most := 2 + 16 - played; err != nil || reports > most { // at the start of each match, and after the games that were missing
		t.Fatalf("error %v, %d reports, %d expected at most", err, reports, most)
	}
	opt.Dir, opt.Watch = "", nil
	whole, err := newPool(t, opt).Play(t.Context(), opt)
	if err != nil || !slices.Equal(whole.Games, resumed.Games) {
		t.Errorf("error %v, %v, in one go %v", err, resumed.Games, whole.Games)
	}
}

// dying is a player whose program ends at every move.
type dying struct{}

func (dying) NewGame() error { return nil }
func (dying) Close() error   { return nil }
func (dying) Search(*search.Game, search.Limits) (play.Thought, error) {
	return play.Thought{}, &client.Death{Engine: "dying", After: "go", State: "exit status 3"}
}

// TestFaults: a pairing with too many faults is given up with a warning that names it, its forfeits are counted,
// and the next one is played.
func TestFaults(t *testing.T) {
	opt := options("")
	p := newPool(t, opt)
	p.Specs = nil
	p.Entrants[1].Start = func(context.Context) (play.Player, error) { return dying{}, nil }
	r, err := p.Play(t.Context(), opt)
	if err != nil || !r.Matches[0].Faulty || r.Matches[1].Faulty || r.Matches[1].Games() != 4 {
		t.Fatalf("error %v, %+v", err, r.Matches)
	}
	if r.Players[1].Faults < 2 || r.Players[0].Faults != 0 || !slices.Contains(r.Warnings, "A against B, too was given up: too many faults") {
		t.Errorf("%+v, warnings %q", r.Players, r.Warnings)
	}
	table, err := PlayerTable("Forfeits", "nodes", true, []string{"A", "B", "C"}, r.Players)
	if err != nil || len(table.Cells()) != 3 || table.Cells()[1][2] == "0" || table.Cells()[0][2] != "0" {
		t.Errorf("error %v, %v", err, table)
	}
}

// TestBound: a folder's games are those of its specs, and of no other.
func TestBound(t *testing.T) {
	opt := options(t.TempDir())
	p := newPool(t, opt)
	p.Pairings = p.Pairings[:1]
	if _, err := p.Play(t.Context(), opt); err != nil {
		t.Fatal(err)
	}
	p.Specs[1] = p.Specs[1].With("Hash", 2)
	if _, err := p.Play(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("error %v", err)
	}
}

// TestFolder: titles become names of folders.
func TestFolder(t *testing.T) {
	for title, want := range map[string]string{
		Title("V1, depth 1", "Stockfish 15.1"): "v1-depth-1-against-stockfish-15.1",
		Title("BUBot(30)", "c = 0,5"):          "bubot-30--against-c---05",
	} {
		if got := Folder(title); got != want {
			t.Errorf("%s: %s, want %s", title, got, want)
		}
	}
}

// TestWithin: a tree gets another program with its options, and is left alone by an engine of this
// module.
func TestWithin(t *testing.T) {
	tree := entrants.Spec{Search: "mcts-mcc-sr"}
	if got := Within(tree, entrants.Spec{Weights: "builtin"}); got.Options != nil {
		t.Errorf("%+v", got)
	}
	program, err := entrants.Parse("stockfish -q,Threads=1,Hash=4")
	if err != nil {
		t.Fatal(err)
	}
	got := Within(tree, program)
	command, _ := got.Option("InnerEngine")
	if options, _ := got.Option("InnerOptions"); command != "stockfish -q" || options != "Hash=4;Threads=1" {
		t.Errorf("%q with %q", command, options)
	}
}
