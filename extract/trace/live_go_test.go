package trace

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLiveGo: the tiny engine takes weights from a file as one that was compiled with them, and refuses a file
// that is not right, with its weights as before.
func TestLiveGo(t *testing.T) {
	source := readFile(t, "testdata/engine.go")
	source = strings.Replace(source, "\tdeclare()\n", "\tdeclare()\n\ttrace.LiveHook(func() { Material[4].eg = Material[4].mg })\n\ttrace.LiveStart()\n", 1)
	live, _ := goBuild(t, goEngine(t, "tiny", source), "-tags", "centipawn_live")
	run := func(program, file string) string {
		t.Setenv("CENTIPAWN_WEIGHTS", file)
		return output(t, tinyPositions, program)
	}
	plain, _ := goBuild(t, goEngine(t, "tiny", source))
	compiled := run(plain, "")
	if got := run(live, ""); got != compiled {
		t.Errorf("without a file\n%s, want\n%s", got, compiled)
	}
	written := strings.NewReplacer("{337, 281}", "{71, -92}", "{1025, 936}", "{950, 950}", "{11, 19}", "{12, -3}", "= 14", "= -21").Replace(source)
	want, _ := goBuild(t, goEngine(t, "tiny", written))
	file := func(terms string) string {
		return write(t, "x.json", `{"format": "centipawn weights", "version": 1, "set": "tiny", "unit": "centipawns, White-relative", "terms": [`+terms+`], "provenance": {}}`)
	}
	good := `{"name": "material.knight", "mg": 71.4, "eg": -91.5}, {"name": "material.queen", "mg": 950, "eg": 1}, {"name": "pawn_rank.5", "mg": 11.5, "eg": -3}, {"name": "tempo", "value": -20.5, "stderr": 1}`
	if got := run(live, file(good)); got != run(want, "") || got == compiled {
		t.Errorf("with a file\n%s, compiled with it\n%s", got, run(want, ""))
	}
	for text, what := range map[string]string{
		good + `, {"name": "tempo", "value": 1}`:                                                        "tempo: it occurs twice",
		good + `, {"name": "pawn_rank.9", "mg": 1, "eg": 1}`:                                            "pawn_rank.9: the engine has no such weight",
		good + `, {"name": "bishop_pair", "mg": 1, "eg": 1}`:                                            "bishop_pair: it is declared by trace.Named, without an address: make it a variable, and declare that",
		good + `, {"name": "pawn_rank.1", "value": 1}`:                                                  "pawn_rank.1: it has mg and eg, not one value",
		good + `, {"name": "pawn_rank.1", "mg": 1}`:                                                     "pawn_rank.1: want value, or mg and eg",
		good + `, {"name": "pawn_rank.1", "mg": 1, "eg": 1e400}`:                                        "pawn_rank.1: want numbers within 1e15",
		good + `, {"name": "pawn_rank.1", "mg": 1, "mg": 1, "eg": 2}`:                                   "mg: the field occurs twice",
		good + `, {"name": "pawn_rank.1", "MG": 1, "eg": 2}`:                                            "MG: unknown field",
		good + `, {"name": "pawn_rank.1", "mg": null, "eg": 2}`:                                         "mg: null",
		good + `], "set": "tiny", "terms": [`:                                                           "set: the field occurs twice",
		good + `], "inputs": ` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `, "kind": ["`: "objects and arrays within one another, more than 64",
		good + `], "formula": "linear", "inputs": [`:                                                    "its formula is not the engine's",
		good + "]}x":   "more than one value in the file",
		good + ", NaN": "invalid character 'N' looking for beginning of value",
	} {
		path := file(text)
		if got := run(live, path); got != "info string CentipawnWeights refused: "+path+": "+what+"\n"+compiled {
			t.Errorf("printed\n%s, want %s", got, what)
		}
	}
	if got := run(live, t.TempDir()); !strings.Contains(got, ": not a file\n"+compiled) {
		t.Errorf("of a folder\n%s", got)
	}
	again, _ := goBuild(t, goEngine(t, "tiny", strings.Replace(source, "\ttrace.LiveStart()\n", "\ttrace.LiveStart()\n\tdeclare()\n\ttrace.LiveLoad(\"\")\n", 1)), "-tags", "centipawn_live")
	if got, want := run(again, file(good)), run(again, ""); got != want {
		t.Errorf("declared again with weights of a file, and then without\n%s, want\n%s", got, want)
	}
}

// TestLiveGoTypes: numbers of all types, and lines of the protocol.
func TestLiveGoTypes(t *testing.T) {
	const source = `package main

import (
	"fmt"
	"os"

	"x/trace"
)

type S struct{ eg, mg int8 }

func P(mg, eg int) int { return eg<<16 + mg }

var (
	packed = [2]int32{int32(P(1, 2)), int32(P(-3, -4))}
	swapped = []S{{2, 1}, {4, 3}}
	halves = [2][2]int16{{1, 2}, {3, 4}}
	mgs, egs = [2]uint8{1, 2}, [2]uint8{3, 4}
	single = float32(1.5)
)

func main() {
	trace.Set("types")
	trace.LivePack(P)
	trace.Term(&packed, "packed.{0..1}")
	trace.Term(&swapped, "swapped.{0..1}")
	trace.From(&halves[1], "halves.b")
	trace.Halves(&mgs, &egs, "tables.{a,b}")
	trace.Plain(&single, "single")
	for _, line := range os.Args[1:] {
		if line == "" {
			fmt.Println(packed, swapped, halves, mgs, egs, single)
		} else if !trace.LiveLine(line) {
			fmt.Println("?")
		}
	}
	trace.LiveOption()
}
`
	program, _ := goBuild(t, goEngine(t, "x", source), "-tags", "centipawn_live")
	dir := t.TempDir()
	for name, terms := range map[string]string{
		"a b": `{"name": "packed.1", "mg": -32767, "eg": 32767}, {"name": "swapped.0", "mg": -128, "eg": 127}, {"name": "halves.b", "mg": -0.5, "eg": 0.5}, {"name": "tables.b", "mg": 255, "eg": 0}, {"name": "single", "value": 0.1}`,
		"p":   `{"name": "packed.1", "mg": -32767.5, "eg": 0}`, "s": `{"name": "swapped.1", "mg": 0, "eg": 128}`, "t": `{"name": "tables.a", "mg": -1, "eg": 0}`,
	} {
		text := `{"format": "centipawn weights", "version": 2, "set": "types", "unit": "centipawns, White-relative", "terms": [` + terms + `]}`
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const set = "setoption name CentipawnWeights value "
	cmd := exec.CommandContext(t.Context(), program, "uci", " setoption  NAME centipawnweights value a b\r\n", "", set+"p", set+"s", set+"t", "", set+"<empty>", "", "setoption name CentipawnWeights")
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	const taken = "[65538 2147385345] [{127 -128} {4 3}] [[1 2] [-1 1]] [1 255] [3 0] 0.1\n"
	const refused = "info string CentipawnWeights refused: "
	const fit = ": the value does not fit the type\n"
	want := "?\n" + taken + "" + refused + "p: packed.1" + fit + refused + "s: swapped.1" + fit + refused + "t: tables.a" + fit + "" + taken +
		"[131073 -262147] [{2 1} {4 3}] [[1 2] [3 4]] [1 2] [3 4] 1.5\noption name CentipawnWeights type string default <empty>\n"
	want = strings.Replace(want, "[65538", "[131073", 2)
	if err != nil || string(text) != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, text, want)
	}
}
