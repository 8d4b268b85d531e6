package source_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/source"
	"example.org/centipawn/weights/source/scan"
)

func arrays(t *testing.T, src string) []scan.Array {
	t.Helper()
	all, err := scan.ReadArrays("src", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// rounded is f with the values that an export has, and nothing of their origin.
func rounded(f *weights.File) *weights.File {
	g := &weights.File{Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, EndgameScale: f.EndgameScale, Formula: f.Formula}
	for _, t := range f.Terms {
		g.Terms = append(g.Terms, weights.Term{Name: t.Name, Sums: t.Sums, Tapered: t.Tapered, Value: weights.Weight{Value: t.Value.Value},
			MG: weights.Weight{Value: weights.Whole(t.MG.Value)}, EG: weights.Weight{Value: weights.Whole(t.EG.Value)}})
	}
	return g
}

// What any export wrote agrees with its file, and is imported as it was; one
// changed number is found, with its place.
func TestExportsAgainstTheirFile(t *testing.T) {
	for _, lang := range []export.Language{export.Go, export.C, export.CPP, export.Rust, export.Python, export.CSharp, export.Java, export.JavaScript, export.JSON} {
		for _, packed := range []bool{false, true} {
			if packed && lang == export.JSON {
				continue
			}
			t.Run(fmt.Sprint(lang, packed), func(t *testing.T) {
				f := fixtures.Hostile()
				src, err := export.Code(f, lang, export.Options{Packed: packed, Digits: export.Decimals})
				if err != nil {
					t.Fatal(err)
				}
				d := source.Against(f, arrays(t, string(src)), source.Options{})
				if len(d.Differences) > 0 || d.Weights != len(f.Weights()) {
					t.Errorf("%d weights, differences %+v", d.Weights, d.Differences)
				}
				got, err := source.Import(f, arrays(t, string(src)), source.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(rounded(f), got); diff != "" {
					t.Errorf("imported (-want +got):\n%s", diff)
				}

				changed := f.Terms[9]
				f.Terms[9].EG.Value += 3
				f.Terms[len(f.Terms)-3].Value.Value += 1e-9
				drift := source.Against(f, arrays(t, string(src)), source.Options{}).Differences
				if len(drift) != 2 || drift[0].Name != changed.Name+".eg" || drift[0].Source != weights.Whole(changed.EG.Value) || !strings.HasPrefix(drift[0].Where, "src:") {
					t.Errorf("differences %+v", drift)
				}
			})
		}
	}
}

func TestAgainst(t *testing.T) {
	plain := func(name string, v float64) weights.Term {
		return weights.Term{Name: name, Value: weights.Weight{Value: v}}
	}
	family := []weights.Term{fixtures.Term("mobility.knight.0", -30, -20.4), fixtures.Term("mobility.knight.1", 5, 6.5)}
	var pawns []weights.Term
	for sq := 8; sq < 56; sq++ {
		pawns = append(pawns, plain("pst.pawn."+string(rune('a'+sq%8))+string(rune('1'+sq/8)), float64(sq)))
	}
	numbers := func(first, end int) string {
		var list []string
		for i := first; i < end; i++ {
			list = append(list, fmt.Sprint(i))
		}
		return strings.Join(list, ", ")
	}
	flipped := func() string {
		var list []string
		for i := range 64 {
			list = append(list, fmt.Sprint(i^56))
		}
		return strings.Join(list, ", ")
	}
	tests := []struct {
		name  string
		terms []weights.Term
		src   string
		opt   source.Options
		want  []string
	}{
		{"a family in one array", family, "Score MOBILITY_KNIGHT[2] = { S(-30, -20), S(5, 7) };", source.Options{}, nil},
		{"in two arrays", family, "int mobilityKnightMg[] = {-30, 5}, mobilityKnightEg[] = {-20, 7};", source.Options{}, nil},
		{"in two halves", family, "int mobilityKnight[2][2] = {{-30, 5, }, {-20, 7}};", source.Options{}, []string{
			"mobility.knight.0.eg 5 src:1 ", "mobility.knight.1.mg -20 src:1 "}}, // two pairs look like two halves: pairs it is
		{"truncated", family, "Score MOBILITY_KNIGHT[2] = { S(-30, -20),\nS(5, 6) };", source.Options{}, []string{"mobility.knight.1.eg 6 src:2 "}},
		{"eg for mg", family, "int mobilityKnightEg[] = {-30, 5}, mobilityKnightMg[] = {-20, 7};", source.Options{}, []string{
			"mobility.knight.0.mg -20 src:1 ", "mobility.knight.0.eg -30 src:1 ", "mobility.knight.1.mg 7 src:1 ", "mobility.knight.1.eg 5 src:1 "}},
		{"too short", family, "\nScore mobility_knight[] = { S(-30, -20) };", source.Options{}, []string{
			"mobility.knight.1.mg 0 src:2 1 pairs, without number 1", "mobility.knight.1.eg 0 src:2 1 pairs, without number 1"}},
		{"two of a name, one fits", []weights.Term{plain("tempo", 28)}, "int tempo[2] = {1, 2}; int Tempo = 28;", source.Options{}, nil},
		{"an expression", []weights.Term{plain("tempo", 28)}, "int tempo = 14 * 2;", source.Options{}, []string{`tempo 0 src:1:13 tempo: an expression, "14 * 2"`}},
		{"not there", []weights.Term{plain("tempo", 28), plain("pair", 30)}, "int pair = 30;", source.Options{}, []string{"tempo 0  not in the source"}},
		{"digits", []weights.Term{plain("a", 4.2373), plain("b", 4.2373), plain("c", 4.2373), plain("d", 0.1)}, "a = 4.24; b = 4.2374; c = 4; d = 1.0e-1;", source.Options{}, []string{"b 4.2374 src:1 "}},
		{"a table of 64 for 48 terms", pawns, "int pst_pawn[64] = {" + numbers(0, 64) + "};", source.Options{}, nil},
		{"a table of 48", pawns, "int pst_pawn[48] = {" + numbers(8, 56) + "};", source.Options{}, nil},
		{"rank 8 first", pawns, "int pst_pawn[64] = {" + flipped() + "};", source.Options{RankEight: true}, nil},
		{"defined twice", []weights.Term{plain("tempo", 28), plain("pair", 30)}, "int tempo = 28; int pair = 30;\n\nint Tempo = 12; int pair = 30;",
			source.Options{}, []string{"tempo 0 src:1 defined twice: 28, and 12 at src:3: leave one, or choose by a line of -names: NAME = src:1"}},
		{"one square of a table defined twice", pawns, "int pst_pawn[64] = {" + numbers(0, 64) + "};\nint pst_pawn[48] = {" + numbers(8, 55) + ", 99};",
			source.Options{}, []string{"pst.pawn.h7 0 src:1 defined twice: 55, and 99 at src:2: leave one, or choose by a line of -names: NAME = src:1"}},
		{"halves defined twice", family[:1], "int mobilityKnight0Mg = -30, mobilityKnight0Eg = -20;\nint mobilityKnight0Mg = -31;",
			source.Options{}, []string{"mobility.knight.0.mg 0 src:1 defined twice: -30, and -31 at src:2: leave one, or choose by a line of -names: NAME = src:1"}},
		{"both branches of a condition", []weights.Term{plain("tempo", 28)}, "#ifdef TUNED\nint tempo = 28;\n#else\nint tempo = 12;\n#endif",
			source.Options{}, []string{"tempo 0 src:2 defined twice: 28, and 12 at src:4: leave one, or choose by a line of -names: NAME = src:2"}},
		{"a branch that is not code", []weights.Term{plain("tempo", 28)}, "#if 0\nint tempo = 28;\n#else\nint tempo = 12;\n#endif",
			source.Options{}, []string{"tempo 12 src:4 "}},
		{"rank 8 first, and not said", pawns[:1], "int pst_pawn[64] = {" + flipped() + "};", source.Options{}, []string{"pst.pawn.a2 48 src:1 "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range source.Against(&weights.File{Set: "s", Terms: tt.terms}, arrays(t, tt.src), tt.opt).Differences {
				got = append(got, fmt.Sprint(d.Name, " ", d.Source, " ", d.Where, " ", d.Problem))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("differences (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDriftWrite(t *testing.T) {
	f := fixtures.Tapered()
	src, err := export.Code(f, export.C, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		f.Terms[i+10].MG.Value += 10
	}
	f.Terms[0].Name = "material.king"
	var b strings.Builder
	for _, verbose := range []bool{false, true} {
		if err := source.Against(f, arrays(t, string(src)), source.Options{}).Write(&b, verbose); err != nil {
			t.Fatal(err)
		}
	}
	fixtures.Golden(t, "drift", []byte(b.String()))
}

// importNames imports the terms that entries name.
func importNames(set string, entries []source.Entry, arrays []scan.Array, opt source.Options) (*weights.File, error) {
	f, err := source.Skeleton(set, entries)
	if err != nil {
		return nil, err
	}
	opt.Names = entries
	return source.Import(f, arrays, opt)
}

// importInOrder is importNames where numbers are taken in their order.
func importInOrder(set string, entries []source.Entry, arrays []scan.Array, opt source.Options) (*weights.File, []source.Taken, error) {
	f, err := source.Skeleton(set, entries)
	if err != nil {
		return nil, nil, err
	}
	opt.Names = entries
	return source.ImportInOrder(f, arrays, opt)
}

// TestImportOrdered reads tables as their author published them, in C: rank 8 first, the
// middle game of a piece before its endgame.
func TestImportOrdered(t *testing.T) {
	src, err := os.ReadFile("testdata/tables.c")
	if err != nil {
		t.Fatal(err)
	}
	opt := source.Options{RankEight: true}
	names := `# two pieces
material.pawn tapered
pst.pawn.mg[64]
pst.pawn.eg[64]  # the endgame
tempo
`
	entries, err := source.ReadNames("names", strings.NewReader(names), opt)
	if err != nil {
		t.Fatal(err)
	}
	f, taken, err := importInOrder("mine", entries, arrays(t, string(src)), opt)
	if err != nil {
		t.Fatal(err)
	}
	wantTaken(t, taken, "material.pawn tapered = pawn_value  # src:5", "pst.pawn.mg[64] = mg_pawn_table  # src:7",
		"pst.pawn.eg[64] = eg_pawn_table  # src:18")
	if len(f.Terms) != 66 || f.Set != "mine" {
		t.Fatalf("%d terms of set %s", len(f.Terms), f.Set)
	}
	pesto, _ := weights.Published("pesto")
	for _, term := range f.Terms {
		want, ok := pesto.Term(term.Name)
		if ok && (term.MG.Value != want.MG.Value-82 || term.EG.Value != want.EG.Value-94) {
			t.Errorf("%s: %v and %v", term.Name, term.MG, term.EG)
		}
	}
	if tempo, _ := f.Term("tempo"); tempo.Value.Value != 15 {
		t.Errorf("tempo %v", tempo)
	}
}

// wantTaken compares the lines that say what was taken for what.
func wantTaken(t *testing.T, taken []source.Taken, want ...string) {
	t.Helper()
	var got []string
	for _, one := range taken {
		got = append(got, one.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("taken (-want +got):\n%s", diff)
	}
}

func TestImportErrors(t *testing.T) {
	like := &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a", 1, 2), fixtures.Term("b", 3, 4)}}
	tests := []struct {
		name, names, src string
		want             string
	}{
		{"too few", "a tapered\nb tapered\n", "x = S(1, 2); y = {3, 4, 5}; z = f(w);", "src: in order: 5 numbers, the names that are not found want 4: choose among its arrays (-array): x 2, y 3"},
		{"over an end", "a\nb[64]\n", "x = {" + strings.Repeat("1,", 60) + "};\ny = {1,2,3,4,5};", "src:1: x has 59 numbers left, b[64] wants 64"},
		{"no pairs", "a tapered\nb tapered\n", "x = {1, 2, 3, 4};", "src:1: x is not in pairs, and a tapered is tapered: name its halves, a.mg and a.eg"},
		{"pairs", "a\nb\nc\nd\n", "x = {{1, 2}, {3, 4}};", `src:1: x is in pairs, and a is not: add "tapered"`},
		{"one half", "a.mg\nb\n", "x = {1, 2};", "a.eg: only its other half is named"},
		{"twice", "a\na\n", "x = {1, 2};", "a: named twice"},
		{"plain and tapered", "a.mg\na.eg\na\n", "x = 1; y = 2; z = 3;", "a: named both as tapered and as plain"},
		{"by name, some", "", "int a = {1, 2}; int c = {3, 4};", "src: 2 of 4 weights are not found by name; the first is b.mg: not in the source: add a line to -names, NAME = PLACE; with -by-order numbers are taken in their order"},
		{"by name, none, too few", "", "int x = {1, 2};", "src: 4 of 4 weights are not found by name; the first is a.mg: not in the source: add a line to -names, NAME = PLACE; with -by-order numbers are taken in their order"},
		{"only an expression", "a\n", "x = 2 * 3;", `src:1:5: x: an expression, "2 * 3": want plain numbers: write them there, or leave this table out`},
		{"nothing", "", "", "no numbers to import"},
		{"defined twice", "", "int a = {1, 2};\nint b = {3, 4};\nint b = {3, 5};", "src:2: b.eg: defined twice: 4, and 5 at src:3: leave one, or choose by a line of -names: NAME = src:2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var err error
			if tt.names == "" {
				_, err = source.Import(like, arrays(t, tt.src), source.Options{})
			} else {
				entries, e := source.ReadNames("names", strings.NewReader(tt.names), source.Options{})
				if e != nil {
					t.Fatal(e)
				}
				_, _, err = importInOrder("s", entries, arrays(t, tt.src), source.Options{})
			}
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// Where no name is found numbers are taken in their order only by a call that says so, and what
// was taken for what is said.
func TestImportInOrder(t *testing.T) {
	like := &weights.File{Set: "s", SetHash: "h", Phase: "p", Terms: []weights.Term{
		{Name: "tempo"}, fixtures.Term("pst.king.a1", 0, 0), fixtures.Term("pst.king.a2", 0, 0), fixtures.Term("rook", 0, 0),
	}}
	all := arrays(t, "T = 5; K = { S(1, -1), S(2, -2) }; R = S(500, 510);")
	opt := source.Options{RankEight: true}
	if f, err := source.Import(like, all, opt); err == nil || !strings.Contains(err.Error(), "7 of 7 weights are not found by name") {
		t.Errorf("without a word: %+v, %v", f, err)
	}
	f, taken, err := source.ImportInOrder(like, all, opt)
	if err != nil {
		t.Fatal(err)
	}
	wantTaken(t, taken, "tempo = T  # src:1", "# pst.king[2] tapered: numbers 1 to 4 of the 4 of K, src:1", "rook tapered = R  # src:1")
	bare := func(name string, mg, eg float64) weights.Term {
		return weights.Term{Name: name, Tapered: true, MG: weights.Weight{Value: mg}, EG: weights.Weight{Value: eg}}
	}
	want := &weights.File{Set: "s", SetHash: "h", Phase: "p", Terms: []weights.Term{
		{Name: "tempo", Value: weights.Weight{Value: 5}}, bare("pst.king.a1", 2, -2), bare("pst.king.a2", 1, -1), bare("rook", 500, 510),
	}}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
}

// Names that some tables have stay theirs: only what is left is taken in order.
func TestImportRestInOrder(t *testing.T) {
	entries := named(t, "a[3]\nb[3]\nc[3]\nd\ne", source.Options{})
	f, taken, err := importInOrder("s", entries, arrays(t, "int c[] = {7, 8, 9}; int x[] = {1, 2, 3}; int y[] = {4, 5, 6};\nint z[] = {10, 11};"), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []float64
	for _, w := range f.Weights() {
		got = append(got, w.Value)
	}
	if want := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	wantTaken(t, taken, "a[3] = x  # src:1", "b[3] = y  # src:1", "# d: number 1 of the 2 of z, src:2", "# e: number 2 of the 2 of z, src:2")
}

// Terms whose names have no numbers are not elements of an array in the order of the file, nor is a
// single number the term's whose name begins with its name; a line of -names says so.
func TestOrderWithoutWord(t *testing.T) {
	plain := func(names ...string) *weights.File {
		f := &weights.File{Set: "s"}
		for i, name := range names {
			f.Terms = append(f.Terms, weights.Term{Name: name, Value: weights.Weight{Value: float64(i + 1)}})
		}
		return f
	}
	for _, tt := range []struct {
		name  string
		f     *weights.File
		src   string
		names string // that say it
		want  string // of Import without them
	}{
		{"another table", plain("PawnTable.0", "PawnTable.1"), "int KnightTable[2] = {1, 2};", "PawnTable[2] = KnightTable", "not in the source"},
		{"a plural", plain("PawnTable.0", "PawnTable.1"), "int PawnTables[2] = {1, 2};", "PawnTable[2] = PawnTables", "not in the source"},
		{"one of two tables", plain("a.0", "a.1", "b.0", "b.1"), "int a[2] = {1, 2}; int c[2] = {3, 4};", "a[2]\nb[2] = c", "2 of 4 weights are not found by name; the first is b.0: not in the source"},
		{"a family without numbers", plain("material.pawn", "material.knight"), "int material[2] = {1, 2};", "material.{pawn,knight} = material",
			"nothing says which of the numbers of material is whose: in their order that is a line of -names: material.{pawn,knight} = material"},
		{"a family from 1 on", plain("passed.1", "passed.2", "passed.3"), "int passed[3] = {1, 2, 3};", "passed.{1..3} = passed", "passed.{1,2,3} = passed"},
		{"a number of the first name", plain("king.shelter"), "int king = 1;", "king.shelter = king", "king.{shelter} = king"},
		{"numbers that run together", plain("Mob.1.10", "Mob.11.0"), "int Mob_1_10 = 1; int Mob_1_1_0 = 2;", "Mob.1.10\nMob.11.0 = Mob_1_1_0", "1 of 2 weights are not found"},
		{"one number for two", plain("Mob.1.10", "Mob.11.0"), "int Mob110 = 1, Mob1 = 2;", "Mob.1.10 = Mob110\nMob.11.0 = Mob1", "Mob110 is found by the name of Mob.11.0, too"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := arrays(t, tt.src)
			if f, err := source.Import(tt.f, all, source.Options{}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("imported %+v, error %v, want %s", f, err, tt.want)
			}
			if d := source.Against(tt.f, all, source.Options{}); len(d.Differences) == 0 {
				t.Error("check finds nothing")
			}
			text := []source.Code{{Name: "src", Data: []byte(tt.src)}}
			if _, err := source.Rewrite(text, tt.f, tt.f, source.Options{}); err == nil {
				t.Error("written")
			}
			opt := source.Options{Names: named(t, tt.names, source.Options{})}
			if f, err := source.Import(tt.f, all, opt); err != nil || cmp.Diff(tt.f, f) != "" {
				t.Errorf("with names %v, %+v", err, f)
			}
		})
	}
}

// A folded table takes the mean of both wings.
func TestImportFolded(t *testing.T) {
	var list []string
	for sq := range 64 {
		list = append(list, fmt.Sprint(10*(sq/8)+sq%8))
	}
	like := &weights.File{Set: "s", Terms: fixtures.Texel().Terms[:32]}
	src := "pst_knight_mg = {" + strings.Join(list, ",") + "}; pst_knight_eg = {" + strings.Join(list, ",") + "};"
	f, err := source.Import(like, arrays(t, src), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, term := range f.Terms {
		if want := float64(10*(i/4)) + 3.5; term.MG.Value != want || term.EG.Value != want {
			t.Errorf("%s: %v, want %v", term.Name, term.MG, want)
		}
	}
}

func TestReadNamesErrors(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb x":          `names:2: b x: want a name, and "tapered" or nothing`,
		"a tapered b":     `names:1: a tapered b: want a name, and "tapered" or nothing`,
		"\n# c\na[48)":    "names:3: a[48): a table is NAME[64] or NAME[4][28]",
		"a[0]":            "names:1: a[0]: a table has from 1 to 65536 numbers",
		"a = b[":          "names:1: = b[: a place is the name of an array with indices, such as Mobility[0] or eval::Mobility[0], or its line, eval.cpp:12",
		"a.mg tapered":    `names:1: a.mg: half of a pair is one number: omit "tapered"`,
		"# nothing\n \n":  "names: no names",
		"[64] tapered":    "names:1: a term without a name",
		"a.eg[64]tapered": "names:1: a.eg[64]tapered: a table is NAME[64] or NAME[4][28]",
	} {
		_, err := source.ReadNames("names", strings.NewReader(in), source.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", in, err, want)
		}
	}
}

// TestFormulaInSource: what is exported is found again by name, compared, and imported
// with scale and formula.
func TestFormulaInSource(t *testing.T) {
	want := fixtures.WithBlock()
	for _, lang := range []export.Language{export.Go, export.C, export.CPP, export.Rust, export.Python, export.CSharp, export.Java, export.JavaScript, export.JSON} {
		src, err := export.Code(want, lang, export.Options{})
		if err != nil {
			t.Fatal(err)
		}
		arrays, err := scan.ReadArrays("eval."+lang.String(), bytes.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		if d := source.Against(want, arrays, source.Options{}); len(d.Differences) != 0 {
			t.Errorf("%v: %+v", lang, d.Differences)
		}
		got, err := source.Import(want, arrays, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		danger := got.Terms[len(got.Terms)-2:]
		if got.EndgameScale != "endgame" || got.Formula != weights.BlockFormula || danger[0].Value.Value != 12.25 || danger[1].Value.Value != -3.5 || len(danger[1].Sums) != 2 {
			t.Errorf("%v: endgame scale %q, formula %q, terms %+v", lang, got.EndgameScale, got.Formula, danger)
		}
		other := fixtures.WithBlock()
		other.Terms[len(other.Terms)-1].Value.Value = 9
		if d := source.Against(other, arrays, source.Options{}); len(d.Differences) != 1 || d.Differences[0].Name != "danger.e4" {
			t.Errorf("%v, changed: %+v", lang, d.Differences)
		}
		if lang != export.JSON && !bytes.Contains(src, []byte("square(max(0, white)) - square(max(0, black))")) {
			t.Errorf("%v: no formula in\n%s", lang, src)
		}
	}
}

// TestExportedFormula: parameters, tables and both halves of terms of other sums are found by name in what is exported.
func TestExportedFormula(t *testing.T) {
	want := fixtures.Formula()
	sums := []string{"strength"}
	for i := range 4 {
		v := float64(i) / 4
		want.Terms = append(want.Terms, weights.Term{Name: fmt.Sprintf("storm.%d", i), Sums: sums, Tapered: true, MG: weights.Weight{Value: v}, EG: weights.Weight{Value: -v}})
	}
	for _, lang := range []export.Language{export.Go, export.C, export.CPP, export.Rust, export.Python, export.CSharp, export.Java, export.JavaScript, export.JSON} {
		src, err := export.Code(want, lang, export.Options{})
		if err != nil {
			t.Fatal(err)
		}
		arrays, err := scan.ReadArrays("eval."+lang.String(), bytes.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		got, err := source.Import(want, arrays, source.Options{})
		if err != nil {
			t.Errorf("%v: %v", lang, err)
			continue
		}
		for i, term := range want.Terms {
			is, _ := got.Term(term.Name)
			if term.Linear() {
				term = rounded(want).Terms[i]
			}
			if is.Value.Value != term.Value.Value || is.MG.Value != term.MG.Value || is.EG.Value != term.EG.Value || is.Parameter != term.Parameter {
				t.Errorf("%v: %+v, want %+v", lang, is, term)
			}
		}
	}
}
