package trace

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// sumMistakes are what a user may get wrong with sums, as C and as Rust. In the messages SUMS and ROW
// stand for what a language calls them.
var sumMistakes = []struct{ name, c, rust, want string }{
	{"an unknown sum", `TRACE_SUM(danger);`, `trace!(sum danger);`, "danger: no SUMS declares this sum"},
	{"forget", `TRACE_FORGET("danger");`, `trace!(forget "danger");`, "danger: no SUMS declares this sum"},
	{"a value", `TRACE_SUM_VALUE("danger", 1, 2);`, `trace!(sum_value "danger", 1, 2);`, "danger: no SUMS declares this sum"},
	{"count in", `TRACE_TERM(Table, "t.{0..3}"); TRACE_COUNT_IN("danger", Table[1], 1);`, `trace!(term TABLE, "t.{0..3}"); trace!(count_in "danger", TABLE[1], 1);`,
		"danger: no SUMS declares this sum"},
	{"another sum", `TRACE_SUMS("danger"); TRACE_TERM(Table, "t.{0..3}"); TRACE_COUNT(Table[1], 1);`, `trace!(sums "danger"); trace!(term TABLE, "t.{0..3}"); trace!(count TABLE[1], 1);`,
		"it is counted in the sum linear and declared in danger: put SUMS(\"linear\") in front of its declaration, or choose the sum before you count"},
	{"a name in another sum", `TRACE_NAMED("pair"); TRACE_SUMS("danger"); TRACE_SUM(danger); TRACE_COUNT_NAMED("pair", 1);`,
		`trace!(named "pair"); trace!(sums "danger"); trace!(sum danger); trace!(count_named "pair", 1);`, "pair: it is counted in the sum danger and declared in linear"},
	{"twice", `TRACE_SUMS("a"); TRACE_TERM(Table, "t.{0..3}"); TRACE_SUMS("b a"); TRACE_TERM(Table, "t.{0..3}");`,
		`trace!(sums "a"); trace!(term TABLE, "t.{0..3}"); trace!(sums "b a"); trace!(term TABLE, "t.{0..3}");`, "t.{0..3}: it is declared twice"},
	{"another kind", `TRACE_SUMS("a"); TRACE_TERM(Table, "t.{0..3}"); TRACE_SUMS("b"); TRACE_PLAIN(Table, "t.{0..3}");`,
		`trace!(sums "a"); trace!(term TABLE, "t.{0..3}"); trace!(sums "b"); trace!(plain TABLE, "t.{0..3}");`, "t.{0..3}: another sum has other weights by this name"},
	{"no sum", `TRACE_SUMS(" ");`, `trace!(sums " ");`, "name the sums, or linear"},
	{"two formulas", `TRACE_FORMULA("linear"); TRACE_FORMULA("linear");`, `trace!(formula "linear"); trace!(formula "linear");`, "there is a formula already: an evaluation has one"},
	{"a late formula", `TRACE_ROW("1-0", "", 0); TRACE_FORMULA("linear");`, `trace!(row "1-0", "", 0); trace!(formula "linear");`, "declare it before the first ROW"},
	{"a late weight", `TRACE_ROW("1-0", "", 0); TRACE_TERM(Table, "t.{0..3}");`, `trace!(row "1-0", "", 0); trace!(term TABLE, "t.{0..3}");`, "t.{0..3}: declare it before the first ROW"},
	{"a late input", `TRACE_ROW("1-0", "", 0); TRACE_INPUT("scale", 1);`, `trace!(row "1-0", "", 0); trace!(input "scale", 1);`,
		"scale: the first row had no such input: give all inputs in every evaluation, before an early return, too"},
	{"no input", `TRACE_INPUT("scale", 1); TRACE_ROW("1-0", "", 0); TRACE_ROW("1-0", "", 0);`, `trace!(input "scale", 1); trace!(row "1-0", "", 0); trace!(row "1-0", "", 0);`,
		"scale: the row has no such input: give all inputs in every evaluation, before an early return, too"},
}

// mistakes returns a source with a branch for each mistake, one call a line, and the line of the last.
func mistakes(head, branch, foot string, code func(i int) string) (source string, lines []int) {
	source = head
	for i := range sumMistakes {
		source += strings.ReplaceAll(branch, "#", strconv.Itoa(i)) + strings.ReplaceAll(code(i), "; ", ";\n") + "\n"
		lines = append(lines, strings.Count(source, "\n"))
		source += "    }\n"
	}
	return source + foot, lines
}

func checkMistakes(t *testing.T, program, file string, lines []int, words ...string) {
	t.Helper()
	for i, tt := range sumMistakes {
		text, err := exec.CommandContext(t.Context(), program, strconv.Itoa(i)).CombinedOutput()
		want := strings.NewReplacer(words...).Replace(tt.want)
		if err == nil || !strings.Contains(string(text), file+":"+strconv.Itoa(lines[i])+": ") || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, printed\n%s, want line %d and %s", tt.name, err, text, lines[i], want)
		}
	}
}

// TestSumMistakes: what a user may get wrong with sums is told with the file and the line of the engine.
func TestSumMistakes(t *testing.T) {
	t.Run("C", func(t *testing.T) {
		source, lines := mistakes("static const int Table[4] = {1, 2, 3, 4};\n#include \"centipawn_trace.h\"\nint main(int n, char **v) {\n"+
			"    n = n > 1 ? atoi(v[1]) : 0; TRACE_FACTORS(1, 0); TRACE_SCORE(0); TRACE_OFFSET(0);\n",
			"    if (n == #) {\n", "    return (void)Table, 0;\n}\n", func(i int) string { return sumMistakes[i].c })
		for _, cc := range [][2]string{{"gcc", "x.c"}, {"g++", "x.cpp"}} {
			if cc[0] == "g++" && long.Short(t) {
				continue
			}
			checkMistakes(t, compile(t, cc[0], "-DTRACE", write(t, cc[1], source)), cc[1], lines, "SUMS", "TRACE_SUMS", "ROW", "TRACE_ROW")
		}
	})
	t.Run("Rust", func(t *testing.T) {
		long.Skip(t, "compiles Rust")
		header, err := filepath.Abs(filepath.Join(headers, "centipawn_trace.rs"))
		if err != nil {
			t.Fatal(err)
		}
		source, lines := mistakes("#[macro_use]\n#[path = "+strconv.Quote(header)+"]\nmod centipawn_trace;\nstatic TABLE: [i32; 4] = [1, 2, 3, 4];\nfn main() {\n"+
			"    let n = std::env::args().nth(1).unwrap_or_default();\n", "    if n == \"#\" {\n", "}\n", func(i int) string { return sumMistakes[i].rust })
		program := compile(t, "rustc", write(t, "x.rs", source), "--cfg", `feature="trace"`)
		checkMistakes(t, program, "x.rs", lines, "SUMS(\"linear\")", "trace!(sums \"linear\")", "SUMS", "trace!(sums ..)", "ROW", "trace!(row ..)")
	})
}

// TestManySums: sums have names of 63 letters at most, and there are 63 of them beside linear.
func TestManySums(t *testing.T) {
	declare := func(n, letters int) string {
		code := ""
		for i := range n {
			code += "TRACE_SUMS(\"" + strings.Repeat("s", letters-3) + strconv.Itoa(100+i) + "\"); TRACE_NAMED(\"w\");\n"
		}
		return "#include \"centipawn_trace.h\"\nint main(void) { int w = 0; TRACE_FACTORS(1, 0); TRACE_SCORE(0); TRACE_OFFSET(0); TRACE_PLAIN(w, \"x\");\n" + code +
			"TRACE_COUNT_IN(\"" + strings.Repeat("s", letters-3) + "101\", w, 1); return 0; }\n"
	}
	for _, tt := range []struct {
		n, letters int
		want       string
	}{
		{63, 63, "it is counted in the sum " + strings.Repeat("s", 60) + "101 and declared in linear"},
		{64, 8, "63 sums at most, of 63 letters each"},
		{1, 64, "63 sums at most, of 63 letters each"},
	} {
		text, err := exec.CommandContext(t.Context(), compile(t, "gcc", "-DTRACE", write(t, "x.c", declare(tt.n, tt.letters)))).CombinedOutput()
		if err == nil || !strings.Contains(string(text), tt.want) {
			t.Errorf("%d sums of %d letters: %v, printed\n%s", tt.n, tt.letters, err, text)
		}
	}
}
