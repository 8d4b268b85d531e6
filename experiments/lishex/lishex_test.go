package lishex

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/loop"
)

// lishex runs the experiment in small, and returns what it prints.
func lishex(t *testing.T, dir, iterations string) string {
	t.Helper()
	var out bytes.Buffer
	std := cli.Streams{Out: &out, Err: new(bytes.Buffer)}
	args := []string{"-iterations", iterations, "-games", "60", "-limit", "nodes=100", "-pairs", "1", "-steps", "20", "-o", dir}
	if err := Main(t.Context(), args, std); err != nil {
		t.Fatal(err, std.Err)
	}
	return out.String()
}

// TestRun: every table has its rows; a second run plays nothing and prints the same; with
// another number of iterations it goes on, and back.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	first := lishex(t, dir, "1")
	for _, want := range []string{"1 iterations from random values", "17.51", "learnt values against others", "lbfgs", "adam", "sgd", "1-3-3-5-9", "PeSTO's values"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in:\n%s", want, first)
		}
	}
	journal := filepath.Join(dir, "proof", "001", "learnt-against-1-3-3-5-9", "games.jsonl")
	before, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	long.Skip(t, "one iteration more, and back")
	if more := lishex(t, dir, "2"); !strings.Contains(more, "2 iterations from random values") {
		t.Errorf("with an iteration more it prints\n%s", more)
	}
	if again := lishex(t, dir, "1"); again != first {
		t.Errorf("the second run prints\n%s\nand the first\n%s", again, first)
	}
	if after, _ := os.ReadFile(journal); !bytes.Equal(before, after) {
		t.Error("the second run has played again")
	}
}

// TestHuman: the values are 1-3-3-5-9 and the tables PeSTO's.
func TestHuman(t *testing.T) {
	f, err := human()
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range loop.Values(f) {
		if v.MG != humanValues[i] || v.EG != humanValues[i] {
			t.Errorf("%s is worth %g and %g, want %g", v.Name, v.MG, v.EG, humanValues[i])
		}
	}
	if term, ok := f.Term("pst.knight.d4"); !ok || term.MG.Value == 0 {
		t.Errorf("the knight's table has %v on d4", term)
	}
}

// TestCompare: gaps are to the first method.
func TestCompare(t *testing.T) {
	x := run{result: Result{Methods: []Method{
		{Loss: 0.125, Values: []loop.Value{{Name: "pawn", MG: 80, EG: 100}}},
		{Loss: 0.25, Values: []loop.Value{{Name: "pawn", MG: 70, EG: 130}}},
	}}}
	x.compare()
	if m := x.result.Methods[1]; m.Gap != 0.125 || m.Farthest != 30 {
		t.Errorf("gap %g, farthest %g, want 0.125 and 30", m.Gap, m.Farthest)
	}
}

// TestUsage: what cannot be done is refused with a word on what to pass.
func TestUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"", "pass -o DIR"},
		{"-o out FILE", "lishex reads no FILE"},
		{"-o out -limit often", "-limit"},
		{"-o out -proof-limit often", "-proof-limit"},
		{"-o out -pairs 0", "-pairs 0: want 1 or more"},
		{"-o out -iterations 0", "-iterations 0: want"},
		{"-o out -games 0", "-games 0: want"},
		{"-o out -per-game 0", "-per-game 0: want"},
		{"-o out -window 0", "-window 0: want"},
		{"-o out -seed 0", "-seed 0: want"},
		{"-o out -threads -1", "-threads -1: want 0"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		_, _, err := parse(strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &stderr})
		if err == nil || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: error %v, stderr %q, want %q in it", tt.args, err, stderr.String(), tt.want)
		}
	}
}
