package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights/source/scan"
)

// What stands in strings and comments of a language is no definition, whatever it says: on the
// last line of a string, too. Only A is.
func TestStringsAndComments(t *testing.T) {
	for file, src := range map[string]string{
		"e.py":    "D = '''\nA = 1\nA = 2'''\nE = \"\"\"x\nA = 3\n\"\"\"\nF = 'A = 4'\nG = 'a \\\nA = 5'\nH = r'\\'  # A = 6\nI = f'{x}\"A = 7'\nA = 20\n",
		"e.cpp":   "auto a = R\"(\nint A = 1;\nint A = 2;)\";\nauto b = u8R\"x( )\"\nint A = 3; )x\";\nconst char *c = \"old \\\nint A = 4;\";\nchar d = '\"', e = '\\'', f = '\\\\';\n/* int A = 5;\n*/ // int A = 6;\nint A = 20; // \"",
		"e.rs":    "const B: &str = \"x\nconst A: i32 = 1;\";\nconst C: &str = r#\"\" const A: i32 = 2;\nconst A: i32 = 3;\"#;\n/* /* */ const A: i32 = 4; */\nfn f<'a>(x: &'a str) -> char { '\"' }\nconst A: i32 = 20;\n",
		"E.cs":    "class E { string b = @\"x \"\" \nint A = 1;\"; string c = \"\"\"\nint A = 2;\n\"\"\"; string d = $@\"\nint A = 3;\"; char e = '\"'; const int A = 20; }",
		"E.java":  "class E { String b = \"\"\"\n  int A = 1; \\\"\"\"\n  int A = 2;\"\"\"; char c = '\"'; int A = 20; }",
		"e.js":    "const b = `x ${`y` + {a: '}'} } \nA = 1`\nconst c = 'A = 2', d = \"it's\"\nconst e = 'it\\'s A = 3' // A = 4\nlet A = 20\n",
		"E.kt":    "val b = \"\"\"\nval A = 1\n\\\"\"\"\nval c = \"\\\" val A = 2\"\n/* /* */ val A = 3 */\nval A = 20\n",
		"E.swift": "let b = \"\"\"\nlet A = 1\n\"\"\"\nlet c = #\"\" let A = 2\"#\nlet d = #\"\"\"\nlet A = 3\n\"\"\"#\n/* /* */ let A = 4 */\nlet A = 20\n",
		"e.zig":   "const b =\n    \\\\const A = 1;\n    \\\\ \"\n;\nconst c = '\"'; // const A = 2;\nconst A = 20;\n",
		"e.go":    "package e\n\nvar b = `x\nA = 1\nvar A = 2`\nvar c = '\"' // var A = 3\nvar A = 20\n",
		"e.lua":   "--[[\nA = 1\n]]\nlocal b = [[\nA = 2]]\nlocal c = 'A = 3' -- A = 4\nA = 20\n",
		"e.nim":   "#[ A = 1\nlet A = 2 ]#\nlet b = \"\"\"\nlet A = 3\"\"\"\nlet A = 20 # let A = 4\n",
		"e.d":     "/+ /+ +/ int A = 1; +/\nstring b = `\nint A = 2;`;\n/* int A = 3; */\nint A = 20;\n",
		"e.json":  "{\"b\": \"\\\"A\\\": 1\", \"A\": 20}",
	} {
		all, err := scan.ReadArrays(file, strings.NewReader(src))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var got []string
		for _, a := range all {
			if a.Err == nil {
				got = append(got, fmt.Sprintf("%s%v%d", a.Name, a.Values, a.Line))
			}
		}
		line := 1 + strings.Count(src[:strings.Index(src, "20")], "\n")
		if diff := cmp.Diff([]string{fmt.Sprintf("A[20]%d", line)}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// A language that is not read is an error; an unknown ending is read by a guess.
func TestUnreadLanguage(t *testing.T) {
	_, err := scan.ReadArrays("eval.rb", strings.NewReader("A = [1, 2]"))
	if err == nil || !strings.HasPrefix(err.Error(), "eval.rb: Ruby is not read: want C, C++, ") {
		t.Errorf("error %v", err)
	}
	if all, err := scan.ReadArrays("eval.txt", strings.NewReader("int A = 5;")); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}

// An element that is one constant, or that means nothing, is left out; others make the table one
// that cannot be read.
func TestLeftOut(t *testing.T) {
	for src, want := range map[string]string{
		"int t[] = {1, NO, 2, NO};":                   "[1 2] [NO NO]",
		"int t[] = {1, null, 2, None, X.init};":       "[1 2] [null None X.init]",
		"int t[] = {1, A, 2, B};":                     `src:1:21: t[3]: no number, "B"`,
		"int t[] = {1, A};":                           `src:1:15: t[1]: no number, "A"`,
		"S t[] = {S(1, 2), S(A, 3)};":                 `src:1:21: t[1][0]: no number, "A"`,
		"S t[] = {{1, 2}, {A, 3}};":                   `src:1:19: t[1][0]: no number, "A"`,
		"S t[2][2] = {{init(), S(1, 2)}, {S(3, 4)}};": "[1 2 3 4] [init()]",
		"int t[] = {A, B, C};":                        `src:1:15: t[1]: no number, "B"`,
	} {
		all, err := scan.ReadArrays("src", strings.NewReader(src))
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %v, %v", src, all, err)
		}
		got := fmt.Sprint(all[0].Values, all[0].Left)
		got = strings.Replace(got, "][", "] [", 1)
		if all[0].Err != nil {
			got, _, _ = strings.Cut(all[0].Err.Error(), ": want plain")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}
