package loop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/selfplay"
)

// book writes a book of two openings, of 2 half-moves and of 1.
func book(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "book.epd")
	lines := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
	if err := os.WriteFile(name, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSupply: a book's openings are given as they are, and then with other random moves
// after them each time, in this iteration and in the next.
func TestSupply(t *testing.T) {
	o := Options{Games: 6, Opening: Opening{Book: book(t)}}.WithDefaults()
	r := &run{opt: o, done: []*Metrics{{}}} // the first iteration's gate stayed closed
	ends := make(map[string]bool)
	for iteration := 1; iteration <= 2; iteration++ {
		games, err := r.games(r.step(iteration))
		if err != nil {
			t.Fatal(err)
		}
		for n := range games.Games {
			opening, err := games.Openings.Opening(n)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := games.Openings.Opening(n)
			end := opening.End()
			if again.End() != end {
				t.Errorf("iteration %d, game %d: two openings", iteration, n)
			}
			ends[end.FEN()] = true
			after := len(opening.Moves)
			if fresh := iteration == 1 && n < 2; fresh != (after == 0) || !fresh && after != againPlies && after != againPlies+1 {
				t.Errorf("iteration %d, game %d: %d half-moves after the opening", iteration, n, after)
			}
		}
		lengths, err := o.Opening.lengths(&games)
		if err != nil || len(lengths) < 2 || iteration == 1 && !(lengths[1] && lengths[2]) {
			t.Errorf("iteration %d: openings of %v half-moves, %v", iteration, lengths, err)
		}
	}
	if len(ends) != 12 {
		t.Errorf("%d different openings, want 12", len(ends))
	}
}

// TestSupplyEnds: an opening that nothing can be played after is an error.
func TestSupplyEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book.epd")
	if err := os.WriteFile(name, []byte("k7/8/8/8/8/8/8/6qK w - - 0 1\n"), 0o666); err != nil { // he must take, and bare kings are left
		t.Fatal(err)
	}
	o := Opening{Book: name}
	source, err := o.source(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Opening(0); err != nil {
		t.Error(err)
	}
	if _, err := source.Opening(1); err == nil || !strings.Contains(err.Error(), "book.epd:1") {
		t.Errorf("error %v, want one with the book's line", err)
	}
}

// TestCutBook: of a book of whole games so many half-moves are taken.
func TestCutBook(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, []byte("1. f3 e5 2. g4 Qh4# 0-1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := Opening{Book: name}
	if _, err := whole.source(1, 0); err == nil {
		t.Error("a game that is over is an opening")
	}
	cut := Opening{Book: name, Plies: 2}
	source, err := cut.source(1, 0)
	var o openings.Opening
	if err == nil {
		o, err = source.Opening(0)
	}
	if err != nil || len(o.Moves) != 2 {
		t.Errorf("%d half-moves, %v, want 2", len(o.Moves), err)
	}
	absent := Opening{Book: "absent.epd"}
	if _, err := absent.source(1, 0); err == nil {
		t.Error("no error without the book")
	}
}

// TestOpeningDefaults: what is not said of openings is as it is without a word of them.
func TestOpeningDefaults(t *testing.T) {
	for _, tt := range []struct {
		name      string
		opening   Opening
		wantPlies int
	}{
		{"nothing", Opening{}, selfplay.DefaultPlies},
		{"a balance", Opening{Balance: 100}, selfplay.DefaultPlies},
		{"plies", Opening{Plies: 3, Balance: 100}, 3},
		{"a whole book", Opening{Book: "b.pgn"}, 0},
	} {
		if got := (Options{Opening: tt.opening}).WithDefaults().Opening; got.Plies != tt.wantPlies || got.Balance != tt.opening.Balance {
			t.Errorf("%s: %+v, want %d plies", tt.name, got, tt.wantPlies)
		}
	}
}
