package source_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
	"example.org/centipawn/weights/source/scan"
)

// listedFiles are sources, and what -list prints of them without comments.
var listedFiles = []struct {
	name, file, src string
	want            []string
}{
	{"behind an import in brackets", "eval.go", `package eval

import (
	"math"
	"os"
)

type Fn func(int) int

const (
	Tempo = 20
)

var Set = Params[Score]{
	Mobility: [2][3]Score{
		{1, 2, 3},
		{4, 5, 6},
	},
	Bonus: 7,
}
`, []string{"Mobility[2][3]", "Tempo", "Bonus"}},
	{"of std::array and constructors", "eval.hpp", `inline const std::array<std::array<P, 2>, 2> SHELTER = {{
  {{ S(17, -20), S(-6, 5), }},
  {{ S(2, 1), S(-21, -1), }},
}};
int Depth[2][1][2] = {{{1, 2}}, {{3, 4}}};
inline Sigmoid<32> ACTIVATION(
        1361, 846, -21, 0
);
inline V PAWNS = V(-19);
int Limit(7);
int clip(int, int);
void f() { g(1, 2); Wide w(3, 4); }
`, []string{"SHELTER[2][2] tapered", "Depth[2][1] tapered", "ACTIVATION[4]", "PAWNS", "Limit"}},
	{"of one name", "eval.py", "cost = {'R': 500, 'B': 330}\nsquare = {\n  'R': (1, 2, 3),\n  'B': (4, 5, 6),\n}\nR = 4\n",
		[]string{"R[3] = square::R", "B[3] = square::B", "R = cost::R", "B = cost::B", "R_2 = ::R"}},
	{"of one name in JSON", "a.json", `{"rook": {"open": 4, "half": [1, 2, 3]}, "queen": {"open": 5, "half": [4, 5, 6]}}`,
		[]string{"half[3] = rook::half", "queen.half[3] = queen::half", "open = rook::open", "queen.open = queen::open"}},
	{"halves", "a.json", `{"mg": {"rook": [1, 2, 3], "x": 4}, "eg": {"rook": [5, 6, 7], "y": 5}}`,
		[]string{"rook.mg[3] = mg::rook", "rook.eg[3] = eg::rook", "x", "y"}},
	{"halves by other words", "eval.c", "int EarlyRook[3] = {1, 2, 3}, LateRook[3] = {4, 5, 6};\nint kingOpening[2][2] = {{1, 2}, {3, 4}}, king_endgame[2] = {5, 6};\nint PawnMG = 82; int PawnEG = 94; int ENDGAME_X = 3;",
		[]string{"Rook.mg[3] = EarlyRook", "Rook.eg[3] = LateRook", "kingOpening[2] tapered", "king_endgame tapered", "Pawn.mg = PawnMG", "Pawn.eg = PawnEG", "ENDGAME_X"}},
	{"at the top and below", "eval.js", "const bonus = 5\nconst limits = { bonus: 9 }\n", []string{"bonus = ::bonus", "limits.bonus = limits::bonus"}},
	{"assigned by index", "Eval.java", `class Eval {
  static int[][][] T = new int[7][2][];
  static {
    T[Piece.ROOK][WHITE] = new int[] { 1, 2, 3 };
    T[Piece.BISHOP][WHITE] = new int[] { 4, 5, 6 };
    U[0] = new int[] { 7, 8, 9 };
  }
}`, []string{"T.ROOK.WHITE[3] = T[ROOK][WHITE]", "T.BISHOP.WHITE[3] = T[BISHOP][WHITE]", "U.0[3] = U[0]"}},
	{"assigned by index in a function", "eval.js", "function init() {\n  pst['r'] = [1, 2, 3]\n  pst[QUEEN] = [4, 5, 6]\n  const k = 3\n  let n = 4\n}\n",
		[]string{"pst.r[3] = pst[r]", "pst.QUEEN[3] = pst[QUEEN]", "k"}},
	{"constants as keys", "eval.py", "V = {chess.ROOK: 500, chess.BISHOP: 330}\nT = {\n  ROOK: [1, 2, 3],\n  BISHOP: [4, 5, 6],\n}\nM = {(chess.ROOK, True): np.array([1, 2], dtype=int), (chess.ROOK, False): np.array([3, 4])}\n",
		[]string{"V.{ROOK,BISHOP} = V", "T.{ROOK,BISHOP}[3] = T", "M.{ROOK_True,ROOK_False} tapered = M"}},
	{"numbers as keys", "eval.ts", "const V: Record<number, number> = { 3: 500, 5: 330, 9: 7 } as const\nconst E = { [P.Rook]: [1, 2, 3], [P.Bishop]: [4, 5, 6] }\n",
		[]string{"V.{3,5,9} = V", "E.{Rook,Bishop}[3] = E"}},
	{"dictionaries of C#", "Eval.cs", `class E {
  static readonly Dictionary<Piece, int> V = new() { { Piece.Rook, 500 }, { Piece.Bishop, 330 } };
  static readonly Dictionary<Piece, int[]> T = new() { [Piece.Rook] = new[] { 1, 2, 3 }, [Piece.Bishop] = new[] { 4, 5, 6 } };
  public static int[] P { get; private set; } = { 1, 2, 3 };
  public static int Q { get; } = 4;
  static ReadOnlySpan<sbyte> R => new sbyte[] { 5, 6, 7 };
  int f(int x) => x;
}`, []string{"V.{Rook,Bishop} = V", "T.{Rook,Bishop}[3] = T", "P[3]", "R[3]", "Q"}},
	{"maps", "Eval.kt", "package eval\nval v = mapOf(Piece.ROOK to 500, Piece.BISHOP to 330)\nval t: Map<Piece, IntArray> = mapOf(\n  Piece.ROOK to intArrayOf(1, 2, 3),\n  Piece.BISHOP to intArrayOf(4, 5, 6),\n)\nval a = arrayOf(intArrayOf(1, 2, 3), intArrayOf(4, 5, 6))\n",
		[]string{"v.{ROOK,BISHOP} = v", "t.{ROOK,BISHOP}[3] = t", "a[2][3]"}},
	{"maps of Rust, C++ and Java", "eval.cpp", "std::map<Piece, int> V = {{ROOK, 500}, {BISHOP, 330}};\nint T[7] = {[ROOK] = 500, [BISHOP] = 330};", []string{"V.{ROOK,BISHOP} = V", "T.{ROOK,BISHOP} = T"}},
	{"a map of Rust", "eval.rs", "static V: HashMap<P, i32> = HashMap::from([(P::Rook, 500), (P::Bishop, 330)]);\nconst E: M = enum_map! { P::Rook => [1, 2, 3], P::Bishop => [4, 5, 6] };", []string{"V.{Rook,Bishop} = V", "E.{Rook,Bishop}[3] = E"}},
	{"a map of Java", "E.java", "class E { static final Map<P, Integer> V = Map.of(P.ROOK, 500, P.BISHOP, 330); static final Map<P, int[]> T = Map.ofEntries(entry(P.ROOK, new int[] {1, 2, 3}), entry(P.BISHOP, new int[] {4, 5, 6})); }",
		[]string{"V.{ROOK,BISHOP} = V", "T.{ROOK,BISHOP}[3] = T"}},
	{"a map of Go", "eval.go", "package eval\n\nvar V = map[chess.Piece]int{\n\tchess.Rook: 500,\n\tchess.Bishop: 330,\n}\nvar A = [7]int{Rook: 500, Bishop: 330}\nvar S = Params{Rook: 4}\n",
		[]string{"V.{Rook,Bishop} = V", "A.{Rook,Bishop} = A", "Rook = S::Rook"}},
	{"off the board", "eval.js", "const x = 0\nconst t = [\n  1, 2, 3, x, x, x,\n  4, 5, 6, x, x, x,\n]\nconst u = [null, 10, 20, 30]\n",
		[]string{"t.{0,1,2,6,7,8} = t", "u.{1..3} = u", "x"}},
	{"a default among pairs", "w.d", "static immutable W[2][2] w = [ [ {+1, -2}, {+3, -4} ], [ W.init, {+5, -6} ] ];", []string{"w.0[2] tapered = w[0]", "w.1.{1..1} tapered = w[1]"}},
	{"Zig", "eval.zig", "pub const A: [2][3]i32 = .{\n    .{ 1, 2, 3 },\n    .{ 4, 5, 6 },\n};\nconst B = [_]i32{ 1, 2, 3 };\nconst C = [_]Score{ S(1, 2), S(3, -4) };\npub const E = struct {\n    pub const inner: [3]i16 = .{ 1, 2, 3 };\n    tempo: i32 = 5,\n};\n",
		[]string{"A[2][3]", "B[3]", "C[2] tapered", "inner[3]", "tempo"}},
	{"Swift", "Eval.swift", "struct Eval {\n  static let rook: [Int] = [1, 2, 3]\n  static let values: [Piece: Int] = [.rook: 500, .bishop: 330]\n  let tempo = 20\n  func f() -> Int { let n = 3; return n }\n}\n",
		[]string{"rook[3] = Eval::rook", "values.{rook,bishop} = values", "tempo"}},
	{"Lua", "eval.lua", "local rook = { 1, 2, 3 }\nlocal V = { [ROOK] = 500, [BISHOP] = 330 }\nfunction f(x)\n  if x then local n = 3 end\n  local m = 4\nend\ntempo = 20\n",
		[]string{"rook[3] = rook", "V.{ROOK,BISHOP} = V", "tempo"}},
	{"Nim", "eval.nim", "const rook*: array[3, int] = [1, 2, 3]\nlet b = @[4, 5, 6]\nproc f(x: int): int =\n  let n = 3\n  n\nconst tempo* = 20\n", []string{"rook[3]", "b[3]", "tempo"}},
	{"arguments that are fields", "eval.py", "W = Weights(tempo=20, rook=[1, 2, 3])\nD = dict(pair=30)\n", []string{"rook[3]", "tempo", "pair"}},
	{"put into a map", "E.java", "class E {\n  static {\n    T.put(P.ROOK, new int[] {1, 2, 3});\n    V.put(P.ROOK, 500);\n    W.put(1, 2, 3);\n  }\n  void f() { opt.put(\"hash\", 16); }\n}\n", []string{"T.ROOK[3] = T[ROOK]", "V.ROOK = V[ROOK]"}},
	{"what Default has", "eval.rs", "impl Default for Params {\n    fn default() -> Self {\n        Self { tempo: 12, rook: [1, 2, 3], pair: S(3, 4) }\n    }\n}\nfn f(p: Piece) -> i32 { match p { Piece::Rook => 500, _ => 0 } }\n",
		[]string{"rook[3]", "tempo", "pair tapered"}},
	{"fields of a header", "Eval.kt", "data class Params(val tempo: Int = 12, val rook: List<Int> = listOf(1, 2, 3))\nfun f(depth: Int = 3) = 4\n", []string{"rook[3]", "tempo"}},
	{"a frozen object", "eval.ts", "export const t: Readonly<Record<P, number[]>> = Object.freeze({\n  r: [1, 2, 3],\n  b: [4, 5, 6],\n})\n", []string{"r[3]", "b[3]"}},
	{"calls in calls", "eval.py", "T = {P.ROOK: tuple(np.array([1, 2, 3])), P.BISHOP: [4, 5, 6]}\nE = f(g([]), h(i()))\nU: \"list[int]\" = [1, 2, 3]\n", []string{"T.{ROOK,BISHOP}[3] = T", "U[3]"}},
	{"numbers in round brackets", "eval.c", "int a[3] = {(1), (-2), (3)}, b = (-4);", []string{"a[3]", "b"}},
	{"pointers of Go", "eval.go", "package eval\n\nvar T = map[Piece]*[3]int{Rook: {1, 2, 3}, Bishop: {4, 5, 6}}\n", []string{"T.{Rook,Bishop}[3] = T"}},
	{"of a type with brackets", "eval.py", "q: list[int] = [1, 2, 3]\nif x:\n    pass\nelse: r = [4, 5, 6]\n", []string{"q[3]", "r[3]"}},
	{"keys and values in lists", "eval.py", "V = [('rook', 500), ('bishop', 330)]\nD = dict([(chess.ROOK, 500), (chess.BISHOP, 330)])\nT = [(P.ROOK, [1, 2, 3]), (P.BISHOP, [4, 5, 6])]\n",
		[]string{"V.{rook,bishop} = V", "D.{ROOK,BISHOP} = D", "T.{ROOK,BISHOP}[3] = T"}},
	{"a map in a map's constructor", "E.java", "class E { static final EnumMap<P, Integer> V = new EnumMap<>(Map.of(P.ROOK, 500, P.BISHOP, 330)); enum P { ROOK; static final int[] T = {1, 2, 3}; } }",
		[]string{"V.{ROOK,BISHOP} = V", "T[3]"}},
	{"in an enum", "Eval.swift", "enum Eval { static let rook = [1, 2, 3]; static let tempo = 4; case a }\n", []string{"rook[3]", "tempo"}},
	{"blocks with a word in front", "Eval.cs", "class E { int f(P p) => p switch { P.Rook => 500, _ => 0 }; int[] t = { 1, 2, 3 }; }", []string{"t[3]"}},
	{"a number in braces", "eval.cpp", "constexpr int Tempo{12}; const Score Pair{5, 6}; std::vector<int> v{7};", []string{"Tempo", "Pair tapered", "v[1]"}},
	{"halves of two forms", "eval.cpp", "int Rook[3] = {1, 2, 3}, RookEnd[3] = {4, 5, 6};\nint MG_Pair[2][2] = {{1, 2}, {3, 4}}, EG_Pair[2][2] = {{5, 6}, {7, 8}};",
		[]string{"Rook.mg[3] = Rook", "Rook.eg[3] = RookEnd", "Pair.mg[2][2] = MG_Pair", "Pair.eg[2][2] = EG_Pair"}},
	{"an attribute", "eval.cpp", "struct [[nodiscard]] P { int ep = 4; };\nvoid f() { int ep = 3; }", []string{"ep = ep"}},
}

// What is listed is imported, checked and written as it is printed, and nothing else changes.
func TestListedIsImported(t *testing.T) {
	for _, tt := range listedFiles {
		t.Run(tt.name, func(t *testing.T) {
			text := []source.Code{{Name: tt.file, Data: []byte(tt.src)}}
			all, err := source.Read(text, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			l := source.List(all)
			var got []string
			for _, e := range append(l.Tables, l.Numbers...) {
				got = append(got, e.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s%v", diff, l)
			}
			if len(l.Unread) > 0 {
				t.Errorf("not read: %v", l.Unread)
			}
			written(t, text, strings.Join(got, "\n"))
		})
	}
}

// written imports names, writes other values, and compares.
func written(t *testing.T, text []source.Code, names string) {
	t.Helper()
	opt := source.Options{Names: named(t, names, source.Options{})}
	all, err := source.Read(text, opt)
	if err != nil {
		t.Fatal(err)
	}
	f, err := importNames("s", opt.Names, all, opt)
	if err != nil {
		t.Fatal(err)
	}
	silent(t, "imported", text, f, opt)
	changed := map[string]float64{}
	for _, w := range f.Weights() {
		changed[w.Name] = w.Value + 1
	}
	g := plus(f, changed, false)
	next := rewrite(t, text, f, g, opt)
	silent(t, "written", next, g, opt)
	if back := rewrite(t, next, g, f, opt); string(back[0].Data) != string(text[0].Data) {
		t.Errorf("written back:\n%s", back[0].Data)
	}
}

// A place keeps its meaning when lines are added above, and elements are found by their keys.
func TestPlacesByKey(t *testing.T) {
	const py = "T = {chess.ROOK: [1, 2, 3], chess.BISHOP: [4, 5, 6]}\nV = {1: 100, 3: 500}\nB[QUEEN] = [7, 8, 9]\nH = [0, 1, x, 3]\n"
	for place, want := range map[string]float64{
		"a[3] = T[BISHOP]": 4, "a.{r,b}[3] = T": 1, "a = V[3]": 500, "a = V[1]": 100, "a = T[ROOK][1]": 2, "a[3] = B[QUEEN]": 7, "a = H[3]": 3,
	} {
		for _, above := range []string{"", "import chess\n\n\n"} {
			opt := source.Options{Names: named(t, place, source.Options{})}
			all, err := source.Read([]source.Code{{Name: "e.py", Data: []byte(above + py)}}, opt)
			if err != nil {
				t.Fatal(err)
			}
			f, err := importNames("s", opt.Names, all, opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Weights()[0].Value; got != want {
				t.Errorf("%s is %g, want %g", place, got, want)
			}
		}
	}
	for _, place := range []string{"a = V[0]", "a = H[2]", "a = T[KING][0]"} {
		opt := source.Options{Names: named(t, place, source.Options{})}
		all, _ := source.Read([]source.Code{{Name: "e.py", Data: []byte(py)}}, opt)
		if f, err := importNames("s", opt.Names, all, opt); err == nil {
			t.Errorf("%s is %v, want an error", place, f.Weights())
		}
	}
}

// Halves have the word mg or eg anywhere in their names.
func TestHalvesByName(t *testing.T) {
	const src = "int Early[2][3] = {{1, 2, 3}, {4, 5, 6}}, Late[2][3] = {{7, 8, 9}, {10, 11, 12}};"
	for _, names := range []string{
		"t.{r,b}.mg[3] = Early\nt.{r,b}.eg[3] = Late",
		"t.mg.{r,b}[3] = Early\nt.eg.{r,b}[3] = Late",
		"mg.t.{r,b}[3] = Early\neg.t.{r,b}[3] = Late",
		"t.{r,b}.{0..2}.mg = Early\nt.{r,b}.{0..2}.eg = Late",
		"t.{r,b}.{0..2}.mg = Early\nt.eg.{r,b}.{0..2} = Late",
	} {
		v := valuesOf(t, src, names, source.Options{})
		if len(v) != 12 || v["t.b.0.mg"] != 4 || v["t.r.2.eg"] != 9 {
			t.Errorf("%s: %v", names, v)
		}
	}
	like := &weights.File{Set: "s", Terms: []weights.Term{{Name: "pst.rook.0", Tapered: true}, {Name: "pst.rook.1", Tapered: true}}}
	for _, src := range []string{"int pst_mg_rook[] = {1, 2}, pst_eg_rook[] = {3, 4};", "int mgPstRook[] = {1, 2}, egPstRook[] = {3, 4};", "int PST_ROOK_MG[] = {1, 2}, PST_ROOK_EG[] = {3, 4};"} {
		f, err := source.Import(like, arrays(t, src), source.Options{})
		if err != nil || f.Terms[1].MG.Value != 2 || f.Terms[0].EG.Value != 3 {
			t.Errorf("%s: %+v, %v", src, f, err)
		}
	}
}

// A table of another form says what it is and what to write.
func TestOtherForm(t *testing.T) {
	for _, tt := range []struct{ src, names, want string }{
		{"int T[4] = {1, 2, 3, 4};", "a[4] tapered = T", "src:1: 8 of 8 weights are not found by name; the first is a.0.mg: 4 numbers, want 4 pairs: name each half with its table, NAME.mg = T and NAME.eg = …"},
		{"S T[3] = {S(1, 2), S(3, 4), S(5, 6)};", "a[3] = T", `src:1: 3 of 3 weights are not found by name; the first is a.0: 3 pairs, want 3 numbers: add "tapered" to its name`},
		{"int T[6] = {1, 2, 3, 4, 5, 6};", "a[3] tapered = T", "src:1: 6 of 6 weights are not found by name; the first is a.0.mg: 6 numbers in a row: say whether the halves stand one after the other, NAME.{mg,eg}[3] = T, or in pairs, NAME.{0..2}.{mg,eg} = T"},
		{"int T[5] = {1, 2, NO, 3, 4};", "a[5] = T", "src:1: 5 of 5 weights are not found by name; the first is a.0: 4 numbers and 1 that are not, such as NO, want 5"},
	} {
		entries := named(t, tt.names, source.Options{})
		if _, err := importNames("s", entries, arrays(t, tt.src), source.Options{Names: entries}); err == nil || err.Error() != tt.want {
			t.Errorf("error %v\nwant  %s", err, tt.want)
		}
	}
}

// A definition that other code changes later is told, and its number is not taken.
func TestChangedLater(t *testing.T) {
	for _, tt := range []struct{ file, src, want string }{
		{"e.py", "A = 20\nA += 5\n", `e.py:2:1: A: changed after its definition, "A += 5"`},
		{"e.py", "A = 20\nA = A * 2\n", `e.py:2:1: A: changed after its definition, "A = A * 2"`},
		{"e.py", "A = [1, 2, 3]\nfor i in range(3):\n    A[i] -= 1\n", `e.py:3:5: A: changed after its definition, "A[i] -= 1"`},
		{"e.py", "A = 20\ndef f():\n    global A\n    A *= 2\n", `e.py:4:5: A: changed after its definition, "A *= 2"`},
		{"e.py", "A = 20\ndef f(A):\n    A *= 2\n", ""},
		{"e.js", "let A = 20\nA += 5\n", `e.js:2:1: A: changed after its definition, "A += 5"`},
		{"e.c", "int A = 20;\nvoid init(void) { A += 5; }\n", `e.c:2:19: A: changed after its definition, "A += 5"`},
		{"e.c", "int A = 20;\nint f(int A) { A += 5; return A; }\nint g(void) { int A = 3; A += 5; return A; }\n", ""},
		{"e.c", "int A = 20;\nint f(struct s *p) { p->A += 5; }\n", ""},
		{"e.c", "int A[] = {1, 2, 3};\nvoid init(void) { for (int i = 0; i < 3; i++) A[i] = A[i] * 2; }\n", `e.c:2:47: A: changed after its definition, "A[i] = A[i] * 2"`},
		{"e.c", "int A = 20;\nvoid init(int v) { A = v; }\n", `e.c:2:20: A: changed after its definition, "A = v"`},
		{"e.c", "int A = 20;\nvoid init(void) { A = 30; }\n", `e.c:2:19: A: changed after its definition, "A = 30"`},
		{"e.c", "int A[] = {1, 2, 3};\nvoid f(void) { g(A); A[0] <<= 1; }\n", `e.c:2:22: A: changed after its definition, "A[0] <<= 1"`},
		{"e.c", "int A[] = {1, 2, 3};\nvoid f(int *A) { A[0]++; }\nint g(int b) { int A[3]; A[0] = b; return b - -A[1]; }\n", ""},
		{"e.cpp", "int A = 20;\nvoid f() { --A; }\n", `e.cpp:2:14: A: changed after its definition, "A"`},
		{"e.cs", "class E { static int A = 20; P F(int b) { return new P { A = b }; } }\n", ""},
		{"e.go", "package e\nvar A = [3]int{1, 2, 3}\nfunc init() { for i := range A { A[i] = 2 * A[i] } }\n", `e.go:3:34: A: changed after its definition, "A[i] = 2 * A[i]"`},
		{"e.go", "package e\nvar A = [3]int{1, 2, 3}\nfunc f() { A := [3]int{}; A[0] = 2 }\nfunc g() int { var B [4]int; B[0] = A[1]; return B[0] }\n", ""},
		{"E.java", "class E { static int[] A = {1, 2, 3}; static { A[0] = 5; } }\n", `E.java:1:48: A: changed after its definition, "A[0] = 5"`},
		{"e.js", "const A = [1, 2, 3];\nA.reverse();\n", `e.js:2:1: A: changed after its definition, "A.reverse()"`},
		{"e.js", "const A = [1, 2, 3];\nconst b = A.map(x => 2 * x), c = b[0] + +A[1];\n", ""},
		{"e.js", "const A = [1, 2, 3];\nfunction f() { A[1] **= 2; }\n", `e.js:2:16: A: changed after its definition, "A[1] **= 2"`},
		{"e.py", "A = [1, 2, 3]\ndef f():\n    A[1] = 2\n", `e.py:3:5: A: changed after its definition, "A[1] = 2"`},
		{"e.py", "A = [1, 2, 3]\ndef f(A):\n    A[1] = 2\ndef g():\n    A = [4, 5, 6]\n    A[1] //= 2\n", ""},
		{"e.py", "A = [1, 2, 3]\nA[0] = 9\n", `e.py:2:1: A: changed after its definition, "A[0] = 9"`},
		{"e.py", "A = {PAWN: 1, KNIGHT: 3}\nA[KING] = 0\n", ""},
		{"e.py", "A = {PAWN: 1, KNIGHT: 3}\nA[PAWN] = 0\n", `e.py:2:1: A: changed after its definition, "A[PAWN] = 0"`},
		{"e.kt", "var A = 20\nfun f() { A = A * 2 }\n", `e.kt:2:11: A: changed after its definition, "A = A * 2"`},
		{"e.rs", "static mut A: i32 = 20;\nfn f() { unsafe { A = A * 2; } }\nfn g() { let mut A = 3; A = A * 2; }\n", `e.rs:2:19: A: changed after its definition, "A = A * 2"`},
		{"e.go", "package e\nconst A, B = 1, 2\n", `e.go:2:10: B: one of several names assigned at once, "B = 1"`},
	} {
		all, err := source.Read([]source.Code{{Name: tt.file, Data: []byte(tt.src)}}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range all {
			if f := a.Fault(); f != nil && a.Stands == scan.Declared && (f.Table() || f.Lone) && !strings.Contains(got, a.Err.Error()) {
				got += a.Err.Error()
			}
		}
		if l := source.List(all); (len(l.Unread)+len(l.Remarks) > 0) != (tt.want != "") {
			t.Errorf("%s: listed as %+v", tt.src, l)
		}
		if got, _, _ = strings.Cut(got, ": want plain"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.src, got, tt.want)
		}
		f := &weights.File{Set: "s", Terms: []weights.Term{{Name: "A", Value: weights.Weight{Value: 20}}}}
		if d := source.Against(f, all, source.Options{}); (len(d.Differences) > 0) != (tt.want != "") && strings.HasPrefix(tt.src, "A = 20") && !strings.Contains(tt.src, "(A)") {
			t.Errorf("%s: checked as %+v", tt.src, d)
		}
	}
}

// What cannot be read is listed with its reason.
func TestUnreadHasReason(t *testing.T) {
	for _, tt := range []struct{ file, src, want string }{
		{"e.zig", "const t = [_]i32{0} ** 64;", `t: an expression, "[_]i32{0} ** 64"`},
		{"e.py", "t = [0] * 64", `t: an expression, "[0] * 64"`},
		{"e.rs", "static t: [i32; 64] = [0; 64];", `t[0]: an expression, "0"`},
		{"e.py", "t = {P.ROOK: np.flip(np.array([1, 2, 3]))}", `t[0]: an expression, "P.ROOK: np.flip(np.array([1, 2, 3]))"`},
		{"e.kt", "val t = arrayOf(1 to 2, 3 to 4)", `t[0]: an expression, "1 to 2"`},
		{"e.py", "t = [1, 2, 3]\nt += [4]", `t: changed after its definition, "t += [4]"`},
	} {
		all, err := source.Read([]source.Code{{Name: tt.file, Data: []byte(tt.src)}}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		l := source.List(all)
		if len(l.Unread) != 1 || len(l.Tables)+len(l.Numbers) > 0 || !strings.Contains(l.Unread[0].Error(), tt.want+": want plain") {
			t.Errorf("%s: %+v, want %s", tt.src, l, tt.want)
		}
	}
}
