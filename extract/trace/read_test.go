package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/matrix"
)

// write makes a file of the text and returns its path.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// read reads a text as a file of that name.
func read(t testing.TB, name, text string, opt Options) (*matrix.Matrix, *Report) {
	t.Helper()
	m, rep, err := Read(t.Context(), []string{write(t, name, text)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return m, rep
}

// only returns the only block of a matrix.
func only(t testing.TB, m *matrix.Matrix) *matrix.Block {
	t.Helper()
	if m.Blocks() != 1 {
		t.Fatalf("%d blocks, want 1", m.Blocks())
	}
	b := new(matrix.Block)
	if err := m.ReadBlock(0, b); err != nil {
		t.Fatal(err)
	}
	return b
}

var compareBlocks = []cmp.Option{cmpopts.IgnoreUnexported(matrix.Block{}), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()}

// A file as libsvm and scikit-learn write them.
func TestPlainLibSVM(t *testing.T) {
	m, rep := read(t, "data.libsvm", "1 3:1 7:-1\n0 qid:2 1:0.5 3:2 # a comment\n\n0.5 7:1e2\n", Options{Bad: budget.Off})
	var want []matrix.Column
	for i := range 7 {
		want = append(want, matrix.Column{Name: fmt.Sprintf("w%d", i+1)})
	}
	s := m.Schema()
	if diff := cmp.Diff(want, s.Columns); diff != "" || s.Set != "data" || s.Counts != matrix.Float32 || s.Optional != 0 || len(s.MG)+len(s.EG) != 0 {
		t.Errorf("schema %+v, columns:\n%s", s, diff)
	}
	b := only(t, m)
	if diff := cmp.Diff(&matrix.Block{
		Start: []int64{0, 2, 4, 5}, Columns: []uint16{2, 6, 0, 2, 6}, Counts: []float32{1, -1, 0.5, 2, 100},
		MG: []uint8{0, 0, 0}, EG: []uint8{0, 0, 0}, Score: []int16{matrix.NoScore, matrix.NoScore, matrix.NoScore},
		Result: []uint8{matrix.ResultWhite, matrix.ResultBlack, matrix.ResultDraw},
		Game:   []uint32{b.Game[0], game.Hash([]byte("2"), "data.libsvm"), b.Game[2]},
		Ply:    []uint16{0, 0, 0}, Material: []int8{0, 0, 0}, Hash: b.Hash,
	}, b, compareBlocks...); diff != "" {
		t.Error(diff)
	}
	if rep.Counts != (datasets.Counts{Lines: 4, Blank: 1, Samples: 3, Unscored: 3}) || rep.Rows != 3 || rep.Columns != 7 {
		t.Errorf("report %+v", rep)
	}
	if len(rep.Warnings) != 1 || rep.Warnings[0].Code != "S01" || m.Provenance().Clusters != matrix.ByRow {
		t.Errorf("warnings %v, clusters %q", rep.Warnings, m.Provenance().Clusters)
	}
	if p := m.Provenance(); len(p.Sources) != 1 || p.Sources[0].Name != "data.libsvm" || p.Sources[0].Lines != 3 || len(p.Sources[0].SHA256) != 64 {
		t.Errorf("provenance %+v", p)
	}
}

const declared = `# a comment
# set Tiny
# column 1 pawn tapered
# column 2 tempo
# column 3 king:e1 tapered
`

// Every key arrives in its array.
func TestKeys(t *testing.T) {
	m, rep := read(t, "x.trace", "\ufeff"+declared+
		"1-0\tqid:a:b weight:0.5 offset:-12.5 mg:0.25 eg:0.5 eval:3 score:-77 ply:31 hash:00ff 1:2 2:-1\r\n"+
		"0.625 qid:9 mg:1 score:#-3 king:e1:-2 pawn:1 pawn:2 3:2 # king:e1 cancels\n"+
		"? qid:z mg:0", Options{Bad: budget.Off})
	s := m.Schema()
	if s.Set != "Tiny" || s.Phase != "trace" || s.Counts != matrix.Int8 || s.Optional != matrix.WithWeight|matrix.WithOffset|matrix.WithExpected {
		t.Errorf("schema %+v", s)
	}
	if diff := cmp.Diff([]matrix.Column{{Name: "pawn", Tapered: true}, {Name: "tempo"}, {Name: "king:e1", Tapered: true}}, s.Columns); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]float32{{0, 0.25, 1}, {0, 0.5, 1}}, [][]float32{s.MG, s.EG}); diff != "" {
		t.Error(diff)
	}
	b := only(t, m)
	nan := float32(math.NaN())
	if diff := cmp.Diff(&matrix.Block{
		Start: []int64{0, 2, 3, 3}, Columns: []uint16{0, 1, 0}, Counts: []float32{2, -1, 3},
		MG: []uint8{1, 2, 0}, EG: []uint8{1, 0, 2}, Score: []int16{-77, -31997, matrix.NoScore},
		Result: []uint8{matrix.ResultWhite, matrix.ResultUnknown, matrix.ResultUnknown}, Expected: []float32{nan, 0.625, nan},
		Weight: []float32{0.5, 1, 1}, Offset: []float32{-12.5, 0, 0}, Ply: []uint16{31, 0, 0}, Material: []int8{0, 0, 0},
		Game: []uint32{game.Hash([]byte("a:b"), "x.trace"), game.Hash([]byte("9"), "x.trace"), game.Hash([]byte("z"), "x.trace")},
		Hash: []uint64{0xff, b.Hash[1], b.Hash[2]},
	}, b, compareBlocks...); diff != "" {
		t.Error(diff)
	}
	if len(rep.Warnings) != 0 || m.Provenance().Clusters != matrix.ByGame || rep.Parity != (Parity{Given: 1}) {
		t.Errorf("%+v", rep)
	}
}

// Trees and sides arrive in their arrays.
func TestTreesOfTrace(t *testing.T) {
	m, _ := read(t, "x.trace", "1-0 tree:#01c2f3aa side:b 1:2\n0-1 1:1\n? tree:a side:w 1:1\n", Options{Bad: budget.Off})
	b := only(t, m)
	if want := matrix.WithTree | matrix.WithSide; m.Schema().Optional != want {
		t.Errorf("arrays %v", m.Schema().Optional)
	}
	if diff := cmp.Diff([]uint32{0x01c2f3aa, 0, game.Hash([]byte("a"), "x.trace")}, b.Tree); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]uint8{matrix.SideBlack, matrix.SideWhite, matrix.SideWhite}, b.Side); diff != "" {
		t.Error(diff)
	}
}

// The hash of a row is that of its content: of copies, whatever their labels, and
// of the mirror image, but of nothing else.
func TestContentHash(t *testing.T) {
	m, _ := read(t, "x", "1 mg:1 1:1 2:-2\n0 weight:3 mg:1 2:-2 1:1\n0.5 mg:1 1:-1 2:2\n1 mg:0.5 1:1 2:-2\n1 mg:1 1:1 2:2\n1 mg:1 offset:3 1:1 2:-2\n1 mg:1 offset:-3 1:-1 2:2\n", Options{})
	b := only(t, m)
	h := b.Hash
	if h[0] != h[1] || h[0] != h[2] || h[5] != h[6] {
		t.Errorf("copies and mirror images differ: %x", h)
	}
	if h[0] == h[3] || h[0] == h[4] || h[0] == h[5] || b.Game[0] != b.Game[1] || b.Game[0] == b.Game[3] {
		t.Errorf("different rows have one hash: %x", h)
	}
}

// Columns that are not declared stand in an order that does not depend on the
// rows', and the type of the counts holds them all.
func TestUndeclared(t *testing.T) {
	tests := []struct {
		text   string
		opt    Options
		names  string
		counts matrix.CountType
	}{
		{"1 b:1 a:-128\n0 c:127 b:1\n", Options{}, "a b c", matrix.Int8},
		{"1 c:-129\n0 b:1 a:1\n", Options{}, "a b c", matrix.Int16},
		{"1 1:1\n0 2:128\n", Options{ZeroBased: true}, "w0 w1 w2", matrix.Int16},
		{"1 2:1\n0 0:128\n", Options{}, "w0 w1 w2", matrix.Int16}, // as scikit-learn writes
		{"1 2:1\n0 0:1 y\n", Options{}, "w1 w2", matrix.Int8},     // a bad line tells nothing
		{"1 2:1\n", Options{Columns: []matrix.Column{{Name: "w0"}, {Name: "w1"}, {Name: "w2"}}}, "w0 w1 w2", matrix.Int8},
		{"1 2:100 2:100\n", Options{}, "w1 w2", matrix.Int16},
		{"1 1:32768\n", Options{}, "w1", matrix.Float32},
		{"1 1:0.5\n", Options{}, "w1", matrix.Float32},
		{"1 1:1 4:0\n", Options{}, "w1 w2 w3 w4", matrix.Int8},
		{"1 1:1\nx 900:1\n1 900:1 y\n1 name:1 y\n", Options{}, "w1", matrix.Int8}, // bad lines leave nothing
	}
	for _, tt := range tests {
		m, _ := read(t, "x", tt.text, tt.opt)
		var names []string
		for _, c := range m.Schema().Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != tt.names || m.Schema().Counts != tt.counts {
			t.Errorf("%q: columns %s, counts %v; want %s, %v", tt.text, got, m.Schema().Counts, tt.names, tt.counts)
		}
	}
	one, _ := read(t, "x", "1 mg:1 1:1\n", Options{})
	two, _ := read(t, "y", "1 1:1\n", Options{})
	if !one.Schema().Columns[0].Tapered || two.Schema().Columns[0].Tapered || one.Schema().SetHash == two.Schema().SetHash || len(one.Schema().SetHash) != 16 {
		t.Errorf("mg does not make columns tapered: %+v, %+v", one.Schema(), two.Schema())
	}
}

// Columns can be named by the caller or a file; declarations among the rows must
// agree, as where traces were put one after the other.
func TestDeclarations(t *testing.T) {
	columns := []matrix.Column{{Name: "pawn", Tapered: true}, {Name: "tempo"}}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"names": "# two\npawn tapered\n\n  tempo\n", "a.trace": "# columns names\n1 mg:1 1:1\n", "b.trace": "0 mg:1 tempo:1\n",
		"c.trace": "# column 1 pawn tapered\n# column 2 tempo\n0 mg:1 2:1\n# column 2 tempo\n1 mg:1 1:1\n",
		"d.trace": "# column 1 pawn\n# column 2 tempo\n0 2:1\n",
		"e.trace": "1 mg:1 1:1\n# column 2 tempi\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join(dir, name+".trace"))
		}
		return paths
	}
	for _, names := range [][]string{path("a"), path("a", "b"), path("b", "a"), path("c"), path("a", "c")} {
		m, _, err := Read(t.Context(), names, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(columns, m.Schema().Columns); diff != "" || m.Schema().Optional.Has(matrix.WithSource) != (len(names) > 1) {
			t.Errorf("%v: %v\n%s", names, m.Schema().Optional, diff)
		}
	}
	m, _, err := Read(t.Context(), path("b"), Options{Columns: columns})
	if err != nil || !cmp.Equal(columns, m.Schema().Columns) {
		t.Errorf("%v", err)
	}
	for want, f := range map[string]func() error{
		"d.trace:1: its columns are not those of the other files, or of Options.Columns: column 1 is pawn, not tapered against pawn, tapered": func() error {
			_, _, err := Read(t.Context(), path("a", "d"), Options{})
			return err
		},
		"e.trace:2: column 2 is declared as tempi, not tapered, which it is not": func() error {
			_, _, err := Read(t.Context(), path("e"), Options{Columns: columns})
			return err
		},
		"e.trace:2: column declared after the first row: declare all before it, and drop other output of the engine": func() error {
			_, _, err := Read(t.Context(), path("e"), Options{})
			return err
		},
		"b.trace and ": func() error {
			_, _, err := Read(t.Context(), path("b", "b"), Options{})
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A file all of whose lines are bad, but few, is not called empty.
func TestNoGoodLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bad.trace")
	if err := os.WriteFile(name, []byte("# columns\nzero 1:1\nnil 1:1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err := Read(t.Context(), []string{name}, Options{})
	if err == nil || !strings.Contains(err.Error(), `bad.trace:2: label "zero"`) || !strings.Contains(err.Error(), "no line could be read") {
		t.Errorf("error %v", err)
	}
}

// What is wrong is told with file, line and what to do.
func TestErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "x:1: empty file: no rows"},
		{"# only\n\n", "x:1: empty file: no rows"},
		{"1 1:1\n-1 1:1\n", `x:2: too many bad lines: more than the 0 allowed (-bad): label "-1": want White's expected score (1, 0.5, 0, `},
		{"3:1 7:-1\n", `label "3:1": want`},
		{"1 5\n", `"5": want column:count, or key:value with qid, weight`},
		{"1 1:x\n", `column 1: count "x": want a number`},
		{"1 1:0x10\n", `column 1: count "0x10": want a number`},
		{"1 1:inf\n", `column 1: count "inf": want a number`},
		{"1 1:1e39\n", `column 1: count "1e39": want a number`},
		{"1 a:3e38 a:3e38\n", `the counts of one column overflow`},
		{"1 :1\n", `unknown column or key ""`},
		{"# column 1 pawn\n1 0:1\n", "column 0: the declared columns are numbered from 1: to count them from 0 pass zero-based = true in a run file"},
		{"1 65536:1\n", "column 65536: at most 65535 can be stored"},
		{"1 99999999999999999999:1\n", "at most 65535 can be stored"},
		{"1 qid:\n", `qid "": want the game's id`},
		{"1 qid:1 qid:2\n", `qid stands twice`},
		{"1 mg:24 1:1\n", `mg "24": want the factor of middlegame weights, 1 with all pieces on the board: divide`},
		{"1 eg:1 1:1\n", `eg without mg`},
		{"1 weight:-1\n", `weight "-1": want a number from 0`},
		{"1 score:12x\n", `score "12x": want centipawns from White's view, or a mate`},
		{"1 ply:-1\n", `ply "-1": want`},
		{"1 hash:xyz\n", `hash "xyz": want up to 16 hexadecimal digits`},
		{"1 mg:1 1:1\n0 1:1\n", "x:2: too many bad lines: more than the 0 allowed (-bad): no mg, which other rows have"},
		{"1 1:1\n1 a:1\n", "x: columns have names (a) and numbers (1) and no declaration says which is which"},
		{"1\n0\n", "x: no columns"},
		{"# column 1 a\n1 2:1\n", "column 2: there are 1, numbered from 1"},
		{"# column 1 a\n1 b:1\n", `unknown column or key "b": want a declared column`},
		{"# column 2 a\n1 2:1\n", "x:1: column 2 is declared, but not column 1: declare all or none"},
		{"# a trace\n# column 1 a\n# column 3 c\n1 2:1\n", "x:3: column 3 is declared, but not column 2: declare all or none"},
		{"# column 0 a\n1 2:1\n", "x:1: column 0: want a number from 1 to 65535"},
		{"# column 1 a\n# column 1 b\n1 1:1\n", "x:2: column 1 is b, not tapered: it was a, not tapered before"},
		{"# column 1 a tappered\n1 1:1\n", `x:1: column a: "tappered": want nothing after the name, or tapered`},
		{"# column 1 eval\n1 1:1\n", `x:1: column "eval": keys`},
		{"# column 1 a tapered\n1 1:1\n", "x: column 1, a, is tapered, but no row has mg"},
		{"# column 1 a\n# column 2 a\n1 1:1\n", `x:2: columns "a" and "a" both have the weight "a"`},
		{"# columns ../../secret\n1 1:1\n", "x:1: columns ../../secret: want a file in the same folder or below it"},
		{"# columns /etc/hostname\n1 1:1\n", "x:1: columns /etc/hostname: want a file in the same folder or below it"},
		{"# columns gone\n1 1:1\n", "gone: cannot open: no such file"},
		{"# set a\n# set b\n1 1:1\n", "x:2: set b: it was a before"},
		{"1 1:1\n" + strings.Repeat("1", MaxLine+1), "x:2: line longer than"},
	}
	for _, tt := range tests {
		m, _, err := Read(t.Context(), []string{write(t, "x", tt.text)}, Options{Bad: budget.Off})
		if err == nil {
			t.Errorf("%.40q: read as %d rows, want %s", tt.text, m.Rows(), tt.want)
		} else if got := err.Error()[strings.LastIndexByte(err.Error()[:strings.IndexAny(err.Error()+":", ":")], '/')+1:]; !strings.Contains(got, tt.want) {
			t.Errorf("%.40q: %s\nwant %s", tt.text, got, tt.want)
		}
	}
	for name, want := range map[string]string{"no-such-file": "no-such-file: cannot open: no such file", t.TempDir(): "is a directory"} {
		if _, _, err := Read(t.Context(), []string{name}, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, _, err := Read(t.Context(), nil, Options{}); err == nil {
		t.Error("no files are not an error")
	}
}

// Some bad lines are tolerated, counted, and written down once.
func TestBudget(t *testing.T) {
	text := "1 1:1\nx 1:1\n1 1:1 z\n0 1:2\n"
	var reject bytes.Buffer
	m, rep := read(t, "x", text, Options{Bad: 2, Reject: &reject})
	if m.Rows() != 2 || rep.Counts.Bad != 2 || m.Provenance().Sources[0].Bad != 2 {
		t.Errorf("%d rows, %+v", m.Rows(), rep)
	}
	if got := reject.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "x:2: label") || !strings.HasSuffix(got, "\t1 1:1 z\n") {
		t.Errorf("rejected: %s", got)
	}
	_, _, err := Read(t.Context(), []string{write(t, "x", text)}, Options{Bad: 1})
	var line *datasets.LineError
	if !errors.Is(err, datasets.ErrBudget) || !errors.As(err, &line) || line.Line != 3 {
		t.Errorf("%v", err)
	}
}

// A phase of too many values is rounded to even steps, and the error is told.
func TestFactorTables(t *testing.T) {
	for _, n := range []int{2, 256, 257, 1000} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "1 qid:1 mg:%.6f 1:1\n", 0.1+0.8*float64(i)/float64(n-1))
		}
		m, rep := read(t, "x", text.String(), Options{})
		s, b := m.Schema(), only(t, m)
		largest := 0.0
		for i := range n {
			phase := 0.1 + 0.8*float64(i)/float64(n-1)
			largest = max(largest, math.Abs(float64(s.MG[b.MG[i]])-phase), math.Abs(float64(s.EG[b.EG[i]])-(1-phase)))
		}
		bound := 1e-6
		if n > tableSize {
			bound += 0.8 / 255 / 2
			if len(rep.Warnings) != 2 || rep.Warnings[0].Code != "D16" || !strings.Contains(rep.Warnings[0].Text, "by at most 0.0016") {
				t.Errorf("%d values: warnings %v", n, rep.Warnings)
			}
		} else if len(rep.Warnings) != 0 || len(s.MG) != n {
			t.Errorf("%d values: table of %d, warnings %v", n, len(s.MG), rep.Warnings)
		}
		if largest > bound {
			t.Errorf("%d values: off by %g, want at most %g", n, largest, bound)
		}
	}
}

// random returns a trace of that many rows, some of them bad.
func random(rows int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range rows {
		if i%1000 == 17 {
			b.WriteString("bad line\n# and a comment\n")
		}
		fmt.Fprintf(&b, "%g qid:g%d mg:%.6f eval:%d", []float64{0, 0.5, 1, 0.25}[rng.IntN(4)], i/50, float64(rng.IntN(25))/24, rng.IntN(200)-100)
		for range rng.IntN(20) {
			fmt.Fprintf(&b, " %d:%d", 1+rng.IntN(100), rng.IntN(9)-4)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tree returns the content of a folder's files by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(content)
	}
	return files
}

// folder writes a trace as a folder.
func folder(t *testing.T, names []string, opt Options) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "x.matrix")
	_, err := Write(t.Context(), names, func(s matrix.Schema) (matrix.Writer, error) { return matrix.Create(dir, s, matrix.Shard{}) }, opt)
	if err != nil {
		t.Fatal(err)
	}
	return tree(t, dir)
}

// The same bytes whatever the threads, and whether the file is compressed, a
// stream, or neither.
func TestDeterminism(t *testing.T) {
	text := random(30_000, 1)
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "plain"), filepath.Join(dir, "packed")
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{plain: []byte(text), packed: enc.EncodeAll([]byte(text), nil)} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := folder(t, []string{plain}, Options{Threads: 1})
	for _, threads := range []int{2, 8} {
		if diff := cmp.Diff(want, folder(t, []string{plain}, Options{Threads: threads})); diff != "" {
			t.Fatalf("%d threads differ", threads)
		}
	}
	opt := Options{Set: "plain", Stdin: iotestReader{strings.NewReader(text)}}
	for _, name := range []string{packed, "-"} {
		got := folder(t, []string{name}, opt)
		for array, content := range want {
			if array != "manifest.json" && got[array] != content {
				t.Errorf("%s: %s differs", name, array)
			}
		}
	}
}

// iotestReader hides that a reader is more than that.
type iotestReader struct{ io.Reader }

// A standard input that says nothing can be interrupted, and leaves no file.
func TestInterruption(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Read(ctx, []string{"-"}, Options{Stdin: r}); !errors.Is(err, context.Canceled) {
		t.Errorf("from a silent stream: %v", err)
	}
	if _, _, err := Read(ctx, []string{write(t, "x", random(100, 2))}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("from a file: %v", err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Progress ends at its end.
func TestProgress(t *testing.T) {
	var read, size, last int64
	text := random(20_000, 3)
	_, _, err := Read(t.Context(), []string{write(t, "x", text)}, Options{Threads: 1, Progress: func(r, s int64) {
		if r < last {
			t.Errorf("progress falls from %d to %d", last, r)
		}
		read, size, last = r, s, r
	}})
	if err != nil || read != size || size != 2*int64(len(text)) {
		t.Errorf("%d of %d, %v, want %d", read, size, err, 2*len(text))
	}
}
