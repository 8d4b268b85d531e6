package export_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/source"
	"example.org/centipawn/weights/source/scan"
)

// families has numbered terms of every kind: two dimensions, of rows that differ in length
// and in any order, one dimension from 1 on, boards by number, and names that make no table.
func families() *weights.File {
	f := &weights.File{Set: "mine"}
	for _, row := range []int{1, 0} {
		for i := range 3 + row {
			f.Terms = append(f.Terms, fixtures.Term(fmt.Sprintf("Mobility.%d.%d", row, i), float64(10*row+i), float64(-i)))
		}
	}
	for i := range 2 {
		for sq := range 64 {
			f.Terms = append(f.Terms, fixtures.Term(fmt.Sprintf("tables.%d.%s", i, weights.SquareName(sq)), float64(100*i+sq), 5))
		}
	}
	plain := func(name string, v float64) {
		f.Terms = append(f.Terms, weights.Term{Name: name, Value: weights.Weight{Value: v}})
	}
	plain("Tempo", 18.123456789012345)
	for rank := 1; rank <= 8; rank++ {
		plain(fmt.Sprintf("passed.rank.%d", rank), float64(rank)+0.4)
	}
	plain("pair.0", 1)        // one of a kind
	plain("far.1", 2)         // too far from the next
	plain("far.1000", 3)      //
	plain("both", 4)          // a name and a base
	plain("both.0", 5)        //
	plain("both.1", 6)        //
	plain("zeros.01", 7)      // no number is written so
	plain("levels.0", 8)      // one index and two
	plain("levels.0.1", 9)    //
	plain("levels.1.1", 10.5) //
	return f
}

// Terms with numbers are arrays, in every language, and are read from them again.
func TestFamilies(t *testing.T) {
	for lang, want := range map[export.Language][]string{
		export.Go:         {"var Mobility = [2][4]Score{", "var Tables = [2][64]Score{", "var PassedRank = [9]int{", "Tempo int = 18 ", "Far1000 int = 3 "},
		export.C:          {"static const evaluation_score Mobility[2][4] = {", "static const evaluation_score tables[2][64] = {", "static const int passed_rank[9] = {\n    0, 1, 2, 3, 4, 5, 6, 7,\n    8,\n};", "static const int Tempo = 18;", "static const int both_1 = 6;"},
		export.CPP:        {"constexpr Score Mobility[2][4] = {\n    {\n        {0, 0}, {1, -1}, {2, -2}, {0, 0},\n    }, // 0\n", "constexpr int levels_1_1 = 11;"},
		export.Rust:       {"pub static MOBILITY: [[Score; 4]; 2] = [", "pub static PASSED_RANK: [i32; 9] = [", "pub const TEMPO: i32 = 18;"},
		export.Python:     {"MOBILITY = (\n    (\n", "PASSED_RANK = (", "TEMPO = 18 "},
		export.CSharp:     {"    public static readonly Score[,] Mobility = {\n        {\n", "public static readonly Score[,] Tables = {", "public const int Tempo = 18;"},
		export.Java:       {"    public static final Score[][] MOBILITY = {\n        {\n", "int[] PASSED_RANK = {", "public static final int TEMPO = 18;"},
		export.JavaScript: {"export const MOBILITY = [\n    [\n", "export const PASSED_RANK = [", "export const TEMPO = 18;"},
	} {
		for _, rank8 := range []bool{false, true} {
			for _, packed := range []bool{false, true} {
				f := families()
				code, err := export.Code(f, lang, export.Options{RankEight: rank8, Packed: packed})
				if err != nil {
					t.Fatal(err)
				}
				for _, text := range want {
					if !strings.Contains(string(code), text) && !packed {
						t.Errorf("%v: no %q in\n%s", lang, text, code)
					}
				}
				checkSilent(t, lang, f, code, rank8)
			}
		}
	}
}

func checkSilent(t *testing.T, lang export.Language, f *weights.File, code []byte, rank8 bool) {
	t.Helper()
	arrays, err := scan.ReadArrays("eval."+lang.String(), strings.NewReader(string(code)))
	if err != nil {
		t.Fatal(err)
	}
	if d := source.Against(f, arrays, source.Options{RankEight: rank8}); len(d.Differences) > 0 {
		t.Errorf("%v, rank 8 first %v: %+v in\n%s", lang, rank8, d.Differences, code)
	}
}

// Families are what a compiler takes, with the engine's own S, Score and tempo beside them.
func TestFamiliesCompile(t *testing.T) {
	opt := export.Options{Prefix: "w_", Packed: true, High: export.Endgame}
	code, err := export.Code(families(), export.C, opt)
	if err != nil {
		t.Fatal(err)
	}
	main := cOwn + `#include "evaluation.h"
#include <stdio.h>
static const int Tempo = 1;
int main(void) {
    evaluation_score s = w_Mobility[1][3];
    printf("%d %d %d %d %d %d\n", evaluation_mg(s), evaluation_eg(s), s, evaluation_mg(w_tables[1][63]), w_passed_rank[8] + w_Tempo, Tempo);
    return 0;
}
`
	dir := writeFiles(t, map[string]string{"evaluation.h": string(code), "main.c": main})
	command(t, dir, []string{"gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-o", "main", "main.c"})
	if got, want := command(t, dir, []string{"./main"}), fmt.Sprintf("13 -3 %d 163 26 1\n", -3*65536+13); got != want {
		t.Errorf("printed %s, want %s", got, want)
	}
	if slices.ContainsFunc(strings.Split(string(code), "\n"), func(line string) bool { return strings.HasPrefix(line, "#undef") }) {
		t.Error("the header undefines a name")
	}
}
