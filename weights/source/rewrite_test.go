package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/source"
)

// The sources of testdata/nasty, what their numbers are, and some weights that must be
// read from them.
var nasty = []struct {
	file, names string
	opt         source.Options
	want        map[string]float64
}{
	{"comments.c", "Mobility.0[4] tapered\nMobility.1[2] tapered\nTempo", source.Options{},
		map[string]float64{"Mobility.0.0.mg": -44, "Mobility.0.0.eg": -139, "Mobility.0.3.eg": 86, "Mobility.1.1.mg": -26, "Tempo": 18}},
	{"hex.cpp", "Bonus[5]\nUnsigned\nFine[3]\nPair tapered", source.Options{},
		map[string]float64{"Bonus.0": 31, "Bonus.1": 255, "Bonus.2": 1000, "Bonus.4": -10, "Unsigned": 25, "Fine.1": 0.25, "Fine.2": -0.25, "Pair.eg": -7}},
	{"nested.h", "material.pawn.mg = PAWN_MG\nmaterial.pawn.eg = PAWN_EG\nmaterial.knight.mg = KnightMg\nmaterial.knight.eg = KnightEg\nbishop\nrook tapered\nking.0 tapered = KING_TABLE[0]\nking.1 tapered = KING_TABLE[1]\npassed[2][3] tapered",
		source.Options{}, map[string]float64{"material.pawn.mg": 82, "material.pawn.eg": 94, "material.knight.eg": 281, "bishop": -3, "rook.eg": 512, "king.1.mg": -3, "passed.1.2.mg": 11}},
	{"conditions.c", "bishop_pair\ntempo", source.Options{}, map[string]float64{"bishop_pair": 30, "tempo": 12}},
	{"tabs.c", "table[8]\ntempo", source.Options{}, map[string]float64{"table.0": 10, "table.3": 0, "table.7": 1, "tempo": 20}},
	{"boards.c", "pst.knight[64] = knight\nrank_bonus[8]", source.Options{RankEight: true}, map[string]float64{"pst.knight.a1": -80, "pst.knight.d4": 20, "rank_bonus.6": 32}},
	{"spread.py", "mobility[4] tapered", source.Options{}, map[string]float64{"mobility.2.mg": 10, "mobility.3.eg": 2500}},
	{"engine.rs", "passed[3] tapered\nking[2] tapered\ntempo\nlifetime tapered", source.Options{},
		map[string]float64{"passed.2.eg": 60, "king.0.eg": -2, "tempo": 1500, "lifetime.eg": 2}},
	{"live.rs", "MATERIAL[2] tapered\nMOBILITY[2] tapered\nTEMPO", source.Options{},
		map[string]float64{"MATERIAL.1.eg": 300, "MOBILITY.0.eg": -2, "TEMPO": 10}},
	{"Eval.java", "mobility[2][3]\nrook[3]\nqueen[3]\ntempo\nscale", source.Options{}, map[string]float64{"mobility.1.1": 12, "queen.0": 4, "tempo": 28, "scale": 0.75}},
	{"Eval.cs", "tempo\npassed[2] tapered\noutpost[2][3]", source.Options{}, map[string]float64{"tempo": 14, "passed.1.mg": -15, "outpost.1.0": 4}},
	{"eval.go", "shield[2][3]\nbonus", source.Options{}, map[string]float64{"shield.0.1": 10, "shield.1.0": 16, "bonus": 12.5}},
	{"packed.cpp", "material.0 tapered\nmaterial.1 tapered\npst_rank[2][3] tapered\npst.first.0 tapered = table[0][0]\ntable.1[2] tapered", source.Options{EndgameFirst: true},
		map[string]float64{"material.0.mg": 89, "material.0.eg": 147, "pst_rank.0.2.mg": -1, "pst_rank.1.1.eg": 0, "pst.first.0.mg": 2, "table.1.1.eg": 7}},
}

// TestNastySources imports, checks, writes and checks sources that their authors have made
// hard to read: what is written is read, nothing but the numbers changes, and the old
// values written back give the same numbers.
func TestNastySources(t *testing.T) {
	for _, tt := range nasty {
		t.Run(tt.file, func(t *testing.T) {
			text, f, opt := imported(t, tt.file, tt.names, tt.opt)
			values := byName(f)
			for name, want := range tt.want {
				if got, ok := values[name]; !ok || got != want {
					t.Errorf("%s is %g, want %g", name, got, want)
				}
			}
			silent(t, "imported", text, f, opt)
			if same := rewrite(t, text, f, f, opt); string(same[0].Data) != string(text[0].Data) {
				t.Errorf("the same values change %s", source.Diff(tt.file, text[0].Data, same[0].Data))
			}
			changed := moved(f)
			written := rewrite(t, text, f, changed, opt)
			silent(t, "written", written, changed, opt)
			fixtures.Golden(t, "nasty/"+tt.file, written[0].Data)
			silent(t, "written back", rewrite(t, written, changed, f, opt), f, opt)
		})
	}
}

// imported reads a file of testdata/nasty and what its numbers are.
func imported(t *testing.T, file, names string, opt source.Options) ([]source.Code, *weights.File, source.Options) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "nasty", file))
	if err != nil {
		t.Fatal(err)
	}
	if opt.Names, err = source.ReadNames("names", strings.NewReader(names), opt); err != nil {
		t.Fatal(err)
	}
	skeleton, err := source.Skeleton("nasty", opt.Names)
	if err != nil {
		t.Fatal(err)
	}
	if file == "boards.c" {
		skeleton.Terms = slicesOfLeft(skeleton.Terms)
	}
	text := []source.Code{{Name: file, Data: data}}
	arrays, err := source.Read(text, opt)
	if err != nil {
		t.Fatal(err)
	}
	f, err := source.Import(skeleton, arrays, opt)
	if err != nil {
		t.Fatal(err)
	}
	return text, f, opt
}

// slicesOfLeft drops the squares of files e to h.
func slicesOfLeft(terms []weights.Term) (left []weights.Term) {
	for _, t := range terms {
		if sq := weights.Square(t.Name); sq < 0 || sq%8 < 4 {
			left = append(left, t)
		}
	}
	return left
}

func byName(f *weights.File) map[string]float64 {
	values := map[string]float64{}
	for _, w := range f.Weights() {
		values[w.Name] = w.Value
	}
	return values
}

// moved returns the file with other values: of other signs and lengths, and fractions. A
// zero stays: it may be a single one that stands for a pair.
func moved(f *weights.File) *weights.File {
	move := func(i int, v float64) float64 {
		if v == 0 || v == 25 { // a single 0 is not a pair, and a type without a sign takes none
			return v
		}
		return []float64{-v, v + 100.25, v / 3, -v - 1000}[i%4]
	}
	changed := *f
	changed.Terms = append([]weights.Term(nil), f.Terms...)
	for i := range changed.Terms {
		c := &changed.Terms[i]
		c.Value.Value, c.MG.Value, c.EG.Value = move(i, c.Value.Value), move(i, c.MG.Value), move(i+1, c.EG.Value)
	}
	return &changed
}

func silent(t *testing.T, when string, text []source.Code, f *weights.File, opt source.Options) {
	t.Helper()
	arrays, err := source.Read(text, opt)
	if err != nil {
		t.Fatal(err)
	}
	if d := source.Against(f, arrays, opt); len(d.Differences) > 0 || d.Weights != len(f.Weights()) {
		t.Errorf("%s: %+v\n%s", when, d, text[0].Data)
	}
}

func rewrite(t *testing.T, text []source.Code, from, to *weights.File, opt source.Options) []source.Code {
	t.Helper()
	written, err := source.Rewrite(text, from, to, opt)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// New weights go into what was exported, in every language, and back.
func TestRewriteExports(t *testing.T) {
	for lang, file := range map[export.Language]string{export.Go: "eval.go", export.C: "eval.c", export.CPP: "eval.cpp", export.Rust: "eval.rs", export.Python: "eval.py",
		export.CSharp: "Weights.cs", export.Java: "Weights.java", export.JavaScript: "eval.mjs", export.JSON: "eval.json"} {
		f := rounded(fixtures.Hostile())
		src, err := export.Code(f, lang, export.Options{Digits: export.Decimals})
		if err != nil {
			t.Fatal(err)
		}
		text := []source.Code{{Name: file, Data: src}}
		other := rounded(fixtures.Hostile())
		for i := range other.Terms {
			c := &other.Terms[i]
			c.Value.Value, c.MG.Value, c.EG.Value = c.Value.Value/2+1, float64(i%200-100), -c.EG.Value/2
		}
		written := rewrite(t, text, f, other, source.Options{})
		silent(t, "written", written, other, source.Options{})
		silent(t, "written back", rewrite(t, written, other, f, source.Options{}), f, source.Options{})
	}
}

// What cannot be written is said with file and line.
func TestRewriteErrors(t *testing.T) {
	tests := []struct {
		name, src, names string
		change           map[string]float64 // of the values read
		stale            bool               // the source has changed since
		want             string
	}{
		{"an expression", "int a = 5;\nint b = 2 * 3;", "a\nb", nil, false, `src:2:9: b: an expression, "2 * 3": want plain numbers: write them there, or leave this table out (of 2 weights 1 are not found; the first is b)`},
		{"an expression of two lines", "int a = 5\n  + 3;", "a", nil, false, `src:1:9: a: an expression, "5 + 3": want plain numbers: write them there, or leave this table out (of 1 weights 1 are not found; the first is a)`},
		{"an element of another table", "int a = Table[12];", "a", nil, false, `src:1:9: a: no number, "Table[12]": want plain numbers: write them there, or leave this table out (of 1 weights 1 are not found; the first is a)`},
		{"a function", "int a = std::max(5, 6);", "a", nil, false, `src:1:9: a: an expression, "std::max(5, 6)": want plain numbers: write them there, or leave this table out (of 1 weights 1 are not found; the first is a)`},
		{"a name in a table", "#define X 5\nint t[] = { 1,\n X };", "t[2]", nil, false, `src:3:2: t[1]: no number, "X": want plain numbers: write them there, or leave this table out (of 2 weights 2 are not found; the first is t.0)`},
		{"a condition in a table", "int t[] = { 1,\n#ifdef X\n 2,\n#else\n 3,\n#endif\n 4 };", "t[3]", nil, false, `src:2:1: t[1]: a condition, "#ifdef X": want plain numbers: write them there, or leave this table out (of 3 weights 3 are not found; the first is t.0)`},
		{"branches that differ", "#ifdef X\nint a = 1;\n#else\nint a = 2;\n#endif", "a", nil, false, "src:2: a: defined twice: 1, and 2 at src:4: leave one, or choose by a line of -names: NAME = src:2"},
		{"changed since", "int a = 5;\nint b = 6;", "a\nb", nil, true, "src:1: a: the source has 5, the old weights have 6: import the source and pass that file as -from"},
		{"two weights of one number", "int a = 5;", "x = a\ny = a", map[string]float64{"x": 6}, false, "src:1: one number, 5, for x and y, which differ: write a number for each"},
		{"no sign", "unsigned a = 5u;", "a", map[string]float64{"a": -3}, false, "src:1: a: -3.00 does not fit the type unsigned"},
		{"no sign in its type", "static const uint8_t t[2] = {1, 2};", "t[2]", map[string]float64{"t.1": -3}, false, "src:1: t.1: -3.00 does not fit the type uint8_t"},
		{"8 bits in its type", "const T: [i8; 2] = [1, 2];", "t[2]", map[string]float64{"t.1": 200}, false, "src:1: t.1: 200.0 does not fit the type i8"},
		{"8 bits of Go", "package e\n\nvar t = [2]int8{1, 2}", "t[2]", map[string]float64{"t.0": -129}, false, "src:3: t.0: -129.0 does not fit the type int8"},
		{"a local variable", "int Tempo = 0;\nint eval() { int tempo = 0; }", "tempo", map[string]float64{"tempo": 9}, false,
			"src:1: tempo: defined as Tempo, and as tempo at src:2, and both may count: rename one, or choose by a line of -names: NAME = src:1"},
		{"a variable of the same name", "int tempo = 0;\nint eval() { int tempo = 0; }", "tempo", map[string]float64{"tempo": 9}, false,
			"src:1: tempo: defined as tempo, and as tempo at src:2, and both may count: rename one, or choose by a line of -names: NAME = src:1"},
		{"16 bits", "S a = S(1, 2);", "a tapered", map[string]float64{"a.eg": 40000}, false, "src:1: a.eg: 40000 does not fit into 16 bits"},
		{"octal", "int a = 010;", "a", nil, false, `src:1:9: a: no number, "010": want plain numbers: write them there, or leave this table out (of 1 weights 1 are not found; the first is a)`},
		{"an operator of Python", "x = 1\nhalf = 7 // 2", "x\nhalf", nil, false, `src.py:2:8: half: an expression, "7 // 2": want plain numbers: write them there, or leave this table out (of 2 weights 1 are not found; the first is half)`},
		{"a folded table with two wings", "int pst_king[64] = {" + strings.Repeat("1,2,3,4,5,6,7,8,\n", 8) + "};", "folded", nil, false,
			"src:1: pst.king.a1: the source has 1, the old weights have 4.5: import the source and pass that file as -from"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := "src"
			if strings.Contains(tt.name, "Python") {
				name = "src.py"
			}
			_, err := attempt(t, source.Code{Name: name, Data: []byte(tt.src)}, tt.names, tt.change, tt.stale)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

// A blank after the sign stays where another number has none.
func TestRewriteBlanks(t *testing.T) {
	text := source.Code{Name: "src.c", Data: []byte("int a = 1;\nint b=2;\n")}
	got, err := attempt(t, text, "a\nb", map[string]float64{"a": -11, "b": -22}, false)
	if err != nil || string(got[0].Data) != "int a = -11;\nint b=-22;\n" {
		t.Errorf("%v: %s", err, got)
	}
}

// Columns stay: other values and back again give the same bytes, as long as they fit the columns.
func TestRewriteThereAndBack(t *testing.T) {
	values := []int{59, -17, 3, 4, 100, -99, -12, 41, 0, 7, 88, 13, -5, -6, 20, 110}
	for _, pair := range []string{"S(%3d,%3d)", "S(%d,%d)", "S(%4d, %3d)", "{ .mg = %3d, .eg = %3d }", "S { eg: %4d, mg: %d }"} {
		src := "Score t[8] = {"
		for i := 0; i < len(values); i += 2 {
			src += fmt.Sprintf("\n  "+pair+", // %d", values[i], values[i+1], i)
		}
		src += "\n};"
		var opt source.Options
		opt.Names = named(t, "t[8] tapered", opt)
		old, err := importNames("s", opt.Names, arrays(t, src), opt)
		if err != nil {
			t.Fatal(err)
		}
		text := []source.Code{{Name: "src", Data: []byte(src)}}
		for seed := range 50 {
			change := map[string]float64{}
			for i, w := range old.Weights() {
				change[w.Name] = float64((i*i*29+seed*37)%150 - 75) // of one and two digits, with and without a sign
			}
			other := plus(old, change, false)
			back := rewrite(t, rewrite(t, text, old, other, opt), other, old, opt)
			if string(back[0].Data) != src {
				t.Fatalf("back again: %s, want\n%s", back[0].Data, src)
			}
		}
	}
}

// A field that is set in code is not a weight.
func TestRewriteLeavesFields(t *testing.T) {
	src := "int tempo = 0;\nvoid eval(E *e) { e->tempo = 0; }\n"
	got, err := attempt(t, source.Code{Name: "src.c", Data: []byte(src)}, "tempo", map[string]float64{"tempo": 9}, false)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(src, "0", "9", 1); string(got[0].Data) != want {
		t.Errorf("got %s", got[0].Data)
	}
}

// What rounds to 0 is written without a sign.
func TestRewriteZero(t *testing.T) {
	change := map[string]float64{"t.0": -0.25, "t.1": -0.004, "t.2": -0.25}
	got, err := attempt(t, source.Code{Name: "src.c", Data: []byte("double t[3] = {-8, 1.00, 1.0};")}, "t[3]", change, false)
	if err != nil {
		t.Fatal(err)
	}
	if want := "double t[3] = {0, 0.00, -0.2};"; strings.ReplaceAll(string(got[0].Data), "  ", " ") != want {
		t.Errorf("got %s, want %s", got[0].Data, want)
	}
}

// attempt imports a source and writes it with changes.
func attempt(t *testing.T, text source.Code, names string, change map[string]float64, stale bool) ([]source.Code, error) {
	t.Helper()
	var opt source.Options
	skeleton := &weights.File{Set: "s", Terms: fixtures.Texel().Terms[:32]}
	for i := range skeleton.Terms {
		skeleton.Terms[i] = weights.Term{Name: strings.Replace(skeleton.Terms[i].Name, "knight", "king", 1)}
	}
	if names != "folded" {
		var err error
		if opt.Names, err = source.ReadNames("names", strings.NewReader(names), opt); err != nil {
			t.Fatal(err)
		}
		if skeleton, err = source.Skeleton("s", opt.Names); err != nil {
			t.Fatal(err)
		}
	}
	arrays, err := source.Read([]source.Code{text}, opt)
	if err != nil {
		return nil, err
	}
	f, err := source.Import(skeleton, arrays, opt)
	if err != nil {
		return nil, err
	}
	return source.Rewrite([]source.Code{text}, plus(f, nil, stale), plus(f, change, stale), opt)
}

// plus returns the file with changed values; of a stale one all are other.
func plus(f *weights.File, change map[string]float64, stale bool) *weights.File {
	g := *f
	g.Terms = append([]weights.Term(nil), f.Terms...)
	set := func(name string, v *float64) {
		if stale {
			*v++
		}
		if c, ok := change[name]; ok {
			*v = c
		}
	}
	for i := range g.Terms {
		set(g.Terms[i].Name, &g.Terms[i].Value.Value)
		set(g.Terms[i].Name+".mg", &g.Terms[i].MG.Value)
		set(g.Terms[i].Name+".eg", &g.Terms[i].EG.Value)
	}
	return &g
}

func TestDiff(t *testing.T) {
	got := source.Diff("a.c", []byte("1\r\n2\r\n3\r\n4\r\n"), []byte("1\r\n20\r\n30\r\n4\r\n"))
	want := "--- a.c\n+++ a.c\n@@ -2,2 +2,2 @@\n-2\n-3\n+20\n+30\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := source.Diff("a.c", []byte("1\n"), []byte("1\n")); got != "" {
		t.Errorf("of equal files: %s", got)
	}
}

// FuzzRewrite checks that the same values give the same bytes, and that other values are
// read as they were written.
func FuzzRewrite(f *testing.F) {
	for _, tt := range nasty {
		data, err := os.ReadFile(filepath.Join("testdata", "nasty", tt.file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(tt.file, string(data))
	}
	f.Fuzz(func(t *testing.T, name, src string) {
		text := []source.Code{{Name: name, Data: []byte(src)}}
		arrays, err := source.Read(text, source.Options{})
		if err != nil {
			return
		}
		opt := source.Options{Names: source.Entries(arrays)}
		like, err := source.Skeleton("s", opt.Names)
		if err != nil {
			return
		}
		now, err := source.Import(like, arrays, opt)
		if err != nil {
			return
		}
		same, err := source.Rewrite(text, now, now, opt)
		if err != nil {
			t.Fatal(err)
		}
		if string(same[0].Data) != src {
			t.Fatalf("the same values change %q to %q", src, same[0].Data)
		}
		other := moved(now)
		written, err := source.Rewrite(text, now, other, opt)
		if err != nil {
			return // it says why; what was written is read once more before
		}
		if len(written[0].Data) == 0 {
			t.Fatalf("%q is gone", src)
		}
	})
}
