package bubot

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
)

var update = flag.Bool("update", false, "write the golden file anew")

// tiny are the flags of a run of seconds.
var tiny = []string{"-pairs", "1", "-inner", "2", "-equal", "300", "-depth", "2", "-movetime", "0", "-balance", "0", "-threads", "1"}

// bubot runs the experiment, and returns what it prints.
func bubot(t *testing.T, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: &messages}); err != nil {
		t.Fatal(err, messages.String())
	}
	return out.String()
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
	if testing.Short() {
		t.Skip("long: make test-all")
	}
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
