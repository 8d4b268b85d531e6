package bubot

import (
	"bytes"
	"context"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
)

var update = flag.Bool("update", false, "write the golden file again")

// tiny are the flags of a run of seconds.
var tiny = []string{"-pairs", "1", "-inner", "2", "-equal", "300", "-depth", "2", "-movetime", "0", "-balance", "0", "-threads", "1"}

// bubot runs the experiment, and returns what it prints.
func bubot(t *testing.T, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: &messages}); err != nil {
		t.Fatal(err, messages.String())
	}
	text, _, _ := strings.Cut(out.String(), secondsTitle) // no two runs have the same seconds
	return text
}

// TestGolden: a run in small prints what it has always printed.
func TestGolden(t *testing.T) {
	text := bubot(t, tiny...)
	const file = "testdata/tiny.golden"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("it prints\n%s\nwant\n%s", text, want)
	}
}

// TestInterrupted: a run that is stopped has what it has played, and the next one goes on to what
// one run comes to, and plays nothing a second time.
func TestInterrupted(t *testing.T) {
	long.Skip(t, "takes seconds")
	dir := t.TempDir()
	f, err := parse(append(slices.Clone(tiny), "-o", dir), cli.Streams{Out: new(bytes.Buffer), Err: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.open(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f.opt.Watch = func(title string, p *match.Progress) {
		if strings.HasPrefix(title, mcts30) && p.Finished == 0 {
			cancel()
		}
	}
	r, err := Run(ctx, f.opt)
	if err == nil || r.Games[1].Match.Games() != 2 || r.Games[3].Match.Games() != 0 {
		t.Fatalf("error %v, %+v", err, r)
	}
	whole, err := os.ReadFile("testdata/tiny.golden")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if text := bubot(t, append(slices.Clone(tiny), "-o", dir)...); text != string(whole) {
			t.Errorf("it goes on to\n%s\nwant\n%s", text, whole)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "games", "*", "games.pgn")); err != nil || len(list) != len(games)-1 { // without that at equal time
		t.Errorf("%d matches in the folder, error %v, want %d", len(list), err, len(games)-1)
	}
}

// TestSpecs: every player of the games can be made.
func TestSpecs(t *testing.T) {
	o := &Options{Inner: 10, Equal: 100, Time: time.Second, Engine: entrants.Spec{Weights: "builtin"}}
	for _, g := range games {
		for _, name := range []string{g.First, g.Second} {
			if _, err := o.spec(name).Entrant(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestUsage: what cannot be done is refused with a word on what to pass.
func TestUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"FILE", "bubot reads no FILE"},
		{"-pairs 0", "want 1 or more"},
		{"-inner 0", "want 1 or more"},
		{"-engine ,", "-engine"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &stderr})
		if err == nil || !strings.Contains(err.Error()+stderr.String(), tt.want) {
			t.Errorf("%s: error %v, stderr %q, want %q in them", tt.args, err, stderr.String(), tt.want)
		}
	}
}

// TestPaperSeconds: the paper's mean times are those of its first game, MCTSBot of 10 iterations against MinimaxBot.
func TestPaperSeconds(t *testing.T) {
	r := &Result{Players: []Player{{Name: mcts10}, {Name: minimax2}, {Name: mcts30}}}
	table, err := r.playerTable()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := (&report.Page{Tables: []*report.Table{table}}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{mcts10: "17.774", minimax2: "3.866", mcts30: ""} {
		for line := range strings.Lines(text.String()) {
			fields := strings.Fields(line)
			if len(fields) > 3 && fields[0] == name && strings.Join(fields[4:], "") != want {
				t.Errorf("%s: %q, want %q", name, line, want)
			}
		}
	}
}

// TestSeconds: a run that keeps its games has the seconds of players and depths, and a picture of each of the four games.
func TestSeconds(t *testing.T) {
	long.Skip(t, "takes seconds")
	dir := t.TempDir()
	var out bytes.Buffer
	if err := Main(t.Context(), append(slices.Clone(tiny), "-o", dir), cli.Streams{Out: &out, Err: new(bytes.Buffer)}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), secondsTitle); n != 2 {
		t.Errorf("%d tables of seconds, want 2:\n%s", n, &out)
	}
	if list, err := filepath.Glob(filepath.Join(dir, "times-*.png")); err != nil || len(list) != 4 {
		t.Errorf("%v, %v, want 4 pictures", list, err)
	}
}

// TestMeans: times are of moves by their number, none of 0; whose move is the first of a game depends on its start.
func TestMeans(t *testing.T) {
	var times moveTimes
	times.add(1, 2)
	times.add(3, 5)
	times.add(1, 4)
	if got := times.means(); len(got) != 4 || !math.IsNaN(got[0]) || got[1] != 3 || !math.IsNaN(got[2]) || got[3] != 5 {
		t.Errorf("means %v", got)
	}
	for _, tt := range []struct {
		fen  string
		book int
		want bool
	}{{"", 0, true}, {"", 1, false}, {"", 8, true}, {"8/8/8/8/8/4k3/8/4K3 b - - 0 1", 0, false}, {"8/8/8/8/8/4k3/8/4K3 b - - 0 1", 3, true}} {
		if got, err := whiteBegins(&match.Game{FEN: tt.fen, Book: tt.book}); err != nil || got != tt.want {
			t.Errorf("%q after %d moves: White begins: %t, %v", tt.fen, tt.book, got, err)
		}
	}
}

// TestGrowth: moves made grow as the iterations do; the exponent of a power is found.
func TestGrowth(t *testing.T) {
	if b := exponent([]float64{1, 2, 4}, []float64{3, 3 * 2 * math.Sqrt2, 24}); math.Abs(b-1.5) > 1e-9 {
		t.Errorf("exponent %g, want 1.5", b)
	}
	list, err := growths(t.Context(), 80)
	if err != nil || len(list) != 8 {
		t.Fatalf("%v, %+v", err, list)
	}
	for at := 0; at < 8; at += 4 {
		if r := float64(list[at+3].Moves) / float64(list[at].Moves); r < 5 || r > 11 {
			t.Errorf("%s: eight times the iterations make %.1f times the moves", list[at].Position, r)
		}
	}
	if text := bubot(t, "-table", "growth", "-iterations", "20"); strings.Count(text, "exponent of I") != 2 {
		t.Errorf("it prints\n%s", text)
	}
}
