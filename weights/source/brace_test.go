package source_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// named reads a file of names.
func named(t *testing.T, text string, opt source.Options) []source.Entry {
	t.Helper()
	entries, err := source.ReadNames("names", strings.NewReader(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// valuesOf imports the terms that names name, and returns their weights.
func valuesOf(t *testing.T, src, names string, opt source.Options) map[string]float64 {
	t.Helper()
	opt.Names = named(t, names, opt)
	f, err := importNames("s", opt.Names, arrays(t, src), opt)
	if err != nil {
		t.Fatal(err)
	}
	return byName(f)
}

// Braces in a file of names are those of a trace's declarations.
func TestNamesWithBraces(t *testing.T) {
	var rows [2][]string
	var flat []string
	for piece := range 2 {
		for sq := range 64 {
			n := fmt.Sprintf("S(%d, %d)", 100*piece+sq, -sq)
			rows[piece], flat = append(rows[piece], n), append(flat, n)
		}
	}
	nested := "Score T[2][64] = {{" + strings.Join(rows[0], ", ") + "}, {" + strings.Join(rows[1], ", ") + "}};"
	row := "Score T[128] = {" + strings.Join(flat, ", ") + "};"
	for _, tt := range []struct {
		name, src, names string
		opt              source.Options
		want             map[string]float64
	}{
		{"members", nested, "pst.{pawn,knight}[64] tapered = T", source.Options{}, map[string]float64{"pst.pawn.b1.mg": 1, "pst.knight.a1.mg": 100, "pst.knight.h8.eg": -63}},
		{"one row", row, "pst.{pawn,knight}[64] tapered = T", source.Options{}, map[string]float64{"pst.pawn.b1.mg": 1, "pst.knight.h8.mg": 163}},
		{"squares from a8", nested, "pst.{pawn,knight}.{a8..h1} tapered = T", source.Options{}, map[string]float64{"pst.pawn.a8.mg": 0, "pst.knight.a1.mg": 156, "pst.knight.h1.mg": 163}},
		{"squares from a1, beside -rank8", nested, "pst.{pawn,knight}.{a1..h8} tapered = T", source.Options{RankEight: true}, map[string]float64{"pst.pawn.a8.mg": 56, "pst.knight.a1.mg": 100}},
		{"squares of a table by its name", nested, "T.{0..1}.{a8..h1} tapered", source.Options{}, map[string]float64{"T.0.a8.mg": 0, "T.1.h1.mg": 163}},
		{"numbers, not squares", nested, "T.{0..1}.{0..63} tapered", source.Options{}, map[string]float64{"T.0.1.mg": 1, "T.1.63.eg": -63}},
		{"a range of a place", "int a[3] = {7, 8, 9};", "x.{1..3} = a", source.Options{}, map[string]float64{"x.1": 7, "x.3": 9}},
		{"below an index", "int a[2][3] = {{1, 2, 3}, {7, 8, 9}};", "x.{p,q,r} = a[1]", source.Options{}, map[string]float64{"x.p": 7, "x.r": 9}},
		{"each under its own name", "int x_p = 5; int x_q = 6;", "x.{p,q}", source.Options{}, map[string]float64{"x.p": 5, "x.q": 6}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			values := valuesOf(t, tt.src, tt.names, tt.opt)
			for name, want := range tt.want {
				if got, ok := values[name]; !ok || got != want {
					t.Errorf("%s is %v, %v, want %v", name, got, ok, want)
				}
			}
		})
	}
}

// The names are those that TRACE_TERM declares, in its order.
func TestNamesAsTraced(t *testing.T) {
	f, err := source.Skeleton("s", named(t, "Mobility.{0..1}.{0..2} tapered\nmaterial.{pawn,knight} tapered", source.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, term := range f.Terms {
		names = append(names, term.Name)
	}
	want := []string{"Mobility.0.0", "Mobility.0.1", "Mobility.0.2", "Mobility.1.0", "Mobility.1.1", "Mobility.1.2", "material.pawn", "material.knight"}
	if !slices.Equal(names, want) {
		t.Errorf("got %v", names)
	}
}

func TestNamesWithBracesErrors(t *testing.T) {
	for in, want := range map[string]string{
		"x.{a,b":           "names:1: x.{a,b: { without }",
		"x.a}":             "names:1: x.a}: } without {",
		"x.{a,,b}":         "names:1: x.{a,,b}: {a,,b}: a name is empty",
		"x.{3..1}":         "names:1: x.{3..1}: {3..1}: want names, {pawn,knight}, numbers, {0..27}, or squares, {a8..h1} or {a1..h8}",
		"x.{a1..b8}":       "names:1: x.{a1..b8}: {a1..b8}: want names, {pawn,knight}, numbers, {0..27}, or squares, {a8..h1} or {a1..h8}",
		"x.{a8..h1}.y":     "names:1: x.{a8..h1}.y: squares come last, after a dot: pst.pawn.{a8..h1}",
		"{0..999}{0..999}": "names:1: {0..999}{0..999}: more than 65536 names",
	} {
		_, err := source.ReadNames("names", strings.NewReader(in), source.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", in, err, want)
		}
	}
}

// Of several tables of a name a place tells which: by the names around it, or by its line.
func TestChoose(t *testing.T) {
	src := `namespace mg { int Table[2] = {1, 2}; int Tempo = 5; }
namespace eg { int Table[2] = {3, 4}; int Tempo = 5; }
#ifdef A
int Bonus = 7;
#else
int Bonus = 8;
#endif
int eg::Pair = 9, Pair = 9;
Weights W = { .Pawn = 100, [KNIGHT] = 300 };
`
	for place, want := range map[string]float64{
		"x[2] = mg::Table": 1, "x[2] = eg::Table": 3, "x[2] = eg.Table": 3, "Table[2] = src:2": 3, "Tempo = src:1": 5,
		"x = src:4": 7, "x = src:6": 8, "x = W.Pawn": 100, "x = W.KNIGHT": 300, "x = W[KNIGHT]": 300, "x = eg::Table[1]": 4, "Table = src:1[1]": 2,
	} {
		values := valuesOf(t, src, place, source.Options{})
		name, _, _ := strings.Cut(strings.Fields(place)[0], "[")
		got, ok := values[name]
		if !ok {
			got = values[name+".0"]
		}
		if got != want {
			t.Errorf("%s is %v, want %v", place, values, want)
		}
	}

	text := source.Code{Name: "src", Data: []byte(src)}
	_, err := attempt(t, text, "Tempo", map[string]float64{"Tempo": 6}, false)
	if want := "src:1: Tempo: defined as Tempo, and as Tempo at src:2, and both may count: rename one, or choose by a line of -names: NAME = src:1 or mg::Tempo"; err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
	written, err := attempt(t, text, "Tempo = eg::Tempo", map[string]float64{"Tempo": 6}, false)
	if want := strings.Replace(src, "{3, 4}; int Tempo = 5", "{3, 4}; int Tempo = 6", 1); err != nil || string(written[0].Data) != want {
		t.Errorf("%v: %s", err, written)
	}
	all, err := source.Read([]source.Code{text}, source.Options{Only: []string{"eg::Table", "src:6"}})
	if err != nil || len(all) != 2 || all[0].Values[0] != 3 || all[1].Values[0] != 8 {
		t.Errorf("-array: %v, %v", all, err)
	}
}

// Keys say which half is which, in any order and of any language; others name what they hold.
func TestKeys(t *testing.T) {
	for _, src := range []string{
		"Score t[2] = {{.mg = 1, .eg = -2}, {.eg = 40, .mg = 3}};",
		"const T: [S; 2] = [S { mg: 1, eg: -2 }, S { eg: 40, mg: 3 }];",
		"package e\n\nvar t = [2]Score{{MG: 1, EG: -2}, {EG: 40, MG: 3}}\n",
		"package e\n\nvar t = []Score{0: {1, -2}, 1: {3, 40}}\n",
		"static Score[] T = { new Score { Mg = 1, Eg = -2 }, new() { Eg = 40, Mg = 3 } };",
		"T = [S(mg=1, eg=-2), S(mg=3, eg=40)]",
		"Score t[2] = {[0] = S(1, -2), [1] = S(3, 40)};",
		`{"t": [{"mg": 1, "eg": -2}, {"eg": 40, "mg": 3}]}`,
		"Table t = { .mg = {1, 3}, .eg = {-2, 40} };",
	} {
		for _, first := range []bool{false, true} {
			if first && !strings.Contains(strings.ToLower(src), "mg") {
				continue // the order counts
			}
			opt := source.Options{EndgameFirst: first}
			opt.Names = named(t, "t[2] tapered", opt)
			text := []source.Code{{Name: "src", Data: []byte(src)}}
			f, err := importNames("s", opt.Names, arrays(t, src), opt)
			if err != nil {
				t.Errorf("%s: %v", src, err)
				continue
			}
			if v := byName(f); v["t.0.mg"] != 1 || v["t.0.eg"] != -2 || v["t.1.mg"] != 3 || v["t.1.eg"] != 40 {
				t.Errorf("%s: %v", src, v)
			}
			written := rewrite(t, text, f, plus(f, map[string]float64{"t.1.mg": 33}, false), opt)
			if want := strings.Replace(src, "3", "33", 1); string(written[0].Data) != want {
				t.Errorf("written %s, want %s", written[0].Data, want)
			}
		}
	}
	const fields = "const EVAL: Params = Params { tempo: 12, pair: S(20, 30), rook: [1, 2, 3], sub: Sub { bonus: 5 } };"
	if v := valuesOf(t, fields, "tempo\npair tapered\nrook[3]\nx = EVAL.sub.bonus", source.Options{}); v["tempo"] != 12 || v["pair.eg"] != 30 || v["rook.2"] != 3 || v["x"] != 5 {
		t.Errorf("fields: %v", v)
	}
	for src, want := range map[string]string{
		"int t[] = {[1] = 5};":                  `src:1:12: t[0]: a key, and not the next number from 0, "[1] = 5"`,
		"S t = {.mg = 5};":                      `src:1:8: t: keys that are not one mg and one eg, lists in this order, ".mg = 5"`,
		"S t[] = {{.mg = 5, .eg = 6}, {1, 2}};": `src:1:9: t: keys in some pairs, none in others, "{{.mg = 5, .eg = 6}, {1, 2}}"`,
	} {
		all := arrays(t, src)
		if err := all[0].Err; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
	}
}

// A single 0 beside pairs is a pair of zeros, and becomes a pair in the form of its neighbour.
func TestZeroAmongPairs(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"S t[3] = {S(1, 2), 0, S(3, 4)};", "S t[3] = {S(1, 2), S(-7, 80), S(3, 4)};"},
		{"S t[3] = {0,\n  { 1, 2 }, {3, 4}};", "S t[3] = {{ 5, 0 },\n  { 1, 2 }, {3, 4}};"},
		{"const T: [S; 3] = [S { eg: 2, mg: 1 }, 0, S { eg: 4, mg: 3 }];", "const T: [S; 3] = [S { eg: 2, mg: 1 }, S { eg: 80, mg: -7 }, S { eg: 4, mg: 3 }];"},
		{"S t[3] = {S( 1,  2), 0, S(-3, 44)};", "S t[3] = {S( 1,  2), S(-7, 80), S(-3, 44)};"},
	} {
		change := map[string]float64{"t.1.mg": -7, "t.1.eg": 80}
		if strings.HasPrefix(tt.want, "S t[3] = {{") {
			change = map[string]float64{"t.0.mg": 5}
		}
		got, err := attempt(t, source.Code{Name: "src", Data: []byte(tt.src)}, "t[3] tapered", change, false)
		if err != nil || string(got[0].Data) != tt.want {
			t.Errorf("%s: %v\n%s, want\n%s", tt.src, err, got, tt.want)
		}
		if same, err := attempt(t, source.Code{Name: "src", Data: []byte(tt.src)}, "t[3] tapered", nil, false); err != nil || string(same[0].Data) != tt.src {
			t.Errorf("the same values: %v, %s", err, same)
		}
	}
	// A row of nothing but zeros, and one of two.
	src := "S t[3][2] = {{0, 0}, {S(1, 2), 0}, {S(3, 4), S(5, 6)}};"
	if v := valuesOf(t, src, "t[3][2] tapered", source.Options{}); v["t.1.0.eg"] != 2 || v["t.2.1.mg"] != 5 || v["t.0.1.mg"] != 0 {
		t.Errorf("%v", v)
	}
	src = "S t[2][3] = {{0, 0, 0}, {S(1, 2), 0, S(5, 6)}};"
	if v := valuesOf(t, src, "t[2][3] tapered", source.Options{}); v["t.1.0.eg"] != 2 || v["t.1.2.mg"] != 5 {
		t.Errorf("%v", v)
	}
}

// A comment between a sign and its number is said to be one.
func TestSignApart(t *testing.T) {
	err := arrays(t, "int a = - /* 5 */ 7;")[0].Err
	if want := `src:1:9: a: a comment between the sign and its number, which must stand together, "- /* 5 */ 7": want plain numbers: write them there, or leave this table out`; err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
	if all := arrays(t, "int a = - 7;"); all[0].Err != nil || all[0].Values[0] != -7 {
		t.Errorf("%+v", all)
	}
}

// Names that differ where a number ends are two.
func TestNumbersInNames(t *testing.T) {
	f := &weights.File{Set: "s", Terms: []weights.Term{{Name: "Mob.1.10"}, {Name: "Mob.11.0"}}}
	got, err := source.Import(f, arrays(t, "int Mob_1_10 = 5;\nint Mob_11_0 = 6;"), source.Options{})
	if err != nil || got.Terms[0].Value.Value != 5 || got.Terms[1].Value.Value != 6 {
		t.Errorf("%+v, %v", got, err)
	}
}
