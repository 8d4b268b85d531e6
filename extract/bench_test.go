package extract

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/matrix"
)

// writeCSV writes a plain CSV of n lines and returns its name.
func writeCSV(tb testing.TB, n int) string {
	tb.Helper()
	var b strings.Builder
	b.WriteString("FEN,Evaluation\n")
	for i := range n {
		p := features.Positions()[i%len(features.Positions())]
		fmt.Fprintf(&b, "%s,%+d\n", p.FEN(), 90*datasets.Material(&p)+i%201-100)
	}
	name := filepath.Join(tb.TempDir(), "bench.csv")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		tb.Fatal(err)
	}
	return name
}

// BenchmarkRun is the whole way from a plain CSV, ten times the sample, to a
// matrix on disk, with one thread: rows a second of one core.
func BenchmarkRun(b *testing.B) {
	name := filepath.Join(b.TempDir(), "sample.csv")
	rows := writeSample(b, name, 10)
	for b.Loop() {
		out := filepath.Join(b.TempDir(), "x.matrix")
		_, err := Run(b.Context(), []string{name}, Create(out, matrix.Shard{}), Options{Threads: 1})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*rows)/b.Elapsed().Seconds(), "rows/s")
}

// writeSample writes the embedded sample as plain CSV, the given number of times
// over, and returns the number of its rows.
func writeSample(b *testing.B, name string, times int) (rows int) {
	b.Helper()
	f, err := os.Open("../datasets/sample/sample.csv.zst")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	zr, err := zstd.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	defer zr.Close()
	text, err := io.ReadAll(zr)
	if err != nil {
		b.Fatal(err)
	}
	head, body, _ := bytes.Cut(text, []byte("\n"))
	content := append(append(head, '\n'), bytes.Repeat(body, times)...)
	if err := os.WriteFile(name, content, 0o666); err != nil {
		b.Fatal(err)
	}
	return times * bytes.Count(body, []byte("\n"))
}

// BenchmarkMemoryEPD is the way of results: from EPD, the sample's positions
// without counters, to rows of piece-square tables in memory, with one thread.
func BenchmarkMemoryEPD(b *testing.B) {
	r, err := datasets.Open([]string{"../datasets/sample/sample.csv.zst"}, datasets.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	rows := 0
	for s, err := range r.All() {
		if err != nil {
			b.Fatal(err)
		}
		fields := strings.Fields(s.Position.FEN())
		fmt.Fprintf(&text, "%s c9 \"%v\"; id \"%x\";\n", strings.Join(fields[:4], " "), s.Result, s.Game)
		rows++
	}
	name := filepath.Join(b.TempDir(), "sample.epd")
	if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	set, err := features.Lookup("pesto")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Memory(b.Context(), []string{name}, Options{Set: set, Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*rows)/b.Elapsed().Seconds(), "rows/s")
}
