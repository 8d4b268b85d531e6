package session

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/weights"
)

// choicesFile writes choices of positions of games by chance, valued by the built-in weights without a
// search, with the leaves of quiescence by PeSTO's.
func choicesFile(t *testing.T, roots int) string {
	t.Helper()
	text, err := os.ReadFile(rootsFile(t, roots))
	if err != nil {
		t.Fatal(err)
	}
	var positions strings.Builder
	last := ""
	for line := range strings.Lines(string(text)) { // the first child of each root is as good a root
		if _, tree, _ := strings.Cut(line, "tree "); tree != last {
			last = tree
			fen, rest, _ := strings.Cut(line, " eval ")
			_, id, _ := strings.Cut(rest, "id ")
			id, _, _ = strings.Cut(id, ";")
			positions.WriteString(fen + " id \"" + id + "\";\n")
		}
	}
	in, err := datasets.Open([]string{file(t, "positions.epd", positions.String())}, datasets.Options{Score: datasets.NoColumn})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	pesto, err := weights.Find(weights.NamePublished, "pesto")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "choices.epd")
	opt := trees.Options{
		Kind: trees.Choices, Label: trees.Label{Static: weights.Builtin()},
		Player: func() (*engine.Engine, error) { return engine.New(engine.Options{Weights: pesto}) },
	}
	if _, err := trees.Generate(t.Context(), path, in, opt, nil, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRounds finds the leaves of choices again until they stay, the same for any threads.
func TestRounds(t *testing.T) {
	games := 80
	if long.Short(t) {
		games = 20
	}
	path := choicesFile(t, games)
	var first string
	for _, threads := range []string{"1", "3"} {
		out := filepath.Join(t.TempDir(), "new.json")
		opt := options(t, "-set", "pesto", "-loss", "choice", "-anew", "quiet", "-prior", "published", "-prior-rows", "30", "-quick", "-threads", threads, "-o", out, path)
		f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		n := len(f.Rounds)
		if n == 0 || f.Rounds[n-1].Rows != f.Rounds[0].Rows || n < opt.Rounds && float64(f.Rounds[n-1].Moved) > settled*float64(f.Rounds[n-1].Rows) {
			t.Fatalf("rounds %+v", f.Rounds)
		}
		if n > 1 && f.Rounds[n-1].Moved > f.Rounds[0].Moved {
			t.Errorf("ever more leaves move: %+v", f.Rounds)
		}
		var text bytes.Buffer
		if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil || !strings.Contains(text.String(), "leaves found again, by quiet") {
			t.Errorf("the rounds are not printed: %v\n%s", err, text.String())
		}
		made, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(made)
		} else if first != string(made) {
			t.Error("the weights depend on the threads")
		}
	}
}
