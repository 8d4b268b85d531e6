package standing

import (
	"os"
	"strings"
	"testing"

	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/opinion"
)

// TestLadderOfOneRung: two players have no ratings, and are shown as in a match.
func TestLadderOfOneRung(t *testing.T) {
	won := elo.Pentanomial{0, 0, 0, 0, 1}
	r := &match.Result{Progress: match.Progress{
		Games: 2, Pairs: 1, Players: []match.Player{{Name: "we", Wins: 2}, {Name: "rung", Losses: 2}},
		Pairings: []match.Pairing{{First: "we", Second: "rung", Wins: 2, Pentanomial: won, Estimate: elo.Of(won)}},
	}}
	var out strings.Builder
	if err := Result(&out, r, opinion.Of(r, true)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"games     2: we +2 =0 -0 rung", "pairs     0 0 0 0 1", "unique    0 of 2 games"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %q", want, out.String())
		}
	}
}

// TestMost: a list that is cut says by how much, and is not cut for one line.
func TestMost(t *testing.T) {
	for n, want := range map[int]int{0: 0, mostLines: 0, mostLines + 1: 0, mostLines + 2: 2, 1280: 1280 - mostLines} {
		if first, more := most(make([]int, n)); more != want || len(first)+more != n {
			t.Errorf("of %d are %d shown and %d not, want %d not", n, len(first), more, want)
		}
	}
}

func TestOpenings(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
	book, whole := "twice.epd", "once.epd"
	for name, text := range map[string]string{book: text, whole: text[:32]} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		from entrants.Openings
		want string
	}{
		{entrants.Openings{Book: book, Order: "random"}, "twice.epd, 2 openings in an order drawn by seed 7; omitted as copies of others: 1"},
		{entrants.Openings{Book: whole, Order: "sequential"}, "once.epd, 1 opening in the order of the file"},
		{entrants.Openings{Book: entrants.StartBook}, "the start position: players that always play alike repeat their games"},
		{entrants.Openings{}, "the start position: players that always play alike repeat their games"},
		{entrants.Openings{Random: 8}, "8 or 9 random moves, seed 7, however they stand"},
		{entrants.Openings{Random: 8, Balance: 40}, "8 or 9 random moves, seed 7, within 40 centipawns by me"},
	}
	for _, tt := range tests {
		source, err := tt.from.Source(7)
		if err != nil {
			t.Fatal(err)
		}
		if got := Openings(&tt.from, source, 7, "me"); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
