package lishex

import (
	"bytes"
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match"
)

var update = flag.Bool("update", false, "write the golden file again")

// tinyTrees are the flags of a run of seconds.
var tinyTrees = []string{"-table", "trees", "-pairs", "1", "-iterations", "20", "-moves", "200", "-movetime", "0", "-deepest", "2000", "-balance", "0", "-threads", "1"}

// command runs the experiment, and returns what it prints.
func command(t *testing.T, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: &messages}); err != nil {
		t.Fatal(err, messages.String())
	}
	return out.String()
}

// TestTreesGolden: a run in small prints what it has always printed.
func TestTreesGolden(t *testing.T) {
	long.Skip(t, "takes seconds")
	text := command(t, tinyTrees...)
	const file = "testdata/trees.golden"
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

// TestTreesInterrupted: a run that is stopped has what it has played, and the next one goes on to
// what one run comes to.
func TestTreesInterrupted(t *testing.T) {
	long.Skip(t, "takes seconds")
	dir := t.TempDir()
	args := append(slices.Clone(tinyTrees[2:]), "-o", dir)
	c, opt, err := parseTrees(args, cli.Streams{Out: new(bytes.Buffer), Err: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Open(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	opt.Watch = func(title string, p *match.Progress) {
		if strings.HasPrefix(title, "iterations: ε = 0.75") && p.Finished == 0 {
			cancel()
		}
	}
	r, err := Trees(ctx, *opt)
	if played := func(o pool.Outcome) int { return o.Games() }; err == nil || played(r.Trials[1].Iterations) != 2 || played(r.Trials[3].Iterations) != 0 {
		t.Fatalf("error %v, %+v", err, r)
	}
	want, err := os.ReadFile("testdata/trees.golden")
	if err != nil {
		t.Fatal(err)
	}
	if text := command(t, append([]string{"-table", "trees"}, args...)...); text != string(want) {
		t.Errorf("it goes on to\n%s\nwant\n%s", text, want)
	}
}

// TestDepths: trees of ε = 0.5 are deeper than those of ε = 0.
func TestDepths(t *testing.T) {
	iterations := uint64(3000)
	if long.Short(t) {
		iterations = 150
	}
	opt := TreeOptions{Weights: "published:pesto", Depths: []uint64{iterations}}
	list, err := opt.depths(t.Context())
	if err != nil || len(list) != 2*len(epsilons) || list[3].Epsilon != 0.5 || !(list[3].Longest > list[0].Longest) {
		t.Errorf("error %v, %+v", err, list)
	}
}

// TestSpeeds: every search has its line, trees their iterations, and the paper's are beside them.
func TestSpeeds(t *testing.T) {
	text := command(t, "-table", "2", "-moves", "2000")
	for _, want := range []string{"524,000", "22,000", "932,000", "mcts-lishex-published", "mcts-modern"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	list, err := Speeds(t.Context(), "published:pesto", 2000)
	if err != nil || len(list) != 5 {
		t.Fatalf("error %v, %v", err, list)
	}
	for _, s := range list {
		if tree := strings.HasPrefix(s.Search, "mcts-"); s.Moves <= 0 || tree != (s.Iterations > 0) {
			t.Errorf("%+v", s)
		}
	}
}

// TestTreeUsage: what cannot be done is refused with a word on what to pass.
func TestTreeUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"-table 3", "want 1"},
		{"-table 2 FILE", "table 2 reads no FILE"},
		{"-table trees FILE", "table trees reads no FILE"},
		{"-table trees -pairs 0", "want 1 or more"},
		{"-table trees -weights none.json", "none.json"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &stderr})
		if err == nil || !strings.Contains(err.Error()+stderr.String(), tt.want) {
			t.Errorf("%s: error %v, stderr %q, want %q in them", tt.args, err, stderr.String(), tt.want)
		}
	}
}
