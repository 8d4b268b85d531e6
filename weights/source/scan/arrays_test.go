package scan_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights/source/scan"
)

// read returns what is in a source, a line for each array.
func read(t *testing.T, src string) []string {
	t.Helper()
	arrays, err := scan.ReadArrays("src", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range arrays {
		line := fmt.Sprintf("%d %s %v", a.Line, a.Name, a.Values)
		if a.Pairs {
			line += " pairs"
		}
		if a.Err != nil {
			line += " " + a.Err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestReadArrays(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"C", `
#include <stdint.h>
#define S(mg, eg) ((mg) + ((eg) << 16)) \
	= {9, 9}
#define PAWN -82 // a comment with = {1, 2}
static const int table[2][3] = { {1, -2, 3}, /* {7,
8} */ {4, 5, 6,}, };
const Score pair = S(82, 94), other = S(1, -2);
const Score pairs[] = { S( 1, 2), S(-3, 4) };
char c = '=', *s = "x = {1, 2}";
float f = 1.5f; double d = -2.5e-1; int h = 0x1F, u = 5u;
if (x == 5 && y >= 3) z += 4;
int first = 3 * 4, second = (5), third = first;`,
			[]string{"5 PAWN [-82]", "6 table [1 -2 3 4 5 6]", "8 pair [82 94] pairs", "8 other [1 -2] pairs", "9 pairs [1 2 -3 4] pairs",
				`10 c [] src:10:10: c: no number, "'='": want plain numbers: write them there, or leave this table out`, `10 s [] src:10:20: s: no number, "\"x = {1, 2}\"": want plain numbers: write them there, or leave this table out`,
				"11 f [1.5]", "11 d [-0.25]", "11 h [31]", "11 u [5]",
				`13 first [] src:13:13: first: an expression, "3 * 4": want plain numbers: write them there, or leave this table out`, "13 second [5]",
				`13 third [] src:13:42: third: no number, "first": want plain numbers: write them there, or leave this table out`}},
		{"C++", `
namespace eval {
constexpr std::array<Score, 2> pst = {{ {1, 2}, {3, 4} }};
constexpr int Eval::bonus[2] = { 1'000, 2 };
const auto v = std::vector<int>{1, 2, 3};
int bad[] = { 1, 2 + 3 };
int keyed = { .mg = 1, .eg = 2 };
}`,
			[]string{"3 pst [1 2 3 4] pairs", "4 bonus [1000 2] pairs", "5 v [1 2 3]",
				`6 bad [] src:6:18: bad[1]: an expression, "2 + 3": want plain numbers: write them there, or leave this table out`, "7 keyed [1 2] pairs"}},
		{"Rust", `
#![allow(dead_code)]
pub const PAWN: Score = s(82, 94);
pub static PST: [Score; 2] = [s(1, 2), s(-3, 4)];
const V: &[i32; 3] = &[1, 2_000, 3i32];
const W: &'static [f64] = &[1.0_f64, 2.];
static T: Vec<[i16; 2]> = vec![[1, 2], [3, 4]];
let r = [0; 64]; let q = 0..5;`,
			[]string{"3 PAWN [82 94] pairs", "4 PST [1 2 -3 4] pairs", "5 V [1 2000 3]", "6 W [1 2] pairs", "7 T [1 2 3 4] pairs",
				`8 r [] src:8:10: r[0]: an expression, "0": want plain numbers: write them there, or leave this table out`, `8 q [] src:8:26: q: an expression, "0..5": want plain numbers: write them there, or leave this table out`}},
		{"Go", `package evaluation
const (
	Tapered float64 = 0.8223653557110284 // ±0.1
	Limit           = 5
)
var PawnMG, x = 1, 2
var PST = [64]Score{S(1, 2), S(3, 4)}
var Table [2][2]int = [2][2]int{
	{1, 2},
	{3, 4},
}
var Keyed = []int{0: 1}
var Typed = []Pair{Pair{1, -2}, {3, 4}}
s := [...]int{1, 2, 3}`,
			[]string{"3 Tapered [0.8223653557110284]", "4 Limit [5]", `6 x [] src:6:13: x: one of several names assigned at once, "x = 1": want plain numbers: write them there, or leave this table out`, "7 PST [1 2 3 4] pairs", "8 Table [1 2 3 4] pairs",
				"12 Keyed [1]", "13 Typed [1 -2 3 4] pairs", "14 s [1 2 3]"}},
		{"Python", `
"""x = (1, 2)"""
# y = [1, 2]
PST = (
    S(1, 2), S(-3, 4),  # rank 1
)
v: list[int] = [1, 2]
d = {'pst.a': [1, 2], "b": (3,)}
neg = -5`,
			[]string{"4 PST [1 2 -3 4] pairs", "7 v [1 2] pairs", `8 d [] src:8:6: d[0]: a key, "'pst.a': [1, 2]": want plain numbers: write them there, or leave this table out`, "8 pst.a [1 2] pairs", "8 b [3]", "9 neg [-5]"}},
		{"JSON", `{"set": "s", "weights": {"a": [1, -2], "t": [[1, 2], [3, 4]], "f": 1e-3}}`,
			[]string{"1 a [1 -2] pairs", "1 t [1 2 3 4] pairs", "1 f [0.001]"}},
		{"conditions", `
#if 0 // old
int a = 1; "
  #if X
int a = 2;
  #else
int a = 3;
  #endif
#elif defined(Y)
int a = 4;
# if (1)
int b = 5;
# elif 1
int b = 6;
# else
int b = 7;
# endif
#else
int a = 8;
#endif
#ifdef TUNED
int c = 9;
#endif
#ifndef HEADER_H
#define HEADER_H 
int d = 10;
#else
int d = 11;
#endif
int e = 12; #if 0
int f = 13;
#endif`,
			[]string{"10 a [4]", "12 b [5]", "19 a [8]", "22 c [9]", "26 d [10]", "28 d [11]", "30 e [12]", "31 f [13]"}},
		{"a string without an end", "x = \"y = 1;\nz = 2", []string{`1 x [] src:2:1: x: no number, "z = 2": want plain numbers: write them there, or leave this table out`, "2 z [2]"}},
		{"nothing", "", nil},
		{"cut off", "x = {1, 2,", []string{`1 x [] src:1:11: x[2]: no end, "the end of the file": want plain numbers: write them there, or leave this table out`}},
		{"too deep", "x = " + strings.Repeat("(", 99), []string{"1 x [] src:1:22: x" + strings.Repeat("[0]", 17) + `: lists in lists, deeper than 16, "` + strings.Repeat("(", 40) + `…": want plain numbers: write them there, or leave this table out`}},
		{"too large", "x = {1e999}", []string{`1 x [] src:1:6: x[0]: no number, "1e999": want plain numbers: write them there, or leave this table out`}},
		{"mixed", "x = {1, {2, 3}}", []string{"1 x [1 2 3]"}},
		{"an empty list", "x = {{}, {1, 2}}", []string{"1 x [1 2]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, read(t, tt.src)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Comments of Python are not conditions.
func TestReadArraysPythonComments(t *testing.T) {
	arrays, err := scan.ReadArrays("eval.py", strings.NewReader("# if 0\nx = 1\n#define y 2\n"))
	if err != nil || len(arrays) != 1 || arrays[0].Name != "x" {
		t.Errorf("%+v, %v", arrays, err)
	}
}

func TestReadArraysErrors(t *testing.T) {
	_, err := scan.ReadArrays("eval.c", strings.NewReader("int a = 1;\n#if 0\nint a = 2;\n"))
	if want := "eval.c:2: #if without #endif: add it"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = scan.ReadArrays("eval.c", endless{})
	if err == nil || !strings.Contains(err.Error(), "eval.c: larger than 16 MiB") {
		t.Errorf("an endless source: %v", err)
	}
}

// endless is a reader without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// A source takes a bounded number of bytes of memory and of steps for each of its own. A
// step too many for each byte would not end.
func TestReadArraysIsLinear(t *testing.T) {
	const size, most = 2 << 20, 300 // bytes; bytes of memory for each
	for _, tt := range []struct{ begin, repeat string }{
		{"int a[] = {", "123, "},
		{"", "const int c = 5;\n"},
		{"", "a="},
		{"", "'"},
		{"", "\\\"a"},
		{"", "#define A "},
		{"", "\"a\":b<\n"},
		{"package p\n", "x=[\n"},
		{"package p\n", "\"x\":[\n"},
		{"", "x = {{{{1,"},
		{"", "{\"a\":"},
		{"", "#if A\n"},
		{"a = x", "::x"},
		{"", "a=1;a+=1;"},
		{"", "a[b]={1,2};"},
		{"", "a={[b]=1,c,"},
		{"a = {", "[PAWN] = 1, "},
		{"a = {", "x,"},
		{"", "a={{1},"},
		{"map a = ", "{{x,"},
	} {
		t.Run(tt.repeat, func(t *testing.T) {
			src := tt.begin + strings.Repeat(tt.repeat, size/len(tt.repeat))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := scan.ReadArrays("src", strings.NewReader(src)); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if n := (after.TotalAlloc - before.TotalAlloc) / size; n > most {
				t.Errorf("%d bytes of memory for a byte of source, want at most %d", n, most)
			}
		})
	}
}

// FuzzReadArrays checks that no source of any language makes it panic, and that what is read has
// numbers or a reason for having none.
func FuzzReadArrays(f *testing.F) {
	names := []string{"fuzz", "f.c", "f.rs", "f.py", "f.json", "f.go", "f.ts", "f.zig", "f.cs", "f.kt", "f.lua", "f.nim", "f.java", "f.scala", "f.swift", "f.d", "f.dart", "f.hpp"}
	for i, name := range []string{"export.c", "export.rust", "export.python", "export.json", "pesto.go"} {
		src, err := os.ReadFile("../../export/testdata/" + name + ".golden")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(1+i), string(src[max(0, len(src)-150):]))
	}
	f.Add(byte(0), "package p\nvar x [2]T = [2]T{S(1,2)}")
	for i := range names {
		f.Add(byte(i), "({ a: 1 })") // nothing stands before the bracket
	}
	f.Add(byte(0), "#define A -1.5e-3\n'x' \"\\\" ` ]=<>=[=")
	f.Fuzz(func(t *testing.T, language byte, src string) {
		arrays, err := scan.ReadArrays(names[int(language)%len(names)], strings.NewReader(src))
		if err != nil {
			if !strings.Contains(err.Error(), "#if without #endif") {
				t.Fatal(err)
			}
			return
		}
		lines := 1 + strings.Count(src, "\n")
		for _, a := range arrays {
			if a.Line < 1 || a.Line > lines || a.Name == "" || a.Err != nil && a.Values != nil || a.Pairs && len(a.Values)%2 != 0 {
				t.Errorf("%+v", a)
			}
		}
	})
}
