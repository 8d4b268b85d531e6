package arrange

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// TestDocumentedTournament reads the file that docs/tournament.md shows.
func TestDocumentedTournament(t *testing.T) {
	page, err := os.ReadFile("../../docs/tournament.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```toml\n")
	text, _, found := strings.Cut(text, "```")
	if !found {
		t.Fatal("no tournament in docs/tournament.md")
	}
	path := filepath.Join(t.TempDir(), "cup.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := entrants.ReadTOML(path)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{File: *f}
	if len(m.Entrants) != 3 || m.pairs() != 200 || m.Entrants[0].Limit.Nodes != 5000 || m.Entrants[2].Limit.Nodes != 2000 || m.Rules.DrawFrom != 40 || m.Rules.TimeMargin != play.DefaultMargin {
		t.Errorf("read %+v, rules %+v; want what it says", m.Entrants, m.Rules)
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
	m := Match{File: *f}
	want, limit := entrants.DefaultOpenings, entrants.DefaultLimit
	if m.Openings != want || m.pairs() != defaultPairs || m.Entrants[1].Limit != limit || m.Seed != 1 {
		t.Errorf("openings %+v, %d pairs, limit %v, seed %d; want %+v, %d, %v, 1",
			m.Openings, m.pairs(), m.Entrants[1].Limit, m.Seed, want, defaultPairs, limit)
	}
}

// TestPlan: a plan has the players, and of a ladder the warning; a format that is none is refused.
func TestPlan(t *testing.T) {
	f := entrants.File{Entrants: []entrants.Spec{
		{Name: "a", Weights: "builtin", Limit: play.Limit{Nodes: 50}}, {Name: "b", Weights: "builtin", Limit: play.Limit{Nodes: 60}},
	}, Format: "gauntlet", SPRT: &elo.SPRT{Elo1: 5}, Rules: entrants.Rules{MaxPlies: 80}}
	m := Match{File: f, Ladder: true}
	plan, err := m.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if plan.Pairs != endlessPairs || plan.Format != match.Gauntlet || len(plan.Entrants) != 2 || plan.Entrants[1].Limit.Nodes != 60 ||
		plan.SPRT.Alpha != 0.05 || plan.Rules.MaxPlies != 80 || len(plan.Known) != 1 || plan.Known[0].Code != note.V10 {
		t.Errorf("%+v", plan)
	}
	if m.Settings == nil || plan.Settings != any(m.Settings) {
		t.Errorf("settings %v and %v", m.Settings, plan.Settings)
	}
	m.Format = "swiss"
	if _, err := m.Plan(t.Context()); err == nil || !strings.Contains(err.Error(), "neither round-robin nor gauntlet") {
		t.Errorf("error %v", err)
	}
}
