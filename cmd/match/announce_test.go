package main

import (
	"os"
	"testing"

	"centipawn/match/entrants"
)

func TestDescribeOpenings(t *testing.T) {
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
		{entrants.Openings{Book: book, Order: "random"}, "twice.epd, 2 openings in an order drawn by seed 7; left out as copies of others: 1"},
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
		if got := describeOpenings(&tt.from, source, 7, "me"); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
