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
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// goEngine returns a folder with a module of the Go source and the package that an author copies.
func goEngine(t *testing.T, module, source string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "trace"), os.DirFS(filepath.Join(headers, "trace"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module " + module + "\n\ngo 1.18\n", "main.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goBuild builds the module of a folder with more arguments, and returns the program and what the
// compiler printed.
func goBuild(t *testing.T, dir string, args ...string) (program, printed string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "program")
	cmd := exec.CommandContext(t.Context(), "go", slices.Concat([]string{"build", "-o", program}, args)...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program, string(text)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tinyTrace checks what the tiny engine of a language traces, and that in play it has the same
// evaluations and no trace.
func tinyTrace(t *testing.T, trace, play string) {
	t.Helper()
	m, rep, err := Read(t.Context(), []string{write(t, "engine.trace", trace)}, Options{Weights: tinyWeights, Bad: budget.Off})
	if err != nil {
		t.Fatal(err)
	}
	if p := rep.Parity; p.Given != 8 || p.Checked != 8 || p.Largest > 1 || len(rep.Warnings) > 0 {
		t.Errorf("%+v", rep)
	}
	// King and pawn on d5: a pawn, on the fifth rank; White is to move.
	columns, counts := only(t, m).Row(3)
	if !cmp.Equal(columns, []uint16{0, 9, 14}) || !cmp.Equal(counts, []float32{1, 1, 1}) {
		t.Errorf("columns %v, counts %v", columns, counts)
	}
	if s := m.Schema(); s.Set != "tiny" || s.Columns[9] != (matrix.Column{Name: "pawn_rank.5", Tapered: true}) || s.Columns[14].Tapered {
		t.Errorf("schema %+v", s)
	}
	if diff := cmp.Diff(evaluations(trace), strings.Fields(play)); diff != "" {
		t.Error(diff)
	}
}

const tinyPositions = "testdata/positions.txt"

// TestRust: the header's twin prints a trace that adds up, and is nothing without its feature.
func TestRust(t *testing.T) {
	long.Skip(t, "compiles Rust twice")
	const source = "testdata/engine.rs"
	tinyTrace(t, output(t, tinyPositions, compile(t, "rustc", source, "--cfg", `feature="trace"`)),
		output(t, tinyPositions, compile(t, "rustc", source)))
}

// TestGo: the package prints a trace that adds up, and is nothing without its build tag.
func TestGo(t *testing.T) {
	dir := goEngine(t, "tiny", readFile(t, "testdata/engine.go"))
	traced, _ := goBuild(t, dir, "-tags", "trace")
	play, _ := goBuild(t, dir)
	tinyTrace(t, output(t, tinyPositions, traced), output(t, tinyPositions, play))
}

// TestGoOff: without the tag the compiler makes the same instructions as from a source without what
// stands in if trace.On. It may choose other registers.
func TestGoOff(t *testing.T) {
	source := readFile(t, "testdata/engine.go")
	head, tail, _ := strings.Cut(source, "func declare()")
	bare := regexp.MustCompile(`\t+if trace\.On \{\n(\t+trace\..*\n)+\t+\}\n`).ReplaceAllString(head, "") + "func declare()" + tail
	if strings.Count(source, "\n") != strings.Count(bare, "\n")+13 {
		t.Fatalf("want 13 lines less of evaluate:\n%s", bare)
	}
	counting, plain := evaluateCode(t, source), evaluateCode(t, bare)
	if len(plain) < 50 {
		t.Fatalf("only %d lines of assembly", len(plain))
	}
	if diff := cmp.Diff(plain, counting); diff != "" {
		t.Error(diff)
	}
	if traced := evaluateCode(t, source, "-tags", "trace"); len(traced) <= len(plain) {
		t.Errorf("%d lines with the tag, %d without", len(traced), len(plain))
	}
}

// evaluateCode returns the names of the instructions of evaluate in a Go source.
func evaluateCode(t *testing.T, source string, args ...string) (code []string) {
	t.Helper()
	_, text := goBuild(t, goEngine(t, "tiny", source), append(args, "-gcflags=-S")...)
	instruction := regexp.MustCompile(`^\t0x[0-9a-f]+ [0-9]+ \(.*?\)\t([A-Z]+)`)
	inside := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "main.") {
			inside = strings.HasPrefix(line, "main.evaluate STEXT")
		}
		if m := instruction.FindStringSubmatch(line); inside && m != nil && !strings.HasSuffix(m[1], "DATA") {
			code = append(code, m[1])
		}
	}
	return code
}

// TestGoRefused: what a user may get wrong is told with the line of the call.
func TestGoRefused(t *testing.T) {
	const head = `package main

import (
	"os"

	"x/trace"
)

type S struct{ mg, eg int16 }

var (
	table = [4]S{}
	slice = []S{{1, 2}, {3, 4}}
	rows  = [][]S{{{1, 2}}, {{3, 4}}}
	byKey = map[int]S{0: {1, 2}}
)

func main() {
	switch os.Args[1] {
`
	cases := []struct{ call, want string }{
		{`trace.Count(&table[2], 1)`, `trace.Count: the weight: no trace.Term declares it: declare the package variable and count it, not a copy`},
		{`trace.Term(&table, "t.{0..3}"); w := table[2]; trace.Count(&w, 1)`, `trace.Count: the weight: no trace.Term declares it`},
		{`trace.From(&table[3], "t.d"); trace.Count(&table[2], 1)`, `trace.Count: the weight: no trace.Term declares it`},
		{`trace.Term(&table, "t.{a,b}"); trace.Count(&table[2], 1)`, `trace.Count: the weight: it has 4 bytes, a name of its trace.Term has 8: the Term has not as many names as weights`},
		{`trace.Term(&table, "t.{0..7}"); trace.Count(&table[2], 1)`, `trace.Count: the weight: it has 4 bytes, a name of its trace.Term has 2`},
		{`trace.Plain(&table, "t.{3..2}")`, `trace.Plain: t.{3..2}: braces without a name`},
		{`trace.Term(&table, "t.{0..3")`, `trace.Term: t.{0..3: a brace that is not closed`},
		{`trace.Term(&table, "t.{0..3}"); trace.Plain(&slice, "t.{0..3}")`, `trace.Plain: t.{0..3}: it is declared twice`},
		{`trace.Term(&rows, "r.{0..1}")`, `trace.Term: r.{0..1}: a slice of slices: declare each of them by a line of its own`},
		{`trace.Term(&byKey, "m.{0..1}")`, `trace.Term: m.{0..1}: weights in a map have no address of their own: declare each by trace.Named and count it by trace.CountNamed`},
		{`trace.Named("x.{a,b}")`, `trace.Named: x.{a,b}: it declares one weight: write a line for each name of the braces`},
		{`trace.CountNamed("pairs", 1)`, `trace.CountNamed: pairs: no trace.Named declares it`},
		{`trace.Sum("danger")`, `trace.Sum: danger: no trace.Sums declares this sum`},
		{`trace.Forget("danger")`, `trace.Forget: danger: no trace.Sums declares this sum`},
		{`trace.SumValue("danger", 1, 2)`, `trace.SumValue: danger: no trace.Sums declares this sum`},
		{`trace.Term(&table, "t.{0..3}"); trace.CountIn("danger", &table[0], 1)`, `trace.CountIn: danger: no trace.Sums declares this sum`},
		{`trace.Sums("danger"); trace.Term(&table, "t.{0..3}"); trace.Count(&table[0], 1)`, `trace.Count: the weight: it is counted in the sum linear and declared in danger: put trace.Sums("linear") in front of its declaration, or choose the sum before you count`},
		{`trace.Named("pair"); trace.Sums("danger"); trace.Sum("danger"); trace.CountNamed("pair", 1)`, `trace.CountNamed: pair: it is counted in the sum danger and declared in linear`},
		{`trace.Sums("danger"); trace.Term(&table, "t.{0..3}"); trace.Term(&table, "t.{0..3}")`, `trace.Term: t.{0..3}: it is declared twice`},
		{`trace.Term(&table, "t.{0..3}"); trace.Sums("danger"); trace.Plain(&table, "t.{0..3}")`, `trace.Plain: t.{0..3}: another sum has other weights by this name`},
		{`trace.Sums()`, `trace.Sums: the sums: name them, or linear`},
		{`trace.Formula("linear"); trace.Formula("linear")`, `trace.Formula: the formula: there is a formula already: an evaluation has one`},
		{`trace.Row("1-0", "", 0); trace.Formula("linear")`, `trace.Formula: the formula: declare it before the first trace.Row`},
		{`trace.Row("1-0", "", 0); trace.Term(&table, "t.{0..3}")`, `trace.Term: t.{0..3}: declare it before the first trace.Row`},
		{`trace.Row("1-0", "", 0); trace.Input("scale", 1)`, `trace.Input: scale: the first row had no such input: give all inputs in every evaluation, before an early return, too`},
		{`trace.Input("scale", 1); trace.Row("1-0", "", 0); trace.Row("1-0", "", 0)`, `trace.Row: scale: the row has no such input: give all inputs in every evaluation, before an early return, too`},
	}
	var source strings.Builder
	source.WriteString(head)
	for _, tt := range cases {
		source.WriteString("\tcase `" + tt.call + "`:\n\t\t" + strings.ReplaceAll(tt.call, "; ", "\n\t\t") + "\n")
	}
	source.WriteString("\t}\n}\n")
	program, _ := goBuild(t, goEngine(t, "x", source.String()), "-tags", "trace")
	lines := strings.Split(source.String(), "\n")
	for _, tt := range cases {
		text, err := exec.CommandContext(t.Context(), program, tt.call).CombinedOutput()
		calls := strings.Split(tt.call, "; ")
		number := 1 + slices.Index(lines, "\tcase `"+tt.call+"`:") + len(calls)
		if err == nil || !strings.Contains(string(text), "main.go:"+strconv.Itoa(number)+": "+tt.want) {
			t.Errorf("%s: %v, printed\n%s, want line %d and %s", tt.call, err, text, number, tt.want)
		}
	}
}

// TestSame: C, C++, both of them, Rust and Go print the same trace of the same counts, C from two
// files with a copy each of a table.
func TestSame(t *testing.T) {
	const folder = "testdata/same/"
	want := readFile(t, folder+"same.trace")
	check := func(t *testing.T, program string) {
		t.Helper()
		if diff := cmp.Diff(want, output(t, os.DevNull, program)); diff != "" {
			t.Error(diff)
		}
	}
	for _, cc := range []string{"gcc", "clang", "g++", "clang++"} {
		t.Run(cc, func(t *testing.T) {
			check(t, compile(t, cc, "-DTRACE", folder+"main.c", folder+"other.c"))
		})
	}
	t.Run("C and C++", func(t *testing.T) {
		other := compile(t, "g++", "-DTRACE", "-c", folder+"other.c")
		check(t, compile(t, "gcc", "-DTRACE", folder+"main.c", "-x", "none", other))
	})
	t.Run("Rust", func(t *testing.T) {
		long.Skip(t, "compiles Rust")
		check(t, compile(t, "rustc", folder+"main.rs", "--cfg", `feature="trace"`))
	})
	t.Run("Go", func(t *testing.T) {
		dir := goEngine(t, "same", readFile(t, folder+"main.go"))
		program, _ := goBuild(t, dir, "-tags", "trace")
		check(t, program)
		off, _ := goBuild(t, dir)
		if text := output(t, os.DevNull, off); text != "" {
			t.Errorf("without the tag it prints %q", text)
		}
	})
	t.Run("read", func(t *testing.T) {
		m, rep, err := Read(t.Context(), []string{folder + "same.trace"}, Options{Bad: budget.Off})
		if err != nil || rep.Rows != 3 || len(m.Schema().Columns) != 151 || !strings.Contains(m.Schema().Formula, "limit * stronger") {
			t.Fatal(rep, err)
		}
	})
}

// TestHeaderFiles: names are declared once in a file, and twice only for copies of the same weights.
func TestHeaderFiles(t *testing.T) {
	for _, tt := range []struct{ name, first, second, want string }{
		{"the same file", `TRACE_TERM(Table, "t.{a,b}"); TRACE_TERM(Table, "t.{a,b}");`, ``, "t.{a,b}: it is declared twice"},
		{"and after another", `TRACE_TERM(Table, "t.{a,b}"); second(); second();`, `TRACE_TERM(Table, "t.{a,b}");`, "t.{a,b}: it is declared twice"},
		{"other numbers", `TRACE_TERM(Table, "t.{a,b}"); second();`, `TRACE_TERM(Other, "t.{a,b}");`, "t.{a,b}: another file declares other weights by this name"},
		{"another length", `TRACE_TERM(Table, "t.{a,b}"); second();`, `TRACE_TERM(Longer, "t.{a,b}");`, "another file declares other weights"},
		{"another kind", `TRACE_TERM(Table, "t.{a,b}"); second();`, `TRACE_PLAIN(Table, "t.{a,b}");`, "another file declares other weights"},
		{"without an address", `TRACE_TERM(Table, "t"); second();`, `TRACE_NAMED("t");`, "another file declares other weights"},
		{"a name in both", `TRACE_NAMED("t"); second(); TRACE_COUNT_NAMED("t", 2);`, `TRACE_NAMED("t"); TRACE_COUNT_NAMED("t", 1);`, "# column 1 t tapered\n1-0 mg:0.000000 eg:0.000000 eval:0 1:3\n"},
		{"not closed", `TRACE_TERM(Table, "t.{a,b");`, ``, "t.{a,b: a brace that is not closed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head := "static const int Table[2] = {1, 2}, Other[2] = {1, 3}, Longer[3] = {1, 2, 3};\n" +
				"#include \"centipawn_trace.h\"\nvoid second(void);\n#define USED (void)Table, (void)Other, (void)Longer\n"
			first := write(t, "first.c", head+"int main(void) { USED; TRACE_OFFSET(0); "+tt.first+" TRACE_ROW(\"1-0\", \"\", 0); return 0; }\n")
			second := write(t, "second.c", head+"void second(void) { USED; TRACE_OFFSET(0); "+tt.second+" }\n")
			text, err := exec.CommandContext(t.Context(), compile(t, "gcc", "-DTRACE", first, second)).CombinedOutput()
			if well := err == nil; well != strings.HasPrefix(tt.want, "#") || !strings.Contains(string(text), tt.want) {
				t.Errorf("%v, printed\n%s", err, text)
			}
		})
	}
}
