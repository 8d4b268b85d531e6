package export_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/source"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
)

// rowsOf are random arguments of the formula's function, by row, and what the program makes of them with
// a file's weights.
func rowsOf(t *testing.T, f *weights.File, n int) (rows [][]float64, want []float64) {
	t.Helper()
	p, err := f.Program()
	if err != nil {
		t.Fatal(err)
	}
	tape, from := p.NewTape(n), rand.New(rand.NewPCG(5, 6))
	rows = make([][]float64, n)
	for l, leaf := range p.Leaves {
		if leaf.Kind == formula.Weight {
			w, _ := f.Term(leaf.Name)
			for i := range rows {
				tape.Leaf(l)[i] = w.Value.Value
			}
		}
	}
	for _, parameter := range source.Parameters(source.C, p) { // of the same order in every language
		into := tape.Leaf(parameter.Leaf)
		for i := range rows {
			switch p.Leaves[parameter.Leaf].Kind {
			case formula.RowMG, formula.RowEG:
				into[i] = from.Float64()
			case formula.Input:
				into[i] = float64(from.IntN(2))
			default:
				into[i] = from.NormFloat64() * 200
			}
			rows[i] = append(rows[i], into[i])
		}
	}
	want = append(want, tape.Values(n)...)
	if fault := tape.Fault(n); fault != nil {
		t.Fatal(fault)
	}
	return rows, want
}

// everything is a formula of every operation, in which names of weights are those of sums and locals, too.
func everything() *weights.File {
	f := fixtures.Formula()
	f.Formula = "white_danger = max(0, white) / (1 + abs(strength)); half = white_danger / 2;\n" +
		"slope = weight(danger.slope) * min(half, 9, black);\n" +
		"table = lookup(strength, -200, 200, curve, 3) - lookup(black, 0, 100, strength, 2);\n" +
		"curve = if white > black and (strength > 0 or opposite_bishops == 1) then sqrt(abs(black)) else if white < -50 then log(2 + square(white)) else clamp(slope, -3, 3);\n" +
		"linear + table + curve * sigmoid(strength / 50) - exp(-abs(half)) + trunc(black / 7) + round(strength * 0.5) - slope"
	f.Terms = append(f.Terms,
		weights.Term{Name: "strength.0", Parameter: true, Value: weights.Weight{Value: -3.5}},
		weights.Term{Name: "strength.1", Parameter: true, Value: weights.Weight{Value: 7.25}},
		weights.Term{Name: "tempo", Value: weights.Weight{Value: 20}},
		weights.Term{Name: "storm.2", Sums: []string{"black"}, Tapered: true, MG: weights.Weight{Value: 0.125}, EG: weights.Weight{Value: 3}},
		weights.Term{Name: "storm.3", Sums: []string{"black"}, Tapered: true, MG: weights.Weight{Value: 0.25}, EG: weights.Weight{Value: -3}},
	)
	return f
}

// TestFormulaRuns compiles what is exported of formulas in every language, and compares what it computes with the
// file's own evaluation.
func TestFormulaRuns(t *testing.T) {
	tests := []struct {
		name       string
		lang       export.Language
		file, main string
		begin, end string
		call       string // of arguments
		build, run []string
	}{
		{"go", export.Go, "evaluation/evaluation.go", "main.go", "package main\n\nimport (\n\t\"fmt\"\n\te \"exported/evaluation\"\n)\n\nfunc main() {\n", "}\n",
			"\tfmt.Printf(\"%%.17g\\n\", e.Evaluate(%s))\n", []string{"go", "build", "-o", "main", "."}, []string{"./main"}},
		{"c", export.C, "evaluation.h", "main.c", "#include <stdio.h>\n#include \"evaluation.h\"\nint main(void) {\n", "return 0;\n}\n",
			"printf(\"%%.17g\\n\", evaluation_evaluate(%s));\n", []string{"gcc", "-std=c99", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unused-const-variable", "-Werror", "-o", "main", "main.c", "-lm"}, []string{"./main"}},
		{"cpp", export.CPP, "evaluation.h", "main.cpp", "#include <cstdio>\n#include \"evaluation.h\"\nint main() {\n", "return 0;\n}\n",
			"std::printf(\"%%.17g\\n\", evaluation::evaluate(%s));\n", []string{"g++", "-std=c++11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.cpp"}, []string{"./main"}},
		{"rust", export.Rust, "evaluation.rs", "main.rs", "mod evaluation;\n\nfn main() {\n", "}\n",
			"println!(\"{:e}\", evaluation::evaluate(%s));\n", []string{"rustc", "-D", "warnings", "main.rs"}, []string{"./main"}},
		{"python", export.Python, "evaluation.py", "main.py", "from evaluation import evaluate\n", "",
			"print(repr(evaluate(%s)))\n", nil, []string{"python3", "main.py"}},
		{"java", export.Java, "evaluation/Weights.java", "Main.java", "public class Main {\n public static void main(String[] args) {\n", "}\n}\n",
			"System.out.println(evaluation.Weights.evaluate(%s));\n", []string{"javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "Main.java", "evaluation/Weights.java"}, []string{"java", "-XX:TieredStopAtLevel=1", "Main"}},
		{"csharp", export.CSharp, "Weights.cs", "Main.cs", "using System;\nusing System.Globalization;\npublic static class Program {\n public static void Main() {\n", "}\n}\n",
			"Console.WriteLine(evaluation.Weights.Evaluate(%s).ToString(\"R\", CultureInfo.InvariantCulture));\n", []string{"mcs", "-warnaserror", "-out:main.exe", "Main.cs", "Weights.cs"}, []string{"mono", "main.exe"}},
		{"javascript", export.JavaScript, "evaluation.mjs", "main.mjs", "import { evaluate } from \"./evaluation.mjs\";\n", "",
			"console.log(evaluate(%s));\n", nil, []string{"node", "main.mjs"}},
	}
	files := map[string]*weights.File{"block": fixtures.Hostile(), "everything": everything()}
	for _, tt := range tests {
		for name, f := range files {
			t.Run(tt.name+" "+name, func(t *testing.T) {
				t.Parallel()
				src, err := export.Code(f, tt.lang, export.Options{})
				if err != nil {
					t.Fatal(err)
				}
				rows, want := rowsOf(t, f, 60)
				program := tt.begin
				for _, row := range rows {
					args := make([]string, len(row))
					for i, v := range row {
						args[i] = strconv.FormatFloat(v, 'e', -1, 64)
					}
					program += fmt.Sprintf(tt.call, strings.Join(args, ", "))
				}
				dir := writeFiles(t, map[string]string{tt.file: string(src), tt.main: program + tt.end, "go.mod": "module exported\n\ngo 1.21\n"})
				if tt.build != nil {
					command(t, dir, tt.build)
				}
				lines := strings.Fields(command(t, dir, tt.run))
				if len(lines) != len(want) {
					t.Fatalf("%d lines of %d", len(lines), len(want))
				}
				for i, line := range lines {
					got, err := strconv.ParseFloat(line, 64)
					if err != nil || math.Abs(got-want[i]) > 1e-12*max(1, math.Abs(want[i])) {
						t.Fatalf("row %d, %v: %s, the file has %v\n%s", i, rows[i], line, want[i], src)
					}
				}
			})
		}
	}
}

// TestFormulaStaysTheSame keeps a copy of every language's file.
func TestFormulaStaysTheSame(t *testing.T) {
	for _, lang := range []export.Language{export.Go, export.C, export.CPP, export.Rust, export.Python, export.CSharp, export.Java, export.JavaScript, export.JSON} {
		src, err := export.Code(everything(), lang, export.Options{Package: "mine"})
		if err != nil {
			t.Fatal(err)
		}
		fixtures.Golden(t, "formula."+lang.String(), src)
	}
}
