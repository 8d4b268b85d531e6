package session

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// rootsFile writes the moves of positions of games by chance, as a teacher that thinks twice as much of
// all that PeSTO's tables do sees the positions after them.
func rootsFile(t *testing.T, roots int) string {
	t.Helper()
	f, err := weights.Find(weights.NamePublished, "pesto")
	if err != nil {
		t.Fatal(err)
	}
	teacher, err := eval.New(f)
	if err != nil {
		t.Fatal(err)
	}
	rng, text := rand.New(rand.NewPCG(4, 4)), new(strings.Builder)
	p := board.Start()
	for root, game, plies := 0, 0, 0; root < roots; plies++ {
		var buf [board.MaxMoves]board.Move
		moves := p.LegalMoves(buf[:0])
		if plies > 40 || len(moves) == 0 {
			p, game, plies = board.Start(), game+1, 0
			continue
		}
		if rng.IntN(4) == 0 {
			root++
			for _, m := range moves {
				child := p
				child.Make(m)
				side := map[board.Color]string{board.White: "w", board.Black: "b"}[p.SideToMove()]
				fmt.Fprintf(text, "%s eval %.0f; id g%d; tree r%d; side %s;\n", strings.Join(strings.Fields(child.FEN())[:4], " "), 2*teacher.Evaluate(&child), game, root, side)
			}
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	path := filepath.Join(t.TempDir(), "roots.epd")
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMoves fits choices from a file of moves, with a prior, and says what it found in every form.
func TestMoves(t *testing.T) {
	dir := t.TempDir()
	out, page := filepath.Join(dir, "new.json"), filepath.Join(dir, "page")
	opt := options(t, "-set", "pesto", "-loss", "choice", "-temperature", "auto", "-clip", "10000", "-prior", "published", "-prior-rows", "50", "-o", out, "-report", page, rootsFile(t, 300))
	f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"fitted at the start weights", "on the test positions", "chance of a move", "choice loss against the teacher", "prior " + weights.NamePublished} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text has no %q:\n%s", want, text.String())
		}
	}
	// Half the size at half the teacher's temperature is the same choice.
	v := f.Result.Moves
	if v.Temperature.Value < 14 || v.Temperature.Value > 16 {
		t.Errorf("the temperature is %.2f, want 15", v.Temperature.Value)
	}
	if v.OnTest.Accuracy.Value < 0.98 || v.OnTest.CrossEntropy.Value > v.OnTest.Entropy+0.01 {
		t.Errorf("on the test: %+v", v.OnTest)
	}
	written, err := weights.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	if c := written.Provenance.Choice; c == nil || c.Train != v.Train.Roots || c.Accuracy.Value != v.OnTest.Accuracy.Value {
		t.Errorf("the file says %+v", c)
	}
	html, err := os.ReadFile(filepath.Join(page, "index.html"))
	if err != nil || !strings.Contains(string(html), "Errors of the choice") {
		t.Errorf("the page says nothing of choices: %v", err)
	}
}
