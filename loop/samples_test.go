package loop

import (
	"path/filepath"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/features"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
)

// TestBrokenOff: all positions of games that were ended for their length are dropped,
// and hardly any other.
func TestBrokenOff(t *testing.T) {
	const plies = 60
	f, err := Start(features.Lishex, "published", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games.viri")
	o := Options{Games: 30, Limit: play.Limit{Nodes: 150}, Threads: 1}.WithDefaults()
	o.Rules.MaxPlies = plies
	playing := o.playing(1, 0)
	rep, err := selfplay.Generate(t.Context(), name, o.player(f), playing, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	openings, err := o.Opening.lengths(&playing)
	if err != nil || len(openings) != 2 || !openings[o.Opening.Plies] {
		t.Fatalf("openings of %v half-moves, %v; want %d", openings, err, o.Opening.Plies)
	}
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	phase := features.Lishex.Phase()
	long := brokenOff(func(n int) bool { return openings[n-plies] }, phase)
	dropped, kept, late := map[uint32]bool{}, map[uint32]bool{}, map[uint32]bool{}
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		ending := phase.Of(&s.Position) <= lateAt
		switch drop := long.Judge(&s) == filter.Drop; {
		case drop && s.Result != datasets.Draw:
			t.Errorf("a position of a game that was won is dropped")
		case drop && !ending:
			t.Errorf("a position of phase %g is dropped", phase.Of(&s.Position))
		case drop:
			dropped[s.Game] = true
		default:
			kept[s.Game] = true
			late[s.Game] = late[s.Game] || ending
		}
	}
	for game := range dropped {
		if late[game] {
			t.Errorf("of game %x some of the ending is dropped", game)
		}
	}
	want := rep.Ends[play.MaxPlies.String()]
	if n := len(dropped); n == 0 || n > want || len(kept) != rep.Games || len(late) == 0 {
		t.Errorf("of %d games the endings are dropped, %d were broken off, %d of %d have positions", n, want, len(kept), rep.Games)
	}
}

// TestCutShort: of given games those are broken off that are as long as the limit.
func TestCutShort(t *testing.T) {
	o := Options{From: []string{"a.pgn"}}.WithDefaults()
	r := &run{opt: o}
	cutShort, err := r.cutShort(r.step(1))
	if err != nil || cutShort(1000) {
		t.Errorf("without a limit: %v, %v", cutShort(1000), err)
	}
	r.opt.Rules.MaxPlies = 200
	if cutShort, err = r.cutShort(r.step(1)); err != nil || cutShort(199) || !cutShort(200) || !cutShort(300) {
		t.Errorf("with a limit of 200: %v %v %v, %v", cutShort(199), cutShort(200), cutShort(300), err)
	}
}

// TestScoresFrom: mates alone end games until the scale of scores is learnt.
func TestScoresFrom(t *testing.T) {
	tests := []struct {
		from, iteration, best int
		byScores              bool
	}{{0, 2, 1, false}, {0, 3, 2, true}, {1, 1, 0, true}, {-1, 9, 8, false}, {0, 9, 0, false}, {0, 9, 1, false}, {0, 9, 2, true}}
	for _, tt := range tests {
		o := Options{ScoresFrom: tt.from}.WithDefaults()
		rules := o.playing(tt.iteration, tt.best).Rules
		if byScores := rules.ResignMoves > 0; byScores != tt.byScores || rules.MateMoves == 0 || rules.MaxPlies != o.Rules.MaxPlies {
			t.Errorf("from %d, iteration %d with the weights of %d: rules %+v", tt.from, tt.iteration, tt.best, rules)
		}
	}
}
