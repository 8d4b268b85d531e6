package extract

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// writeEPD writes n rows of positions with what label gives for each, and returns
// the name of the file.
func writeEPD(tb testing.TB, name string, n int, label func(i int) string) string {
	tb.Helper()
	var b strings.Builder
	for i := range n {
		p := features.Positions()[i%len(features.Positions())]
		fmt.Fprintf(&b, "%s %s\n", p.FEN(), label(i))
	}
	name = filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		tb.Fatal(err)
	}
	return name
}

// result of a position that goes with its material.
func result(i int) string {
	p := features.Positions()[i%len(features.Positions())]
	switch m := datasets.Material(&p); {
	case m > 0:
		return "[1.0]"
	case m < 0:
		return "[0.0]"
	}
	return "[0.5]"
}

// rowsOf returns all rows of a set as one block.
func rowsOf(t *testing.T, s *matrix.Set) (all matrix.Block) {
	t.Helper()
	var b matrix.Block
	for i := range s.Blocks() {
		if err := s.ReadBlock(i, &b); err != nil {
			t.Fatal(err)
		}
		all.Source, all.Weight = append(all.Source, b.Source...), append(all.Weight, b.Weight...)
		all.Result, all.Expected = append(all.Result, b.Result...), append(all.Expected, b.Expected...)
		all.Score, all.Hash, all.Game = append(all.Score, b.Score...), append(all.Hash, b.Hash...), append(all.Game, b.Game...)
	}
	return all
}

// TestSources: weights, limits and views are those of each source.
func TestSources(t *testing.T) {
	white := writeEPD(t, "white.epd", 9000, result)
	mover := writeEPD(t, "mover.epd", 3000, func(i int) string {
		p := features.Positions()[i%len(features.Positions())]
		if black := strings.Contains(p.FEN(), " b "); black {
			return map[string]string{"[1.0]": "[0.0]", "[0.0]": "[1.0]", "[0.5]": "[0.5]"}[result(i)]
		}
		return result(i)
	})
	mixed := writeEPD(t, "mixed.epd", 4000, func(i int) string { return strings.Replace(result(i), "[1.0]", "[0.875]", 1) })
	files := []string{white, mover, mixed}
	opt := Options{}
	for _, text := range []string{"*.epd:weight=2", "m*.epd:weight=0.5", "mover.epd:result-pov=mover", "white.epd:limit=8500", "mixed.epd:limit=1000,weight=1"} {
		r, err := ParseSourceRule(text)
		if err != nil {
			t.Fatal(err)
		}
		opt.Sources = append(opt.Sources, r)
	}
	set, rep, err := Memory(t.Context(), files, opt)
	if err != nil {
		t.Fatal(err)
	}
	var lines [3]int
	for i, s := range set.Provenance().Sources {
		lines[i] = int(s.Lines)
	}
	if want := [3]int{8500, 3000, 1000}; lines != want || rep.Counts.Lines != 12500 {
		t.Errorf("%v lines, %d in all; want %v", lines, rep.Counts.Lines, want)
	}
	if o := set.Schema().Optional; o != matrix.WithSource|matrix.WithWeight|matrix.WithExpected {
		t.Errorf("optional arrays %v", o)
	}
	checkRows(t, rowsOf(t, set))
	want := []matrix.Setting{{Name: "weight of white.epd", Value: "2"}, {Name: "limit of white.epd", Value: "8500"},
		{Name: "weight of mover.epd", Value: "0.5"}, {Name: "result-pov of mover.epd", Value: "mover"}, {Name: "limit of mixed.epd", Value: "1000"}}
	if diff := cmp.Diff(want, set.Provenance().Settings[3:8]); diff != "" {
		t.Errorf("settings: want -, got +\n%s", diff)
	}
}

// checkRows checks weights and labels of the rows of TestSources: equal positions
// have equal results in the first two sources, and in the third a probability
// where White wins.
func checkRows(t *testing.T, rows matrix.Block) {
	t.Helper()
	weights, labels := [3]float32{2, 0.5, 1}, map[uint64]uint8{}
	for i, src := range rows.Source {
		if rows.Weight[i] != weights[src] {
			t.Fatalf("row %d of source %d weighs %v", i, src, rows.Weight[i])
		}
		fraction := !math.IsNaN(float64(rows.Expected[i]))
		if src < 2 {
			labels[rows.Hash[i]] = rows.Result[i]
		}
		want := labels[rows.Hash[i]]
		switch {
		case src < 2 && fraction, src == 2 && fraction != (want == matrix.ResultWhite):
			t.Fatalf("row %d of source %d: result %d, expected %v", i, src, rows.Result[i], rows.Expected[i])
		case fraction && (rows.Expected[i] != 0.875 || rows.Result[i] != matrix.ResultUnknown):
			t.Fatalf("row %d: result %d, expected %v", i, rows.Result[i], rows.Expected[i])
		case !fraction && rows.Result[i] != want && src == 1:
			t.Fatalf("row %d: result %d, in the other source %d", i, rows.Result[i], want)
		}
	}
}

// TestSourcesSameBytes: limits within a source do not depend on threads or shards.
func TestSourcesSameBytes(t *testing.T) {
	long.Skip(t, "takes seconds")
	files := []string{writeEPD(t, "a.epd", 30_000, result), writeEPD(t, "b.epd", 20_000, result)}
	dir := t.TempDir()
	extract := func(out string, threads int, shard matrix.Shard) string {
		out = filepath.Join(dir, out)
		opt := Options{Threads: threads, Shard: shard, Sources: []SourceRule{{Pattern: "a.epd", Limit: 9001, Weight: 0.25}}}
		if _, err := Run(t.Context(), files, Create(out, shard), opt); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := extract("whole.matrix", 1, matrix.Shard{})
	sameTree(t, "8 threads", extract("threads.matrix", 8, matrix.Shard{}), want)
	var parts []*matrix.Matrix
	for i := range 3 {
		m, err := matrix.Open(extract(fmt.Sprintf("part%d.matrix", i), 2, matrix.Shard{Index: i, Of: 3}))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		parts = append(parts, m)
	}
	merged := filepath.Join(dir, "merged.matrix")
	if err := matrix.Merge(merged, parts...); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "3 shards", merged, want)
}

// Without probabilities and weights, no array is spent on them.
func TestNoOptional(t *testing.T) {
	set, _, err := Memory(t.Context(), []string{writeEPD(t, "a.epd", 3000, result)}, Options{Sources: []SourceRule{{Pattern: "*", Weight: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if o := set.Schema().Optional; o != 0 {
		t.Errorf("optional arrays %v", o)
	}
}

func TestSourceRuleFaults(t *testing.T) {
	const keys = "weight, limit, pov, result-pov, unit, result-codes or castling"
	for _, tt := range []struct{ text, want string }{
		{"a.epd", `"a.epd": want PATTERN:key=value,... with ` + keys},
		{":weight=1", `":weight=1": want PATTERN:key=value,... with ` + keys},
		{"a.epd:", `"a.epd:": want PATTERN:key=value,... with ` + keys},
		{"a.epd:size=3", `"a.epd:size=3": unknown key "size": want ` + keys},
		{"a.epd:weight", `"a.epd:weight": weight "": want a number above 0`},
		{"a.epd:weight=0", `"a.epd:weight=0": weight "0": want a number above 0`},
		{"a.epd:weight=NaN", `"a.epd:weight=NaN": weight "NaN": want a number above 0`},
		{"a.epd:weight=1e99", `"a.epd:weight=1e99": weight "1e99": want a number above 0`},
		{"a.epd:limit=-1", `"a.epd:limit=-1": limit "-1": want a number of lines from 1`},
		{"a.epd:pov=black", `"a.epd:pov=black": "black" is neither white nor mover`},
		{"a.epd:weight=2,unit=knights", `"a.epd:weight=2,unit=knights": "knights" is neither centipawns nor pawns`},
		{"[:limit=1", `"[": syntax error in pattern`},
	} {
		if _, err := ParseSourceRule(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
	_, err := Run(t.Context(), []string{"data/x.epd", "-"}, nil, Options{Sources: []SourceRule{{Pattern: "y*", Limit: 1}}})
	if want := "-source y*: matches no input: the inputs are x.epd, stdin"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestPeersBugs: what other programs lose or misread, from file to rows.
func TestPeersBugs(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
	tests := []struct {
		name, text string
		want       string // results of the rows, Black's win, draw and White's as 1, 2, 3
		bad        int
	}{
		{"blank lines go on", "P [1.0]\n\n \r\nP [0.0]\n", "31", 0},
		{"11.04 is not a win", "P eval 11.04; [0.5]\nP eval 1.0; [0.0]\n", "21", 0},
		{"ids with results", "P c9 \"1/2-1/2\"; id \"25f381-0\";\nP c9 \"0-1\"; id \"1-0\";\n", "21", 0},
		{"one bad line", "P [1.0]\nPP [1.0]\nP [0.5]\n", "32", 1},
		{"a position that is a result", "P [1.0]\n1/2-1/2 [1.0]\nP [0.5]\n", "32", 1},
		{"no final newline", "P [1.0]\nP [0.0]", "31", 0},
		{"CRLF", "P [1.0]\r\nP [0.0]\r\n", "31", 0},
		{"byte order mark", "\ufeffP [1.0]\nP [0.0]\n", "31", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "x.epd")
			if err := os.WriteFile(name, []byte(strings.ReplaceAll(tt.text, "P", fen)), 0o666); err != nil {
				t.Fatal(err)
			}
			set, rep, err := Memory(t.Context(), []string{name}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, r := range rowsOf(t, set).Result {
				got += fmt.Sprint(r)
			}
			if got != tt.want || rep.Counts.Bad != tt.bad {
				t.Errorf("results %s, %d bad lines; want %s and %d", got, rep.Counts.Bad, tt.want, tt.bad)
			}
		})
	}
}

// TestSourceCodes: each source has its codes of results and its rule for castling rights.
func TestSourceCodes(t *testing.T) {
	for _, tt := range []struct{ text, codes, rest string }{
		{"a:result-codes=signs", "signs", ""},
		{"a:weight=2,result-codes=w=1-0,d=1/2-1/2,l=0-1,castling=repair", "w=1-0,d=1/2-1/2,l=0-1", "castling"},
		{"a:castling=repair,result-codes==1/2-1/2,1=1-0,limit=5", "=1/2-1/2,1=1-0", "castling"},
	} {
		r, err := ParseSourceRule(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if r.Codes == nil || r.Codes.String() != tt.codes || (r.Castling != nil) != (tt.rest != "") {
			t.Errorf("%s: %+v", tt.text, r)
		}
	}
	for _, text := range []string{"a:result-codes=w", "a:castling=drop", "a:result-codes=w=1"} {
		if _, err := ParseSourceRule(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}

	signs := writeEPD(t, "signs.epd", 300, func(i int) string {
		return map[string]string{"[1.0]": "[1]", "[0.5]": "[0]", "[0.0]": "[-1]"}[result(i)]
	})
	letters := writeEPD(t, "letters.epd", 300, func(i int) string {
		return map[string]string{"[1.0]": "[7]", "[0.5]": "[8]", "[0.0]": "[9]"}[result(i)]
	})
	points := writeEPD(t, "points.epd", 300, result)
	rule, err := ParseSourceRule("letters.epd:result-codes=7=1-0,8=1/2-1/2,9=0-1")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Sources: []SourceRule{rule}}
	opt.Read.Result = "[]"
	set, _, err := Memory(t.Context(), []string{signs, letters, points}, opt)
	if err != nil {
		t.Fatal(err)
	}
	all := rowsOf(t, set)
	for i := range 300 {
		if all.Result[i] != all.Result[600+i] || all.Result[300+i] != all.Result[600+i] {
			t.Fatalf("row %d: results %v, %v and %v", i, all.Result[i], all.Result[300+i], all.Result[600+i])
		}
	}
}
