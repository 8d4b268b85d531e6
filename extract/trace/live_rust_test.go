package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

const rustLive = `feature="centipawn_live"`

// liveRust returns a program of testdata that takes weights from a file.
func liveRust(t *testing.T, source string) string {
	t.Helper()
	long.Skip(t, "compiles Rust")
	return compile(t, "rustc", source, "--cfg", rustLive, "-C", "debug-assertions=on")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLiveRust: the carried engine's names in Rust refuse the files that it refuses, in the same words, and no
// file crashes them.
func TestLiveRust(t *testing.T) {
	program := liveRust(t, "testdata/live/carried.rs")
	t.Run("refused", func(t *testing.T) { liveRefused(t, program) })
	t.Run("fuzz", func(t *testing.T) { liveFuzz(t, program) })
	text, err := exec.CommandContext(t.Context(), "sh", "-c", "echo uci | "+program).Output()
	if err != nil || !strings.Contains(string(text), "option name CentipawnWeights type string default <empty>\n") {
		t.Errorf("%v, printed\n%s", err, text)
	}
}

// TestLiveRustEvaluations: the tiny engine evaluates by a file of random weights as one into which they are
// written.
func TestLiveRustEvaluations(t *testing.T) {
	live := liveRust(t, "testdata/engine.rs")
	run := func(program, file string) string {
		t.Setenv("CENTIPAWN_WEIGHTS", file)
		return output(t, tinyPositions, program)
	}
	source := strings.Replace(readFile(t, "testdata/engine.rs"), "../../../examples/trace/", absolute(t, "../../examples/trace")+"/", 1)
	compiled := run(compile(t, "rustc", write(t, "x.rs", source)), "")
	if got := run(live, ""); got != compiled {
		t.Errorf("without a file\n%s, want\n%s", got, compiled)
	}
	rng := rand.New(rand.NewPCG(2, 35))
	names := []string{"material.pawn", "material.knight", "material.bishop", "material.rook", "material.queen"}
	for i := range 8 {
		names = append(names, fmt.Sprintf("pawn_rank.%d", i+1))
	}
	var terms []string
	next := func() (int, string) { // a number, and what rounds to it
		n := rng.IntN(2000) - 1000
		return n, fmt.Sprintf("%.2f", float64(n)+0.98*rng.Float64()-0.49)
	}
	head, tail, ok := strings.Cut(source, "trace_weights! {")
	pair := regexp.MustCompile(`S\(-?\d+, -?\d+\)`)
	written := 0
	tail = pair.ReplaceAllStringFunc(tail, func(old string) string {
		if written == len(names) {
			return old
		}
		mg, mgText := next()
		eg, egText := next()
		terms = append(terms, fmt.Sprintf(`{"name": %q, "mg": %s, "eg": %s}`, names[written], mgText, egText))
		written++
		return fmt.Sprintf("S(%d, %d)", mg, eg)
	})
	tempo, text := next()
	terms = append(terms, `{"name": "tempo", "value": `+text+`}`)
	with := head + "trace_weights! {" + strings.Replace(tail, "TEMPO: i32 = 14", fmt.Sprintf("TEMPO: i32 = %d", tempo), 1)
	want := run(compile(t, "rustc", write(t, "y.rs", with)), "")
	file := write(t, "x.json", strings.Replace(liveTypes(terms...), `"types"`, `"tiny"`, 1))
	if got := run(live, file); !ok || written != 13 || got != want || got == compiled {
		t.Errorf("with a file\n%s, compiled with it\n%s", got, want)
	}
}

// TestLiveRustTypes: numbers of all types, and lines of the protocol.
func TestLiveRustTypes(t *testing.T) {
	program := liveRust(t, "testdata/live/types.rs")
	dir := t.TempDir()
	for name, terms := range map[string]string{
		"a b": `{"name": "packed.1", "mg": -32767, "eg": 32767}, {"name": "scores.0", "mg": -1, "eg": 2.5}, {"name": "swapped.0", "mg": -128, "eg": 127},
			{"name": "halves.b", "mg": -0.5, "eg": 0.49999999999999994}, {"name": "tuple", "mg": 0.1, "eg": -1e14}, {"name": "tables.b", "mg": 255, "eg": 0},
			{"name": "single", "value": 0.1}, {"name": "whole", "value": 999999999999999.4}, {"name": "map", "mg": 32767, "eg": -32768.4}, {"name": "slope", "value": 3, "parameter": true}`,
		"p": `{"name": "packed.1", "mg": -32767.5, "eg": 0}`, "q": `{"name": "scores.1", "mg": 0, "eg": 32768}`, "s": `{"name": "swapped.1", "mg": 0, "eg": 128}`,
		"t": `{"name": "tables.a", "mg": -1, "eg": 0}`, "m": `{"name": "map", "mg": 0, "eg": -32768.5}`, "f": `{"name": "fixed", "mg": 0, "eg": 0}`, "n": `{"name": "halves.a", "mg": 0, "eg": 0}`,
		"z": `{"name": "slope", "value": 0.4, "parameter": true}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(liveTypes(terms)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const set = "setoption name CentipawnWeights value "
	args := []string{"uci", "", " setoption  NAME centipawnweights value a b\r\n", ""}
	const compiled = "[131073, -262147] [131073, 262147] [1, 2, 3, 4] [[1, 2], [3, 4]]\n[(1.5, 2.5)] [1, 2] [3, 4] 1.5 7 [5, 6] 8\n"
	const taken = "[131073, 2147385345] [196607, 262147] [-128, 127, 3, 4] [[1, 2], [-1, 0]]\n[(0.1, -100000000000000.0)] [1, 255] [3, 0] 0.1 999999999999999 [32767, -32768] 3\n"
	want := "?\n" + compiled + "hook\n" + taken
	for _, tt := range [][2]string{
		{"p", "packed.1: the value does not fit the type"}, {"q", "scores.1: the value does not fit the type"}, {"s", "swapped.1: the value does not fit the type"},
		{"t", "tables.a: the value does not fit the type"}, {"m", "map: the value does not fit the type"}, {"n", "halves.a: the engine has no such weight"},
		{"z", "slope: a parameter that rounds to 0"},
		{"f", "fixed: it is declared by trace!(named ..), without an address: put it into trace_weights!, and declare that"},
	} {
		args = append(args, set+tt[0], "")
		line := ":1: "
		want += "info string CentipawnWeights refused: " + tt[0] + line + tt[1] + "\n" + taken
	}
	args = append(args, set+"<empty>", "", "setoption name CentipawnWeights")
	want += "hook\n" + compiled + "hook\noption name CentipawnWeights type string default <empty>\n"
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil || string(text) != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, text, want)
	}
	cmd = exec.CommandContext(t.Context(), compile(t, "rustc", "testdata/live/types.rs"), set+"p", "")
	if text, err := cmd.CombinedOutput(); err != nil || string(text) != "?\n"+compiled {
		t.Errorf("without the feature: %v, printed\n%s", err, text)
	}
}

// TestLiveRustDeclared: what an author may get wrong is told by the compiler, or at the start.
func TestLiveRustDeclared(t *testing.T) {
	long.Skip(t, "compiles Rust")
	header := absolute(t, "../../examples/trace/centipawn_trace.rs")
	for _, tt := range []struct{ name, weights, declared, want string }{
		{"static", "static A: [i32; 2] = [1, 2];", `trace!(plain A, "a.{0..1}")`, "cannot be dereferenced"},
		{"packed", "trace_weights! { static A: [i32; 2] = [1, 2]; }", `trace!(term A, "a.{0..1}")`, "a.{0..1}: two halves in one number: say how by trace!(pack ..), or declare two arrays by trace!(halves ..)"},
		{"names", "trace_weights! { static A: [[i32; 2]; 3] = [[1, 2]; 3]; }", `trace!(term A, "a.{0..1}")`, "a.{0..1}: 2 names for 6 numbers, want 2 for each"},
		{"from", "trace_weights! { static A: [[i32; 2]; 3] = [[1, 2]; 3]; }", `trace!(from A[2], "a.{0..1}")`, "a.{0..1}: it is not a part of these weights, or has more names than they have"},
		{"twice", "trace_weights! { static A: i32 = 1; static B: i32 = 2; }", `trace!(plain A, "a"); trace!(plain A, "a"); trace!(plain B, "a")`, "a: there are other weights by this name"},
		{"brace", "trace_weights! { static A: i32 = 1; }", `trace!(plain A, "a.{0")`, "a.{0: a brace that is not closed"},
		{"none", "trace_weights! { static A: i32 = 1; }", `trace!(plain A, "a.{3..2}")`, "a.{3..2}: braces without a name"},
		{"many", "trace_weights! { static A: i32 = 1; }", `trace!(plain A, "a.{-2000000000..2000000000}")`, "too many weights"},
		{"sums", "trace_weights! { static A: [i32; 2] = [1, 2]; }", `trace!(plain A, "a.{0..1}"); trace!(sums "x"); trace!(plain A, "a.{0..1}")`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath("rustc"); err != nil {
				t.Skip("needs rustc")
			}
			program := filepath.Join(t.TempDir(), "program")
			source := write(t, "x.rs", fmt.Sprintf("#[macro_use]\n#[path = %q]\nmod centipawn_trace;\n%s\nfn main() { trace!(set \"x\"); %s; }\n", header, tt.weights, tt.declared))
			text, err := exec.CommandContext(t.Context(), "rustc", source, "--cfg", rustLive, "-o", program).CombinedOutput()
			if err == nil {
				text, err = exec.CommandContext(t.Context(), program).CombinedOutput()
			}
			if (err != nil) != (tt.want != "") || !strings.Contains(string(text), tt.want) {
				t.Errorf("%v, printed\n%s", err, text)
			}
		})
	}
}
