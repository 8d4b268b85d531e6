package match

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"centipawn/cli"
	"centipawn/match"
	"centipawn/match/elo"
)

// TestPage: a match leaves a page with its result and its course that needs no other file.
func TestPage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := runDuel(t.Context(), []string{"-a", "published:pesto", "-b", "published:alphaone", "-games", "8", "-nodes", "20", "-sprt", "0,50", "-o", dir}, discard); err != nil && cli.Status(err) != cli.StatusUndecided {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, want := range []string{"<caption>Players</caption>", "(elo.svg)", "(llr.svg)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if !regexp.MustCompile("<h1>.*pesto.* against .*alphaone.*</h1>").MatchString(page) {
		t.Error("the title does not name the players")
	}
	for _, s := range regexp.MustCompile(`(?:src|href)="([^"]{0,40})`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(s[1], "data:image/svg") {
			t.Errorf("the page needs %s", s[1])
		}
	}
}

// TestPairingTable: two who have not finished a pair have neither score nor Elo.
func TestPairingTable(t *testing.T) {
	pair := elo.Pentanomial{0, 0, 0, 1, 0}
	var r match.Result
	r.Pairings = []match.Pairing{
		{First: "a", Second: "b"},
		{First: "a", Second: "c", Wins: 1, Draws: 1, Pentanomial: pair, Estimate: elo.Of(pair)},
	}
	table, err := pairingTable(&r)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"", ""}, {"75.0 %", elo.Of(pair).Elo.Full()}} {
		if got := table.Cells()[i][5:7]; !slices.Equal(got, want) {
			t.Errorf("row %d: score and Elo are %q, want %q", i, got, want)
		}
	}
}
