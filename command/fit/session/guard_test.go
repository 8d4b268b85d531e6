package session

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights/predict"
)

// A fit says at its end how far it is from the weights that it began with, if there are any.
func TestGuard(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags []string
		want  bool
	}{
		{"start", nil, true},
		{"zero", []string{"-start", "zero", "-k", "1", "-ridge", "30"}, false},
		{"zero with a prior", []string{"-start", "zero", "-k", "1", "-prior", "published", "-prior-rows", "100"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "zero with a prior" {
				long.Skip(t, "fits 4000 rows")
			}
			page := t.TempDir()
			opt := options(t, append(tt.flags, "-report", page, "-loss", "sigmoid", "-set", "pesto_mirrored", "-limit", "4000", "-quick", sample)...)
			f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil {
				t.Fatal(err)
			}
			if _, end, found := strings.Cut(text.String(), "\nverdict: "); found != tt.want || found && !strings.Contains(end, "G02: ") {
				t.Errorf("want a verdict: %v\n%s", tt.want, &text)
			}
			text.Reset()
			html, err := os.ReadFile(filepath.Join(page, "index.html"))
			if err != nil || strings.Contains(string(html), `"guard":{`) != tt.want {
				t.Errorf("the page has the verdict: want %v, %v", tt.want, err)
			}
			f.Options.JSON = true
			if err := f.Print(cli.Streams{Out: &text, Err: io.Discard}, true); err != nil {
				t.Fatal(err)
			}
			var out struct{ Guard *struct{ Verdict string } }
			if err := json.Unmarshal(text.Bytes(), &out); err != nil || (out.Guard != nil) != tt.want || tt.want && out.Guard.Verdict == "" {
				t.Errorf("%v, %+v", err, out.Guard)
			}
		})
	}
}

// Fits of PeSTO's tables to results between strong engines lost 252 Elo without a prior and 68 with
// one of 30,000 rows (docs/guard.md).
func TestGuardOnKnownFits(t *testing.T) {
	const results = "../../../../shared/data/texel/quiet_tcec.epd.zst"
	if _, err := os.Stat(results); err != nil {
		t.Skip("needs ../shared/data/texel/quiet_tcec.epd.zst")
	}
	long.Skip(t, "many fits")
	for _, tt := range []struct {
		name  string
		flags []string
		want  predict.Word
		codes []note.Code
	}{
		{"no prior", nil, predict.Lose, []note.Code{note.G01, note.G02}},
		{"30,000 rows", []string{"-prior", "published", "-prior-rows", "30000"}, predict.Lose, []note.Code{note.G02}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opt := options(t, append(tt.flags, "-loss", "sigmoid", "-set", "pesto", "-quick", results)...)
			f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
			if err != nil {
				t.Fatal(err)
			}
			var codes []note.Code
			for _, why := range f.Guard.Reasons {
				codes = append(codes, why.Code)
			}
			if f.Guard.Verdict != tt.want || !slices.Equal(codes, tt.codes) {
				t.Errorf("%v %v, want %v %v", f.Guard.Verdict, codes, tt.want, tt.codes)
			}
		})
	}
}
