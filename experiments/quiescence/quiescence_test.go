package quiescence

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// TestRun does the experiment on some lines of the embedded sample.
func TestRun(t *testing.T) {
	file, out := filepath.Join("..", "..", "datasets", "sample", sample.Name), filepath.Join(t.TempDir(), "out")
	limit := "6000"
	if long.Short(t) {
		limit = "2000"
	}
	var text, messages strings.Builder
	std := cli.Streams{In: strings.NewReader(""), Out: &text, Err: &messages}
	if err := Main(t.Context(), []string{"-limit", limit, "-ridge", "50", "-far", "100", "-o", out, file}, std); err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	for _, want := range []string{"replaced by leaves", "sample.csv.zst, as they are", "more than 100 centipawns"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text has no %q:\n%s", want, text.String())
		}
	}
	written, err := os.ReadFile(filepath.Join(out, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := json.Unmarshal(written, &r); err != nil {
		t.Fatal(err)
	}
	all, dropped, leaves := r.Treatments[0], r.Treatments[1], r.Treatments[2]
	if all.Changed+dropped.Changed > 0 || dropped.Rows >= all.Rows || leaves.Changed < all.Rows/20 || leaves.Rows > all.Rows || leaves.Rows < all.Rows*9/10 {
		t.Errorf("treatments %+v", r.Treatments)
	}
	if len(r.Models) != 6 || len(r.Tests) != 2 || r.K <= 0 {
		t.Fatalf("%d models, %d tests, K %g", len(r.Models), len(r.Tests), r.K)
	}
	for i, m := range r.Models {
		base := r.Models[i/3*3]
		for j, test := range m.Tests {
			if d := test.MSE - base.Tests[j].MSE; test.N == 0 || test.N != base.Tests[j].N || d-test.Change.Value > 1e-12 || test.Change.Value-d > 1e-12 {
				t.Errorf("%s, %s on %s: %+v, against %+v", m.Set, m.Treatment, r.Tests[j], test, base.Tests[j])
			}
		}
		if !slices.Contains(treatments, m.Treatment) || m.Train <= 0 {
			t.Errorf("model %+v", m)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "no data"},
		{"-quiet filter x.epd", "the experiment tries all of them"},
		{"-far -1 x.epd", "-far -1: want 0 or more"},
		{"-search missing.json x.epd", "missing.json"},
	} {
		var text strings.Builder
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: &text, Err: &text})
		if err == nil || !strings.Contains(text.String()+err.Error(), tt.want) {
			t.Errorf("%s: error %v, told %q; want %q in it", tt.args, err, text.String(), tt.want)
		}
	}
}
