package extract

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// writeGames writes n rows of EPD with a score, a result and a game of ten rows,
// and some lines that are not, and returns the name of the file.
func writeGames(tb testing.TB, n int) string {
	tb.Helper()
	var b strings.Builder
	for i := range n {
		p := features.Positions()[i*7%len(features.Positions())]
		fmt.Fprintf(&b, "%s c9 \"%s\"; eval \"%+d\"; id \"g%d\";\n", p.FEN(), []string{"1-0", "1/2-1/2", "1/2-1/2", "0-1"}[i/10%4], 90*datasets.Material(&p)+i%201-100, i/10)
		if i%1000 == 500 {
			b.WriteString("\nnonsense c9 \"1-0\"; eval \"1\"; id \"g1\";\n")
		}
	}
	name := filepath.Join(tb.TempDir(), "games.epd")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		tb.Fatal(err)
	}
	return name
}

// everyFilter is the flags of all filters that have one, as an option each; those of
// quiescence have tests of their own.
var everyFilter = []string{"-termination=normal", "-drop=check,noisy", "-drop=mates", "-plies=30..", "-last-plies=2", "-phase=0.05..1",
	"-pieces=4..32", "-scores=..800", "-against=300", "-sample=2", "-duplicates=mean", "-per-game=4", "-mirror"}

// parsed returns the options that flags state.
func parsed(t *testing.T, args ...string) Options {
	t.Helper()
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	f := AddFlags(fs)
	f.AddBalanceFlags(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	opt, err := f.Options()
	if err != nil {
		t.Fatal(err)
	}
	return opt
}

// create extracts to a folder, and returns its name and the report.
func create(t *testing.T, dir string, files []string, opt Options) (string, *Report) {
	t.Helper()
	out := filepath.Join(t.TempDir(), dir)
	rep, err := Run(t.Context(), files, Create(out, opt.Shard), opt)
	if err != nil {
		t.Fatal(err)
	}
	return out, rep
}

// TestFunnel: every line is accounted for once, the order of flags does not
// matter, and the manifest has the funnel.
func TestFunnel(t *testing.T) {
	files := []string{writeGames(t, 20_000)}
	out, rep := create(t, "a.matrix", files, parsed(t, everyFilter...))
	sum, names := rep.Counts.Blank+rep.Counts.Shallow+rep.Counts.Bad+rep.Rows, ""
	for _, d := range rep.Funnel {
		sum += int(d.Rows)
		names += d.Filter + ", "
		if d.Rows == 0 && !slices.Contains([]string{"finished", "termination", "last 2 plies", "noisy move", "mate"}, d.Filter) {
			t.Errorf("%s dropped nothing: no test of it", d.Filter)
		}
	}
	if sum != rep.Counts.Lines || rep.Rows == 0 || rep.Counts.Bad != 20 || rep.Counts.Blank != 20 {
		t.Errorf("the funnel sums to %d of %d lines: %+v", sum, rep.Counts.Lines, rep.Funnel)
	}
	want := "finished, termination, ply outside 30.., last 2 plies, in check, noisy move, phase outside 0.05..1, pieces outside 4..32, mate, score outside ±..800, " +
		"score over 300 for the loser, not the one in 2, duplicate (mean label), over 4 a game (seed 1), mirrored copies, "
	if names != want {
		t.Errorf("got  %s\nwant %s", names, want)
	}
	for i, m := range rep.Mixes[:len(rep.Funnel)-1] {
		if int64(m.Rows) != rep.Funnel[i].Rows || m.Results[0]+m.Results[1]+m.Results[2]+m.Results[3] != m.Rows || m.Phases[0]+m.Phases[1]+m.Phases[2]+m.Phases[3] != m.Rows {
			t.Errorf("%s: %d rows, mix %+v", rep.Funnel[i].Filter, rep.Funnel[i].Rows, m)
		}
	}
	m, err := matrix.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if !slices.Equal(m.Provenance().Funnel, rep.Funnel) || m.Rows() != rep.Rows {
		t.Errorf("manifest: %d rows, %v", m.Rows(), m.Provenance().Funnel)
	}
	backwards := slices.Clone(everyFilter)
	slices.Reverse(backwards)
	again, _ := create(t, "b.matrix", files, parsed(t, backwards...))
	sameTree(t, "flags in another order", again, out)
}

// TestFunnelPrinted: the report names what was dropped, by result and phase.
func TestFunnelPrinted(t *testing.T) {
	_, rep := create(t, "a.matrix", []string{writeGames(t, 2000)}, parsed(t, "-phase=0.3..", "-mirror", "-per-game=3"))
	var out bytes.Buffer
	rep.Write(&out)
	for _, want := range []string{"2004 lines − 2 blank − 2 bad − ", " phase outside 0.3.. − ", " over 3 a game (seed 1) + ", " mirrored copies = ", "1-0", "− phase outside 0.3..  ", "left  "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, &out)
		}
	}
}

// TestTwoPassesSameBytes: what is chosen of the whole set does not depend on
// threads or shards, copies included.
func TestTwoPassesSameBytes(t *testing.T) {
	files := []string{writeGames(t, 17_000), writeCSV(t, 3000)}
	for i, flags := range [][]string{{"-mirror"}, everyFilter} {
		if long.Short(t) && i == 0 {
			continue
		}
		opt := parsed(t, flags...)
		opt.Threads = 1
		want, whole := create(t, "whole.matrix", files, opt)
		opt.Threads = 8
		got, _ := create(t, "threads.matrix", files, opt)
		sameTree(t, fmt.Sprint(flags, " with 8 threads"), got, want)
		for _, shards := range shardings(t, 2, 3) {
			var parts []*matrix.Matrix
			rows := 0
			for i := range shards {
				opt.Shard = matrix.Shard{Index: i, Of: shards}
				name, rep := create(t, "part.matrix", files, opt)
				m, err := matrix.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				parts, rows = append(parts, m), rows+rep.Rows
			}
			merged := filepath.Join(t.TempDir(), "merged.matrix")
			if err := matrix.Merge(merged, parts...); err != nil {
				t.Fatal(err)
			}
			sameTree(t, fmt.Sprint(flags, " in ", shards, " shards"), merged, want)
			if rows != whole.Rows {
				t.Errorf("%v: %d rows in %d shards, %d in one", flags, rows, shards, whole.Rows)
			}
		}
		opt.Shard = matrix.Shard{}
	}
}

// TestMirrorRows: every row has a copy with all counts and labels turned, of the same game
// and with the same key.
func TestMirrorRows(t *testing.T) {
	set, rep, err := Memory(t.Context(), []string{writeGames(t, 3000)}, parsed(t, "-mirror"))
	if err != nil {
		t.Fatal(err)
	}
	var a, b matrix.Block
	pairs := 0
	for i := 0; i < set.Blocks(); i += 2 {
		if err := set.ReadBlock(i, &a); err != nil {
			t.Fatal(err)
		}
		if err := set.ReadBlock(i+1, &b); err != nil {
			t.Fatal(err)
		}
		for k := range a.Rows() {
			pairs++
			columns, counts := a.Row(k)
			others, negated := b.Row(k)
			for j := range counts {
				if counts[j] != -negated[j] {
					t.Fatalf("row %d: counts %v and %v", k, counts, negated)
				}
			}
			if !slices.Equal(columns, others) || a.Game[k] != b.Game[k] || a.Hash[k] != b.Hash[k] || a.Score[k] != -b.Score[k] ||
				a.Result[k]+b.Result[k] != matrix.ResultBlack+matrix.ResultWhite || a.Material[k] != -b.Material[k] || a.MG[k] != b.MG[k] {
				t.Fatalf("row %d is not mirrored", k)
			}
		}
	}
	last := rep.Funnel[len(rep.Funnel)-1]
	if 2*pairs != rep.Rows || last != (matrix.Drop{Filter: "mirrored copies", Rows: -int64(pairs)}) {
		t.Errorf("%d pairs of %d rows, funnel %v", pairs, rep.Rows, last)
	}
}

// TestConvert: a conversion holds what the same filters leave of the input.
func TestConvert(t *testing.T) {
	files, opt := []string{writeGames(t, 9000)}, parsed(t, "-phase=0.3..", "-duplicates=first", "-mirror")
	set, want, err := Memory(t.Context(), files, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, ending := range []string{".epd", ".txt", ".bin", ".epd.zst"} {
		out := filepath.Join(t.TempDir(), "out"+ending)
		rep, err := Convert(t.Context(), files, out, opt)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Rows != want.Rows || !slices.Equal(rep.Funnel, want.Funnel) {
			t.Errorf("%s: %d rows of %d, funnel %v", ending, rep.Rows, want.Rows, rep.Funnel)
		}
		if lossy := ending == ".txt" || ending == ".bin"; lossy != (len(rep.Losses) > 0) {
			t.Errorf("%s: losses %v", ending, rep.Losses)
		}
		back, _, err := Memory(t.Context(), []string{out}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, b := rowsOf(t, set), rowsOf(t, back)
		if !slices.Equal(a.Hash, b.Hash) || !slices.Equal(a.Score, b.Score) || !slices.Equal(a.Result, b.Result) {
			t.Errorf("%s: read back, the rows differ", ending)
		}
		if strings.HasPrefix(ending, ".epd") && clustersOf(a.Game) != clustersOf(b.Game) {
			t.Errorf("%s: %d games, want %d", ending, clustersOf(b.Game), clustersOf(a.Game))
		}
	}
}

// clustersOf returns the number of different games.
func clustersOf(games []uint32) int {
	games = slices.Clone(games)
	slices.Sort(games)
	return len(slices.Compact(games))
}

// TestMeanLabelRows: the mean of results comes to the rows as an expected score.
func TestMeanLabelRows(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.epd")
	p := features.Positions()[0]
	mirror := p.Mirror()
	text := p.FEN() + " c9 \"1-0\"; eval \"+10\";\n" + p.FEN() + " c9 \"1/2-1/2\"; eval \"+40\";\n" + mirror.FEN() + " c9 \"0-1\"; eval \"-40\";\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	set, rep, err := Memory(t.Context(), []string{name}, parsed(t, "-duplicates=mean"))
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(t, set)
	if rep.Rows != 1 || rows.Score[0] != 30 || rows.Result[0] != matrix.ResultUnknown || math.Abs(float64(rows.Expected[0])-2.5/3) > 1e-6 {
		t.Errorf("%d rows: %+v", rep.Rows, rows)
	}
	if counts := rep.Counts.Samples; counts != 3 {
		t.Errorf("%d samples, want 3", counts)
	}
}

// TestQuiescenceLeaf: a filter may replace a position; the row is the leaf's, and
// what was read is watched as it was.
func TestQuiescenceLeaf(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.epd")
	const before, after = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"
	if err := os.WriteFile(name, []byte(before+" c9 \"1-0\";\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	leaf, err := board.ParseFEN(after)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Filter: filter.Options{Leaf: true, Search: func(*board.Position) (int, board.Position) { return 100, leaf }}}
	set, rep, err := Memory(t.Context(), []string{name}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if rows := rowsOf(t, set); rep.Rows != 1 || rows.Hash[0] != leaf.CanonicalKey() {
		t.Errorf("%d rows, of key %x, want %x", rep.Rows, rows.Hash[0], leaf.CanonicalKey())
	}
}

// TestStdinTwice: the standard input is copied for a second pass, gives what the
// file gives, and leaves nothing, interrupted or not.
func TestStdinTwice(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	name := writeGames(t, 12_000)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	opt := parsed(t, "-duplicates=mean", "-per-game=3")
	want, _, err := Memory(t.Context(), []string{name}, opt)
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	opt.Progress = func(stage string, _, _ int64) { stages = append(stages, stage) }
	opt.Read.Stdin = strings.NewReader(zipped(string(text)))
	got, _, err := Memory(t.Context(), []string{"-"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := rowsOf(t, want), rowsOf(t, got); !slices.Equal(a.Hash, b.Hash) || !slices.Equal(a.Score, b.Score) {
		t.Errorf("%d rows from the standard input, %d from the file", len(b.Hash), len(a.Hash))
	}
	if stages = slices.Compact(stages); !slices.Equal(stages, []string{"copying the standard input", "first pass", "second pass"}) {
		t.Errorf("progress of %q", stages)
	}
	wantEmpty(t, temp)

	in, feed := io.Pipe() // never closed
	go feed.Write(text)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	out := filepath.Join(t.TempDir(), "out.matrix")
	opt = parsed(t, "-duplicates=first")
	opt.Read.Stdin = in
	_, err = Run(ctx, []string{"-"}, Create(out, matrix.Shard{Of: 1}), opt)
	if cli.Status(err) != cli.StatusInterrupted {
		t.Errorf("error %v, want one with the status of an interruption", err)
	}
	wantEmpty(t, temp)
	wantEmpty(t, filepath.Dir(out))
}

// TestInterruptedPasses: an interruption in either pass, of rows or of a
// conversion, leaves nothing.
func TestInterruptedPasses(t *testing.T) {
	name := writeGames(t, 20_000)
	for _, ending := range []string{".matrix", ".epd"} {
		for _, stage := range []string{"first pass", "second pass"} {
			ctx, cancel := context.WithCancel(t.Context())
			opt := parsed(t, "-duplicates=first")
			opt.Progress = func(s string, _, _ int64) {
				if s == stage {
					cancel()
				}
			}
			dir := t.TempDir()
			out := filepath.Join(dir, "out"+ending)
			convert := func() (*Report, error) { return Convert(ctx, []string{name}, out, opt) }
			if ending == ".matrix" {
				convert = func() (*Report, error) { return Run(ctx, []string{name}, Create(out, matrix.Shard{Of: 1}), opt) }
			}
			_, err := convert()
			if cli.Status(err) != cli.StatusInterrupted {
				t.Errorf("%s, %s: error %v, want one with the status of an interruption", ending, stage, err)
			}
			wantEmpty(t, dir)
		}
	}
}

// wantEmpty checks that nothing is in a folder.
func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("%s: left over %v, error %v", dir, entries, err)
	}
}

// Doubts about many rows a game are of the rows that filters have left.
func TestRowsOfGameThatAreLeft(t *testing.T) {
	text, err := os.ReadFile(writeGames(t, 8_000))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "long.epd")
	long := regexp.MustCompile(`id "g(\d*)\d";`).ReplaceAll(text, []byte(`id "g$1";`)) // 100 rows each
	if err := os.WriteFile(name, long, 0o666); err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[string]string{"": "100.0 rows a game", "-per-game=30": "30.0 rows a game", "-per-game=14": ""} {
		_, rep, err := Memory(t.Context(), []string{name}, parsed(t, strings.Fields(flags)...))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range rep.Warnings {
			if w.Code == note.D13 {
				got += w.Text
			}
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}
