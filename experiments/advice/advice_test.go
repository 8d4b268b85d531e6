package advice

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// experiment runs the command on some lines of the sample.
func experiment(t *testing.T, dir string) (r Result, text string) {
	t.Helper()
	var out, messages strings.Builder
	std := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &messages}
	args := []string{"-quick", "-limit", "12000", "-only", "tempo,space", "-pairs", "2", "-nodes", "30", "-o", dir, sampleFile}
	if err := Main(t.Context(), args, std); err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	written, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, &r); err != nil {
		t.Fatal(err)
	}
	return r, out.String()
}

// TestRun: parts are fitted without their family, asked about on other games, and played against; a second run
// plays nothing and prints the same.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	r, text := experiment(t, dir)
	if len(r.Parts) != 2 || r.Games < 40 || len(r.Whole) == 0 || r.Correlation != nil {
		t.Errorf("result %+v", r)
	}
	for _, p := range r.Parts { // which family comes first is asked of more games, see the controls
		if p.Place < 1 || p.Own.Name != p.Family || p.Match == nil || p.Match.Games() != 4 {
			t.Errorf("part %+v", p)
		}
		if !strings.Contains(text, p.Family) {
			t.Errorf("no %q in\n%s", p.Family, text)
		}
	}
	long.Skip(t, "once more")
	journal := filepath.Join(dir, "games", "whole-against-without-tempo", "games.jsonl")
	before, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	_, again := experiment(t, dir)
	if after, _ := os.ReadFile(journal); again != text || !bytes.Equal(before, after) {
		t.Errorf("the second run prints\n%s\nand the first\n%s", again, text)
	}
}

// TestStart: without a family its weights begin at 0; without the tables every square of a piece has one value.
func TestStart(t *testing.T) {
	threats, err := family("threats")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range start(threats) {
		if strings.HasPrefix(w.Name, "threat.") {
			t.Errorf("%s begins at %g", w.Name, w.Value)
		}
	}
	squares, err := family(tables)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]float64{}
	for _, w := range start(squares) {
		p := strings.Split(w.Name, ".")
		if p[0] != "pst" {
			continue
		}
		key := p[1] + "." + p[3]
		if v, ok := seen[key]; ok && v != w.Value {
			t.Fatalf("%s begins at %g, another square at %g", w.Name, w.Value, v)
		}
		seen[key] = w.Value
	}
	if len(seen) != 12 || seen["queen.mg"] < 2*seen["rook.eg"]/3 || seen["pawn.mg"] < 20 {
		t.Errorf("values %v", seen)
	}
}

// part returns a part with a gain and an Elo difference.
func part(name string, gain, value, half float64) *Part {
	e := elo.Estimate{Elo: elo.Interval{Value: value, Low: value - half, High: value + half}}
	return &Part{Family: name, Own: advice.Finding{Gain: gain}, Match: &pool.Outcome{Pairing: match.Pairing{Wins: 1, Estimate: e}}}
}

// TestCorrelate: the odd one is named; matches without games or bounds take no part.
func TestCorrelate(t *testing.T) {
	parts := []*Part{part("a", 0.01, 10, 1), part("b", 0.02, 20, 1), part("c", 0.03, 30, 1), part("d", 0.04, 40, 1), part("e", 0.05, 50, 1), part("odd", 0.06, -5, 1)}
	c := correlate(append(parts, &Part{Family: "unplayed"}, part("all won", 1, 800, math.Inf(1))))
	if c == nil || c.Families != 6 || c.Odd != "odd" || math.Abs(c.Without-1) > 1e-12 || c.Rank > 0.2 || c.Again < 0.99 {
		t.Errorf("correlation %+v", c)
	}
	if c.Low > c.Rank || c.High < c.Rank || c.High > 1+1e-12 {
		t.Errorf("interval of %+v", c)
	}
	if c := correlate(parts[:leastFamilies-1]); c != nil {
		t.Errorf("of three families %+v", c)
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"-pairs 0", "no data"},
		{sampleFile, "-o is missing"},
		{"-pairs 0 a b c", "3 files"},
		{"-only nothing -pairs 0 " + sampleFile, "nothing: not a family of standard"},
		{"-nodes 0 " + sampleFile, "-nodes 0"},
	} {
		var text strings.Builder
		err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: &text, Err: &text})
		if err == nil || !strings.Contains(text.String()+err.Error(), tt.want) {
			t.Errorf("%s: error %v, told %q; want %q in it", tt.args, err, text.String(), tt.want)
		}
	}
}
