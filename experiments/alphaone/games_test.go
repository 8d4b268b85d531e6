package alphaone

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// TestPool: every player meets V1 of his depth and himself one half-move away, and
// anchors meet V1.
func TestPool(t *testing.T) {
	fitted, _ := weights.Published("alphaone")
	p := newField(GameOptions{Depth: 3, Weights: fitted, Anchors: []Anchor{{play.Entrant{Name: "anchor"}, 1500}}})
	if len(p.players) != 13 || len(p.Entrants) != 13 || p.anchors[12] != 1500 {
		t.Errorf("%d players, %d entrants, anchors %v, want 12 and one anchor of 1500", len(p.players), len(p.Entrants), p.anchors)
	}
	titles := map[string]bool{}
	for _, pair := range p.Pairings {
		titles[pool.Title(p.players[pair[0]].name(), p.players[pair[1]].name())] = true
	}
	// At three depths six pairs of four players, four players at two steps, and the anchor.
	if want := 3*6 + 2*4 + 3; len(p.Pairings) != want || len(titles) != want {
		t.Errorf("%d pairings, %d different, want %d", len(p.Pairings), len(titles), want)
	}
	for _, want := range []string{
		"V2, depth 3 against V1, depth 3", "V2 refitted, depth 1 against corrected, depth 1",
		"V1, depth 2 against V1, depth 1", "anchor against V1, depth 3",
	} {
		if !titles[want] {
			t.Errorf("no pairing %q", want)
		}
	}
	if p.players[0].Paper != "[0, 100]" || p.players[9].Paper != "[1400, 1500]" {
		t.Errorf("the paper's brackets are %q of V1 and %q of V2 at depth 3", p.players[0].Paper, p.players[9].Paper)
	}
}

// TestGames: a quick run prints the tables, and a second one plays nothing and prints
// the same.
func TestGames(t *testing.T) {
	dir := t.TempDir()
	run := func() string {
		var out bytes.Buffer
		std := cli.Streams{Out: &out, Err: new(bytes.Buffer)}
		if err := Main(context.Background(), []string{"-table", "3", "-depth", "1", "-pairs", "1", "-balance", "0", "-o", dir}, std); err != nil {
			t.Fatal(err, std.Err)
		}
		return out.String()
	}
	first := run()
	for _, want := range []string{"6 games of 3 players", "corrected", "[0, 100]", "Against V1", "right bracket"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in:\n%s", want, first)
		}
	}
	journals, err := filepath.Glob(filepath.Join(dir, "games", "*", "games.jsonl"))
	if err != nil || len(journals) != 3 {
		t.Fatalf("%d journals, error %v, want 3", len(journals), err)
	}
	before, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	if again := run(); again != first {
		t.Errorf("the second run prints\n%s\nand the first\n%s", again, first)
	}
	if after, _ := os.ReadFile(journals[0]); !bytes.Equal(before, after) {
		t.Error("the second run has played again")
	}
}

// TestUsage: what cannot be done is refused with a word on what to pass.
func TestUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"-table 5", "want 1 or 2"},
		{"-table 3 FILE", "table 3 reads no FILE"},
		{"-table 3 -pairs 0", "want 1 or more"},
		{"-table 3 -weights none.json", "none.json"},
		{"-table 3 -anchor none-such -anchor-elo 1500", "none-such"},
		{"-table 3 -anchor none-such -anchor-limit often", "-anchor-limit"},
		{"-table 3 -anchor none-such -anchor-elo strong", "whole numbers"},
		{"-table bisection", "-engine is missing"},
		{"-table bisection -engine none-such", "none-such"},
		{"-table bisection -engine none-such -player builtin", "pass its limit"},
		{"-table bisection -engine none-such -player none=such", "-player"},
		{"-table 4", "one file of puzzles"},
		{"-table 4 none.csv", "none.csv"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &stderr})
		if err == nil || !strings.Contains(err.Error()+stderr.String(), tt.want) {
			t.Errorf("%s: error %v, stderr %q, want %q in them", tt.args, err, stderr.String(), tt.want)
		}
	}
}
