package export_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
)

// printed is what the test programs print of fixtures.Hostile: pairs line by line,
// then the plain terms.
func printed() string {
	f := fixtures.Hostile()
	var b strings.Builder
	pair := func(t *weights.Term) {
		mg, eg := 0.0, 0.0
		if t != nil {
			mg, eg = t.MG.Value, t.EG.Value
		}
		fmt.Fprintf(&b, "%d %d\n", whole(mg), whole(eg))
	}
	for _, g := range f.Groups() {
		if g.Board {
			for _, t := range g.Squares() {
				pair(t)
			}
		}
	}
	for _, name := range []string{"material.queen", "passed.r2", "passed.r7", "edge.low", "edge.high", "edge.borrow", "edge.zero"} {
		t, _ := f.Term(name)
		pair(&t)
	}
	b.WriteString("0.33333333333333331\n-20\n4.9406564584124654e-324\n")
	b.WriteString("12.25 -3.5\n") // of other sums than linear: no integers
	return b.String()
}

// whole rounds a half away from zero.
func whole(v float64) int {
	if v < 0 {
		return -whole(-v)
	}
	return int(v + 0.5)
}

const cBody = `
    const SCORE *tables[] = {pst_knight, pst_pawn, pst_rook};
    const SCORE pairs[] = {material_queen, passed_r2, passed_r7, edge_low, edge_high, edge_borrow, edge_zero};
    for (int t = 0; t < 3; t++)
        for (int sq = 0; sq < 64; sq++)
            printf("%d %d\n", MG(tables[t][sq]), EG(tables[t][sq]));
    for (int i = 0; i < 7; i++)
        printf("%d %d\n", MG(pairs[i]), EG(pairs[i]));
    printf("%.17g\n%.17g\n%.17g\n", plain_third, plain_whole, plain_tiny);
    printf("%g %g\n", danger_attackers, danger_e4);
    return 0;
}
`

const rustMain = `mod evaluation;
use evaluation::*;

fn main() {
    for table in [&PST_KNIGHT, &PST_PAWN, &PST_ROOK] {
        for s in table.iter() {
            println!("{} {}", MG!(*s), EG!(*s));
        }
    }
    for s in [MATERIAL_QUEEN, PASSED_R2, PASSED_R7, EDGE_LOW, EDGE_HIGH, EDGE_BORROW, EDGE_ZERO] {
        println!("{} {}", MG!(s), EG!(s));
    }
    assert_eq!(PLAIN_THIRD, 1.0 / 3.0);
    println!("0.33333333333333331\n{}", PLAIN_WHOLE);
    assert_eq!(PLAIN_TINY, f64::from_bits(1));
    println!("4.9406564584124654e-324");
    println!("{} {}", DANGER_ATTACKERS, DANGER_E4);
}
`

const pythonMain = `from evaluation import *

for table in PST_KNIGHT, PST_PAWN, PST_ROOK:
    assert len(table) == 64
    for s in table:
        print(MG(s), EG(s))
for s in MATERIAL_QUEEN, PASSED_R2, PASSED_R7, EDGE_LOW, EDGE_HIGH, EDGE_BORROW, EDGE_ZERO:
    print(MG(s), EG(s))
for v in PLAIN_THIRD, PLAIN_WHOLE, PLAIN_TINY:
    print("%.17g" % v)
print("%g %g" % (DANGER_ATTACKERS, DANGER_E4))
`

const javaMain = `import static evaluation.Weights.*;

public class Main {
    public static void main(String[] args) {
        for (Score[] table : new Score[][] {PST_KNIGHT, PST_PAWN, PST_ROOK})
            for (Score s : table)
                System.out.println(mg(s) + " " + eg(s));
        for (Score s : new Score[] {MATERIAL_QUEEN, PASSED_R2, PASSED_R7, EDGE_LOW, EDGE_HIGH, EDGE_BORROW, EDGE_ZERO})
            System.out.println(mg(s) + " " + eg(s));
        System.out.println(PLAIN_THIRD == 1.0 / 3 ? "0.33333333333333331" : "wrong");
        System.out.println((int) PLAIN_WHOLE);
        System.out.println(PLAIN_TINY == Double.MIN_VALUE ? "4.9406564584124654e-324" : "wrong");
        System.out.println(DANGER_ATTACKERS + " " + DANGER_E4);
    }

`

const csharpMain = `using System;
using evaluation;

public static class Program {
    public static void Main() {
        foreach (Weights.Score[] table in new[] { Weights.PSTKnight, Weights.PSTPawn, Weights.PSTRook })
            foreach (Weights.Score s in table)
                Console.WriteLine(MG(s) + " " + EG(s));
        foreach (Weights.Score s in new[] { Weights.MaterialQueen, Weights.PassedR2, Weights.PassedR7, Weights.EdgeLow, Weights.EdgeHigh, Weights.EdgeBorrow, Weights.EdgeZero })
            Console.WriteLine(MG(s) + " " + EG(s));
        Console.WriteLine(Weights.PlainThird == 1.0 / 3 ? "0.33333333333333331" : "wrong");
        Console.WriteLine((int)Weights.PlainWhole);
        Console.WriteLine(Weights.PlainTiny == double.Epsilon ? "4.9406564584124654e-324" : "wrong");
        Console.WriteLine(Weights.DangerAttackers == 12.25 && Weights.DangerE4 == -3.5 ? "12.25 -3.5" : "wrong");
    }
`

const javascriptMain = `import * as e from "./evaluation.mjs";

for (const table of [e.PST_KNIGHT, e.PST_PAWN, e.PST_ROOK])
    for (const s of table)
        console.log(MG(s) + " " + EG(s));
for (const s of [e.MATERIAL_QUEEN, e.PASSED_R2, e.PASSED_R7, e.EDGE_LOW, e.EDGE_HIGH, e.EDGE_BORROW, e.EDGE_ZERO])
    console.log(MG(s) + " " + EG(s));
console.log(e.PLAIN_THIRD === 1 / 3 ? "0.33333333333333331" : "wrong");
console.log(e.PLAIN_WHOLE);
console.log(e.PLAIN_TINY === Number.MIN_VALUE ? "4.9406564584124654e-324" : "wrong");
console.log(e.DANGER_ATTACKERS + " " + e.DANGER_E4);
`

const goMain = `package main

import (
	"fmt"
	e "exported/evaluation"
)

func main() {
	for _, table := range [...][64]e.Score{e.PSTKnight, e.PSTPawn, e.PSTRook} {
		for _, s := range table {
			fmt.Println(MG(s), EG(s))
		}
	}
	for _, s := range []e.Score{e.MaterialQueen, e.PassedR2, e.PassedR7, e.EdgeLow, e.EdgeHigh, e.EdgeBorrow, e.EdgeZero} {
		fmt.Println(MG(s), EG(s))
	}
	for _, v := range []float64{e.PlainThird, e.PlainWhole, e.PlainTiny} {
		fmt.Printf("%.17g\n", v)
	}
	fmt.Println(e.DangerAttackers, e.DangerE4)
}
`

// What an engine has of its own stays as it is: here its macro S and its type Score.
const (
	cOwn   = "#define S(mg, eg) nonsense\ntypedef int Score;\n"
	cppOwn = "#define S(mg, eg) nonsense\n"
)

// TestExportsRun compiles what is exported to every language together with a
// program that prints all values, in either form of pairs.
func TestExportsRun(t *testing.T) {
	c := []string{"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main"}
	tests := []struct {
		name          string
		lang          export.Language
		header        string // the exported file
		main          string
		program       string
		pairs, packed string // how the program takes a pair apart, in front of it
		build, run    []string
	}{
		{"go", export.Go, "evaluation/evaluation.go", "main.go", goMain,
			"\nfunc MG(s e.Score) int { return int(s.MG) }\nfunc EG(s e.Score) int { return int(s.EG) }\n",
			"\nfunc MG(s e.Score) int { return s.MG() }\nfunc EG(s e.Score) int { return s.EG() }\n",
			[]string{"go", "build", "-o", "main", "."}, []string{"./main"}},
		{"c", export.C, "evaluation.h", "main.c", "int main(void) {" + cBody,
			cOwn + "#include <stdio.h>\n#include \"evaluation.h\"\n#define SCORE evaluation_score\n#define MG(s) (s).mg\n#define EG(s) (s).eg\n",
			cOwn + "#include <stdio.h>\n#include \"evaluation.h\"\n#define SCORE evaluation_score\n#define MG evaluation_mg\n#define EG evaluation_eg\n",
			append([]string{"gcc", "-std=c99", "main.c"}, c...), []string{"./main"}},
		{"cpp", export.CPP, "evaluation.h", "main.cpp", "int main() {" + cBody,
			cppOwn + "#include <cstdio>\n#include \"evaluation.h\"\nusing namespace evaluation;\n#define SCORE evaluation::Score\n#define MG(s) (s).mg\n#define EG(s) (s).eg\n",
			cppOwn + "#include <cstdio>\n#include \"evaluation.h\"\nusing namespace evaluation;\n#define SCORE evaluation::Score\n#define MG mg_value\n#define EG eg_value\n",
			append([]string{"g++", "-std=c++11", "main.cpp"}, c...), []string{"./main"}},
		{"rust", export.Rust, "evaluation.rs", "main.rs", rustMain,
			"macro_rules! MG { ($s:expr) => { $s.mg } }\nmacro_rules! EG { ($s:expr) => { $s.eg } }\n",
			"macro_rules! MG { ($s:expr) => { mg_value($s) } }\nmacro_rules! EG { ($s:expr) => { eg_value($s) } }\n",
			[]string{"rustc", "-D", "warnings", "main.rs"}, []string{"./main"}},
		{"python", export.Python, "evaluation.py", "main.py", pythonMain,
			"MG = lambda s: s.mg\nEG = lambda s: s.eg\n", "from evaluation import mg_value as MG, eg_value as EG\n",
			nil, []string{"python3", "main.py"}},
		{"java", export.Java, "evaluation/Weights.java", "Main.java", javaMain,
			"    static int mg(Score s) { return s.mg; }\n    static int eg(Score s) { return s.eg; }\n}\n",
			"    static int mg(int s) { return mgValue(s); }\n    static int eg(int s) { return egValue(s); }\n}\n",
			[]string{"javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "Main.java", "evaluation/Weights.java"}, []string{"java", "-XX:TieredStopAtLevel=1", "Main"}},
		{"csharp", export.CSharp, "Weights.cs", "Main.cs", csharpMain,
			"    static int MG(Weights.Score s) { return s.Mg; }\n    static int EG(Weights.Score s) { return s.Eg; }\n}\n",
			"    static int MG(int s) { return Weights.MgValue(s); }\n    static int EG(int s) { return Weights.EgValue(s); }\n}\n",
			[]string{"mcs", "-warnaserror", "-out:main.exe", "Main.cs", "Weights.cs"}, []string{"mono", "main.exe"}},
		{"javascript", export.JavaScript, "evaluation.mjs", "main.mjs", javascriptMain,
			"const MG = (s) => s.mg, EG = (s) => s.eg;\n", "const MG = e.mgValue, EG = e.egValue;\n",
			nil, []string{"node", "main.mjs"}},
	}
	for _, tt := range tests {
		for name, glue := range map[string]string{"pairs": tt.pairs, "packed": tt.packed, "packed high eg": tt.packed} {
			t.Run(tt.name+" "+name, func(t *testing.T) {
				t.Parallel()
				src, err := export.Code(fixtures.Hostile(), tt.lang, export.Options{Packed: name != "pairs", High: high(name), Digits: export.Decimals})
				if err != nil {
					t.Fatal(err)
				}
				program := glue + tt.program
				switch tt.lang {
				case export.Go, export.Java, export.CSharp:
					program = tt.program + glue
					if tt.lang == export.Java && name != "pairs" {
						program = strings.ReplaceAll(program, "Score[]", "int[]")
						program = strings.ReplaceAll(program, "Score s", "int s")
					}
					if tt.lang == export.CSharp && name != "pairs" {
						program = strings.ReplaceAll(program, "Weights.Score", "int")
					}
				}
				dir := writeFiles(t, map[string]string{tt.header: string(src), tt.main: program, "go.mod": "module exported\n\ngo 1.21\n"})
				if tt.build != nil {
					command(t, dir, tt.build)
				}
				if diff := cmp.Diff(printed(), command(t, dir, tt.run)); diff != "" {
					t.Errorf("the program printed (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func high(name string) export.Half {
	if strings.HasSuffix(name, "eg") {
		return export.Endgame
	}
	return export.MiddleGame
}

func writeFiles(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// command runs a program in dir and returns what it prints. Where it is not
// installed the test is skipped.
func command(t *testing.T, dir string, args []string) string {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil && !strings.HasPrefix(args[0], "./") {
		t.Skipf("no %s on this machine", args[0])
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// What the JSON export holds is read by any reader of JSON.
func TestExportJSON(t *testing.T) {
	src, err := export.Code(fixtures.Hostile(), export.JSON, export.Options{Digits: export.Decimals})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Set, Phase, Unit string
		EndgameScale     string `json:"endgame_scale"`
		Formula          string
		Sums             map[string][]string
		Weights          map[string]json.RawMessage
	}
	if err := json.Unmarshal(src, &got); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if got.Set != fixtures.Hostile().Set || got.Unit != weights.Unit {
		t.Errorf("set %q, unit %q", got.Set, got.Unit)
	}
	var b strings.Builder
	for _, name := range []string{"pst.knight", "pst.pawn", "pst.rook"} {
		var table [][2]int
		if err := json.Unmarshal(got.Weights[name], &table); err != nil {
			t.Fatal(err)
		}
		for _, v := range table {
			fmt.Fprintln(&b, v[0], v[1])
		}
	}
	for _, name := range []string{"material.queen", "passed.r2", "passed.r7", "edge.low", "edge.high", "edge.borrow", "edge.zero"} {
		var v [2]int
		if err := json.Unmarshal(got.Weights[name], &v); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, v[0], v[1])
	}
	for _, name := range []string{"plain.third", "plain.whole", "plain.tiny"} {
		var v float64
		if err := json.Unmarshal(got.Weights[name], &v); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%.17g\n", v)
	}
	fmt.Fprintf(&b, "%s %s\n", got.Weights["danger.attackers"], got.Weights["danger.e4"])
	if diff := cmp.Diff(printed(), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.EndgameScale != "some" || got.Formula != weights.BlockFormula || strings.Join(got.Sums["white"], " ") != "danger.attackers danger.e4" || len(got.Sums) != 2 {
		t.Errorf("endgame scale %q, formula %q, sums %v", got.EndgameScale, got.Formula, got.Sums)
	}
	if strings.Contains(string(src), "-0,") {
		t.Error("-0 in the file")
	}
}

// TestExportsStayTheSame keeps a copy of every language's file.
func TestExportsStayTheSame(t *testing.T) {
	for _, lang := range []export.Language{export.C, export.CPP, export.Rust, export.Python, export.CSharp, export.Java, export.JavaScript, export.JSON} {
		f := fixtures.Tapered()
		f.Terms = append(f.Terms, fixtures.Plain().Terms[:2]...)
		src, err := export.Code(f, lang, export.Options{Package: "mine"})
		if err != nil {
			t.Fatal(err)
		}
		fixtures.Golden(t, "export."+lang.String(), src)
	}
}

func TestLanguageErrors(t *testing.T) {
	one := func(name string) *weights.File {
		return &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term(name, 1, 2)}}
	}
	heavy := &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("material.queen", 3000, 900), fixtures.Term("pst.queen.e4", 700, -50)}}
	tests := []struct {
		name string
		f    *weights.File
		lang export.Language
		opt  export.Options
		want string
	}{
		{"keyword of C", one("double"), export.C, export.Options{}, "term double: its C name double is taken by the language or its header: pass -prefix, a text in front of every name"},
		{"keyword of C++", one("xor"), export.CPP, export.Options{}, "term xor: its C++ name xor is taken by the language or its header: pass -prefix, a text in front of every name"},
		{"digits first", one("2nd.rank"), export.Rust, export.Options{}, "term 2nd.rank: has no valid Rust name"},
		{"letters beyond ASCII", one("könig"), export.C, export.Options{}, "term könig: has no valid C name"},
		{"capitals alone differ", &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a.b", 1, 2), fixtures.Term("A.b", 1, 2)}}, export.Python, export.Options{},
			"term A.b: its Python name A_B is taken by a.b: give one of the two terms another name"},
		{"namespace", one("a"), export.CPP, export.Options{Package: "namespace"}, `package "namespace": no identifier`},
		{"guard", one("a"), export.C, export.Options{Package: "a-b"}, `package "a-b": no identifier`},
		{"prefix", one("a"), export.C, export.Options{Prefix: "1"}, "term a: has no valid C name"},
		{"an integer beyond 32 bits", &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a", 1, 2), {Name: "b", Value: weights.Weight{Value: 3e9}}}}, export.C, export.Options{},
			"weights: O02: b: 3000000000 cp does not fit into 32 bits"},
		{"packed JSON", one("a"), export.JSON, export.Options{Packed: true}, "json has no packed form: export it unpacked"},
		{"packed, beyond 32 bits", &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a", -32768, -1)}}, export.C, export.Options{Packed: true},
			"weights: O02: a: S(-32768, -1) does not fit into 32 bits: export it unpacked"},
		{"packed, nine queens", heavy, export.Go, export.Options{Packed: true},
			"weights: O02: mg: the pieces of one side can sum to 33300 cp, and a packed sum holds 32767: export it unpacked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := export.Code(tt.f, tt.lang, tt.opt); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	for _, set := range []string{"pesto", "pesto_mirrored"} {
		f, _ := weights.Published(set)
		if _, err := export.Code(f, export.C, export.Options{Packed: true}); err != nil {
			t.Errorf("%s does not fit packed: %v", set, err)
		}
	}
}
