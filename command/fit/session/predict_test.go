package session

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// A fit says what Elo is to be expected beside the weights that it began with, if it is asked.
func TestPredict(t *testing.T) {
	long.Skip(t, "plays and searches")
	dir := t.TempDir()
	opt := options(t, "-predict", "-loss", "sigmoid", "-set", "pesto", "-limit", "4000", "-prior", "published", "-prior-rows", "300", "-quick", "-o", filepath.Join(dir, "w.json"), sample)
	opt.PredictRoots = 16
	f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Prediction
	if p == nil || p.Roots != 16 || len(p.Players) != 2 || p.Players[1].Name != "new" || p.Players[1].Different == 0 {
		t.Fatalf("%+v", p)
	}
	for _, w := range p.Warnings {
		if w.Code == note.V11 {
			t.Errorf("the built-in weights judge tables: %v", w)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, predictCache)); err != nil || info.Size() == 0 {
		t.Errorf("no cache: %v", err)
	}
	var text bytes.Buffer
	if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil || !strings.Contains(text.String(), "Elo predicted") {
		t.Errorf("%v\n%s", err, &text)
	}
	text.Reset()
	f.Options.JSON = true
	if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil {
		t.Fatal(err)
	}
	var out struct{ Predicted *struct{ Roots int } }
	if err := json.Unmarshal(text.Bytes(), &out); err != nil || out.Predicted == nil || out.Predicted.Roots != 16 {
		t.Errorf("%v, %+v", err, out)
	}
}

// TestPredictRefused: before the fit it is known whether anything can be predicted.
func TestPredictRefused(t *testing.T) {
	opt := options(t, "-predict", "-loss", "sigmoid", "-set", "pesto", "-limit", "4000", "-quick", "-start", "none.json", sample)
	if _, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard}); err == nil {
		t.Error("start weights that are not there pass")
	}
	s := session{Options: opt}
	schema := matrix.Schema{Set: "weiss"}
	if err := s.readBaseline(schema); err == nil || !strings.Contains(err.Error(), "pass both to match regret") {
		t.Errorf("terms of an engine: %v", err)
	}
}
