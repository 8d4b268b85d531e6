package trace

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/matrix"
)

// A small engine: material and tempo are linear; king safety is squared in the middlegame, White's less
// Black's; a sigmoid of the storm; complexity, which draws the endgame toward 0; a scale of the endgame.
const (
	smallHeader = `# set small
# formula danger = square(max(0, white)) - square(max(0, black));
# formula complex = if linear.eg > 0 then max(weight(calm) * open, -linear.eg) else -max(weight(calm) * open, linear.eg);
# formula linear.mg * mg + danger / 16 * mg + weight(storm.top) * (sigmoid(storm / 8) - 0.5)
# formula   + (linear.eg + complex) * scale * eg
# column 1 pawn tapered
# column 2 tempo
# column 3 white/queen
# column 4 white/rook
# column 5 black/queen
# column 6 black/rook
# column 7 storm/push
# input open
# input scale
`
	smallFormula = "danger = square(max(0, white)) - square(max(0, black));\n" +
		"complex = if linear.eg > 0 then max(weight(calm) * open, -linear.eg) else -max(weight(calm) * open, linear.eg);\n" +
		"linear.mg * mg + danger / 16 * mg + weight(storm.top) * (sigmoid(storm / 8) - 0.5)\n" +
		"  + (linear.eg + complex) * scale * eg"
)

var smallWeights = map[string]float64{
	"pawn.mg": 82, "pawn.eg": 94, "tempo": 10, "queen": 9, "rook": 5, "push": 6, "storm.top": 40, "calm": -12,
}

// A smallRow is what the engine counts in a position.
type smallRow struct {
	pawn, tempo                        int
	whiteQueen, whiteRook, blackQueen  int
	blackRook, storm, open, mg24, game int
	scale                              float64
}

func drawRow(rng *rand.Rand, game int) smallRow {
	return smallRow{
		pawn: rng.IntN(7) - 3, tempo: 2*rng.IntN(2) - 1, whiteQueen: rng.IntN(3), whiteRook: rng.IntN(4), blackQueen: rng.IntN(3),
		blackRook: rng.IntN(4), storm: rng.IntN(9) - 4, open: rng.IntN(9), mg24: rng.IntN(25), game: game, scale: float64(1+rng.IntN(4)) / 4,
	}
}

// sums are the engine's own.
func (r smallRow) sums() (mg, eg, white, black, storm float64) {
	w := smallWeights
	mg = float64(r.pawn)*w["pawn.mg"] + float64(r.tempo)*w["tempo"]
	eg = float64(r.pawn)*w["pawn.eg"] + float64(r.tempo)*w["tempo"]
	return mg, eg, float64(r.whiteQueen)*9 + float64(r.whiteRook)*5, float64(r.blackQueen)*9 + float64(r.blackRook)*5, float64(r.storm) * 6
}

// evaluation is written as an engine would write it.
func (r smallRow) evaluation() float64 {
	mg, eg, white, black, storm := r.sums()
	mg += (white*white - black*black) / 16
	c := -12 * float64(r.open)
	if eg > 0 {
		eg += math.Max(c, -eg)
	} else {
		eg -= math.Max(c, eg)
	}
	phase := float64(r.mg24) / 24
	return math.Trunc(mg*phase + 40*(1/(1+math.Exp(-storm/8))-0.5) + eg*r.scale*(1-phase))
}

// line prints the row, the columns by their numbers.
func (r smallRow) line(rest string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s qid:%d mg:%.9g eval:%g open:%d scale:%g", []string{"0", "0.5", "1"}[r.mg24%3], r.game, float64(r.mg24)/24, r.evaluation(), r.open, r.scale)
	for i, n := range []int{r.pawn, r.tempo, r.whiteQueen, r.whiteRook, r.blackQueen, r.blackRook, r.storm} {
		if n != 0 {
			fmt.Fprintf(&b, " %d:%d", i+1, n)
		}
	}
	return b.String() + rest + "\n"
}

// smallTrace is a trace of some rows.
func smallTrace(rows int) string {
	rng := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	b.WriteString(smallHeader)
	for i := range rows {
		b.WriteString(drawRow(rng, i/10).line(""))
	}
	return b.String()
}

// A formula of several lines is checked against the engine's own arithmetic, and stored.
func TestFormula(t *testing.T) {
	m, rep := read(t, "x.trace", smallTrace(1000), Options{Weights: smallWeights, Bad: budget.Off})
	if p := rep.Parity; p.Given != 1000 || p.Checked != 1000 || p.Largest < 0.5 || p.Largest >= 1 || p.Stored >= 1.01 || len(rep.Warnings) > 0 {
		t.Errorf("%+v", rep)
	}
	s := m.Schema()
	want := []matrix.Column{
		{Name: "pawn", Tapered: true}, {Name: "tempo"}, {Name: "white/queen"}, {Name: "white/rook"}, {Name: "black/queen"}, {Name: "black/rook"}, {Name: "storm/push"},
		{Name: "open", Kind: matrix.Input}, {Name: "scale", Kind: matrix.Input}, {Name: "calm", Kind: matrix.Parameter}, {Name: "storm.top", Kind: matrix.Parameter},
	}
	if diff := cmp.Diff(want, s.Columns); diff != "" || s.Formula != smallFormula || s.Set != "small" || s.Counts != matrix.Float32 {
		t.Errorf("%+v\n%s", s, diff)
	}
	r := drawRow(rand.New(rand.NewPCG(3, 3)), 0)
	b := only(t, m)
	columns, counts := b.Row(0)
	var have []string
	for k, c := range columns {
		have = append(have, fmt.Sprintf("%s %g", s.Columns[c].Name, counts[k]))
	}
	var listed []string
	for i, v := range []float64{float64(r.pawn), float64(r.tempo), float64(r.whiteQueen), float64(r.whiteRook), float64(r.blackQueen), float64(r.blackRook), float64(r.storm), float64(r.open), r.scale} {
		if v != 0 {
			listed = append(listed, fmt.Sprintf("%s %g", want[i].Name, v))
		}
	}
	if diff := cmp.Diff(listed, have); diff != "" {
		t.Error(diff)
	}
	// Names are as good as numbers, and the number of threads does not matter.
	named := strings.NewReplacer(" 1:", " pawn:", " 2:", " tempo:", " 3:", " white/queen:", " 4:", " white/rook:", " 5:", " black/queen:", " 6:", " black/rook:", " 7:", " storm/push:").Replace(smallTrace(1000))
	again, _ := read(t, "x.trace", named, Options{Threads: 3, Weights: smallWeights})
	if diff := cmp.Diff(b, only(t, again), compareBlocks...); diff != "" || again.Schema().SetHash != s.SetHash {
		t.Error(diff)
	}
}

// Where a row is wrong, the message has its sums, inputs and largest contributions, and names the sum
// that is not the engine's.
func TestFormulaParity(t *testing.T) {
	const row = "1 mg:0.5 open:2 scale:0.5 1:1 2:1 3:2 6:1 7:-1"
	const rest = "; offset +0, mg 0.5, eg 0.5; sums linear (92, 104), white 18, black 5, storm -6; inputs open 2, scale 0.5, pawn +1 × (82, 94) = +88.00, white/queen +2 × 9 = +18.00, tempo +1 × 10 = +10.00, storm/push -1 × 6 = -6.00, black/rook +1 × 5 = +5.00"
	for _, tt := range []struct{ field, want string }{
		{"eval:60", ": the formula gives +68.18, the engine says eval:+60: they differ by 8.18 centipawns, more than 1" + rest},
		{"eval:-68", "they differ by 136.18 centipawns, more than 1 (with the other sign they agree: eval must be White's view, whichever side is to move)" + rest},
		{"eval:60 sum.white:18 sum.black:7 sum.linear:92,104", "more than 1; sum black is off by 2.00: the counts give 5, the engine 7" + rest},
		{"eval:60 sum.linear:98 sum.black:5", "more than 1; the row's 2 sums are those of the engine: look at the formula, its inputs and the offset" + rest},
		{"eval:60 sum.linear:99", "more than 1; sum linear is off by 1.00: the counts give 98, the engine 99" + rest},
		{"eval:60 sum.linear:92,109 sum.black:99", "more than 1; sum linear is off by 5.00: the counts give (92, 104), the engine (92, 109)" + rest},
		{"eval:68 sum.linear:98 sum.white:20", ": the formula gives +68.18, the engine says eval:+68; sum white is off by 2.00: the counts give 18, the engine 20" + rest},
		{"sum.storm:-1.5", ": the formula gives +68.18; sum storm is off by 4.50: the counts give -6, the engine -1.5" + rest},
		{"eval:68 sum.linear:92,104 sum.white:18 sum.black:5.5 sum.storm:-6", ""}, // rounded
	} {
		// The row stands in the midst of sound ones, which are checked together.
		text := smallTrace(300) + row + " " + tt.field + "\n" + strings.TrimPrefix(smallTrace(300), smallHeader)
		_, _, err := Read(t.Context(), []string{write(t, "x", text)}, Options{Weights: smallWeights})
		if tt.want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		var line *datasets.LineError
		if !errors.Is(err, ErrParity) || !errors.As(err, &line) || line.Line != 315 || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.field, err, tt.want)
		}
	}
	_, _, err := Read(t.Context(), []string{write(t, "x", smallHeader+row+"\n")}, Options{Weights: map[string]float64{"pawn.mg": 82, "pawn.eg": 94, "tempo": 10, "queen": 9, "rook": 5, "push": 6, "storm.top": 40}})
	if err == nil || !strings.HasSuffix(err.Error(), "no weight calm is given, which the formula reads: pass all weights of the engine, or none") {
		t.Error(err)
	}
}

// The parity of factors that were rounded is told apart, of a formula too.
func TestFormulaRounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("# formula square(x) * mg\n# column 1 x/a\n")
	for i := range 1000 {
		mg := float64(i) / 999
		text.WriteString("1 qid:1 mg:" + format(mg) + " eval:" + format(1000*mg) + " 1:10\n")
	}
	_, rep := read(t, "x", text.String(), Options{Weights: map[string]float64{"a": math.Sqrt(10)}})
	if p := rep.Parity; p.Largest > 0.01 || p.Stored < 1.5 || p.Stored > 2 {
		t.Errorf("%+v: want nothing, and half of 1000/255", p)
	}
}

// What is wrong with a formula, its inputs and its rows is told with file, line and column.
func TestFormulaErrors(t *testing.T) {
	const columns = "# column 1 a\n# column 2 x/b\n"
	weights := map[string]float64{"a": 1, "b": 2}
	for _, tt := range []struct{ text, want string }{
		{"# formula linear +\n# formula   y * x\n" + columns + "1 1:1\n", `x:2: formula:2:3: unknown name "y": the sums are linear, x; there are no inputs`},
		{"# formula linear + x > 1\n" + columns + "1 1:1\n", `x:1: formula:1:1: the formula needs a number, and this is true or false`},
		{"# formula linear + x / 0\n" + columns + "1 1:1\n", `x:1: formula:1:12: division by 0: the divisor is constant`},
		{"# formula linear + x * exp(1000)\n" + columns + "1 1:1\n", `x:1: formula:1:14: exp(1000) overflows, and all of it is constant`},
		{"# formula linear + x * max(1)\n" + columns + "1 1:1\n", `x:1: formula:1:14: max has 1 arguments here`},
		{"# a comment\n# formula linear\n" + columns + "1 1:1\n", `x:2: formula:1:1: the formula does not read the sum "x"`},
		{"# formula linear + x * mg\n" + columns + "1 1:1\n", "x: the formula reads mg or eg, but no row has mg: print the phase"},
		{"# formula\n" + columns + "1 1:1\n", "x:1: formula: want its text"},
		{columns + "1 1:1\n", "x:2: column 2, x/b, goes to the sum x, but no formula reads it: declare one before the first row"},
		{"# column 1 a\n1 1:1\n# formula linear\n1 1:2\n", "x:3: formula declared after the first row"},
		{"# formula linear + x\n" + columns + "1 1:1\n# formula linear + 2 * x\n1 1:2\n", "x:5: a formula, which is not the one at the beginning of the first file"},
		{"# formula x\n# column 1 x/b/c\n1 1:1\n", `x:2: column "x/b/c": want WEIGHT, or SUM/WEIGHT`},
		{"# formula x\n# column 1 x.y/b\n1 1:1\n", `x:2: column "x.y/b": the sum "x.y": want a name that a formula can read`},
		{"# formula x * n\n# column 1 x/b\n# input n\n1 1:1\n", "x:4: no n, which is declared as an input: every row needs n:VALUE"},
		{"# formula x * n\n# column 1 x/b\n# input n\n1 1:1 n:many\n", `input n: "many": want a number`},
		{"# formula x * n\n# column 1 x/b\n# input n\n1 1:1 n:1 n:1\n", `n stands twice`},
		{"# formula x * n\n# column 1 x/b\n# input n\n# input 2n\n1 1:1 n:1\n", `x:4: input "2n": want a name that a formula can read`},
		{"# formula x * n\n# column 1 x/b\n# input eval\n1 1:1 n:1\n", "x:3: input eval: keys (qid, weight,"},
		{"# formula linear + n\n# column 1 n\n# input n\n1 1:1 n:1\n", "x:3: input n: a column has this name"},
		{"# formula x * n\n# column 1 x/b\n# input x\n1 1:1 x:1\n", "x:3: input x: a sum has this name"},
		{"# formula x\n# column 1 x/b\n1 1:1 sum.y:1\n", "sum.y: unknown sum: the sums are x"},
		{"# formula x\n# column 1 x/b\n1 1:1 sum.x:1,z\n", `sum.x "1,z": want the sum's two parts MG,EG, or the one number`},
		{"# formula linear + log(x)\n" + columns + "1 eval:1.7 1:1 2:1\n1 eval:0 1:1 2:0\n1 eval:3 2:-9\n", "x:5: parity: the evaluation of this row is not finite: x:1: formula:1:10: log(0) is not finite"},
		{"# formula linear + square(square(square(square(square(square(square(square(x))))))))\n" + columns + "1 eval:1 1:1 2:50\n", "x:4: parity: the evaluation of this row is not finite: x:1: formula:1:10: square("},
		{"# formula linear + 100 / n\n# input n\n# column 1 a\n1 eval:101 n:1 1:1\n1 n:0 eval:1 1:1\n", "x:5: parity: the evaluation of this row is not finite: x:1: formula:1:14: division by 0: 100 / 0"},

		{"# formula x * weight(b)\n# column 1 x/b\n1 1:1\n", `x:2: column "x/b": the formula reads a weight of this name, "b", by weight or lookup: give one of them another name`},
		{"# formula linear * weight(a)\n# column 1 a tapered\n1 mg:1 1:1\n", `x:2: column "a": the formula reads a weight of this name, "a", by weight`},
		{"# shape 0 x + lookup(x, 0, 9, a, 2)\n# column 1 x/a.1\n1 shape:0 1:1\n", `x:2: column "x/a.1": the formula reads a weight of this name, "a.1", by weight or lookup`},
		{"# formula x + y\n# column 1 x/b tapered\n# column 2 y/b\n1 mg:1 1:1\n", `x:3: columns "x/b" and "y/b" share the weight "b", but one of them is tapered and the other is not`},
		{"# formula x\n# column 1 x/b\n# column 2 x/b\n1 1:1\n", `x:3: columns "x/b" and "x/b" both have the weight "b"`},

		{"# column 1 a\n# shape 0\n1 shape:0 1:1\n", "x:2: shape 0: want its formula"},
		{"# column 1 a\n# shape 70000 linear\n1 shape:0 1:1\n", "x:2: shape 70000: want a number from 0 to 65535"},
		{"# column 1 a\n# shape 0 linear\n1 shape:0 1:1\n1 shape:3 1:1\n", "x:4: shape:3: there is no formula of this number: declare it before, # shape 3 TEXT"},
		{"# column 1 a\n# shape 0 linear\n1 shape:0 1:1\n1 shape:3 1:1\n# shape 3 linear + 1\n", "x:4: shape:3: there is no formula of this number"},
		{"# column 1 a\n# shape 0 linear\n1 1:1\n", "no shape, the number of the row's formula"},
		{"# column 1 a\n# shape 0 linear\n1 shape:-1 1:1\n", `shape "-1": want a number`},
		{"# column 1 a\n# shape 0 linear\n1 shape:0 shape:0 1:1\n", `shape stands twice`},
		{"# column 1 a\n# shape 0 linear\n# shape 1 c = 2; linear + c +\n1 shape:0 1:1\n", "x:3: shape 1: formula:1:20: the end of the formula cannot stand here"},
		{"# column 1 a\n# shape 0 linear\n# shape 1 c = y; linear + c\n1 shape:0 1:1\n", `x:3: formula:1:5: unknown name "y"`},
		{"# column 1 a\n# shape 0 linear\n# shape 0 linear + 1\n1 shape:0 1:1\n", "x:3: shape 0 is another formula in line 2: pass the traces of different runs as files of their own"},
		{"# column 1 a\n# shape 0 linear\n# formula linear\n1 shape:0 1:1\n", "x:1: it declares a formula for all rows and formulas by number"},
		{"# column 1 a\n# shape 0 linear\n# input shape\n1 shape:0 1:1\n", "x:3: input shape: rows have it as the number of their formula"},
		{"# column 1 a\n# shape 0 linear\n# shape 1 linear / n\n# input n\n1 shape:0 n:0 eval:1 1:1\n1 shape:1 n:0 eval:1 1:1\n", "x:6: parity: the evaluation of this row is not finite: x:3: formula:1:8: division by 0: 1 / 0"},
	} {
		m, _, err := Read(t.Context(), []string{write(t, "x", tt.text)}, Options{Weights: weights})
		if err == nil {
			t.Errorf("%q: read as %d rows, want %s", tt.text, m.Rows(), tt.want)
		} else if got := strings.ReplaceAll(err.Error(), "\n", " "); !strings.Contains(strings.ReplaceAll(got, filepath.Dir(got[:strings.IndexByte(got, ':')])+"/", ""), tt.want) {
			t.Errorf("%q: %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// Shapes may be declared among the rows; equal ones are one whatever their numbers in a file, and one
// alone needs no input.
func TestShapes(t *testing.T) {
	const columns = "# column 1 a\n# column 2 x/b\n"
	first := columns + "# shape 0 linear\n0 shape:0 1:3 eval:3\n# shape 7 d = max(0, x); linear + square(d)\n1 qid:1 shape:7 1:1 2:2 eval:17\n# shape 0 linear\n"
	second := columns + "# shape 1 d = max(0, x); linear + square(d)\n1 shape:1 1:1 2:1 eval:5\n# shape 2 d = min(0, x); linear + d\n0 shape:2 1:2 2:-4 eval:-6\n"
	dir := t.TempDir()
	var names []string
	for i, text := range []string{first, second} {
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.trace", i)))
		if err := os.WriteFile(names[i], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	weights := map[string]float64{"a": 1, "b": 2}
	m, rep, err := Read(t.Context(), names, Options{Weights: weights, Bad: budget.Off, Set: "s"})
	if err != nil {
		t.Fatal(err)
	}
	s := m.Schema()
	const want = "shape1_d = max(0, x);\nshape2_d = min(0, x);\nif shape == 0 then (linear)\nelse if shape == 1 then (linear + square(shape1_d))\nelse (linear + shape2_d)"
	if s.Formula != want || rep.Parity.Checked != 4 || rep.Parity.Largest > 1e-9 || s.Columns[2] != (matrix.Column{Name: "shape", Kind: matrix.Input}) {
		t.Errorf("%+v, parity %+v", s, rep.Parity)
	}
	var numbers []float32
	for block := range m.Blocks() {
		var b matrix.Block
		if err := m.ReadBlock(block, &b); err != nil {
			t.Fatal(err)
		}
		for i := range b.Rows() {
			columns, counts := b.Row(i)
			numbers = append(numbers, 0)
			if k := slices.Index(columns, 2); k >= 0 {
				numbers[len(numbers)-1] = counts[k]
			}
		}
	}
	if !slices.Equal(numbers, []float32{0, 1, 1, 2}) {
		t.Errorf("shapes %v", numbers)
	}
	// Test data keep the numbers of the training data.
	like := Options{Weights: weights, Set: "s", Columns: s.Columns, Formula: s.Formula}
	test, rep, err := Read(t.Context(), names[1:], like)
	if err != nil || rep.Parity.Checked != 2 {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Columns, test.Schema().Columns); diff != "" || test.Schema().Formula != s.Formula || test.Schema().SetHash != s.SetHash {
		t.Errorf("%+v\n%s", test.Schema(), diff)
	}
	if _, counts := only(t, test).Row(1); counts[2] != 2 {
		t.Errorf("counts %v", counts)
	}
	_, _, err = Read(t.Context(), []string{write(t, "x", columns+"# shape 0 linear + x\n1 shape:0 1:1\n")}, like)
	if err == nil || !strings.HasSuffix(err.Error(), "x:3: this formula is not one of the training data: record both in one run, or hold games out of it with -test 25%") {
		t.Error(err)
	}
	one, _ := read(t, "one", columns+"# shape 4 linear + x\n1 shape:4 1:1\n0 shape:4 2:1\n", Options{})
	if s := one.Schema(); s.Formula != "linear + x" || len(s.Columns) != 2 {
		t.Errorf("%+v", s)
	}
}

// At most so many shapes.
func TestManyShapes(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		b.WriteString("# column 1 a\n")
		for i := range n {
			fmt.Fprintf(&b, "# shape %d linear + %d\n0.5 shape:%[1]d 1:1 eval:%[3]d\n", i, i, 1+i)
		}
		return b.String()
	}
	_, rep := read(t, "x", text(64), Options{Weights: map[string]float64{"a": 1}})
	if rep.Parity.Checked != 64 || rep.Parity.Largest != 0 {
		t.Errorf("%+v", rep.Parity)
	}
	_, _, err := Read(t.Context(), []string{write(t, "x", text(65))}, Options{})
	if err == nil || !strings.Contains(err.Error(), "x:130: shape 64: more than 64 different formulas: let those that differ in numbers alone read them as inputs") {
		t.Error(err)
	}
}

// Several files must agree on the formula; a file without a declaration takes over that of the others.
func TestFormulaOfFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file("names", "# formula linear +\n# formula x * n\n# a comment\na\nx/b\n# input n\n")
	a := file("a.trace", "# columns names\n1 n:1 1:1 2:1\n")
	b := file("b.trace", "0 n:2 1:1\n")
	for _, tt := range []struct{ text, want string }{
		{"# column 1 a\n# column 2 x/b\n# formula linear + x\n# input n\n0 n:1 1:1\n", `c.trace:1: its formula is not that of the other files, or of the training data: "linear + x" against "linear +\nx * n"`},
		{"# column 1 a\n# column 2 x/b\n# formula linear +\n# formula x * n\n0 n:1 1:1\n", `c.trace:1: its inputs are [], those of the other files, or of the training data, ["n"]`},
		{"# column 1 a\n# column 2 x/b\n# shape 0 linear + x\n# input n\n0 n:1 1:1\n", `c.trace:1: it declares formulas otherwise than the files before`},
		{"# formula linear +\n# formula x * n\n# input n\n# column 1 a\n# column 2 x/b\n0 n:1 1:1\n", ""},
	} {
		c := file("c.trace", tt.text)
		m, _, err := Read(t.Context(), []string{a, b, c}, Options{})
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
			continue
		}
		if err != nil || m.Schema().Formula != "linear +\nx * n" || m.Rows() != 3 {
			t.Errorf("%v", err)
		}
	}
	_, _, err := Read(t.Context(), []string{file("names2", "# formula linear +\n# formula y * n\na\nx/b\n# input n\n"), file("d.trace", "# columns names2\n1 n:1 1:1\n")}[1:], Options{})
	if want := "names2:2: formula:2:1: unknown name"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	_, _, err = Read(t.Context(), []string{file("names3", "a\n\nx/b\n"), file("e.trace", "# columns names3\n1 1:1\n")}[1:], Options{})
	if want := "names3:3: column 2, x/b, goes to the sum x, but no formula reads it"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// Without a formula old rows are read as they were: its words are comments and names of columns.
func TestWithoutFormula(t *testing.T) {
	m, _ := read(t, "x", "# input games.pgn\n# shape\n# the formula\n1 shape:3 sum.a:2 open:1\n", Options{Bad: budget.Off})
	var names []string
	for _, c := range m.Schema().Columns {
		names = append(names, c.Name)
	}
	if !slices.Equal(names, []string{"open", "shape", "sum.a"}) || m.Schema().Formula != "" {
		t.Errorf("%v", names)
	}
}
