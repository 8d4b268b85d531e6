package standard

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// run1 does the experiment on some lines of the embedded sample and returns the
// folder that it wrote.
func run1(t *testing.T) string {
	t.Helper()
	file, out := filepath.Join("..", "..", "datasets", "sample", sample.Name), filepath.Join(t.TempDir(), "out")
	limit := "6000"
	if long.Short(t) {
		limit = "2000"
	}
	var text, messages strings.Builder
	std := cli.Streams{In: strings.NewReader(""), Out: &text, Err: &messages}
	err := Main(t.Context(), []string{"-limit", limit, "-ridge", "50", "-o", out, file}, std)
	if err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	for _, want := range []string{"standard_safety", "endgame scale", "test part of sample.csv.zst"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text has no %q:\n%s", want, text.String())
		}
	}
	return out
}

func read(t *testing.T, folder string) (r Result) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRun: the sets are nested, so that a set's error on the training rows is no
// larger than that of a part of it; every family is omitted once.
func TestRun(t *testing.T) {
	r := read(t, run1(t))
	train := map[string]float64{}
	for _, m := range r.Models {
		train[m.Name] = m.Train
		if len(m.Tests) != 1 || m.Tests[0].N == 0 || m.Tests[0].MSE <= 0 {
			t.Errorf("%s: tests %+v", m.Name, m.Tests)
		}
	}
	if !(train["standard_safety"] < train["standard"] && train["standard"] < train["pesto"]) {
		t.Errorf("errors on the training rows %v: want those of the larger sets smaller", train)
	}
	families := standard.Set.Families()
	if len(r.Variants) != len(families)+2 {
		t.Fatalf("%d variants, want %d, no scale and one family more", len(r.Variants), len(families))
	}
	const penalties = 1e-4 // the ridge makes a little room
	for i, family := range families {
		v := r.Variants[i]
		if v.Model.Name != "without "+family.Name || v.Terms != len(standard.Set.Terms())-len(family.Terms) {
			t.Errorf("variant %d is %s of %d terms, want one without the %d of %s", i, v.Model.Name, v.Terms, len(family.Terms), family.Name)
		}
		if v.Model.Train < train["standard"]-penalties {
			t.Errorf("without %s the training error is %g, less than %g with it", family.Name, v.Model.Train, train["standard"])
		}
	}
}
