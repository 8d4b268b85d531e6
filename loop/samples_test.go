package loop

import (
	"os"
	"path/filepath"
	"testing"

	"centipawn/datasets"
	"centipawn/features"
	"centipawn/filter"
	"centipawn/match/play"
	"centipawn/selfplay"
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
	rep, err := selfplay.Generate(t.Context(), name, player(f), o.playing(1), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	opening, err := o.Opening.shortest(o.playing(1))
	if err != nil || opening != o.Opening.Plies {
		t.Fatalf("the shortest opening has %d half moves, %v; want %d", opening, err, o.Opening.Plies)
	}
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	phase := features.Lishex.Phase()
	long, never := brokenOff(plies, opening, phase), brokenOff(0, opening, phase)
	dropped, kept, late := map[uint32]bool{}, map[uint32]bool{}, map[uint32]bool{}
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		ending := phase.Of(&s.Position) <= lateAt
		switch drop := long.Judge(&s) == filter.Drop; {
		case drop && !ending:
			t.Errorf("a position of phase %g is dropped", phase.Of(&s.Position))
		case drop:
			dropped[s.Game] = true
		default:
			kept[s.Game] = true
			late[s.Game] = late[s.Game] || ending
		}
		if never.Judge(&s) != filter.Keep {
			t.Error("dropped without a limit")
		}
	}
	for game := range dropped {
		if late[game] {
			t.Errorf("of game %x some of the ending is dropped", game)
		}
	}
	want := rep.Ends[play.MaxPlies.String()]
	if n := len(dropped); n == 0 || n > want+2 || len(kept) != rep.Games || len(late) == 0 {
		t.Errorf("of %d games the endings are dropped, %d were broken off, %d of %d have positions", n, want, len(kept), rep.Games)
	}
}

// TestBookOpenings: the opening is over where the book's position says.
func TestBookOpenings(t *testing.T) {
	book := filepath.Join(t.TempDir(), "book.epd")
	lines := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
	if err := os.WriteFile(book, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	o := Options{Games: 4, Opening: Opening{Book: book}}.WithDefaults()
	if n, err := o.Opening.shortest(o.playing(1)); err != nil || n != 1 {
		t.Errorf("%d half moves, %v, want 1", n, err)
	}
	o.Opening.Book = "absent.epd"
	if _, err := o.Opening.shortest(o.playing(1)); err == nil {
		t.Error("no error without the book")
	}
}

// TestScoresFrom: mates alone end games until the scale of scores is learnt.
func TestScoresFrom(t *testing.T) {
	tests := []struct {
		from, iteration int
		byScores        bool
	}{{0, 2, false}, {0, 3, true}, {1, 1, true}, {-1, 9, false}}
	for _, tt := range tests {
		o := Options{ScoresFrom: tt.from}.WithDefaults()
		rules := o.playing(tt.iteration).Rules
		if byScores := rules.ResignMoves > 0; byScores != tt.byScores || rules.MateMoves == 0 || rules.MaxPlies != o.Rules.MaxPlies {
			t.Errorf("from %d, iteration %d: rules %+v", tt.from, tt.iteration, rules)
		}
	}
}
