package proof

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

var holdout = filepath.Join("..", "..", "datasets", "sample", sample.Name)

// prove runs the command on some lines of the embedded sample.
func prove(t *testing.T, out string, args ...string) (*Result, string) {
	t.Helper()
	var text, messages strings.Builder
	std := cli.Streams{In: strings.NewReader(""), Out: &text, Err: &messages}
	args = append([]string{"-limit", "4000", "-limits", "nodes=50 depth=1", "-pairs", "3", "-o", out}, append(args, holdout)...)
	if err := Main(t.Context(), args, std); err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	written, err := os.ReadFile(filepath.Join(out, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := new(Result)
	if err := json.Unmarshal(written, r); err != nil {
		t.Fatal(err)
	}
	return r, text.String()
}

func TestRun(t *testing.T) {
	r, text := prove(t, t.TempDir(), "-new", "builtin", "-old", "published:pesto")
	if len(r.Holdouts) != 1 || len(r.Matches) != 2 {
		t.Fatalf("%d hold-outs, %d matches", len(r.Holdouts), len(r.Matches))
	}
	h := r.Holdouts[0]
	if d := h.MSE[0] - h.MSE[1]; h.N == 0 || h.Games < 2 || math.Abs(d-h.Change.Value) > 1e-12 || h.K[0] <= 0 || h.K[1] <= 0 {
		t.Errorf("hold-out %+v", h)
	}
	for i, limit := range []play.Limit{{Nodes: 50}, {Depth: 1}} {
		m := r.Matches[i]
		if m.Limit != limit || m.Pairing.First != "new" || m.Pairing.Pentanomial.Pairs() != 3 || m.Speed <= 0 {
			t.Errorf("match %+v", m)
		}
	}
	for _, want := range []string{"sample.csv.zst", "nodes=50", "depth=1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
}

// TestNothingNew: weights against themselves change nothing.
func TestNothingNew(t *testing.T) {
	r, _ := prove(t, t.TempDir(), "-new", "published:pesto", "-old", "published:pesto")
	h, m := r.Holdouts[0], r.Matches[0]
	if h.Change.Value != 0 || h.K[0] != h.K[1] || m.Pairing.Wins != m.Pairing.Losses || !m.Pairing.Estimate.ZeroVariance {
		t.Errorf("hold-out %+v, pairing %+v", h, m.Pairing)
	}
}

// TestGoesOn: matches that are there are not played again, and others are refused.
func TestGoesOn(t *testing.T) {
	out := t.TempDir()
	args := []string{"-new", "builtin", "-old", "published:pesto"}
	first, _ := prove(t, out, args...)
	journal := filepath.Join(out, "nodes_50", "games.jsonl")
	before, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := prove(t, out, args...)
	after, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) || first.Matches[0].Pairing.Pentanomial != second.Matches[0].Pairing.Pentanomial {
		t.Error("the match was played again")
	}
}

// TestLimits: a limit that stands there twice would be one match in two rows.
func TestLimits(t *testing.T) {
	for _, text := range []string{"nodes=50 nodes=50", "movetime=1s depth=1 movetime=1000ms"} {
		if got, err := parseLimits(text); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if got, err := parseLimits("nodes=50  depth=1"); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestSeen: data that either of the weights were fitted to are not a hold-out.
func TestSeen(t *testing.T) {
	f, err := entrants.Weights("published:pesto")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := input.HashFile(holdout)
	if err != nil {
		t.Fatal(err)
	}
	f.Provenance.Sources = []weights.Source{{Name: "other", SHA256: "00"}, {Name: "games", SHA256: sum}}
	path := filepath.Join(t.TempDir(), "seen.json")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-new", path}, {"-new", "builtin", "-old", path}} {
		var text strings.Builder
		err := Main(t.Context(), append(args, holdout), cli.Streams{Out: &text, Err: &text})
		if err == nil || !strings.Contains(err.Error(), sample.Name+": "+path+" was fitted to it") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

func TestUsage(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // what is not refused must not play
	for _, tt := range []struct{ args, want string }{
		{"", "-new is missing"},
		{"-new nowhere.json", "nowhere.json"},
		{"-new builtin -limits nodes=x", "-limits"},
		{"-new builtin -limits=", "no limits"},
		{"-new builtin -sprt 5", "-sprt"},
		{"-new builtin -sprt 0,5xyz", "-sprt"},
		{"-new builtin -sprt 5,5", "-sprt"},
	} {
		var text strings.Builder
		err := Main(ctx, strings.Fields(tt.args), cli.Streams{Out: &text, Err: &text})
		if err == nil || !strings.Contains(text.String()+err.Error(), tt.want) {
			t.Errorf("%s: error %v, told %q; want %q in it", tt.args, err, text.String(), tt.want)
		}
	}
}
