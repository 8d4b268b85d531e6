package trace

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// liveFile is a weights file of the carried engine that names some of its weights.
const liveFile = `{
  "format": "centipawn weights", "version": 1,
  "set": "carried", "set_hash": "", "phase": "trace", "unit": "centipawns, White-relative",
  "terms": [
    {"name": "material.pawn", "mg": 71.4, "eg": -91.5, "mg_stderr": 1.25, "eg_bound": "lower"},
    {"name": "Mobility.1.27", "mg": 1e1, "eg": 2.5E-1},
    {"name": "pst.king.h1", "mg": 0, "eg": -0.5},
    {"name": "KingAttack.3", "value": 20.5, "sums": ["danger_white", "danger_black"]},
    {"name": "Temp\u006f", "value": 2147483647.4}
  ],
  "provenance": {"inputs": [{"name": "a \ud83d\ude00 \"file\"", "rows": [1, 2.5, true, null]}], "seed": 1}
}
`

// liveEngine is the carried engine of a build that takes weights from a file, and stops at the first
// access outside of memory or other undefined behaviour; sums of the largest weights may go round.
func liveEngine(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("needs cc")
	}
	program := filepath.Join(t.TempDir(), "engine")
	args := []string{"-O1", "-g", "-fwrapv", "-DCENTIPAWN_LIVE", "-I", headers, filepath.Join(carried, "engine.c"), filepath.Join(carried, "evaluate.c"), "-o", program}
	if exec.CommandContext(t.Context(), "cc", append(args, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")...).Run() == nil {
		return program
	}
	t.Log("without -fsanitize=address,undefined")
	if text, err := exec.CommandContext(t.Context(), "cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}

// taken runs an engine that gets weights files one after the other, and returns what it says to each, and
// what it thinks of a position behind each.
func taken(t *testing.T, program string, files ...string) (said, thought []string) {
	t.Helper()
	var commands strings.Builder
	for _, file := range files {
		fmt.Fprintf(&commands, "setoption name CentipawnWeights value %s\nposition fen r1bqkb1r/ppp2ppp/2n2n2/3pp3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1\ngo depth 1\n", file)
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Stdin = strings.NewReader(commands.String() + "quit\n")
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text[max(0, len(text)-4000):])
	}
	answers := strings.SplitAfter(string(text), "bestmove")
	if len(answers) != len(files)+1 {
		t.Fatalf("%d answers to %d files:\n%s", len(answers)-1, len(files), text)
	}
	score := regexp.MustCompile(`score cp -?\d+ nodes \d+`)
	for _, answer := range answers[:len(files)] {
		var line string
		for l := range strings.Lines(answer) {
			if strings.HasPrefix(l, "info string ") {
				line += l
			}
		}
		said = append(said, line)
		thought = append(thought, score.FindString(answer))
	}
	return said, thought
}

// TestLive: no file crashes an engine that takes weights from it.
func TestLive(t *testing.T) {
	program := liveEngine(t)
	t.Run("refused", func(t *testing.T) { liveRefused(t, program) })
	t.Run("fuzz", func(t *testing.T) { liveFuzz(t, program) })
}

// liveRefused: what is wrong with a file is one line, and the weights are as before.
func liveRefused(t *testing.T, program string) {
	good := write(t, "good.json", liveFile)
	edit := func(old, with string) string {
		if !strings.Contains(liveFile, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(liveFile, old, with, 1)
	}
	files := []struct{ text, want string }{
		{"", ":1: not a weights file: it does not begin with {"},
		{"\x00\x00", ":1: not a weights file: it does not begin with {"},
		{`{"format": "x"}`, ":1: format: not that of weights of an evaluation"},
		{liveFile[:len(liveFile)-3], ":11: want a comma or the closing brace of the file"},
		{liveFile + "{}", ":13: more than one value in the file"},
		{edit(`"version": 1`, `"version": 3`), ":2: version: this engine reads versions 1 and 2"},
		{edit(`"version": 1`, `"version": NaN`), ":2: want a number"},
		{edit(`"carried"`, `"other"`), ":13: other: weights of another set than the engine's"},
		{edit(`"set": "carried", `, ``), ":13: not a weights file: want format, version, unit, set and terms"},
		{edit(`"set_hash": ""`, `"set": "carried"`), ":3: set: the field occurs twice"},
		{edit(`"set_hash": ""`, `"secret": ""`), ":3: secret: unknown field"},
		{edit(`"unit": "centipawns, White-relative"`, `"unit": "hundredths of a logit, the mover's view"`), ":3: unit: not that of weights of an evaluation"},
		{edit(`"version": 1`, `"version": 2, "formula": "linear"`), ":13: its formula is not the engine's"},
		{edit(`material.pawn`, `material.prawn`), ":5: material.prawn: the engine has no such weight"},
		{edit(`Mobility.1.27`, `Mobility.1.28`), ":6: Mobility.1.28: the engine has no such weight"},
		{edit(`Mobility.1.27`, `Mobility.01.27`), ":6: Mobility.01.27: the engine has no such weight"},
		{edit(`king.h1`, `king.h11`), ":7: pst.king.h11: the engine has no such weight"},
		{edit(`pst.king.h1`, `material.pawn`), ":7: material.pawn: it occurs twice"},
		{edit(`"value": 20.5`, `"mg": 20.5, "eg": 1`), ":8: KingAttack.3: it has one value, not mg and eg"},
		{edit(`"mg": 0, "eg": -0.5`, `"value": 1`), ":7: pst.king.h1: it has mg and eg, not one value"},
		{edit(`"mg": 0, `, ``), ":7: pst.king.h1: want value, or mg and eg"},
		{edit(`"mg": 71.4`, `"mg": 71.4, "middlegame": 71.4`), ":5: middlegame: unknown field"},
		{edit(`2147483647.4`, `2147483647.5`), ":9: Tempo: the value does not fit the type"},
		{edit(`2147483647.4`, `1e400`), ":9: a number beyond 1e15"},
		{edit(`2147483647.4`, `-1e16`), ":9: a number beyond 1e15"},
		{edit(`2147483647.4`, strings.Repeat("7", 1000)), ":9: a number of more than 63 characters"},
		{edit(`2147483647.4`, `Infinity`), ":9: want a number"},
		{edit(`2147483647.4`, `null`), ":9: want a number"},
		{edit(`2147483647.4`, `007`), ":9: want a number"},
		{edit(`2147483647.4`, `1.`), ":9: no digit behind the point of a number"},
		{edit(`2147483647.4`, `1e+`), ":9: no digit in the exponent of a number"},
		{edit(`2147483647.4`, `0.4, "parameter": true`), ":9: Tempo: a parameter that rounds to 0"},
		{edit(`\u006f`, `\ud83dx`), ":9: half of a character in a text"},
		{edit(`\u006f`, `\u00`), ":9: \\u without four hexadecimal digits"},
		{edit(`\u006f`, `\x6f`), ":9: an unknown escape in a text"},
		{edit(`\u006f`, "o\n"), ":9: a text goes over the end of its line"},
		{edit(`Temp\u006f`, "Temp\x7f\\u000ainfo string"), ":9: Temp??info string: the engine has no such weight"},
		{edit(`Temp\u006f`, strings.Repeat("x", 1<<20)), ":9: " + strings.Repeat("x", 80) + ": the engine has no such weight"},
		{edit(`[1, 2.5, true, null]`, strings.Repeat("[", 1<<20)), ":11: objects and arrays within one another, more than 64"},
		{edit(`[1, 2.5, true, null]`, strings.Repeat(`{"a":`, 1<<20)), ":11: objects and arrays within one another, more than 64"},
		{edit(`[1, 2.5, true, null]`, `[1 2]`), ":11: want a comma or the closing bracket"},
		{edit(`[1, 2.5, true, null]`, `nul`), ":11: want a value"},
		{edit(`[1, 2.5, true, null]`, `{"a" 1}`), ":11: want a colon"},
	}
	names, wants := []string{good}, []string{""}
	for i, f := range files {
		names = append(names, write(t, fmt.Sprintf("%d.json", i), f.text))
		wants = append(wants, f.want)
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	large := write(t, "large.json", liveFile)
	if err := os.Truncate(large, 100<<20); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{large: ": a file of more than 32 MiB", t.TempDir(): ": not a file", fifo: ": not a file", "/dev/zero": ": not a file", filepath.Join(t.TempDir(), "missing.json"): ": no such file"} {
		names, wants = append(names, name), append(wants, want)
	}
	said, thought := taken(t, program, append(names, "<empty>", good, "")...)
	n := len(names)
	for i, name := range names[1:] {
		want := "info string CentipawnWeights refused: " + name + wants[i+1] + "\n"
		if said[i+1] != want {
			t.Errorf("said %q, want %q", said[i+1], want)
		}
		if thought[i+1] != thought[0] {
			t.Errorf("%s: weights have changed: %s, before %s", want, thought[i+1], thought[0])
		}
	}
	if said[0] != "" || thought[n] == thought[0] || thought[n+1] != thought[0] || thought[n+2] != thought[n] || said[n]+said[n+1]+said[n+2] != "" {
		t.Errorf("said %q, thought %q; without the file %q", said[0], thought[0], thought[n:])
	}
}

// liveFuzz: files that were changed at random are taken or refused, and what is refused changes nothing.
func liveFuzz(t *testing.T, program string) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 35))
	pieces := []string{"{", "}", "[", "]", ",", ":", `"`, `\`, `\u`, "-", "e", ".", "0", "9", "null", "\x00", "\xff", "1e308", `"value": 1`, "}, {"}
	var files []string
	for i := range 1500 {
		text := []byte(liveFile)
		for range 1 + rng.IntN(4) {
			at := rng.IntN(len(text) + 1)
			to := min(len(text), at+rng.IntN(1+rng.IntN(60)))
			switch rng.IntN(5) {
			case 0:
				text = text[:at]
			case 1:
				text = append(append([]byte{}, text[:at]...), text[to:]...)
			case 2:
				text = append(append(append([]byte{}, text[:to]...), text[at:to]...), text[to:]...)
			case 3:
				text = append(append(append([]byte{}, text[:at]...), pieces[rng.IntN(len(pieces))]...), text[to:]...)
			case 4:
				if at < len(text) {
					text[at] ^= 1 << rng.IntN(8)
				}
			}
			if len(text) == 0 {
				break
			}
		}
		files = append(files, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(files[i], text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	said, thought := taken(t, program, files...)
	refused := 0
	for i := range files {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if said[i] == "" {
			if !json.Valid(text) && !strings.Contains(string(text), "\xff") {
				t.Errorf("taken, and no JSON:\n%s", text)
			}
			continue
		}
		refused++
		if strings.Count(said[i], "\n") != 1 || (i > 0 && thought[i] != thought[i-1]) {
			t.Errorf("%q, %s after %s", said[i], thought[i], thought[i-1])
		}
	}
	if refused < 500 || refused == len(files) {
		t.Errorf("%d of %d files refused", refused, len(files))
	}
}

// liveTypes is a weights file of testdata/live/types.c with a term in place of one, or beside those of all types.
func liveTypes(terms ...string) string {
	return `{"format": "centipawn weights", "version": 1, "set": "types", "unit": "centipawns, White-relative", "terms": [` + strings.Join(terms, ", ") + "]}"
}

// TestLiveTypes: numbers of all types are taken, rounded half away from zero, and refused if they do not fit.
func TestLiveTypes(t *testing.T) {
	const compiled = "1,2 3,-4 -5,6 7,8 -9,-10 11,12 13 -14 15 16,17 18,19 20 21 22.5 23 24.25 25 26,30 27,31 28,32 29,33 34,35 36,37 38,39 40,41 42,43 44,45 "
	const changed = "1,2 32767,-32767 -5,6 -32767,32767 -9,-10 -1,0 13 2147483647 -2147483648 -32768,32767 18,19 -128 255 0.1 -22.5 0.1 9000000 26,30 2,-3 28,32 29,33 34,35 -3,4 38,39 40,41 -0.5,0.5 44,45 "
	all := liveTypes(
		`{"name": "Packed.a.0", "mg": 32767.4, "eg": -32767.4}`, `{"name": "Packed.ab.-1", "mg": -32767, "eg": 32767}`, `{"name": "Packed.ab.1", "mg": -0.5, "eg": 0.49999999999999994}`,
		`{"name": "Whole.b", "value": 2147483646.5}`, `{"name": "One", "value": -2147483648.4}`, `{"name": "Short.0", "mg": -32768, "eg": 32767}`,
		`{"name": "Tiny", "value": -128}`, `{"name": "Byte", "value": 254.5}`, `{"name": "Single.0", "value": 0.1}`, `{"name": "Single.1", "value": -22.5}`,
		`{"name": "Double", "value": 0.1}`, `{"name": "Long", "value": 9000000, "parameter": true}`, `{"name": "Halves.0.y", "mg": 1.5, "eg": -2.5}`,
		`{"name": "Part.b", "mg": -3, "eg": 4}`, `{"name": "Pairs.0", "mg": -0.5, "eg": 0.5}`)
	refused := []struct{ term, want string }{
		{`{"name": "Packed.a.0", "mg": 32767.5, "eg": 0}`, "Packed.a.0: the value does not fit the type"},
		{`{"name": "Packed.a.0", "mg": 0, "eg": -32768}`, "Packed.a.0: the value does not fit the type"},
		{`{"name": "One", "value": 2147483648}`, "One: the value does not fit the type"},
		{`{"name": "Short.1", "mg": 0, "eg": 32768}`, "Short.1: the value does not fit the type"},
		{`{"name": "Tiny", "value": 128}`, "Tiny: the value does not fit the type"},
		{`{"name": "Byte", "value": -1}`, "Byte: the value does not fit the type"},
		{`{"name": "Byte", "value": 255.5}`, "Byte: the value does not fit the type"},
		{`{"name": "Packed.b.0", "mg": 0, "eg": 0}`, "Packed.b.0: the engine has no such weight"},
		{`{"name": "Packed.a.-0", "mg": 0, "eg": 0}`, "Packed.a.-0: the engine has no such weight"},
		{`{"name": "Packed.a.2", "mg": 0, "eg": 0}`, "Packed.a.2: the engine has no such weight"},
		{`{"name": "Part.a", "mg": 0, "eg": 0}`, "Part.a: the engine has no such weight"},
		{`{"name": "Named", "mg": 0, "eg": 0}`, "Named: it is declared by TRACE_NAMED, without an address: make it a variable, TRACE_CONST int, and declare that"},
	}
	for _, cc := range []string{"gcc", "clang", "g++", "clang++"} {
		t.Run(cc, func(t *testing.T) {
			program := compile(t, cc, "-DCENTIPAWN_LIVE", "testdata/live/types.c")
			run := func(file, want string) {
				t.Helper()
				cmd := exec.CommandContext(t.Context(), program)
				cmd.Env = append(os.Environ(), "CENTIPAWN_WEIGHTS="+file)
				if text, err := cmd.CombinedOutput(); err != nil || string(text) != want {
					t.Errorf("%v, printed\n%s, want\n%s", err, text, want)
				}
			}
			run(write(t, "all.json", all), changed+"1\n"+compiled+"2\n")
			for _, tt := range refused {
				file := write(t, "x.json", liveTypes(`{"name": "One", "value": 7}`, tt.term))
				if tt.term[:14] == `{"name": "One"` {
					file = write(t, "x.json", liveTypes(tt.term))
				}
				run(file, "info string CentipawnWeights refused: "+file+":1: "+tt.want+"\n"+compiled+"0\n"+compiled+"1\n")
			}
			run("", compiled+"0\n"+compiled+"1\n")
			plain := compile(t, cc, "testdata/live/types.c")
			if text, err := exec.CommandContext(t.Context(), plain).Output(); err != nil || string(text) != compiled+"0\nwrong line\n"+compiled+"0\n" {
				t.Errorf("%v, printed\n%s", err, text)
			}
		})
	}
}

// TestLiveDeclared: what an author may get wrong is told when the program is compiled, or starts.
func TestLiveDeclared(t *testing.T) {
	for _, tt := range []struct{ name, head, weights, declared, want string }{
		{"const", "", "static const int A[2] = {1, 2};", `TRACE_PLAIN(A, "a.{0..1}");`, "write TRACE_CONST in place of const"},
		{"packed", "", "static int A[2] = {1, 2};", `TRACE_TERM(A, "a.{0..1}");`, "a.{0..1}: two halves in one number: define CENTIPAWN_PACK(mg, eg) in front of the #include, or declare two arrays by TRACE_HALVES"},
		{"names", "", "static int A[3][2] = {{1, 2}, {3, 4}, {5, 6}};", `TRACE_TERM(A, "a.{0..1}");`, "a.{0..1}: it has not as many names as weights"},
		{"class of four bytes", "", "static struct { short mg, eg; } A = {1, 2};", `TRACE_TERM(A, "a");`, "a: two numbers of a class, or one that holds both?"},
		{"class of floats", "", "static struct { float mg, eg; } A = {1, 2};", `TRACE_TERM(A, "a");`, "a: the numbers of its class are of a type that cannot be told: define CENTIPAWN_HALF, such as float"},
		{"half", "#define CENTIPAWN_HALF float\n", "static struct { short mg, eg; } A = {1, 2};", `TRACE_TERM(A, "a");`, "a: CENTIPAWN_HALF is not of the size of a half of this weight"},
		{"pack", "#define CENTIPAWN_PACK(mg, eg) ((short)((mg) + (eg)))\n", "static int A = 1;", `TRACE_TERM(A, "a");`, "a: CENTIPAWN_PACK makes a weight of another size, or it has not as many names as weights"},
		{"twice", "", "static int A = 1, B = 2;", `TRACE_PLAIN(A, "a"); TRACE_PLAIN(B, "a");`, "a: there are other weights by this name"},
		{"brace", "", "static int A = 1;", `TRACE_PLAIN(A, "a.{0");`, "a.{0: a brace that is not closed"},
		{"none", "", "static int A = 1;", `TRACE_PLAIN(A, "a.{3..2}");`, "a.{3..2}: braces without a name"},
		{"many", "", "static int A = 1;", `TRACE_PLAIN(A, "a.{-2000000000..2000000000}");`, "too many weights"},
		{"sizes", "", "static int A[2] = {1, 2}, B[3] = {1, 2, 3};", `TRACE_HALVES(A, B, "a.{0..1}");`, "a.{0..1}: the two arrays differ in size"},
		{"trace", "#define TRACE 1\n", "static int A = 1;", `TRACE_PLAIN(A, "a");`, "TRACE counts, CENTIPAWN_LIVE plays: define one of them"},
		{"shorts", "#define CENTIPAWN_HALF short\n#define CENTIPAWN_EG_FIRST\n", "static struct { short eg, mg; } A[2] = {{1, 2}, {3, 4}};", `TRACE_TERM(A, "a.{0..1}"); TRACE_SUMS("x"); TRACE_TERM(A, "a.{0..1}");`, ""},
	} {
		for _, cc := range []string{"gcc", "g++"} {
			t.Run(tt.name+" "+cc, func(t *testing.T) {
				if _, err := exec.LookPath(cc); err != nil {
					t.Skip("needs ", cc)
				}
				program := filepath.Join(t.TempDir(), "program")
				source := write(t, "x.c", tt.head+"#include \"centipawn_trace.h\"\n"+tt.weights+"\nint main(void) { TRACE_SET(\"x\"); "+tt.declared+" return 0; }\n")
				text, err := exec.CommandContext(t.Context(), cc, append(compilers[cc], "-DCENTIPAWN_LIVE", source, "-o", program)...).CombinedOutput()
				if err == nil {
					text, err = exec.CommandContext(t.Context(), program).CombinedOutput()
				}
				if (err != nil) != (tt.want != "") || !strings.Contains(string(text), tt.want) {
					t.Errorf("%v, printed\n%s", err, text)
				}
			})
		}
	}
}
