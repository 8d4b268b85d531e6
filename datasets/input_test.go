package datasets_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
)

const twoRows = "fen,eval\n" + white + ",+56\n" + black + ",-54\n"

// twoRowsBzip2 is twoRows after bzip2 -9: no package that we have compresses.
const twoRowsBzip2 = "QlpoOTFBWSZTWUMX9DwAACXfgAAQQA7/QAAIQAAzDQGAIABUNQADQAaCVNR6QZog8o0N43z7yrfJCtlwwL0BoIIZ8pLscwRAOXhVCBkA5HaLR4w74u5IpwoSCGL+h4A="

func zstdOf(t testing.TB, text []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(text, nil)
}

func gzipOf(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func bzip2Of(t testing.TB) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(twoRowsBzip2)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCompression: the first bytes tell the compression, not the name; from a
// file and from the standard input.
func TestCompression(t *testing.T) {
	skippable := append([]byte{0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7}, zstdOf(t, []byte(twoRows))...)
	half := len(twoRows) / 2
	tests := []struct {
		name    string
		content []byte
	}{
		{"plain.csv", []byte(twoRows)},
		{"a.csv.zst", zstdOf(t, []byte(twoRows))},
		{"a.csv.gz", gzipOf(t, []byte(twoRows))},
		{"a.csv.bz2", bzip2Of(t)},
		{"misnamed.gz", zstdOf(t, []byte(twoRows))},
		{"plain.csv.zst", []byte(twoRows)},
		{"skippable.zst", skippable},
		{"two frames.zst", append(zstdOf(t, []byte(twoRows[:half])), zstdOf(t, []byte(twoRows[half:]))...)},
		{"two members.gz", append(gzipOf(t, []byte(twoRows[:half])), gzipOf(t, []byte(twoRows[half:]))...)},
	}
	want := []string{white + "|+56|*|0|2", black + "|-54|*|39|3"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, tt.name, tt.content)
			for _, name := range []string{path, "-"} {
				r, err := datasets.Open([]string{name}, datasets.Options{Stdin: bytes.NewReader(tt.content)})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, readAll(t, r)); diff != "" {
					t.Errorf("%s: want -, got +\n%s", name, diff)
				}
				sources, err := r.Sources()
				if err != nil {
					t.Fatal(err)
				}
				if sum := sha256.Sum256(tt.content); sources[0].SHA256 != hex.EncodeToString(sum[:]) {
					t.Errorf("%s: SHA-256 %q, want %x", name, sources[0].SHA256, sum)
				}
				r.Close()
			}
		})
	}
}

// TestFatal: what cannot be read ends with file, line, what and why.
func TestFatal(t *testing.T) {
	noise := make([]byte, 1<<20) // of letters, so that it compresses little
	state := uint64(1)
	for i := range noise {
		state = state*6364136223846793005 + 1442695040888963407
		noise[i] = "pnbrqkPNBRQK12345678/ \n"[state>>33%23]
	}
	long := append([]byte(twoRows), noise...)
	tests := []struct {
		name    string
		content []byte
		opt     datasets.Options
		want    string // after the path
		is      error
	}{
		{"empty", nil, datasets.Options{}, ":1: empty file: no rows", datasets.ErrEmpty},
		{"blank", []byte("\n \r\n\n"), datasets.Options{}, ":1: empty file: no rows", datasets.ErrEmpty},
		{"mark alone", []byte("\xef\xbb\xbf"), datasets.Options{}, ":1: empty file: no rows", datasets.ErrEmpty},
		{"header alone", []byte("fen,eval\n"), datasets.Options{}, ":2: empty file: no rows after the header", datasets.ErrEmpty},
		{"header and blanks", []byte("\nfen,eval\n\n\n"), datasets.Options{}, ":3: empty file: no rows after the header", datasets.ErrEmpty},
		{"empty.zst", zstdOf(t, nil), datasets.Options{}, ":1: empty file: no rows", datasets.ErrEmpty},
		{"cut.zst", zstdOf(t, long)[:2000], datasets.Options{}, ":1: cannot read: truncated archive: it ends in the middle", datasets.ErrTruncated},
		{"cut head.gz", gzipOf(t, []byte(twoRows))[:5], datasets.Options{}, ":1: cannot read: truncated archive: it ends in the middle", datasets.ErrTruncated},
		{"cut.bz2", bzip2Of(t)[:60], datasets.Options{}, ":1: cannot read: truncated archive: it ends in the middle", datasets.ErrTruncated},
		{"utf32", []byte("\xff\xfe\x00\x00f\x00\x00\x00e\x00\x00\x00n\x00\x00\x00"), datasets.Options{}, ": cannot read: the text is UTF-32: convert it to UTF-8", nil},
		{"no position", []byte("a,eval\nx,1\n"), datasets.Options{},
			`:1: no such column for the position: the header "a, eval" has no fen, fen_board, position, board: name it with -fen`, datasets.ErrNoColumn},
		{"no score", []byte("fen,b\n" + white + ",1\n"), datasets.Options{},
			`:1: no such column for the score: the header "fen, b" has no evaluation, eval, score, cp, cp_score, score_cp, eval_cp, centipawns: name it with -score, or pass -score - if there are results alone`, datasets.ErrNoColumn},
		{"no score, no header", []byte(white + ",e2e4\n" + white + ",x\n"), datasets.Options{},
			":1: no such column for the score: no column of the first 2 rows holds scores: give its number with -score, or pass -score - if there are results alone", datasets.ErrNoColumn},
		{"position alone", []byte(white + "\n"), datasets.Options{},
			":1: no such column for the score: no column of the first 1 rows holds scores: give its number with -score, or pass -score - if there are results alone", datasets.ErrNoColumn},
		{"unknown name", []byte("\n" + twoRows), datasets.Options{Score: "cp"}, `:2: no such column: "cp": the header has "fen, eval"`, datasets.ErrNoColumn},
		{"unknown name, no header", []byte(white + ",1\n"), datasets.Options{Score: "cp"},
			`:1: no such column: "cp": the file has no header, give the column's number`, datasets.ErrNoColumn},
		{"number too large", []byte(twoRows), datasets.Options{Score: "3"}, ":1: no such column: 3: the first line has 2", datasets.ErrNoColumn},
		{"number 0", []byte(twoRows), datasets.Options{Score: "0"}, ":1: no such column: 0: the first line has 2", datasets.ErrNoColumn},
		{"position refused", []byte(twoRows), datasets.Options{FEN: "-"}, ":1: no such column: -fen -: rows without a position are of no use", datasets.ErrNoColumn},
		{"two scores", []byte("fen,eval,cp\n" + white + ",1,2\n"), datasets.Options{}, `:1: columns "eval" and "cp" may both be the score: say which with -score`, nil},
		{"one column twice", []byte(twoRows), datasets.Options{Ply: "eval"}, ":1: column 2 cannot be both score and ply", nil},
		{"open quote in the header", []byte("fen,\"eval\n" + white + ",1\n"), datasets.Options{}, ":1: bad quotes: a quote is opened and not closed on this line", datasets.ErrQuote},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, tt.name, tt.content)
			_, err := datasets.Open([]string{path}, tt.opt)
			checkFatal(t, err, path+tt.want, tt.is)
			tt.opt.Stdin = bytes.NewReader(tt.content)
			r, err := datasets.Open([]string{"-"}, tt.opt)
			if err != nil {
				t.Fatal(err) // nothing has been read yet
			}
			checkFatal(t, r.Skip(), "stdin"+tt.want, tt.is)
		})
	}
}

func checkFatal(t *testing.T, err error, want string, is error) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("%v is not %v", err, is)
	}
}

// TestOpen: what is not a file, and a bad file after a good one, are found out
// before the first row is read.
func TestOpen(t *testing.T) {
	good, dir := write(t, "good.csv", []byte(twoRows)), t.TempDir()
	missing := filepath.Join(dir, "missing.csv")
	tests := []struct {
		name  string
		names []string
		want  string
	}{
		{"directory", []string{good, dir}, dir + ": cannot open: it is a directory"},
		{"missing", []string{good, missing}, missing + ": cannot open: no such file or directory"},
		{"none", nil, "datasets: no input files"},
		{"stdin twice", []string{"-", good, "-"}, "datasets: the standard input can be read only once"},
		{"too many", make([]string, 257), "datasets: 257 input files, at most 256: join some"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := datasets.Open(tt.names, datasets.Options{Stdin: strings.NewReader("")})
			if err == nil || !strings.HasPrefix(err.Error(), strings.TrimSuffix(tt.want, "no such file or directory")) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestReadError: an archive that breaks in the middle is reported at the line
// that it interrupts.
func TestReadError(t *testing.T) {
	text := rows(3 * datasets.ChunkLines)
	broken := io.MultiReader(bytes.NewReader(text[:len(text)/2]), iotest.ErrReader(io.ErrUnexpectedEOF))
	r := datasets.NewReader("cut.csv", broken, datasets.Options{})
	var err error
	for err == nil {
		err = r.Skip()
	}
	line := bytes.Count(text[:len(text)/2], []byte("\n")) + 1
	checkFatal(t, err, fmt.Sprintf("cut.csv:%d: cannot read: truncated archive: it ends in the middle", line), datasets.ErrTruncated)
	if again := r.Skip(); again != err {
		t.Errorf("after the error: %v, want it again", again)
	}
}

// TestHundredMegabyteLine: a line of any length is one bad line, and takes no
// memory.
func TestHundredMegabyteLine(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := readAll(t, datasets.NewReader("t.csv", hundredMB(), datasets.Options{}))
	runtime.ReadMemStats(&after)
	want := []string{white + "|+56|*|0|2", "t.csv:3: line longer than 65536 bytes", black + "|-54|*|39|4"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
		t.Errorf("%d bytes allocated for a line that is skipped", used)
	}
}

// TestSources: what is left of a file is hashed, of a stream it is not.
func TestSources(t *testing.T) {
	text := append(rows(5*datasets.ChunkLines), '\n')
	sum := sha256.Sum256(text)
	whole := hex.EncodeToString(sum[:])
	path, other := write(t, "a.csv", text), write(t, "b.csv", []byte(twoRows))
	columns := datasets.Columns{FEN: 1, Score: 2}
	tests := []struct {
		name  string
		names []string
		skip  int
		want  datasets.Source // of the first
	}{
		{"whole file", []string{path, other}, 100, datasets.Source{Name: "a.csv", SHA256: whole, Bytes: int64(len(text)), Lines: 5*datasets.ChunkLines + 2, Columns: columns}},
		{"file, one chunk", []string{path, other}, 1, datasets.Source{Name: "a.csv", SHA256: whole, Bytes: int64(len(text)), Lines: datasets.ChunkLines, Columns: columns}},
		{"file, nothing", []string{path, other}, 0, datasets.Source{Name: "a.csv", SHA256: whole, Bytes: int64(len(text))}},
		{"whole stream", []string{"-", other}, 100, datasets.Source{Name: "stdin", SHA256: whole, Bytes: int64(len(text)), Lines: 5*datasets.ChunkLines + 2, Columns: columns}},
		{"stream, one chunk", []string{"-", other}, 1, datasets.Source{Name: "stdin", Bytes: 3 * 256 << 10, Lines: datasets.ChunkLines, Columns: columns}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := datasets.Open(tt.names, datasets.Options{Stdin: bytes.NewReader(text)})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			for range tt.skip {
				if err := r.Skip(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			sources, err := r.Sources()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, sources[0]); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
			if len(sources) != 2 || sources[1].SHA256 == "" {
				t.Errorf("the second file is not described: %+v", sources)
			}
			if err := r.Skip(); err != io.EOF {
				t.Errorf("Skip after Sources: %v, want EOF", err)
			}
		})
	}
}

// TestProgress ends at the size of the files, compressed as they are.
func TestProgress(t *testing.T) {
	packed := zstdOf(t, rows(1000))
	path, other := write(t, "a.csv.zst", packed), write(t, "b.csv", []byte(twoRows))
	r, err := datasets.Open([]string{path, other}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := int64(len(packed) + len(twoRows))
	if read, size := r.Progress(); read != 0 || size != want {
		t.Errorf("at the beginning: %d of %d, want 0 of %d", read, size, want)
	}
	readAll(t, r)
	if read, size := r.Progress(); read != want || size != want {
		t.Errorf("at the end: %d of %d, want %d", read, size, want)
	}
	if _, size := datasets.NewReader("t.csv", strings.NewReader(twoRows), datasets.Options{}).Progress(); size != 0 {
		t.Errorf("size of a stream %d, want 0", size)
	}
}

// TestCutLaterMember: an archive may be several that were joined, and one that breaks off in a
// later one, wherever that is, is not taken for whole.
func TestCutLaterMember(t *testing.T) {
	var named bytes.Buffer
	w := gzip.NewWriter(&named)
	w.Name, w.Comment, w.Extra = "positions of a tournament.csv", "made by hand", []byte("extra")
	if _, err := w.Write([]byte(twoRows)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, member := range map[string][]byte{"gzip": named.Bytes(), "zstd": zstdOf(t, []byte(twoRows)), "bzip2": bzip2Of(t)} {
		for cut := 1; cut < len(member); cut++ {
			r := datasets.NewReader(name, bytes.NewReader(slices.Concat(member, member[:cut])), datasets.Options{})
			var err error
			for c := new(datasets.Chunk); err == nil; {
				err = r.Next(c)
			}
			if !errors.Is(err, datasets.ErrTruncated) {
				t.Errorf("%s, cut at byte %d of the second of %d: %v", name, cut, len(member), err)
			}
		}
	}
}
