package trace

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

func format(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }

// tinyWeights are those in the source of testdata/engine.rs.
var tinyWeights = func() map[string]float64 {
	w := map[string]float64{"bishop_pair.mg": 22, "bishop_pair.eg": 61, "tempo": 14}
	for name, v := range map[string][2]float64{"pawn": {82, 94}, "knight": {337, 281}, "bishop": {365, 297}, "rook": {477, 512}, "queen": {1025, 936}} {
		w["material."+name+".mg"], w["material."+name+".eg"] = v[0], v[1]
	}
	for i, v := range [][2]float64{{0, 0}, {-8, 2}, {-3, 0}, {4, 6}, {11, 19}, {30, 55}, {70, 120}, {0, 0}} {
		name := "pawn_rank." + strconv.Itoa(i+1)
		w[name+".mg"], w[name+".eg"] = v[0], v[1]
	}
	return w
}()

const (
	headers = "../../examples/trace"
	carried = "../../examples/engine"
)

// compilers are those that the headers are tested with, and how they are called.
var compilers = map[string][]string{
	"gcc":     {"-std=c99", "-pedantic", "-O1", "-Wall", "-Wextra", "-Werror", "-I", headers},
	"clang":   {"-std=c99", "-pedantic", "-O1", "-Wall", "-Wextra", "-Werror", "-I", headers},
	"g++":     {"-x", "c++", "-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", "-I", headers},
	"clang++": {"-x", "c++", "-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", "-I", headers},
	"rustc":   {"-O", "-D", "warnings"},
}

// compile returns the program of some sources; it skips the test without the compiler.
func compile(t *testing.T, compiler string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip("needs ", compiler)
	}
	out := filepath.Join(t.TempDir(), "program")
	args = slices.Concat(compilers[compiler], args, []string{"-o", out})
	if text, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// output runs a program on a file and returns what it prints.
func output(t *testing.T, input, program string, args ...string) string {
	t.Helper()
	in, err := os.Open(input)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdin = in
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// evaluations are those of a trace, a line each.
func evaluations(trace string) (list []string) {
	for _, m := range regexp.MustCompile(`eval:(\S+)`).FindAllStringSubmatch(trace, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestHeader: the carried engine compiles without a warning, as C and as C++; its trace is read,
// and is the same from every compiler; the engine in play has the same evaluations and no trace.
func TestHeader(t *testing.T) {
	sources := []string{filepath.Join(carried, "engine.c"), filepath.Join(carried, "evaluate.c")}
	lines, err := os.ReadFile("../../features/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	positions := write(t, "x.epd", strings.ReplaceAll(string(lines), "\n", " c9 \"1-0\"; id \"g7\"; eval \"-31\";\n"))
	first := ""
	for _, compiler := range []string{"gcc", "clang", "g++", "clang++"} {
		t.Run(compiler, func(t *testing.T) {
			if strings.HasSuffix(compiler, "++") {
				long.Skip(t, "compiles C++")
			}
			trace := output(t, positions, compile(t, compiler, append(sources, "-DTRACE")...), "trace")
			if first == "" {
				first = trace
			} else if trace != first {
				t.Error("the trace is not that of another compiler")
			}
			play := output(t, positions, compile(t, compiler, sources...), "eval")
			if diff := cmp.Diff(evaluations(trace), strings.Fields(play)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if first == "" {
		t.Skip("needs gcc or clang")
	}
	m, rep, err := Read(t.Context(), []string{write(t, "carried.trace", first)}, Options{Bad: budget.Off})
	if err != nil || rep.Rows != strings.Count(string(lines), "\n") {
		t.Fatal(rep, err)
	}
	if s := m.Schema(); s.Set != "carried" || len(s.Columns) != 533 ||
		s.Columns[28] != (matrix.Column{Name: "Tempo"}) || s.Columns[29+28+2] != (matrix.Column{Name: "Mobility.1.2", Tapered: true}) ||
		s.Columns[29+112].Name != "pst.pawn.a8" || s.Columns[524].Name != "pst.king.h1" {
		t.Errorf("%+v", s)
	}
	if b := only(t, m); b.Score[0] != -31 || b.Result[0] != matrix.ResultWhite || b.Game[0] != game.Hash([]byte("g7"), "") {
		t.Errorf("score %d, result %d, game %d", b.Score[0], b.Result[0], b.Game[0])
	}
}

// TestHeaderOff: without TRACE nothing of the header is left for the compiler.
func TestHeaderOff(t *testing.T) {
	text, err := os.ReadFile(compile(t, "gcc", "-E", "-P", filepath.Join(carried, "evaluate.c")))
	if err != nil || !strings.Contains(string(text), "mg += ") {
		t.Fatal(err)
	}
	if left := regexp.MustCompile(`(?i).*(centipawn|trace|printf).*`).FindAllString(string(text), -1); left != nil {
		t.Error(left)
	}
}

// TestHeaderCode: without TRACE and CENTIPAWN_LIVE the compiler makes the same code as from a source
// without what traces and what takes weights from a file.
func TestHeaderCode(t *testing.T) {
	weights := readFile(t, filepath.Join(carried, "weights.h"))
	if n := strings.Count(weights, "TRACE_CONST "); n < 13 {
		t.Fatalf("only %d weights that are constants of the play", n)
	}
	weights = strings.ReplaceAll(weights, "TRACE_CONST", "const")
	statement := regexp.MustCompile(`(if \()?TRACE_[A-Z_]+\(([^;"]|"[^"]*")*\)( continue)?;`)
	bare := func(source string) string {
		source = strings.Replace(statement.ReplaceAllString(source, ""), `#include "weights.h"`, weights, 1)
		return strings.Replace(source, `#include "centipawn_trace.h"`, "", 1)
	}
	for name, statements := range map[string]int{"evaluate.c": 20, "engine.c": 3} {
		for _, cc := range []string{"gcc", "clang"} {
			t.Run(name+" "+cc, func(t *testing.T) {
				source := readFile(t, filepath.Join(carried, name))
				if n := len(statement.FindAllString(source, -1)); n < statements {
					t.Fatalf("only %d statements of the trace", n)
				}
				assembly := func(source string) string {
					dir, err := filepath.Abs(carried)
					if err != nil {
						t.Fatal(err)
					}
					return readFile(t, compile(t, cc, "-O2", "-S", "-g0", "-I", dir, write(t, name, source)))
				}
				if counting, plain := assembly(source), assembly(bare(source)); counting != plain || len(plain) < 10000 {
					t.Error(cmp.Diff(plain, counting))
				}
			})
		}
	}
}

// TestCarriedFENs: the carried engine takes no position without two kings, or with pawns where
// none can stand.
func TestCarriedFENs(t *testing.T) {
	engine := compile(t, "gcc", filepath.Join(carried, "engine.c"), filepath.Join(carried, "evaluate.c"))
	fens := write(t, "fens", "P3k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K2p b - -\n4k3/8/8/8/8/8/8/8 w - -\nxyz\n4k3/8/8/8/8/8/8/4K3 w - -\n")
	if got := strings.Fields(output(t, fens, engine, "eval")); len(got) != 1 {
		t.Errorf("evaluations %v, want that of the last position", got)
	}
}

// TestHeaderNames: a part of an array is declared by its first weight, and what a user may get
// wrong is told by the name of the weight.
func TestHeaderNames(t *testing.T) {
	for _, tt := range []struct{ name, declared, want string }{
		{"no declaration", `TRACE_PLAIN(Other, "o");`, "Table[2]: no TRACE_TERM declares it"},
		{"too few names", `TRACE_PLAIN(Table, "t.{a,b}");`, "Table[2]: its TRACE_TERM has not as many names as weights"},
		{"a part", `TRACE_FROM(Table[1], "t.{b,c}");`, "# column 2 t.c tapered\n1-0 mg:0.000000 eg:0.000000 score:0 eval:0 2:1\n"},
		{"beside a part", `TRACE_FROM(Table[3], "t.d");`, "Table[2]: no TRACE_TERM declares it"},
		{"no name", `TRACE_PLAIN(Table, "t.{3..2}");`, "t.{3..2}: braces without a name"},
		{"too many names", `TRACE_PLAIN(Table, "t.{0..7}");`, "Table[2]: its TRACE_TERM has not as many names as weights"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := write(t, "x.c", "static const int Table[4] = {1, 2, 3, 4}, Other = 5;\n#include \"centipawn_trace.h\"\n"+
				"int main(void) { (void)Other; "+tt.declared+" TRACE_COUNT(Table[2], 1); TRACE_OFFSET(0); TRACE_SCORE(0); TRACE_ROW(\"1-0\", \"\", 0); return 0; }\n")
			text, err := exec.CommandContext(t.Context(), compile(t, "gcc", "-DTRACE", source)).CombinedOutput()
			if part := err == nil; part != strings.HasPrefix(tt.want, "#") || !strings.Contains(string(text), tt.want) {
				t.Errorf("%v, printed\n%s", err, text)
			}
		})
	}
}

// TestHeaderNamed: what has no address, an enum's member or a macro, is declared and counted by name.
func TestHeaderNamed(t *testing.T) {
	source := write(t, "x.c", "#define Pair {20, 30}\nenum { Tempo = 12 };\n#include \"centipawn_trace.h\"\n"+
		"int main(int n, char **v) { TRACE_NAMED(\"Pair\"); TRACE_NAMED_PLAIN(\"Tempo\"); TRACE_COUNT_NAMED(n > 1 ? v[1] : \"Tempo\", 1);"+
		" TRACE_COUNT_NAMED(\"Tempo\", -3); TRACE_COUNT_NAMED(\"Pair\", 2); TRACE_OFFSET(0); TRACE_SCORE(0); TRACE_ROW(\"1-0\", \"\", 0);"+
		" return Tempo - 12; }\n")
	program := compile(t, "gcc", "-DTRACE", source)
	want := "# column 1 Pair tapered\n# column 2 Tempo\n1-0 mg:0.000000 eg:0.000000 score:0 eval:0 1:2 2:-2\n"
	if text, err := exec.CommandContext(t.Context(), program).CombinedOutput(); err != nil || string(text) != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, text, want)
	}
	if text, err := exec.CommandContext(t.Context(), program, "Pairs").CombinedOutput(); err == nil || !strings.Contains(string(text), "Pairs: no TRACE_NAMED declares it") {
		t.Errorf("%v, printed\n%s", err, text)
	}
}

// TestManyMoves: a position with more moves than a game can have writes over nothing.
func TestManyMoves(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("needs cc")
	}
	program := filepath.Join(t.TempDir(), "engine")
	args := []string{"-O1", "-fsanitize=address", "-I", headers, filepath.Join(carried, "engine.c"), filepath.Join(carried, "evaluate.c"), "-o", program}
	if exec.CommandContext(t.Context(), "cc", args...).Run() != nil {
		t.Skip("needs -fsanitize=address")
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Stdin = strings.NewReader("position fen QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Qk5Q/KQQQQQQQ w - - 0 1\ngo depth 1\nquit\n")
	if text, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(text), "bestmove ") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestNamedBraces: a weight that is counted by its name is one, in C, C++ and Rust.
func TestNamedBraces(t *testing.T) {
	refused := func(program, want string) {
		t.Helper()
		if text, err := exec.CommandContext(t.Context(), program).CombinedOutput(); err == nil || !strings.Contains(string(text), want) {
			t.Errorf("%v, printed\n%s, want %s", err, text, want)
		}
	}
	const left = " declares one weight: write a line for each name of the braces"
	t.Run("C", func(t *testing.T) {
		source := "#include \"centipawn_trace.h\"\nint main(void) { TRACE_NAMED(\"x.{a,b}\"); TRACE_COUNT_NAMED(\"x.a\", 1);" +
			" TRACE_OFFSET(0); TRACE_SCORE(0); TRACE_ROW(\"1-0\", \"\", 0); int w = 0; TRACE_TERM(w, \"w\"); TRACE_COUNT(w, 1); return 0; }\n"
		for _, cc := range [][2]string{{"gcc", "x.c"}, {"g++", "x.cpp"}} {
			refused(compile(t, cc[0], "-DTRACE", write(t, cc[1], source)), "x.{a,b}: TRACE_NAMED"+left)
		}
	})
	t.Run("Rust", func(t *testing.T) {
		header, err := filepath.Abs("../../examples/trace/centipawn_trace.rs")
		if err != nil {
			t.Fatal(err)
		}
		source := "#[macro_use]\n#[path = " + strconv.Quote(header) + "]\nmod centipawn_trace;\nfn main() { trace!(named \"x.{a,b}\"); }\n"
		refused(compile(t, "rustc", write(t, "x.rs", source), "--cfg", `feature="trace"`), "x.{a,b}: trace!(named ..)"+left)
	})
}

// TestEnginePage: the pages of engines show code of the carried engine and of testdata, and no other.
func TestEnginePage(t *testing.T) {
	var text []byte
	for _, page := range []string{"engine.md", "engine_fit.md", "engine_cases.md", "engine_go.md", "engine_formula.md"} {
		more, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, more...)
	}
	shown := map[string]int{}
	for _, m := range regexp.MustCompile("(?s)```(c|rust|go)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		name := map[string]string{"c": filepath.Join(carried, "evaluate.c"), "rust": "testdata/engine.rs", "go": "testdata/engine.go"}[m[1]]
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(m[2], "\n\n") { // blank lines stand for what is left out
			if !strings.Contains(string(source), strings.TrimSuffix(part, "\n")) {
				t.Errorf("%s does not have what the page shows of it:\n%s", name, part)
			}
		}
		shown[m[1]]++
	}
	if shown["c"] == 0 || shown["rust"] == 0 || shown["go"] == 0 {
		t.Error(shown)
	}
}
