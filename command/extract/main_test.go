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

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
)

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
		refused(t, []string{"-o", out, dir}, nil, out, ": cannot open: it is a directory")
	})
	t.Run("no such file", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out.matrix")
		refused(t, []string{"-o", out, "none.csv"}, nil, out, "none.csv: cannot open: ")
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
		t.Errorf("left behind: %v", entries)
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

// TestStdinIsInterrupted: a reader that waits for input does not
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
		t.Errorf("left behind: %v", entries)
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

func TestQuietUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"-quiet maybe", `"maybe" is neither off, filter nor replace`},
		{"-quiet-bound 20", "-quiet-bound and -quiet-weights: pass -quiet filter or -quiet replace with them"},
		{"-quiet-weights w.json", "-quiet-bound and -quiet-weights: pass -quiet filter or -quiet replace with them"},
		{"-quiet filter -quiet-bound -1", "want a number of centipawns from 0"},
		{"-quiet filter -quiet-weights missing.json", "-quiet-weights: stat missing.json: no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			var stderr bytes.Buffer
			err := Main(t.Context(), append(strings.Fields(tt.args), "-o", "x.matrix", "in.csv"), cli.Streams{Out: &stderr, Err: &stderr})
			if !errors.Is(err, cli.ErrUsage) || !strings.Contains(stderr.String(), tt.want) {
				t.Errorf("error %v, stderr %q; want %q in it", err, &stderr, tt.want)
			}
		})
	}
}

// TestNoFolder: an output that cannot be opened is an error, of whatever kind it is.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	if err := os.WriteFile(in, []byte(head+good(3)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x.matrix", "x.csv", "x.parquet", "x.epd"} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(dir, "none", name)
			refused(t, []string{"-o", out, in}, nil, out, "no such file")
		})
	}
}

// TestNothingLeft: filters that drop everything are an error, in one pass and in two.
func TestNothingLeft(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	if err := os.WriteFile(in, []byte(head+good(3)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, most string }{
		{"-plies 50..", "ply outside 50.."}, {"-plies 50.. -duplicates first", "ply outside 50.."}, {"-duplicates drop", "duplicated position"}, {"-drop no-result", "no result"},
	} {
		for _, name := range []string{"x.matrix", "x.epd"} {
			out := filepath.Join(dir, name)
			refused(t, append(strings.Fields(tt.args), "-o", out, in), nil, out,
				fmt.Sprintf("in.csv: no position is left after the filters, of which %q dropped 3", tt.most))
		}
	}
}

// TestLookOfACall: a shard of a call of which a look was made is that of one without, and is not made twice.
func TestLookOfACall(t *testing.T) {
	const sample = "../../datasets/sample/sample.csv.zst"
	out := filepath.Join(t.TempDir(), "x.matrix")
	args := []string{"-set", "alphaone", "-shard", "1/2", "-o", out, sample}
	var stderr bytes.Buffer
	std := cli.Streams{Out: io.Discard, Err: &stderr}
	look, err := LookAt(t.Context(), args, std)
	if err != nil || look == nil || look.Terms == "" || len(look.Index) != 1 {
		t.Fatalf("look %+v, error %v", look, err)
	}
	rows := func() int {
		t.Helper()
		m, err := matrix.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		return m.Rows()
	}
	if err := Share(t.Context(), args, std, look); err != nil {
		t.Fatal(err)
	}
	n := rows()
	if err := Main(t.Context(), args, std); err != nil || !strings.Contains(stderr.String(), "is complete: shard 1/2") {
		t.Errorf("made twice: %v, %s", err, &stderr)
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	if err := Main(t.Context(), args, std); err != nil || rows() != n || n == 0 {
		t.Errorf("%d rows by the look, %d without: %v", n, rows(), err)
	}
}
