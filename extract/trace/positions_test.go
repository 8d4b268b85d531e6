package trace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/matrix"
)

// leaves are three positions of two trees, the last a constant.
const leaves = `4k3/8/8/8/8/8/4P3/4K3 w - - 0 5 eval "+20"; id "#00000007"; ply "8"; tree "#00000001"; side "w"; offset "+5";
4k3/8/8/8/8/8/4P3/4K3 b - - 0 5 eval "+30"; id "#00000007"; ply "9"; tree "#00000001"; side "b"; offset "-2.5";
6k1/5ppp/8/8/8/8/5PPP/r5K1 w - - 0 9 eval "#-1"; id "#00000008"; ply "16"; tree "#00000002"; side "b"; offset "fixed -9998";
`

// threeRows have labels of their own, and parity without the constants of choices.
const threeRows = "# column 1 pawn\n# column 2 tempo\n" +
	"1-0 qid:1 offset:3 eval:113 1:1 2:1\n\n? eval:90 1:1 2:-1\n0-1 eval:-510 1:-5 2:-1\n"

// TestPositions: rows get what the files say of their positions; the engine's evaluation is checked
// before the constants come to it, and a constant counts nothing.
func TestPositions(t *testing.T) {
	m, rep := read(t, "x.trace", threeRows, Options{
		Positions: []string{write(t, "leaves.epd", leaves)}, Weights: map[string]float64{"pawn": 100, "tempo": 10},
	})
	if rep.Parity.Checked != 3 || len(rep.Warnings) != 0 || m.Provenance().Clusters != matrix.ByGame {
		t.Errorf("%+v", rep)
	}
	b := only(t, m)
	want := matrix.Block{
		Start: []int64{0, 2, 4, 4}, Columns: []uint16{0, 1, 0, 1}, Counts: []float32{1, 1, 1, -1},
		MG: b.MG, EG: b.EG, Score: []int16{20, 30, -31999}, Result: []uint8{0, 0, 0}, Expected: b.Expected, Hash: b.Hash,
		Offset: []float32{8, -2.5, -9998}, Game: []uint32{7, 7, 8}, Ply: []uint16{8, 9, 16}, Material: []int8{1, 1, -5},
		Tree: []uint32{1, 1, 2}, Side: []uint8{matrix.SideWhite, matrix.SideBlack, matrix.SideBlack},
	}
	if diff := cmp.Diff(want, *b, compareBlocks...); diff != "" {
		t.Error(diff)
	}
}

// TestPositionsDoNotFit: a trace that is not of the positions is refused.
func TestPositionsDoNotFit(t *testing.T) {
	lines := strings.SplitAfter(leaves, "\n")
	for name, tt := range map[string]struct{ positions, trace, want string }{
		"fewer positions": {lines[0] + lines[1], threeRows, "leaves.epd: 2 positions, and the trace has more rows"},
		"more positions":  {leaves + lines[2], threeRows, "leaves.epd: more positions than the trace has rows, 3"},
		"bad position":    {leaves[:len(leaves)-len(lines[2])] + "x" + lines[2], threeRows, "leaves.epd:3"},
		"bad row":         {leaves, threeRows + "1-0 1\n", "x.trace:7"},
		"no file":         {"", threeRows, "leaves.epd"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := Read(t.Context(), []string{write(t, "x.trace", tt.trace)}, Options{Positions: []string{write(t, "leaves.epd", tt.positions)}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// TestPositionsOfFormula: a position that is a constant is evaluated as such by a formula, or refused.
func TestPositionsOfFormula(t *testing.T) {
	for text, ok := range map[string]bool{
		"linear + square(x)":                                      true,
		"linear + square(x) + weight(w) * n":                      true,
		"linear + square(x) + weight(w) + n":                      false,
		"if n > 0 then linear + x + weight(w) / n else linear":    true,
		"linear + x / n":                                          false,
		"linear + x + if n == 0 then 1 else 0":                    false,
		"linear + x + if n == 0 and linear < 0 then 1 / n else 0": true,
	} {
		trace := "# formula " + text + "\n# input n\n# column 1 pawn\n# column 2 x/tempo\n? n:1 1:1 2:1\n? n:1 1:1 2:-1\n? n:1 1:-5 2:-1\n"
		m, _, err := Read(t.Context(), []string{write(t, "x.trace", trace)}, Options{Positions: []string{write(t, "leaves.epd", leaves)}})
		if !ok {
			if err == nil || !strings.Contains(err.Error(), "a position is a constant, and the formula is not 0 where all sums and inputs are") {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err != nil || only(t, m).Start[3] != 6 {
			t.Errorf("%s: %v", text, err)
		}
	}
}
