package source

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/long"
)

func compile(t testing.TB, text string, s formula.Scope) *formula.Program {
	t.Helper()
	f, err := formula.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Compile(s)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return p
}

func write(t testing.TB, d Dialect, p *formula.Program, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sums has names that languages keep for themselves.
var sums = formula.Scope{
	Sums:   []formula.Sum{{Name: "linear", Tapered: true}, {Name: "double"}, {Name: "not", Tapered: true}},
	Inputs: []string{"in", "linear_mg"},
}

// fixed are formulas with all that there is.
var fixed = []string{
	`white_mg = -linear.mg * max(0, linear.mg) / 720; end = linear.eg + min(0, -linear.eg / 2) * mg;
	v = if end > 0 then max(double, -end) else if end < 0 then -max(double, end) else 0;
	k = trunc(double * 3) + round(end - 0.5) * round(2.5 * in) + clamp(not, -1, 1);
	(white_mg * (4 - linear_mg) + (end + v) * in / 128) / 256 + k / 3 + not.eg`,
	`x = abs(double) / (1 + square(in)); t = if x >= 1 and in != 0 or linear < 0 then sqrt(x) * eg else x - (in - (x - 1)); t - t / (2 + t * t) - -x - (-3) + not * 0`,
	`lookup(double, -2, 4, tab.x[1], 5) + weight(tab.x[1].1) * lookup(in * 2, 0, 1, tab.x[1], 3) + lookup(linear, -3, 3, other, 40) - not + weight(after)`,
	`sigmoid(double / weight(width) - 0.5) * exp(in / 4) + log(1 + square(not)) - 1 / (1 + exp(-linear)) + sigmoid(exp(5 * in) * -10)`,
	`if double > 0 then (if in > 0 then log(double) else sqrt(double) * log(double)) + linear else if double < -1 then 1 / (double * in) + not else linear.mg + not`,
	`(if double > 0 then log(double) else 0) + (if double > 0 then 2 * log(double) * linear / double else not / -double)`,
	`if in == 0 then linear + double + not else if in < 0 then linear * double else if in < 1 then linear - double else not * not`,
	`linear` + strings.Repeat(` + double * in / (3 + square(not))`, 3) + strings.Repeat(` + (not.mg - 1) * (not.eg - linear_mg)`, 30),
}

// random returns a formula over the sums, q and more. An exact one has operations that IEEE 754 defines.
func random(rng *rand.Rand, depth int, exact bool, more ...string) string {
	x := func() string { return random(rng, depth-1, exact, more...) }
	if depth == 0 || rng.IntN(8) == 0 {
		leaves := append([]string{"linear", "linear.mg", "double", "not", "not.eg", "in", "linear_mg", "mg", "weight(w)", "1.5", "0.3", "4"}, more...)
		return leaves[rng.IntN(len(leaves))]
	}
	calls := []string{"abs", "square", "sqrt", "trunc", "round"}
	if !exact {
		calls = []string{"abs", "square", "sigmoid", "exp", "log"}
	}
	switch op := rng.IntN(14); {
	case op < 7:
		return "(" + x() + " " + string("+-*/+-*"[op]) + " " + x() + ")"
	case op == 7:
		return "-" + random(rng, 0, exact, more...)
	case op == 8:
		return []string{"min(", "max("}[rng.IntN(2)] + x() + ", " + x() + ")"
	case op == 9 || !exact:
		return calls[rng.IntN(len(calls))] + "(" + x() + ")"
	case op == 10:
		return "lookup(" + x() + ", -2, 4, tab, 4)"
	}
	comparison := func() string { return x() + []string{" < ", " > ", " <= ", " >= ", " != "}[rng.IntN(5)] + x() }
	return "(if " + comparison() + []string{"", "", " and " + comparison(), " or " + comparison()}[rng.IntN(4)] + " then " + x() + " else " + x() + ")"
}

// A sample is a formula, rows, and what the tape makes of them.
type sample struct {
	program *formula.Program
	exact   bool
	weights []float64
	rows    [][]float64 // without weights
	want    []float64
}

// samples are formulas that compile, of rows without faults.
func samples(t testing.TB, n int) []sample {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	var list []sample
	for i := 0; len(list) < n; i++ {
		text, exact := "", i%3 != 0
		if i < len(fixed) {
			text, exact = fixed[i], !strings.Contains(fixed[i], "exp") && !strings.Contains(fixed[i], "log")
		} else {
			text = "q = " + random(rng, 3, exact) + "; 0 * (linear + double + not) + q - " + random(rng, 5, exact, "q", "q")
		}
		f, err := formula.Parse(text)
		if err != nil {
			continue
		}
		if p, err := f.Compile(sums); err == nil {
			list = append(list, evaluated(rng, sample{program: p, exact: exact}))
		} else if i < len(fixed) {
			t.Fatal(err)
		}
	}
	return list
}

// evaluated fills in weights and rows.
func evaluated(rng *rand.Rand, s sample) sample {
	p := s.program
	tape := p.NewTape(1)
	values := map[string]float64{}
	for _, name := range WeightOrder(p) {
		values[name] = float64(rng.IntN(80)-40) / 8
		s.weights = append(s.weights, values[name])
	}
	for range 10 {
		var row []float64
		for _, parameter := range Parameters(C, p) {
			v := rng.NormFloat64() * 2
			if rng.IntN(4) == 0 {
				v = math.Round(v)
			}
			tape.Leaf(parameter.Leaf)[0] = v
			row = append(row, v)
		}
		for l, leaf := range p.Leaves {
			if leaf.Kind == formula.Weight {
				tape.Leaf(l)[0] = values[leaf.Name]
			}
		}
		value := tape.Values(1)[0]
		if tape.Fault(1) == nil && math.Abs(value) < 1e12 {
			s.rows = append(s.rows, row)
			s.want = append(s.want, value)
		}
	}
	return s
}

// A toolchain compiles and runs a program that prints the bits of numbers, a line each.
type toolchain struct {
	file, head, tail string
	print            string // expression
	array            string // name, size, list
	commands         [][]string
	reference, main  string
}

var toolchains = map[Dialect]toolchain{
	Go: {"main.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar _ = math.Abs\n\n", "}\n",
		"fmt.Printf(\"%%016x\\n\", math.Float64bits(%s))", "var %[1]s = []float64{%[3]s}", [][]string{{"go", "run", "main.go"}}, "", "func main() {\n"},
	C: {"main.c", "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n#include <stdint.h>\n\nstatic void show(double x) { uint64_t u; memcpy(&u, &x, 8); printf(\"%016llx\\n\", (unsigned long long)u); }\n", "return 0;\n}\n",
		"show(%s);", "static const double %[1]s[] = {%[3]s};", [][]string{{"cc", "-std=c99", "-Wall", "-Werror", "-Wno-unused-function", "-O1", "-ffp-contract=off", "-o", "c", "main.c", "-lm"}, {"./c"}}, "", "int main(void) {\n"},
	CPP: {"main.cpp", "#include <algorithm>\n#include <cmath>\n#include <cstdio>\n#include <cstring>\n#include <cstdint>\n\nstatic void show(double x) { uint64_t u; std::memcpy(&u, &x, 8); std::printf(\"%016llx\\n\", (unsigned long long)u); }\n", "}\n",
		"show(%s);", "static const double %[1]s[] = {%[3]s};", [][]string{{"c++", "-std=c++11", "-Wall", "-Werror", "-O1", "-ffp-contract=off", "-o", "cpp", "main.cpp"}, {"./cpp"}}, "", "int main() {\n"},
	Rust: {"main.rs", "#![allow(dead_code, unused_parens)]\n", "}\n",
		"println!(\"{:016x}\", (%s).to_bits());", "static %[1]s: [f64; %[2]d] = [%[3]s];", [][]string{{"rustc", "-O", "-o", "rs", "main.rs"}, {"./rs"}}, "&", "fn main() {\n"},
	Python: {"main.py", "import math\nimport struct\n\n", "",
		"print(\"%%016x\" %% struct.unpack(\"<Q\", struct.pack(\"<d\", %s)))", "%[1]s = (%[3]s,)", [][]string{{"python3", "main.py"}}, "", ""},
	Java: {"Main.java", "public class Main {\n", "}\n}\n",
		"System.out.println(String.format(\"%%016x\", Double.doubleToRawLongBits(%s)));", "static final double[] %[1]s = {%[3]s};", [][]string{{"javac", "Main.java"}, {"java", "Main"}}, "", "public static void main(String[] args) {\n"},
	JavaScript: {"main.mjs", "const view = new DataView(new ArrayBuffer(8));\nfunction show(x) { view.setFloat64(0, x); console.log(view.getBigUint64(0).toString(16).padStart(16, '0')); }\n", "",
		"show(%s);", "const %[1]s = [%[3]s];", [][]string{{"node", "main.mjs"}}, "", ""},
	CSharp: {"Main.cs", "using System;\npublic static class Program {\n", "}\n}\n",
		"Console.WriteLine(BitConverter.DoubleToInt64Bits(%s).ToString(\"x16\"));", "static readonly double[] %[1]s = {%[3]s};", [][]string{{"mcs", "-out:cs.exe", "Main.cs"}, {"mono", "cs.exe"}}, "", "public static void Main() {\n"},
}

// TestLanguages: compiled and run, the functions give what the tape gives: the same bits where all of a
// formula is exact, and always in Go.
func TestLanguages(t *testing.T) {
	long.Skip(t, "runs seven compilers")
	list := samples(t, 60)
	for d := range Dialect(len(languages)) {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			got := run(t, d, list)
			at, faults := 0, 0
			for i, s := range list {
				for j, want := range s.want {
					bits, err := strconv.ParseUint(got[at], 16, 64)
					if err != nil {
						t.Fatal(err)
					}
					at++
					x := math.Float64frombits(bits)
					if equal := x == want || !s.exact && d != Go && math.Abs(x-want) < 1e-9*(1+math.Abs(want)); !equal {
						if faults++; faults < 4 {
							t.Errorf("formula %d, row %d: %v, want %v\n%s", i, j, x, want, write(t, d, s.program, Options{}))
						}
					}
				}
			}
		})
	}
}

// run returns the lines that a program with all samples prints. Every second formula has its weights
// as constants.
func run(t *testing.T, d Dialect, list []sample) []string {
	t.Helper()
	tools := toolchains[d]
	var head, body strings.Builder
	rows := 0
	for i, s := range list {
		o := Options{Name: fmt.Sprintf("f%d", i)}
		weights := ""
		if i%2 == 0 {
			values := map[string]string{}
			for k, name := range WeightOrder(s.program) {
				values[name] = Number(d, s.weights[k])
			}
			o.Weight = func(name string) string { return values[name] }
		} else if len(s.weights) > 0 {
			name := fmt.Sprintf("W%d", i)
			fmt.Fprintf(&head, tools.array+"\n", name, len(s.weights), numbers(d, s.weights))
			weights = ", " + tools.reference + name
		}
		head.WriteString(write(t, d, s.program, o) + "\n")
		for _, row := range s.rows {
			fmt.Fprintf(&body, tools.print+"\n", fmt.Sprintf("f%d(%s%s)", i, numbers(d, row), weights))
			rows++
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, tools.file), []byte(tools.head+head.String()+tools.main+body.String()+tools.tail), 0o600); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, args := range tools.commands {
		if _, err := exec.LookPath(args[0]); err != nil && !strings.HasPrefix(args[0], "./") {
			t.Skip("needs ", args[0])
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		var err error
		var complaints strings.Builder
		cmd.Stderr = &complaints
		if out, err = cmd.Output(); err != nil {
			t.Fatalf("%v: %v\n%.3000s", args, err, &complaints)
		}
	}
	lines := strings.Fields(string(out))
	if len(lines) != rows {
		t.Fatalf("%d lines, want %d", len(lines), rows)
	}
	return lines
}

func numbers(d Dialect, list []float64) string {
	text := make([]string, len(list))
	for i, x := range list {
		text[i] = Number(d, x)
	}
	return strings.Join(text, ", ")
}
