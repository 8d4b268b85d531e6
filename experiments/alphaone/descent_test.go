package alphaone

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
)

// TestOpenings: the openings are the positions after the paper's moves, which stand above them, and the file is a book
// for match, too.
func TestOpenings(t *testing.T) {
	lines := strings.Split(openingLines, "\n")
	if len(paperOpenings) != 3 {
		t.Fatalf("%d openings", len(paperOpenings))
	}
	for i, o := range paperOpenings {
		moves := strings.TrimPrefix(lines[1+2*i], "# ")
		var g pgn.Game
		if err := pgn.NewReader("openings.epd", strings.NewReader("[Result \"*\"]\n\n"+moves+" *\n")).Next(&g); err != nil {
			t.Fatal(err)
		}
		end := board.Start()
		for _, m := range g.Moves {
			end.Make(m.Move)
		}
		if end.FEN() != o.Start.FEN() {
			t.Errorf("%s: %s leads to %s, not to %s", o.Name, moves, end.FEN(), o.Start.FEN())
		}
	}
	if b, err := openings.Open("openings.epd", openings.BookOptions{}); err != nil || b.Len() != 3 {
		t.Errorf("as a book: error %v", err)
	}
}

// TestOpponent: a strength in the declared range is set, another is not said, and the strength is limited all the same.
func TestOpponent(t *testing.T) {
	ladder := &entrants.Ladder{Engine: "Fish", Option: "UCI_Elo", Min: 1350, Max: 2850, Spec: entrants.Spec{Command: "fish"}}
	for _, tt := range []struct {
		asked int
		heard bool
		name  string
	}{{1350, true, "Fish 1350"}, {2850, true, "Fish 2850"}, {1349, false, "Fish asked for 1349"}, {2900, false, "Fish asked for 2900"}} {
		m := Match{Asked: tt.asked}
		s, err := m.opponent(ladder)
		if err != nil || m.Heard != tt.heard || s.Name != tt.name {
			t.Errorf("%d: error %v, %+v, %q", tt.asked, err, m, s.Name)
		}
		if _, set := s.Option("UCI_Elo"); set != tt.heard {
			t.Errorf("%d: UCI_Elo is set: %t", tt.asked, set)
		}
		if limited, _ := s.Option("UCI_LimitStrength"); !tt.heard && limited != "true" {
			t.Errorf("%d: the strength is not limited", tt.asked)
		}
	}
}

// TestHalve: three points of six are enough for the upper half.
func TestHalve(t *testing.T) {
	for _, tt := range []struct{ half, low, high int }{{5, 800, 1200}, {6, 1200, 1600}, {12, 1200, 1600}, {0, 800, 1200}} {
		if low, high, upper := halve(800, 1600, tt.half); low != tt.low || high != tt.high || upper != (tt.low == 1200) {
			t.Errorf("%d half points: [%d, %d] %t", tt.half, low, high, upper)
		}
	}
}

// TestGivenUp: a match with too many faults is no step of the bisection, however many games it has.
func TestGivenUp(t *testing.T) {
	for games, o := range map[string]pool.Outcome{
		"4 games of 6": {Pairing: match.Pairing{Wins: 4}, Faulty: true}, "6 games of 6": {Pairing: match.Pairing{Losses: 6}, Faulty: true},
	} {
		m := Match{Asked: 1600}
		err := m.count(&pool.Result{Matches: []pool.Outcome{o}, Warnings: []string{"a was given up"}})
		if err == nil || !strings.Contains(err.Error(), games) || !strings.Contains(err.Error(), "a was given up") {
			t.Errorf("%s: %v", games, err)
		}
	}
	m := Match{Asked: 1600}
	if err := m.count(&pool.Result{Matches: []pool.Outcome{{Pairing: match.Pairing{Wins: 1, Draws: 2, Losses: 3}}}}); err != nil || m.Wins != 1 || m.Draws != 2 || m.Losses != 3 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestDescentSummary: the last bracket of each run is named; a warning counts the strengths that the engine does not
// declare, and stands only where there are some.
func TestDescentSummary(t *testing.T) {
	ladder := &entrants.Ladder{Engine: "Fish", Min: 1350, Max: 2850}
	list := []Match{{Run: 1, Asked: 1600, Heard: true, High: 1600}, {Run: 1, Asked: 800, Low: 800, High: 1600}, {Run: 2, Asked: 3000, Low: 3000, High: 3200}}
	text := descentSummary(list, ladder)
	for _, want := range []string{"The brackets of 2 runs: [800, 900] [3000, 3100].", "Warning: in 2 of 3 matches Fish was asked", "(1350 to 2850), in 1 for less than the least"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := descentSummary(list[:1], ladder); strings.Contains(text, "Warning") {
		t.Errorf("a warning of nothing:\n%s", text)
	}
}

// TestDescent plays one run against Stockfish: each step asks for the middle of what the last has left, those that
// it does not declare are not heard and warned of, and a second call plays nothing. How the games end is Stockfish's chance.
func TestDescent(t *testing.T) {
	long.Skip(t, "30 games")
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path = "/usr/games/stockfish"; exec.Command(path, "quit").Run() != nil {
			t.Skip("no stockfish")
		}
	}
	dir := t.TempDir()
	run := func() string {
		var out bytes.Buffer
		args := []string{"-table", "bisection", "-quick", "-engine", path, "-limit", "depth=1", "-o", dir}
		if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: new(bytes.Buffer)}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	first := run()
	for _, want := range []string{"The brackets of 1 runs: [", "six games"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in\n%s", want, first)
		}
	}
	folders, err := filepath.Glob(filepath.Join(dir, "games", "run1", "*", "games.jsonl"))
	if err != nil || len(folders) != bisectionSteps {
		t.Fatalf("%d matches, error %v", len(folders), err)
	}
	before, _ := os.ReadFile(folders[0])
	if again := run(); again != first {
		t.Errorf("the second run prints\n%s\nand the first\n%s", again, first)
	}
	if after, _ := os.ReadFile(folders[0]); !bytes.Equal(before, after) {
		t.Error("the second run has played again")
	}
	opponent := entrants.Spec{Command: path, Limit: play.Limit{Depth: 1}}
	spec, _ := entrants.Parse("builtin,search=alphaone-v1,depth=1")
	list, ladder, err := Descents(t.Context(), DescentOptions{Player: spec, Opponent: opponent, Runs: 1, Dir: filepath.Join(dir, "games"), Watch: new(bytes.Buffer)})
	if err != nil || len(list) != bisectionSteps || list[0].Asked != 1600 {
		t.Fatalf("error %v, matches %+v", err, list)
	}
	low, high := 0, bisectionTop
	for _, m := range list {
		if m.Asked != (low+high)/2 || m.Wins+m.Draws+m.Losses != bisectionGames || m.Heard != (m.Asked >= ladder.Min && m.Asked <= ladder.Max) {
			t.Errorf("%+v in [%d, %d]", m, low, high)
		}
		low, high, _ = halve(low, high, 2*m.Wins+m.Draws)
		if m.Low != low || m.High != high {
			t.Errorf("%+v leaves [%d, %d]", m, low, high)
		}
	}
	if !strings.Contains(first, descentSummary(list, ladder)) {
		t.Errorf("the summary of these matches is not in\n%s", first)
	}
	if high-low != bracketWidth {
		t.Errorf("the last bracket is [%d, %d]", low, high)
	}
}
