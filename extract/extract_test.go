package extract

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
)

// tree returns the content of a folder's files by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(content)
	}
	return files
}

// sameTree compares two folders byte by byte.
func sameTree(t *testing.T, what, got, want string) {
	t.Helper()
	a, b := tree(t, got), tree(t, want)
	if len(a) != len(b) {
		t.Errorf("%s: %d files, want %d", what, len(a), len(b))
	}
	for name, content := range b {
		if a[name] != content {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// TestSameBytes: neither the number of threads nor that of shards is seen in
// the matrix.
func TestSameBytes(t *testing.T) {
	name, dir := writeCSV(t, 40_000), t.TempDir()
	extract := func(out string, threads int, shard matrix.Shard) string {
		out = filepath.Join(dir, out)
		if _, err := Run(t.Context(), []string{name}, Create(out, shard), Options{Threads: threads, Shard: shard}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := extract("whole.matrix", 1, matrix.Shard{})
	for _, threads := range []int{2, 8} {
		got := extract(fmt.Sprintf("threads%d.matrix", threads), threads, matrix.Shard{})
		sameTree(t, fmt.Sprintf("%d threads", threads), got, want)
	}
	for _, shards := range shardings(3, 7) {
		var parts []*matrix.Matrix
		for i := range shards {
			m, err := matrix.Open(extract(fmt.Sprintf("part%d-%d.matrix", i, shards), 2, matrix.Shard{Index: i, Of: shards}))
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			parts = append(parts, m)
		}
		got := filepath.Join(dir, fmt.Sprintf("merged%d.matrix", shards))
		if err := matrix.Merge(got, parts...); err != nil {
			t.Fatal(err)
		}
		sameTree(t, fmt.Sprintf("%d shards", shards), got, want)
	}
}

// shardings returns in how many shards a test cuts its input; with -short, for the race
// detector, the first alone.
func shardings(all ...int) []int {
	if testing.Short() {
		return all[:1]
	}
	return all
}

const (
	start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	head  = "FEN,Evaluation\n"
)

// good returns n good lines.
func good(n int) string { return strings.Repeat(start+",+20\n", n) }

// A repeated reader gives the same bytes n times.
func repeated(b byte, n int64) io.Reader { return io.LimitReader(endless(b), n) }

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// gzipped and zipped compress a text.
func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func zipped(text string) string {
	var b bytes.Buffer
	w, _ := zstd.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// TestBadInput runs the command on inputs that it must refuse: the message names
// file, line and reason, the status is 1, and nothing stands under the final
// name.
func TestBadInput(t *testing.T) {
	whole := zipped(head + good(20_000))
	tests := []struct {
		name, content, args, want string
	}{
		{"empty", "", "", "in.csv:1: empty file"},
		{"header only", head, "", "in.csv:2: empty file: no rows after the header"},
		{"truncated zst", whole[:len(whole)/2], "", "truncated archive"},
		{"truncated gz", gzipped(head + good(5000))[:200], "", "truncated archive"},
		{"missing column", head + good(3), "-score cp", `in.csv:1: no such column: "cp"`},
		{"no king", head + "8/8/8/8/8/8/8/4K3 w - - 0 1,0\n", "-bad 0", "in.csv:2: too many bad lines: more than the 0 allowed (-bad): bad FEN: no king: Black"},
		{"pawn on the last rank", head + good(1) + "P3k3/8/8/8/8/8/8/4K3 w - - 0 1,0\n", "-bad 0", "in.csv:3: too many bad lines: more than the 0 allowed (-bad): bad FEN: pawn on the first or last rank: a8"},
		{"side not to move in check", head + "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1,0\n", "-bad 0", "bad FEN: the side not to move is in check"},
		{"impossible castling", head + "4k3/8/8/8/8/8/8/4K3 w K - 0 1,0\n", "-bad 0", "bad FEN: "},
		{"impossible en passant", head + "4k3/8/8/8/8/8/8/4K3 w - e6 0 1,0\n", "-bad 0", "bad FEN: "},
		{"too many pieces", head + "nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 w - - 0 1,0\n", "-bad 0", "bad FEN: "},
		{"short rank", head + "4k2/8/8/8/8/8/8/4K3 w - - 0 1,0\n", "-bad 0", "in.csv:2: too many bad lines: more than the 0 allowed (-bad): bad FEN: rank 8 has 7 files, want 8"},
		{"bad score", head + start + ",nan\n", "-bad 0", "bad score"},
		{"over the budget", head + good(5) + strings.Repeat("nonsense,1\n", 4), "-bad 3", "in.csv:10: too many bad lines: more than the 3 allowed (-bad)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.matrix")
			if err := os.WriteFile(in, []byte(tt.content), 0o666); err != nil {
				t.Fatal(err)
			}
			refused(t, append(strings.Fields(tt.args), "-o", out, in), nil, out, tt.want)
		})
	}
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.matrix")
		refused(t, []string{"-o", out, dir}, nil, out, ":1: cannot open: it is a directory")
	})
	t.Run("no such file", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out.matrix")
		refused(t, []string{"-o", out, "none.csv"}, nil, out, "none.csv:1: cannot open: ")
	})
	t.Run("a line of 100 MB", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out.matrix")
		in := io.MultiReader(strings.NewReader(head+good(2)), repeated('x', 100<<20), strings.NewReader("\n"+good(2)))
		refused(t, []string{"-bad", "0", "-o", out, "-"}, in, out, "stdin:4: too many bad lines: more than the 0 allowed (-bad): line longer than 65536 bytes")
	})
}

// refused runs the command and expects an error, and nothing but it.
func refused(t *testing.T, args []string, in io.Reader, out, want string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := Main(t.Context(), args, cli.Streams{In: in, Out: &stdout, Err: &stderr})
	if err == nil || cli.Status(err) != cli.StatusFailed {
		t.Fatalf("error %v, want one with exit status 1\n%s", err, &stderr)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("error %q, want %q in it", err, want)
	}
	if entries, _ := filepath.Glob(out + "*"); len(entries) != 0 {
		t.Errorf("left over: %v", entries)
	}
}

// TestWithinBudget: good rows are kept, bad ones go to the reject file, and both
// are counted.
func TestWithinBudget(t *testing.T) {
	dir := t.TempDir()
	in, out, reject := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.matrix"), filepath.Join(dir, "rejected.txt")
	mate := "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4,#+0\n"
	text := head + good(2) + "nonsense,1\n" + good(2) + "\n" + mate + start + ",x\n" + strings.TrimSuffix(good(1), "\n")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	err := Main(t.Context(), []string{"-json", "-reject", reject, "-o", out, in}, cli.Streams{Out: &stdout, Err: &stderr})
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var got struct {
		Rows   int
		Counts struct{ Lines, Bad, Blank, Samples, Mates int }
		Funnel []matrix.Drop
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Rows != 5 || got.Counts.Lines != 9 || got.Counts.Bad != 2 || got.Counts.Blank != 1 || got.Counts.Samples != 6 || got.Counts.Mates != 1 {
		t.Errorf("counts %+v", got)
	}
	if want := []matrix.Drop{{Filter: "finished", Rows: 1}, {Filter: "termination"}}; !slices.Equal(got.Funnel, want) {
		t.Errorf("funnel %v, want %v", got.Funnel, want)
	}
	rejected, _ := os.ReadFile(reject)
	want := in + ":4: bad FEN: "
	if lines := strings.Split(string(rejected), "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], want) || !strings.HasSuffix(lines[0], "\tnonsense,1") || !strings.Contains(lines[1], ":9: bad score") {
		t.Errorf("rejected %q", rejected)
	}
	m, err := matrix.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Rows() != 5 || m.Provenance().Sources[0].Bad != 2 {
		t.Errorf("matrix of %d rows, %+v", m.Rows(), m.Provenance())
	}
}

// TestLimitAndSample: a limit is one of lines, whatever the shards; a sample
// keeps about one in n and the same ones every time.
func TestLimitAndSample(t *testing.T) {
	name := writeCSV(t, 20_000)
	rows := func(opt Options) int {
		rep, err := Run(t.Context(), []string{name}, func(s matrix.Schema) (matrix.Writer, error) { return matrix.NewMemory(s) }, opt)
		if err != nil {
			t.Fatal(err)
		}
		return rep.Rows
	}
	if n := rows(Options{Limit: 10_000}); n != 10_000 {
		t.Errorf("limit 10,000: %d rows", n)
	}
	a, b := rows(Options{Limit: 10_000, Shard: matrix.Shard{Index: 0, Of: 2}}), rows(Options{Limit: 10_000, Shard: matrix.Shard{Index: 1, Of: 2}})
	if a+b != 10_000 || a == 0 || b == 0 {
		t.Errorf("limit 10,000 in two shards: %d and %d rows", a, b)
	}
	one := filter.Options{OneIn: 3}
	third := rows(Options{Filter: one})
	if third < 20_000/6 || third > 20_000/2 || third != rows(Options{Threads: 1, Filter: one}) {
		t.Errorf("one in three of 20,000: %d", third)
	}
}

// TestStdinIsInterrupted: a reader that waits for somebody to write does not
// keep the command from ending.
func TestStdinIsInterrupted(t *testing.T) {
	in, feed := io.Pipe() // never closed
	go io.WriteString(feed, head+good(3))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	out := filepath.Join(t.TempDir(), "out.matrix")
	var stdout, stderr bytes.Buffer
	err := Main(ctx, []string{"-o", out, "-"}, cli.Streams{In: in, Out: &stdout, Err: &stderr})
	if cli.Status(err) != cli.StatusInterrupted {
		t.Errorf("error %v, want one with the status of an interruption", err)
	}
	if entries, _ := filepath.Glob(out + "*"); len(entries) != 0 {
		t.Errorf("left over: %v", entries)
	}
}

// TestSameFileTwice: rows must not count twice, under another name either.
func TestSameFileTwice(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")
	for _, name := range []string{a, b} {
		if err := os.WriteFile(name, []byte(head+good(3)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out.matrix")
	refused(t, []string{"-o", out, a, b}, nil, out, "a.csv and b.csv are the same file: its rows would count twice")
}

// TestUsage: wrong calls end with status 2 and say what to pass.
func TestUsage(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"no input", "-o x.matrix", "no input: pass a CSV file"},
		{"no output", "in.csv", "no output: pass -o"},
		{"unknown ending", "-o x.xlsx in.csv", `-o x.xlsx: unknown ending ".xlsx": want .matrix, .csv or .parquet for counts, or .epd, .txt, .bin, .bf or .viri for positions`},
		{"output over input", "-o in.csv in.csv", "in.csv is named twice"},
		{"unknown set", "-set none -o x.matrix in.csv", `-set: unknown set of terms "none"`},
		{"bad shard", "-shard 3/3 -o x.matrix in.csv", "-shard: shard 3/3"},
		{"shard of a table", "-shard 0/3 -o x.csv in.csv", "-shard: only matrices"},
		{"no shard", "-shard x -o x.matrix in.csv", `-shard: "x": want i/n`},
		{"no threads", "-threads 0 -o x.matrix in.csv", "-threads 0: want at least 1"},
		{"bad view", "-pov black -o x.matrix in.csv", `"black" is neither white nor mover`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			err := Main(t.Context(), strings.Fields(tt.args), cli.Streams{Out: &stdout, Err: &stderr})
			if !errors.Is(err, cli.ErrUsage) || !strings.Contains(stderr.String(), tt.want) {
				t.Errorf("error %v, stderr %q; want %q in it", err, &stderr, tt.want)
			}
		})
	}
}
