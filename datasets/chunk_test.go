package datasets_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
)

// shape is what a caller sees of a chunk before it is parsed.
type shape struct {
	Number, Source, Line, Lines int
}

func shapes(t *testing.T, r *datasets.Reader) (all []shape) {
	t.Helper()
	var c datasets.Chunk
	for {
		err := r.Next(&c)
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shape{c.Number, int(c.Source), c.Line, c.Lines})
	}
}

// TestChunks: chunks have ChunkLines lines, headers being none, and each file
// begins a new one.
func TestChunks(t *testing.T) {
	const n = datasets.ChunkLines
	a, b := write(t, "a.csv", rows(2*n+5)), write(t, "b.csv", []byte(twoRows))
	r, err := datasets.Open([]string{a, b, a}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := []shape{
		{0, 0, 2, n - 1}, {1, 0, n + 1, n}, {2, 0, 2*n + 1, 6},
		{3, 1, 2, 2},
		{4, 2, 2, n - 1}, {5, 2, n + 1, n}, {6, 2, 2*n + 1, 6},
	}
	if diff := cmp.Diff(want, shapes(t, r)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

// hardText has everything that decides where a chunk ends: many short lines,
// lines that fill a chunk, lines that are too long, blank ones.
func hardText() []byte {
	var b bytes.Buffer
	for i := range 3 {
		b.Write(rows(datasets.ChunkLines - 1 + i)[len("FEN,Evaluation\n"):])
		for range 20 {
			b.WriteString(strings.Repeat("x", datasets.MaxLine-i) + "\n\n")
			b.WriteString(strings.Repeat("y", datasets.MaxLine+1+i*100_000) + "\r\n")
		}
	}
	b.WriteString(white + ",1")
	return b.Bytes()
}

// TestChunksDependOnTextAlone: not on how much a pipe gives at a time, nor on
// compression.
func TestChunksDependOnTextAlone(t *testing.T) {
	text := hardText()
	want := shapes(t, datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{}))
	if len(want) < 6 {
		t.Fatalf("%d chunks: nothing to see", len(want))
	}
	last := want[len(want)-1]
	if lines := bytes.Count(text, []byte("\n")) + 1; last.Line+last.Lines-1 != lines {
		t.Errorf("the last chunk ends with line %d, the text with %d", last.Line+last.Lines-1, lines)
	}
	readers := map[string]io.Reader{
		"halves":     iotest.HalfReader(bytes.NewReader(text)),
		"late error": iotest.DataErrReader(bytes.NewReader(text)),
		"drops":      &drops{r: bytes.NewReader(text)},
		"zstd":       bytes.NewReader(zstdOf(t, text)),
		"gzip":       bytes.NewReader(gzipOf(t, text)),
	}
	for name, r := range readers {
		if diff := cmp.Diff(want, shapes(t, datasets.NewReader("t.csv", r, datasets.Options{}))); diff != "" {
			t.Errorf("%s: want -, got +\n%s", name, diff)
		}
	}
}

// drops gives 1, 2, 3 … bytes at a time, up to a prime number, and sometimes
// none.
type drops struct {
	r io.Reader
	n int
}

func (d *drops) Read(p []byte) (int, error) {
	d.n = (d.n + 97) % 4099
	return d.r.Read(p[:min(d.n, len(p))])
}

// TestParallel: chunks parsed by many goroutines give what one gives, in order.
func TestParallel(t *testing.T) {
	text := rows(6 * datasets.ChunkLines)
	copy(text[len(text)/2:], "XXX") // a bad line
	want := readAll(t, datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{}))
	r := datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{})
	var wg sync.WaitGroup
	parsed := make([]datasets.Parsed, 7)
	for i := range parsed {
		c := new(datasets.Chunk)
		if err := r.Next(c); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() { c.Parse(&parsed[i]) })
	}
	wg.Wait()
	var got []string
	for i, p := range parsed {
		if p.Number != i {
			t.Errorf("chunk %d has number %d", i, p.Number)
		}
		bad := p.Bad
		for _, s := range p.Samples {
			if len(bad) > 0 && bad[0].Line < s.Line {
				got = append(got, bad[0].Error())
				bad = bad[1:]
			}
			got = append(got, encode(s))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in order -, in parallel +\n%s", diff)
	}
}

// TestSkip: a shard that passes over the chunks of others reads its own.
func TestSkip(t *testing.T) {
	text := rows(4 * datasets.ChunkLines)
	want := readAll(t, datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{}))
	var got []string
	for shard := range 2 { // two shards of five chunks, put one after the other
		r := datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{})
		var c datasets.Chunk
		var p datasets.Parsed
		for number := 0; ; number++ {
			if number%2 != shard {
				if r.Skip() == io.EOF {
					break
				}
				continue
			}
			if r.Next(&c) == io.EOF {
				break
			}
			c.Parse(&p)
			for _, s := range p.Samples {
				got = append(got, encode(s))
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows in both shards, want %d", len(got), len(want))
	}
	const first = datasets.ChunkLines - 1 // the header is the other line of chunk 0
	if got[0] != want[0] || got[first] != want[first+datasets.ChunkLines] {
		t.Errorf("shard 0 has %s after its first chunk, want %s", got[first], want[first+datasets.ChunkLines])
	}
}

// TestAllStops: a caller may leave at a row or at a bad line, and go on with
// the next chunk.
func TestAllStops(t *testing.T) {
	r := datasets.NewReader("t.csv", strings.NewReader(twoRows+"x\n"+twoRows[9:]), datasets.Options{})
	for _, err := range r.All() {
		if err != nil {
			break
		}
	}
	if err := r.Skip(); err != io.EOF {
		t.Errorf("Skip = %v, want EOF: the only chunk was taken", err)
	}
}

func TestTally(t *testing.T) {
	text := "fen,eval\n" + strings.Repeat("bad\n"+white+",1\n", 5)
	parse := func(name string) *datasets.Parsed {
		var c datasets.Chunk
		var p datasets.Parsed
		if err := datasets.NewReader(name, strings.NewReader(text), datasets.Options{}).Next(&c); err != nil {
			t.Fatal(err)
		}
		c.Parse(&p)
		return &p
	}
	tests := []struct {
		name   string
		budget int
		want   string
		reject int // lines in the reject file
	}{
		{"within", 5, "<nil>", 5},
		{"one too many", 4, "t.csv:10: too many bad lines: more than the 4 allowed (-bad): wrong number of columns: 1, want 2", 5},
		{"none allowed", 0, "t.csv:2: too many bad lines: more than the 0 allowed (-bad): wrong number of columns: 1, want 2", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var reject bytes.Buffer
			tally := budget.NewTally(tt.budget, &reject)
			if got := fmt.Sprint(tally.Add(parse("t.csv"))); got != tt.want {
				t.Errorf("error %s\nwant  %s", got, tt.want)
			}
			if err := tally.Flush(); err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(reject.String(), "\n")
			if lines[0] != "t.csv:2: wrong number of columns: 1, want 2\tbad\n" || len(lines)-1 != tt.reject {
				t.Errorf("reject file %q, want %d lines", lines, tt.reject)
			}
			if got := tally.Total(); got != (datasets.Counts{Lines: 10, Bad: 5, Samples: 5}) || got != tally.Source(0) || tally.Source(1) != (datasets.Counts{}) {
				t.Errorf("counts %+v, of source 0 %+v", got, tally.Source(0))
			}
		})
	}
}

// TestTallyRejectFails: a full disk is told, not forgotten.
func TestTallyRejectFails(t *testing.T) {
	tally := budget.NewTally(10_000, full{})
	p := datasets.Parsed{Bad: []datasets.LineError{{File: "t.csv", Line: 1, Err: datasets.ErrScore, Text: "x"}}}
	err := tally.Add(&p)
	if err == nil {
		err = tally.Flush()
	}
	if want := "reject file: disk full"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("disk full") }

// TestTruncate: the first lines of a chunk are those of the whole chunk.
func TestTruncate(t *testing.T) {
	text := rows(50)
	for _, n := range []int{0, 1, 49, 50, 60} {
		r := datasets.NewReader("a.csv", bytes.NewReader(text), datasets.Options{})
		var c datasets.Chunk
		if err := r.Next(&c); err != nil {
			t.Fatal(err)
		}
		var whole, cut datasets.Parsed
		c.Parse(&whole)
		c.Cut(n)
		c.Parse(&cut)
		want := min(n, len(whole.Samples))
		if len(cut.Samples) != want || c.Lines != want || cut.Counts.Lines != want {
			t.Errorf("Truncate(%d): %d samples, %d lines, want %d", n, len(cut.Samples), c.Lines, want)
		}
		if diff := cmp.Diff(fmt.Sprint(whole.Samples[:want]), fmt.Sprint(cut.Samples)); diff != "" {
			t.Errorf("Truncate(%d): want -, got +\n%s", n, diff)
		}
	}
}

func TestColumnsString(t *testing.T) {
	got := datasets.Columns{FEN: 1, Score: 3, Game: 2}.String()
	if want := "position in column 1, score in column 3, game in column 2"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
