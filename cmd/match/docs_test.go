package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"centipawn/match/entrants"
	"centipawn/match/play"
)

// TestDocumentedTournament reads the file that docs/match.md shows.
func TestDocumentedTournament(t *testing.T) {
	page, err := os.ReadFile("../../docs/match.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```toml\n")
	text, _, found := strings.Cut(text, "```")
	if !found {
		t.Fatal("no tournament in docs/match.md")
	}
	path := filepath.Join(t.TempDir(), "cup.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := entrants.ReadTOML(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tournament(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.specs) != 3 || m.pairs != 200 || m.specs[0].Limit.Nodes != 5000 || m.specs[2].Limit.Nodes != 2000 || m.rules.DrawFrom != 40 || m.rules.TimeMargin != play.DefaultMargin {
		t.Errorf("read %+v, rules %+v; want what it says", m.specs, m.rules)
	}
}

// TestTournamentDefaults: what a file leaves open is as for a match of two.
func TestTournamentDefaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cup.toml")
	if err := os.WriteFile(path, []byte("[[entrant]]\n[[entrant]]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := entrants.ReadTOML(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tournament(f)
	if err != nil {
		t.Fatal(err)
	}
	want, limit := entrants.DefaultOpenings, entrants.DefaultLimit
	if m.openings != want || m.pairs != defaultGames/2 || m.specs[1].Limit != limit || m.seed != 1 {
		t.Errorf("openings %+v, %d pairs, limit %v, seed %d; want %+v, %d, %v, 1",
			m.openings, m.pairs, m.specs[1].Limit, m.seed, want, defaultGames/2, limit)
	}
}
