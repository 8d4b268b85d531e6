package weights

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// call runs the command and returns what it prints.
func call(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag bytes.Buffer
	err = Main(context.Background(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &diag})
	return out.String(), diag.String(), err
}

// must is call for a command that has to succeed.
func must(t *testing.T, args ...string) string {
	t.Helper()
	out, diag, err := call(t, args...)
	if err != nil {
		t.Fatalf("weights %s: %v\n%s", strings.Join(args, " "), err, diag)
	}
	return out
}

// inFolder writes the published weights as old.json, and changed ones as
// new.json, and goes there.
func inFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	f, _ := weights.Published("pesto")
	if err := f.Write("old.json"); err != nil {
		t.Fatal(err)
	}
	f.Terms[100].MG = weights.Weight{Value: f.Terms[100].MG.Value + 7, StdErr: 2}
	if err := f.Write("new.json"); err != nil {
		t.Fatal(err)
	}
}

// An export agrees with its file until the file changes; then check fails and
// says where.
func TestCheck(t *testing.T) {
	inFolder(t)
	for _, lang := range []string{"go", "c", "cpp", "rust", "python", "csharp", "java", "javascript", "json"} {
		must(t, "export", "-lang", lang, "-o", "eval."+lang, "old.json")
		if out := must(t, "check", "-against", "eval."+lang, "old.json"); !strings.HasSuffix(out, "\n0 of 768 weights differ from the source\n") ||
			!strings.HasPrefix(out, "compared with ") || !strings.Contains(out, " (eval."+lang+":") {
			t.Errorf("%s: %s", lang, out)
		}
		out, _, err := call(t, "check", "-against", "eval."+lang, "new.json")
		if cli.Status(err) != cli.StatusFailed || !strings.Contains(out, "pst.knight.e5.mg") || !strings.Contains(out, "1 of 768 weights differ") ||
			!strings.HasPrefix(err.Error(), "O03: eval."+lang+": 1 of 768") {
			t.Errorf("%s: error %v, output\n%s", lang, err, out)
		}
	}
	out, _, err := call(t, "check", "-json", "-against", "eval.c", "new.json")
	var d source.Drift
	if jsonErr := json.Unmarshal([]byte(out), &d); jsonErr != nil || err == nil || len(d.Differences) != 1 || d.Differences[0].Source != 374 {
		t.Errorf("%v, %v: %s", jsonErr, err, out)
	}
}

// What was exported is imported again, by name and in order.
func TestImport(t *testing.T) {
	inFolder(t)
	must(t, "export", "-lang", "rust", "-packed", "-o", "eval.rs", "new.json")
	must(t, "import", "-like", "old.json", "-o", "start.json", "eval.rs")
	if out := must(t, "diff", "new.json", "start.json"); !strings.Contains(out, "0 of 768 weights differ") {
		t.Error(out)
	}
	text := "int knights[] = {1, 2}; int x = 5;"
	if err := os.WriteFile("eval.c", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("names", []byte("knight.mg\nknight.eg\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"import", "-names", "names", "-set", "mine", "-array", "knights", "-o", "mine.json", "eval.c"}
	if _, _, err := call(t, args...); err == nil || !strings.HasSuffix(err.Error(), "with -by-order numbers are taken in their order") {
		t.Errorf("by order without a word: %v", err)
	}
	args = append([]string{"import", "-by-order"}, args[1:]...)
	if _, diag, err := call(t, args...); err != nil || !strings.Contains(diag, "\n# knight.mg: number 1 of the 2 of knights, eval.c:1\n") {
		t.Errorf("%v: %s", err, diag)
	}
	f, err := weights.Read("mine.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Terms) != 1 || f.Set != "mine" || f.Terms[0].MG.Value != 1 || f.Terms[0].EG.Value != 2 || f.Provenance.Sources[0].Name != "eval.c" {
		t.Errorf("%+v", f)
	}
}

// Tables that the names of the pieces find are imported without names, in the order that they say or that the
// flag says.
func TestImportTextbook(t *testing.T) {
	inFolder(t)
	for _, tt := range []struct {
		export []string
		says   string
	}{
		{nil, "is that of a1 by the tables of pawns and king; if it is that of a8, pass -rank8"},
		{[]string{"-rank8"}, "is that of a8 by the tables of pawns and king; if it is that of a1, pass -rank8=false"},
	} {
		must(t, append(append([]string{"export", "-lang", "c", "-o", "eval.h"}, tt.export...), "old.json")...)
		_, diag, err := call(t, "import", "-set", "pesto", "-o", "own.json", "eval.h")
		if err != nil || !strings.Contains(diag, tt.says) || !strings.Contains(diag, "knight  pst_knight (eval.h:") {
			t.Errorf("%v: %s", err, diag)
		}
		if out := must(t, "diff", "old.json", "own.json"); !strings.Contains(out, "0 of 768 weights differ") {
			t.Error(out)
		}
	}
	must(t, "import", "-set", "pesto", "-rank8=false", "-o", "turned.json", "eval.h")
	if out := must(t, "diff", "old.json", "turned.json"); strings.Contains(out, "\n0 of 768 weights differ") {
		t.Error("-rank8=false did not count: ", out)
	}
	if _, diag, err := call(t, "import", "-set", "pesto", "-egfirst", "eval.h"); err == nil || !strings.Contains(diag, "pass -names or -like") {
		t.Error(err, diag)
	}
}

// With positions, diff says how far the evaluations are from each other, and what to expect.
func TestDiffOnPositions(t *testing.T) {
	sample, err := filepath.Abs("../../datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	inFolder(t)
	out := must(t, "diff", "published", "new.json", sample)
	if !strings.Contains(out, "1 of 768 weights differ\n\nerrors, all that there are ") || !strings.Contains(out, "\n\nnew evaluation against the old one, on ") || !strings.Contains(out, "\nverdict: a toss-up: ") {
		t.Error(out)
	}
	var d ShownChanges
	if err := json.Unmarshal([]byte(must(t, "diff", "-json", "old.json", "new.json", sample)), &d); err != nil || d.Guard == nil || d.Guard.Verdict != d.Guard.Forecast.Word || d.Guard.Weights != 768 {
		t.Errorf("%v: %+v", err, d.Guard)
	}
	f, _ := weights.Published("pesto")
	f.SetHash = "1234"
	if err := f.Write("other.json"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := call(t, "diff", "other.json", "new.json", sample); err == nil || !strings.HasPrefix(err.Error(), "F11: weights of set pesto (hash 1234)") {
		t.Error(err)
	}
}

// The terms of an engine, by their names, are written where they stand; check is silent
// before and after; and a source that holds something else is left alone.
func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	engine := "#define S(mg, eg) ((mg) + ((eg) << 16))\nconst int Mobility[2][3] = { { S(1, 2), S(3, 4) }, /* bishop */ { S(5, 6), S(7, 8), S(9, 10) } };\n"
	save := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	save("eval.c", engine)
	save("types.h", "enum { TEMPO = 18 };\n")
	list := must(t, "import", "-list", "eval.c", "types.h")
	if want := "Mobility.0[2] tapered\nMobility.1[3] tapered\n# members of enums and #define, most of which are not weights: remove the # where one is\n# TEMPO\n"; list != want {
		t.Errorf("list %q", list)
	}
	save("names", strings.Replace(list, "# TEMPO", "TEMPO", 1))
	must(t, "import", "-names", "names", "-set", "mine", "-o", "old.json", "eval.c", "types.h")
	silent := "compared with Mobility (eval.c:2), TEMPO (types.h:1)\n0 of 11 weights differ from the source\n"
	if out := must(t, "check", "-against", "eval.c", "types.h", "old.json"); out != silent {
		t.Error(out)
	}
	if out, want := must(t, "check", "-v", "-against", "eval.c", "types.h", "old.json"), "in the source  where      numbers\nMobility       eval.c:2        10\nTEMPO          types.h:1        1\n0 of"; !strings.HasPrefix(out, want) {
		t.Errorf("%s, want %s", out, want)
	}
	f, err := weights.Read("old.json")
	if err != nil {
		t.Fatal(err)
	}
	tempo, _ := f.Term("TEMPO")
	tempo.Value.Value = 20.6
	f.Terms[len(f.Terms)-1], f.Terms[1].EG.Value, f.Provenance.Start = tempo, -4.4, "old.json"
	if err := f.Write("new.json"); err != nil {
		t.Fatal(err)
	}
	want := "--- eval.c\n+++ eval.c\n@@ -2,1 +2,1 @@\n-const int Mobility[2][3] = { { S(1, 2), S(3, 4) }, /* bishop */ { S(5, 6), S(7, 8), S(9, 10) } };\n" +
		"+const int Mobility[2][3] = { { S(1, 2), S(3, -4) }, /* bishop */ { S(5, 6), S(7, 8), S(9, 10) } };\n" +
		"--- types.h\n+++ types.h\n@@ -1,1 +1,1 @@\n-enum { TEMPO = 18 };\n+enum { TEMPO = 21 };\n"
	if out := must(t, "write", "-dry-run", "-into", "eval.c", "types.h", "new.json"); out != want+"would change 2 lines of 2 files\n" {
		t.Error(out)
	}
	if now, _ := os.ReadFile("eval.c"); string(now) != engine {
		t.Errorf("-dry-run wrote\n%s", now)
	}
	if out := must(t, "write", "-into", "eval.c", "types.h", "new.json"); out != want+"changed 2 lines of 2 files\n" {
		t.Error(out)
	}
	if out := must(t, "check", "-against", "eval.c", "-against", "types.h", "new.json"); out != silent {
		t.Error(out)
	}
	f.Provenance.Start = "" // what it held is not asked for, as nothing changes
	if err := f.Write("same.json"); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "write", "-into", "eval.c", "types.h", "same.json"); out != "nothing changes: the source holds these weights already\n" {
		t.Error(out)
	}
	save("types.h", "enum { TEMPO = 19 };\n")
	before, _ := os.ReadFile("eval.c")
	_, _, err = call(t, "write", "-into", "eval.c", "-into", "types.h", "-from", "new.json", "old.json")
	if want := "types.h:1: TEMPO: the source has 19, the old weights have 20.6: import the source and pass that file as -from"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if after, _ := os.ReadFile("eval.c"); string(after) != string(before) {
		t.Errorf("one file was refused, and the other written:\n%s", after)
	}
}

func TestJSON(t *testing.T) {
	inFolder(t)
	var s Shown
	if err := json.Unmarshal([]byte(must(t, "show", "-json", "new.json")), &s); err != nil {
		t.Fatal(err)
	}
	if w := s.Weights[200]; len(s.Weights) != 768 || w.Name != "pst.knight.e5.mg" || w.StdErr != 2 || w.High-w.Value < 3.9 || w.High-w.Value > 3.93 {
		t.Errorf("%d weights, %+v", len(s.Weights), w)
	}
	if len(s.Tables) != 6 || s.Tables[1].Name != "pst.knight" || s.Tables[1].MGMean < 350 || s.Tables[1].MGMean > 355 || s.Tables[1].Mean != 0 {
		t.Errorf("tables %+v", s.Tables)
	}
	var d ShownChanges
	if err := json.Unmarshal([]byte(must(t, "diff", "-json", "old.json", "new.json")), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Weights) != 1 || *d.Weights[0].New-*d.Weights[0].Old != 7 || d.Weights[0].StdErrs != nil || d.Same != 767 {
		t.Errorf("%+v", d)
	}
	var found Remarks
	if err := json.Unmarshal([]byte(must(t, "audit", "-json", "old.json")), &found); err != nil || len(found.Warnings) != 1 || found.Warnings[0].Code != "M15" {
		t.Errorf("%v, %v", found, err)
	}
}

func TestUsage(t *testing.T) {
	inFolder(t)
	must(t, "export", "-lang", "c", "-o", "eval.h", "old.json")
	if err := weights.BuiltinPolicy().Write("policy.json"); err != nil {
		t.Fatal(err)
	}
	const refused = "policy.json: set moves: a policy, where an evaluation is wanted: pass weights of positions"
	tests := []struct {
		name string
		args []string
		want string // part of what is said
	}{
		{"no source", []string{"check", "old.json"}, "no source code: pass -against FILE"},
		{"nothing to import", []string{"import", "-like", "old.json"}, "no source code: pass its file"},
		{"neither", []string{"import", "eval.h"}, "pass -names or -like, one of them"},
		{"both", []string{"import", "-like", "old.json", "-names", "n", "eval.h"}, "pass -names or -like, one of them"},
		{"no set", []string{"import", "-names", "n", "eval.h"}, "-names: pass -set, too"},
		{"onto the source", []string{"import", "-like", "old.json", "-o", "eval.h", "eval.h"}, "eval.h is named twice: it would be overwritten"},
		{"onto the weights", []string{"export", "-o", "old.json", "old.json"}, "old.json is named twice: it would be overwritten"},
		{"no such array", []string{"import", "-like", "old.json", "-array", "x", "eval.h"}, "-array x: no such name: want one of pst_pawn, "},
		{"no such file", []string{"check", "-against", "none.h", "old.json"}, "none.h"},
		{"nothing to write into", []string{"write", "old.json"}, "no source code: pass -into FILE"},
		{"no old weights", []string{"write", "-into", "eval.h", "new.json"}, "pass -from OLD.json"},
		{"a policy against the source", []string{"check", "-against", "eval.h", "policy.json"}, refused},
		{"a policy into the source", []string{"write", "-into", "eval.h", "policy.json"}, refused},
		{"a policy that the source holds", []string{"write", "-into", "eval.h", "-from", "policy.json", "new.json"}, refused},
		{"like a policy", []string{"import", "-like", "policy.json", "eval.h"}, refused},
		{"language", []string{"export", "-lang", "basic", "old.json"}, `"basic" is neither go, c, cpp, rust, python, csharp, java, javascript nor json`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, said, err := call(t, tt.args...)
			if err == nil || !strings.Contains(said+err.Error(), tt.want) {
				t.Errorf("error %v, said %s", err, said)
			}
		})
	}
	if left, _ := filepath.Glob("*.partial"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
