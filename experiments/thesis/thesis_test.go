package thesis

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
)

var update = flag.Bool("update", false, "write the golden file again")

// tiny are the flags of a run of seconds without a clock.
var tiny = []string{
	"-pairs", "1", "-trap", "nodes=500", "-nodes", "400", "-movetime", "0", "-iterations", "3", "-inner", "3", "-balance", "0", "-threads", "1",
	"-tables", "1,2,3,8,13,16",
}

// thesis runs the experiment, and returns what it prints.
func thesis(t *testing.T, ctx context.Context, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Main(ctx, args, cli.Streams{Out: &out, Err: new(bytes.Buffer)})
	return out.String(), err
}

// TestGolden: a run in small prints what it has always printed, and a second one plays nothing and
// prints it again.
func TestGolden(t *testing.T) {
	dir := t.TempDir()
	args := append(slices.Clone(tiny), "-o", dir)
	first, err := thesis(t, t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/tiny.golden"
	if *update {
		if err := os.WriteFile(file, []byte(first), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if first != string(want) {
		t.Errorf("it prints\n%s\nwant\n%s", first, want)
	}
	for _, want := range []string{"7,838", "1,982,366", "Legal's trap"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in:\n%s", want, first)
		}
	}
	before := journals(t, dir)
	again, err := thesis(t, t.Context(), args...)
	if err != nil || again != first {
		t.Errorf("error %v, the second run prints\n%s", err, again)
	}
	if !slices.Equal(journals(t, dir), before) {
		t.Error("the second run has played again")
	}
}

// journals returns the games of a run's folder, the folder's files in order.
func journals(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "games", "*", "*", "games.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s: %v", dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, file, string(text))
	}
	return all
}

// TestInterrupted: a run that is stopped prints what it has, and the next one goes on to what one
// run would have come to.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	f, err := parse(append(slices.Clone(tiny), "-tables", "1,8", "-o", dir), cli.Streams{Out: new(bytes.Buffer), Err: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.open(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f.opt.Watch = func(title string, p *match.Progress) {
		if strings.Contains(title, "EG") && p.Finished == 0 {
			cancel()
		}
	}
	r, err := Run(ctx, f.opt)
	if err == nil || len(r.Budgets) != 1 || r.Budgets[0].Rows[0].Match.Games() != 2 || r.Budgets[0].Rows[1].Match.Games() != 0 {
		t.Fatalf("error %v, %+v", err, r)
	}
	if table, err := r.tables()[0](); err != nil || !strings.Contains(strings.Join(table.Cells()[1], "|"), "not played") {
		t.Errorf("error %v, table %v", err, table)
	}
	whole, err := thesis(t, t.Context(), append(slices.Clone(tiny), "-tables", "1,8")...)
	if err != nil {
		t.Fatal(err)
	}
	if resumed, err := thesis(t, t.Context(), append(slices.Clone(tiny), "-tables", "1,8", "-o", dir)...); err != nil || resumed != whole {
		t.Errorf("error %v, it goes on to\n%s\nwant\n%s", err, resumed, whole)
	}
}

// TestVariants: there is a search for every variant, and each has the options that it names; every
// player of a claim is a variant. The one with tables is played if there are any.
func TestVariants(t *testing.T) {
	o := &Options{Inner: 7, Trees: map[string]any{"TreeSeed": 3}}
	for i := range variants {
		v := &variants[i]
		if _, err := o.tree(v).Engines(); err != nil && v.name != withTables { // which does nothing without
			t.Errorf("%s: %v", v.name, err)
		}
	}
	list := o.claims(Budget{Name: "nodes"})
	o.Syzygy = "tables"
	if more := o.claims(Budget{Name: "nodes"}); len(more) != len(list)+2 || o.tree(find(withTables)).Options["SyzygyPath"] != "tables" {
		t.Errorf("%d lines without tables, %d with", len(list), len(more))
	}
	tables := map[int]bool{}
	for _, c := range claims {
		tables[c.Table] = true
		for _, name := range []string{c.Player, c.Against} {
			if name != stockfish && find(name) == nil {
				t.Errorf("table %d: no variant %s", c.Table, name)
			}
		}
	}
	for table := range lastTable {
		if !tables[table] {
			t.Errorf("no line of table %d", table)
		}
	}
}

// TestHorizon: without quiescence the queen takes a protected pawn at the horizon, and in the open game the score swings with
// the parity of the depth; with it neither is so.
func TestHorizon(t *testing.T) {
	list, err := sights()
	if err != nil {
		t.Fatal(err)
	}
	if first := list[0]; first.Without != (SightMove{"Qxd5", 800}) || first.With.Move == "Qxd5" || first.With.Score != 700 {
		t.Errorf("%+v", first)
	}
	for _, s := range list[horizonDepths:] {
		if odd := s.Depth%2 == 1; s.With.Score != 0 || odd != (s.Without.Score > 0) {
			t.Errorf("%+v", s)
		}
	}
	out, err := thesis(t, t.Context(), "-tables", "17")
	if err != nil || !strings.Contains(out, "Figure 6. The horizon") || !strings.Contains(out, "Qxd5") {
		t.Errorf("error %v, it prints\n%s", err, out)
	}
}

// TestClocks: with a clock, and nothing beside it, games have forfeits by player and a picture of table 16 is drawn.
func TestClocks(t *testing.T) {
	dir := t.TempDir()
	out, err := thesis(t, t.Context(), "-tc", "0.3+0", "-nodes", "0", "-movetime", "0", "-iterations", "0", "-pairs", "1", "-inner", "3", "-balance", "0",
		"-threads", "2", "-tables", "1,16", "-trap", "nodes=500", "-o", dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tc=0.3", "forfeits", "MCC-Solver"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "figure-7.svg")); err != nil {
		t.Error(err)
	}
}

// TestUsage: what cannot be done is refused with a word on what to pass.
func TestUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"FILE", "thesis reads no FILE"},
		{"-pairs 0", "want 1 or more"},
		{"-inner 0", "want 1 or more"},
		{"-tables 18", "want numbers from 0 to 17"},
		{"-tc often", "-tc"},
		{"-trap often", "-trap"},
		{"-trap depth=3", "pass nodes or movetime"},
		{"-engine ,", "-engine"},
		{"-option TreeSeed", "pass Name=Value"},
		{"-option TreeHeight=1 -tables 1", "TreeHeight"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &stderr})
		if err == nil || !strings.Contains(err.Error()+stderr.String(), tt.want) {
			t.Errorf("%s: error %v, stderr %q, want %q in them", tt.args, err, stderr.String(), tt.want)
		}
	}
}
