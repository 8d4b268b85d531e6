package extract

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// mutants is how many damaged files of each format TestMutants makes.
var mutants = flag.Int("mutants", 100, "damaged files of each format that TestMutants makes")

const seedGames = `[Event "a"]
[Result "1-0"]

1. e4 {+0.31/12 0.5s} e5 {-0.30/11} 2. Qh5 {+0.10/9} Nc6 {+0.25/10} 3. Bc4 {0.00/8} Nf6 {-M2/7} 4. Qxf7# {+M1/3} 1-0

[Event "b"]
[Result "1/2-1/2"]
[FEN "8/8/4k3/8/4K3/4P3/8/8 w - - 0 60"]

60. Kd4 { [%eval 0.4] } (60. Kf4 Kf6) 60... Kd6 $1 {+0.1/20} 1/2-1/2
`

const seedTable = `fen,eval,result,id,ply,move,depth
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,+20,1-0,"g 1",0,e2e4,12
r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 40,#-3,1/2-1/2,7,79,,
8/8/4k3/8/4K3/4P3/8/8 w - - 0 60,12.5,0.63,7,118,Kd4,9
`

const seedEvaluations = `{"fen":"8/8/4k3/8/4K3/4P3/8/8 w - -","evals":[{"pvs":[{"cp":311,"line":"e4d4 e6d6"},{"mate":-2,"line":"e4f4"}],"knodes":2,"depth":36}]}
{"fen":"r3k2r/8/8/8/8/8/8/R3K2R b Qk -","evals":[{"pvs":[{"mate":3,"line":"a8a1"}],"knodes":7,"depth":6}]}
`

// seedBzip2 is a table of two rows after bzip2 -9: no package that we have compresses.
const seedBzip2 = "QlpoOTFBWSZTWUMX9DwAACXfgAAQQA7/QAAIQAAzDQGAIABUNQADQAaCVNR6QZog8o0N43z7yrfJCtlwwL0BoIIZ8pLscwRAOXhVCBkA5HaLR4w74u5IpwoSCGL+h4A="

// seeds returns a small file of every format, and archives, by name.
func seeds(tb testing.TB) map[string][]byte {
	tb.Helper()
	dir := tb.TempDir()
	all := map[string][]byte{"a.csv": []byte(seedTable), "a.pgn": []byte(seedGames), "a.jsonl": []byte(seedEvaluations)}
	// Whole games of moves with scores: the last game lacks some, and is omitted.
	games := filepath.Join(dir, "games.pgn")
	whole := strings.ReplaceAll(seedGames[:strings.Index(seedGames, "\n[Event \"b\"]")], "+M1/3", "+0.90/3")
	if err := os.WriteFile(games, []byte(whole), 0o666); err != nil {
		tb.Fatal(err)
	}
	for _, name := range []string{"a.epd", "a.txt", "a.bin", "a.bf", "a.viri", "a.epd.zst"} {
		out := filepath.Join(dir, name)
		if err := Main(tb.Context(), []string{"-o", out, games}, cli.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
			tb.Fatal(name, err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			tb.Fatal(err)
		}
		all[name] = text
	}
	var packed bytes.Buffer
	for range 2 { // members
		w := gzip.NewWriter(&packed)
		w.Name = "a.csv"
		if _, err := io.WriteString(w, seedTable); err != nil {
			tb.Fatal(err)
		}
		if err := w.Close(); err != nil {
			tb.Fatal(err)
		}
	}
	all["a.csv.gz"] = packed.Bytes()
	bz, err := base64.StdEncoding.DecodeString(seedBzip2)
	if err != nil {
		tb.Fatal(err)
	}
	all["a.csv.bz2"] = bz
	return all
}

// nasty are bytes that mean something in some format.
const nasty = "\x00\xff\x80\n\r\t \",;|[](){}#+-019/KQkq."

// mutate returns a damaged copy of a file: one to eight times bits, bytes, and pieces are
// changed, taken out, put in from another file, or repeated, or the end is cut off.
func mutate(rng *rand.Rand, file, other []byte) []byte {
	b := bytes.Clone(file)
	for range 1 + rng.IntN(8) {
		if len(b) == 0 {
			return b
		}
		at := rng.IntN(len(b))
		end := min(len(b), at+1+rng.IntN(16))
		switch rng.IntN(8) {
		case 0:
			b[at] ^= 1 << rng.IntN(8)
		case 1:
			b[at] = nasty[rng.IntN(len(nasty))]
		case 2:
			b = append(b[:at:at], b[end:]...)
		case 3:
			b = append(b[:end:end], b[at:]...)
		case 4:
			from := rng.IntN(len(other))
			b = append(append(b[:at:at], other[from:min(len(other), from+1+rng.IntN(32))]...), b[at:]...)
		case 5:
			b = append(append(b[:at:at], bytes.Repeat(b[at:end], 1<<rng.IntN(8))...), b[end:]...)
		case 6:
			copy(b[at:], other[rng.IntN(len(other)):])
		case 7:
			if rng.IntN(8) == 0 {
				b = b[:at]
			}
		}
	}
	return b
}

// check runs the command on a file: it ends in order, with rows or with an error that names the
// file, and prints nothing that steers a terminal.
func check(tb testing.TB, in, out string) (status int) {
	tb.Helper()
	var stderr bytes.Buffer
	start := time.Now()
	err := Main(tb.Context(), []string{"-threads", "1", "-o", out, in}, cli.Streams{Out: &stderr, Err: &stderr})
	cli.Report(&stderr, "extract", err)
	status = cli.Status(err)
	if status != cli.StatusDone && status != cli.StatusFailed || cli.Printable(stderr.String()) != stderr.String() {
		tb.Errorf("status %d: %q", status, &stderr)
	}
	if err != nil && !strings.Contains(err.Error(), "a.") {
		tb.Errorf("no file is named: %v", err)
	}
	if _, gone := os.Stat(out); err != nil && gone == nil {
		tb.Errorf("an output in spite of %v", err)
	}
	if took := time.Since(start); took > time.Minute {
		tb.Errorf("%v for %d bytes", took, stderr.Len())
	}
	if err := os.RemoveAll(out); err != nil {
		tb.Fatal(err)
	}
	return status
}

// TestMutants: whatever is wrong with a file, the command ends in order.
func TestMutants(t *testing.T) {
	all := seeds(t)
	dir := t.TempDir()
	n := *mutants
	if long.Short(t) {
		n = (n + 29) / 30
	}
	for name, file := range all {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(len(file)), uint64(*mutants)))
			in, count := filepath.Join(dir, name), map[int]int{}
			for i := range n {
				other := all[[]string{"a.csv", "a.pgn", "a.jsonl", "a.epd", "a.bin", "a.viri", "a.csv.gz", "a.epd.zst", "a.csv.bz2"}[rng.IntN(9)]]
				text := mutate(rng, file, other)
				if err := os.WriteFile(in, text, 0o666); err != nil {
					t.Fatal(err)
				}
				out := filepath.Join(dir, "out"+[]string{".matrix", ".epd", ".txt", ".epd", ".csv", ".epd", ".txt", ".epd"}[i%8])
				if count[check(t, in, out)]++; t.Failed() {
					t.Fatalf("input %d: %q", i, text)
				}
			}
			t.Log(fmt.Sprint(count[cli.StatusDone], " read, ", count[cli.StatusFailed], " refused"))
			if n == *mutants && name != "a.csv.bz2" && (count[cli.StatusDone] == 0 || count[cli.StatusFailed] == 0) { // bzip2 has checksums everywhere
				t.Error("all mutants have one fate: the mutations are too strong, or too weak")
			}
		})
	}
}

// fuzz runs the command on files of a fuzzer's making, whose format their content tells.
func fuzz(f *testing.F, archives bool) {
	for name, file := range seeds(f) {
		if _, packed := map[string]bool{".gz": true, ".zst": true, ".bz2": true}[filepath.Ext(name)]; packed == archives {
			f.Add(file)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		in := filepath.Join(t.TempDir(), "a.dat")
		if err := os.WriteFile(in, file, 0o666); err != nil {
			t.Fatal(err)
		}
		check(t, in, filepath.Join(filepath.Dir(in), "out.matrix"))
	})
}

// FuzzFile runs the command on whole files.
func FuzzFile(f *testing.F) { fuzz(f, false) }

// FuzzArchive runs the command on archives.
func FuzzArchive(f *testing.F) { fuzz(f, true) }
