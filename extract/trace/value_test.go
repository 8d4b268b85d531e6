package trace

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/internal/long"
)

// valueWeights are those in the source of testdata/value/value.cpp and value.rs.
var valueWeights = func() map[string]float64 {
	w := map[string]float64{"BIAS": -60, "PAWNS": 7, "TEMPO": 14}
	pairs := func(name string, list ...[2]float64) {
		for i, v := range list {
			at := strings.ReplaceAll(name, "#", string(rune('0'+i)))
			w[at+".mg"], w[at+".eg"] = v[0], v[1]
		}
	}
	for i, name := range []string{"pawn", "knight", "bishop", "rook", "queen"} {
		pairs("material."+name, [][2]float64{{82, 94}, {337, 281}, {365, 297}, {477, 512}, {1025, 936}}[i])
	}
	pairs("PST.0.#", [2]float64{0, 0}, [2]float64{-8, 2}, [2]float64{-3, 0}, [2]float64{4, 6}, [2]float64{11, 19}, [2]float64{30, 55}, [2]float64{70, 120}, [2]float64{0, 0})
	pairs("PST.1.#", [2]float64{-9, -20}, [2]float64{-4, -3}, [2]float64{0, 2}, [2]float64{6, 9}, [2]float64{8, 11}, [2]float64{5, 2}, [2]float64{1, -7}, [2]float64{-13, -31})
	pairs("ATTACK.#", [2]float64{3, 1}, [2]float64{9, 3}, [2]float64{7, 2}, [2]float64{12, 4}, [2]float64{21, 11})
	pairs("SAFETY", [2]float64{310, 95})
	pairs("SHIFT", [2]float64{-25, -6})
	return w
}()

// cpp are the arguments for a source with recording numbers.
func cpp(args ...string) []string { return append([]string{"-std=c++17"}, args...) }

// TestValue: an evaluation of recording numbers has the engine's values, one formula, and parity in
// every row, whatever the compiler.
func TestValue(t *testing.T) {
	long.Skip(t, "compiles C++")
	const source = "testdata/value/value.cpp"
	first := ""
	for _, compiler := range []string{"g++", "clang++"} {
		t.Run(compiler, func(t *testing.T) {
			trace := output(t, os.DevNull, compile(t, compiler, cpp("-DTRACE", source)...), "3000")
			if first == "" {
				first = trace
			} else if trace != first {
				t.Error("the trace is not that of another compiler")
			}
			play := output(t, os.DevNull, compile(t, compiler, cpp(source)...), "3000")
			if diff := cmp.Diff(strings.Fields(play), evaluations(trace)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if first == "" {
		t.Skip("needs g++ or clang++")
	}
	readValue(t, first)
}

// TestValueRust: the numbers of Rust record the same trace, and play the same evaluations.
func TestValueRust(t *testing.T) {
	long.Skip(t, "compiles Rust and C++")
	const source = "testdata/value/value.rs"
	trace := output(t, os.DevNull, compile(t, "rustc", "--edition", "2021", source, "--cfg", `feature="trace"`), "3000")
	play := output(t, os.DevNull, compile(t, "rustc", "--edition", "2021", source), "3000")
	if diff := cmp.Diff(strings.Fields(play), evaluations(trace)); diff != "" {
		t.Error(diff)
	}
	readValue(t, trace)
	cpp := output(t, os.DevNull, compile(t, "g++", cpp("-DTRACE", "testdata/value/value.cpp")...), "3000")
	if trace != cpp {
		t.Error("the trace is not that of the C++ header")
	}
}

// readValue reads the trace of the engine of recording numbers, and checks parity.
func readValue(t *testing.T, trace string) {
	t.Helper()
	opt := Options{Weights: valueWeights, Bad: budget.Off}
	m, rep, err := Read(t.Context(), []string{write(t, "value.trace", trace)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if p := rep.Parity; p.Checked != 3000 || p.Largest > 1 {
		t.Errorf("parity %+v", p)
	}
	const formula = `e1 = linear.eg + trunc(s1.eg * sigmoid((danger_white.eg + s2.eg) / 20)) - trunc(s1.eg * sigmoid((danger_black.eg + s2.eg) / 20));
e2 = max(s3, -abs(e1));
(linear.mg + trunc(s1.mg * sigmoid((danger_white.mg + s2.mg) / 20)) - trunc(s1.mg * sigmoid((danger_black.mg + s2.mg) / 20))) * mg + s4 + trunc(((e1 + (if e1 > 0 then e2 else (if e1 < 0 then -e2 else 0))) * c1) / 64) * eg`
	if diff := cmp.Diff(formula, m.Schema().Formula); diff != "" {
		t.Error(diff)
	}
}

// TestValueOff: in play the compiler makes the machine code of the source without the header.
func TestValueOff(t *testing.T) {
	long.Skip(t, "compiles C++")
	for _, compiler := range []string{"g++", "clang++"} {
		t.Run(compiler, func(t *testing.T) {
			code := func(args ...string) string {
				args = append(cpp("-S", "-O2", "-fno-asynchronous-unwind-tables", "testdata/value/off.cpp"), args...)
				numbers := regexp.MustCompile(`\.LF[BE]\d+`)
				return numbers.ReplaceAllString(readFile(t, compile(t, compiler, args...)), ".LF")
			}
			with, without := code(), code("-DBARE")
			if strings.Count(without, "\n") < 30 {
				t.Fatal(without)
			}
			if diff := cmp.Diff(without, with); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A recording is a program of recording numbers with several mains.
type recording string

// record compiles declarations and what main does, by case.
func record(t *testing.T, declarations string, bodies []string) recording {
	t.Helper()
	long.Skip(t, "compiles C++")
	text := "#include \"centipawn_value.hpp\"\nusing namespace centipawn;\n" + declarations + "\nint main(int, char **argv) {\nswitch (std::atoi(argv[1])) {\n"
	for i, body := range bodies {
		text += fmt.Sprintf("case %d: {\n%s\nbreak; }\n", i, body)
	}
	return recording(compile(t, "g++", cpp("-O0", "-DTRACE", write(t, "main.cpp", text+"}\nreturn 0; }\n"))...))
}

// run returns what a case prints.
func (r recording) run(t *testing.T, i int) (trace, complaint string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), string(r), strconv.Itoa(i))
	var out, bad strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &bad
	err = cmd.Run()
	return out.String(), bad.String(), err
}

// TestValueForms: what a program computes is what its trace says.
func TestValueForms(t *testing.T) {
	const declarations = `const PairWeight P(10, 20); const Weight A[2] = {3, 5}; const Pair Old(7, 9);
int n[] = {4, -4, 6, 2};
#define ALL CENTIPAWN_SET("t"); CENTIPAWN_NAMES(P, A, Old);
#define ROWS(x) for (int i = 0; i < 4; i++) row("1-0", "", [&]() -> Value { return x; });
`
	cases := []struct{ name, body, want string }{
		{"linear", `ROWS(taper(P * n[i] - Old, 6, 24) + A[i % 2] * 2)`, `# set t
# column 1 P tapered
# column 2 A.0
# column 3 A.1
# column 4 Old tapered
1-0 mg:0.25 eg:0.75 eval:67 1:4 2:2 4:-1
1-0 mg:0.25 eg:0.75 eval:-68 1:-4 3:2 4:-1
1-0 mg:0.25 eg:0.75 eval:102 1:6 2:2 4:-1
1-0 mg:0.25 eg:0.75 eval:36 1:2 3:2 4:-1
`},
		{"a constant", `ROWS(A[0] + n[i] + 1)`, "1-0 offset:5 eval:8 1:1\n"},
		{"an early return", `ROWS(n[i] > 5 ? Value(0) : A[1] * 1)`, "1-0 eval:5 2:1\n1-0 eval:5 2:1\n1-0 eval:0\n1-0 eval:5 2:1\n"},
		{"a square", `ROWS(square(A[0] * n[i]) / 10 + A[1])`, "# formula linear + square(s1) / 10\n1-0 eval:19 2:1 3:4\n"},
		{"a branch", `ROWS(A[0] * n[i] > 0 ? square(A[1] * 1) : A[1] * 1)`, "# shape 0 linear\n# shape 1 square(s1)\n1-0 eval:25 shape:1 4:1\n1-0 eval:5 shape:0 2:1\n"},
		{"select", `ROWS(select(A[0] * n[i] > 0, square(A[1] * 1), A[1] * 1))`, "# formula (if s1 > 0 then square(s2) else s2)\n"},
		{"conditions", `ROWS(select((A[0] * n[i] > 0) & (A[1] * 1 != 2), A[0] * 1, A[1] * 1))`, "# formula (if s1 > 0 and s2 != 2 then s3 else s2)\n"},
		{"products", `ROWS(A[0] * n[i] * A[1] + exp(A[0] * 0) + abs(A[1] * n[i]) * n[i])`, "# input c1\n# formula s1 * s2 + exp(s3) + abs(s4) * c1\n1-0 eval:141 c1:4 "},
		{"shift", `ROWS((A[0] * n[i]) >> 2)`, "# formula linear - (if s1 < 0 then 3 else 0) / 4\n"},
		{"shared", `ROWS([&] { Value x = max(A[0] * n[i], 7); return x * x + x; }())`, "# formula e1 = max(s1, 7);\n# formula e1 * e1 + e1\n"},
		{"two signs", `ROWS(max(A[0] * n[i], 7) + max(-(A[0] * n[i]), 9))`, "# formula max(s1, 7) + max(-s1, 9)\n"},
		{"a sum and its negative", `ROWS([&] { Value x = A[0] * n[i]; return max(x, 7) + max(-x, 9); }())`, "# formula max(s1, 7) + max(-s1, 9)\n"},
		{"names", `ROWS(max(name(P * n[i] + Old, "king").mg(), 0) + name(A[0] * n[i], "queen"))`, "# column 1 king/P tapered\n# column 2 king/Old tapered\n# column 3 queen/A.0\n# column 4 queen/A.1\n# formula queen + max(king.mg, 0)\n"},
		{"a table of the engine", `ROWS(computed(sqrt(A[0] * n[i]), 42) * 2)`, "# formula sqrt(s1) * 2\n1-0 eval:84 "},
		{"a whole quotient", `ROWS(A[0] * 10 / n[i] + A[1] * 10 / n[i])`, "# input c1\n# formula trunc(s1 / c1) + trunc(s2 / c1)\n"},
		{"zero pairs", `Pair none; ROWS(max(none.mg(), 7) + A[0])`, "# formula linear + max(0, 7)\n1-0 mg:0 eg:0 eval:10 1:1\n"},
	}
	var bodies []string
	for _, tt := range cases {
		bodies = append(bodies, "ALL "+tt.body)
	}
	program := record(t, declarations, bodies)
	for i, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			trace, complaint, err := program.run(t, i)
			if err != nil || !strings.Contains(trace, tt.want) {
				t.Errorf("%v %s\n%s", err, complaint, trace)
			}
			_, _, err = Read(t.Context(), []string{write(t, "t.trace", trace)}, Options{Weights: map[string]float64{
				"P.mg": 10, "P.eg": 20, "A.0": 3, "A.1": 5, "Old.mg": 7, "Old.eg": 9}, Bad: budget.Off})
			if err != nil && !(errors.Is(err, ErrParity) && strings.Contains(tt.name, "table")) && !strings.Contains(err.Error(), "not finite") {
				t.Error(err)
			}
		})
	}
}

// TestValueTold: comparisons that choose a branch are counted, of pairs, too; those of numbers of the position are
// not.
func TestValueTold(t *testing.T) {
	const declarations = `const PairWeight P(10, 20); const Weight A = 3;
#define ROW(x) CENTIPAWN_NAMES(P, A); row("1-0", "", [&]() -> Value { return x; });
`
	cases := []struct {
		body string
		told int
	}{
		{`int n = 2; ROW(Value(n) > 1 ? A * 2 : A * 3)`, 0},
		{`ROW(A * 2 > 1 ? A * 2 : A * 3)`, 1},
		{`ROW(P * 2 == Pair(20, 40) ? A * 2 : A * 3)`, 1},
		{`ROW(Pair(P) != Pair(20, 40) ? A * 2 : A * 3)`, 1},
		{`ROW(select(A * 2 > 1, A * 2, A * 3))`, 0},
		{`ROW(std::max(A * 2, A * 3))`, 1},
		{`ROW(A * int(A * 2))`, 1},
	}
	var bodies []string
	for _, tt := range cases {
		bodies = append(bodies, tt.body)
	}
	program := record(t, declarations, bodies)
	for i, tt := range cases {
		_, told, err := program.run(t, i)
		n := 0
		if m := regexp.MustCompile(`(\d+) comparisons of recorded numbers`).FindStringSubmatch(told); m != nil {
			n, _ = strconv.Atoi(m[1])
		}
		if err != nil || n != tt.told {
			t.Errorf("%s: %d comparisons are told, want %d: %v\n%s", tt.body, n, tt.told, err, told)
		}
	}
}

// TestValueRefused: what an author may get wrong is told with what to write.
func TestValueRefused(t *testing.T) {
	const declarations = `const PairWeight P(10, 20), Q(0, 0); const Weight A = 3, B = 4; const Pair Old(7, 9);
static Pair cache; static Value kept;
#define ROW(x) row("1-0", "", [&]() -> Value { return x; });
`
	cases := []struct{ name, body, want string }{
		{"no names", `ROW(A)`, "no weights: write CENTIPAWN_NAMES(..) before the first row"},
		{"a weight without a name", `CENTIPAWN_NAMES(P); ROW(Pair(P).mg() + B)`, "a weight of 4 is not registered: write its name into CENTIPAWN_NAMES(..)"},
		{"a weight of 0", `CENTIPAWN_NAMES(P); ROW((P + Q).mg())`, "a weight of S(0, 0) is not registered"},
		{"a pair without a name", `CENTIPAWN_NAMES(P); ROW((P + Old).mg())`, "S(7, 9) is not registered: write its name into CENTIPAWN_NAMES(..), or centipawn::constant(7, 9)"},
		{"twice", `CENTIPAWN_NAMES(P, P);`, "P: it is P already"},
		{"another name", `CENTIPAWN_NAMES(P); CENTIPAWN_NAMED(Q, "P");`, "P: two weights of this name"},
		{"too few names", `CENTIPAWN_NAMED(P, "p.{a,b}");`, "p.a: 2 names for 1 weights"},
		{"braces", `CENTIPAWN_NAMED(P, "p.{a,b");`, "p.{a,b: a brace that is not closed"},
		{"late", `CENTIPAWN_NAMES(A); ROW(A) CENTIPAWN_NAMES(B);`, "B: declare weights before the first row"},
		{"incremental", `CENTIPAWN_NAMES(P); cache = P * 2; ROW((P + cache).mg())`, "the sum S(20, 40) was computed outside of centipawn::row: compute incremental sums within"},
		{"a number times a weight outside", `CENTIPAWN_NAMES(A); kept = 2 * Value(A); ROW(kept + A)`, "the number 6 was computed from weights outside of centipawn::row"},
		{"a quotient outside", `CENTIPAWN_NAMES(A); kept = 12 / Value(A); ROW(kept + A)`, "the number 4 was computed from weights outside of centipawn::row"},
		{"a product outside", `CENTIPAWN_NAMES(A, P); kept = (Pair(1, 2) * Value(A)).mg(); ROW(kept + A)`, "the number 3 was computed from weights outside of centipawn::row"},
		{"a cache", `CENTIPAWN_NAMES(P); ROW((cache = P * 2).mg()) ROW((P + cache).mg())`, "a sum of an earlier evaluation, S(20, 40), is used again: switch caches"},
		{"a cached value", `CENTIPAWN_NAMES(A); ROW(kept = A * 2) ROW(kept + A)`, "a number of an earlier evaluation, 6, is used again"},
		{"two sums of a name", `CENTIPAWN_NAMES(A); ROW(name(A * 2, "x") + name(A * 3, "x"))`, "an evaluation has two sums of the name x"},
		{"a name of the trace's", `CENTIPAWN_NAMES(A); ROW(name(A * 2, "s1"))`, "s1: name a sum by letters, digits and _, other than"},
	}
	var bodies []string
	for _, tt := range cases {
		bodies = append(bodies, tt.body)
	}
	program := record(t, declarations, bodies)
	for i, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			_, complaint, err := program.run(t, i)
			if err == nil || !strings.Contains(complaint, "centipawn_value.hpp: "+tt.want) {
				t.Errorf("%v: %s", err, complaint)
			}
		})
	}
}
