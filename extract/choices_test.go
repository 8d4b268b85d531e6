package extract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/matrix"
)

// choiceLines are two moves of White and two of Black, a mate among them.
const choiceLines = `r5k1/5ppp/8/8/8/8/5PPP/R5K1 b - - eval "-20"; id "g1"; tree "#00000001"; side "w"; offset "+3"; root "6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - - 0 1"; via "a1a2";
6k1/5ppp/8/8/8/8/r4PPP/5RK1 b - - eval "-500"; id "g1"; tree "#00000001"; side "w"; offset "+3"; root "6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - - 0 1"; via "a1f1";
6k1/5ppp/8/8/8/8/5PPP/r5K1 w - - eval "#-0"; id "g2"; tree "#00000002"; side "b"; offset "fixed -9998"; root "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"; via "a8a1";
1r4k1/5ppp/8/8/8/8/5PPP/6K1 w - - eval "-400"; id "g2"; tree "#00000002"; side "b"; offset "+0"; root "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"; via "a8b8";
`

// choicesOf extracts the moves of lines.
func choicesOf(t *testing.T, lines string, opt Options) (*matrix.Set, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "choices.epd")
	if err := os.WriteFile(name, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	opt.Trusted = true
	set, _, err := Memory(t.Context(), []string{name}, opt)
	return set, err
}

// TestMoveRows: rows hold the counts of moves in White's view, mates too; what the leaf's
// evaluation lacks is not part of them, and the phase is the root's.
func TestMoveRows(t *testing.T) {
	var opt Options
	if err := opt.SetTerms(moves.Name); err != nil {
		t.Fatal(err)
	}
	set, err := choicesOf(t, choiceLines, opt)
	if err != nil {
		t.Fatal(err)
	}
	s := set.Schema()
	if name, hash, n := opt.Terms(); s.Set != name || s.SetHash != hash || len(s.Columns) != n || s.Optional != matrix.WithTree|matrix.WithSide {
		t.Fatalf("set %s (hash %s), %d columns, arrays %v", s.Set, s.SetHash, len(s.Columns), s.Optional)
	}
	var b matrix.Block
	if err := set.ReadBlock(0, &b); err != nil {
		t.Fatal(err)
	}
	count := func(row int, name string) float32 {
		term, _ := moves.Term(name)
		columns, counts := b.Row(row)
		for i, c := range columns {
			if features.Term(c) == term {
				return counts[i]
			}
		}
		return 0
	}
	for _, tt := range []struct {
		row  int
		term string
		want float32
	}{
		{0, "capture.wins.rook", 1}, {0, "pst.rook.a2", 1}, {1, "pst.rook.f1", 1}, {1, "capture.wins.rook", 0},
		{2, "check.rook", -1}, {2, "pst.rook.a8", -1}, {2, "pst.rook.a1", 1}, {3, "pst.rook.b1", -1},
	} {
		if got := count(tt.row, tt.term); got != tt.want {
			t.Errorf("row %d: %s counts %g, want %g", tt.row, tt.term, got, tt.want)
		}
	}
	if b.MG[0] != 4 || b.EG[0] != 4 || b.MG[2] != 2 {
		t.Errorf("phases %v %v", b.MG, b.EG)
	}
}

// TestMoveRowsRefused: what is not a move of a root is refused with its line, and so are copies that
// have none.
func TestMoveRowsRefused(t *testing.T) {
	first, _, _ := strings.Cut(choiceLines, "\n")
	for _, tt := range []struct {
		name, lines string
		opt         Options
		want        string
	}{
		{"no root", choiceLines + "4k3/8/8/8/8/8/4P3/4K3 w - - eval \"+20\"; tree \"#00000003\"; side \"w\";\n", Options{}, "choices.epd:5: no root and via"},
		{"a bad root", strings.Replace(first, `root "6k1`, `root "9k1`, 1) + "\n", Options{}, "choices.epd:1: root: "},
		{"a bad move", strings.Replace(first, `"a1a2"`, `"a1b2"`, 1) + "\n", Options{}, "choices.epd:1: via: "},
		{"mirrored", choiceLines, Options{Filter: filter.Options{Mirror: true}}, "-mirror"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opt.Moves = true
			if _, err := choicesOf(t, tt.lines, tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// TestRootKept: a root after one that cannot be read is examined as if that were not there.
func TestRootKept(t *testing.T) {
	c := choiceCounter{counter: moves.NewTrace()}
	good := datasets.Sample{Root: "6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - - 0 1", Via: "a1a2"}
	var b, again matrix.Block
	if _, err := c.append(&b, &good); err != nil || len(b.Columns) == 0 {
		t.Fatalf("%d counts: %v", len(b.Columns), err)
	}
	if _, err := c.append(&again, &datasets.Sample{Root: "9k1", Via: "a1a2"}); err == nil {
		t.Fatal("a bad root is taken")
	}
	if _, err := c.append(&again, &good); err != nil || !slices.Equal(b.Columns, again.Columns) || !slices.Equal(b.Counts, again.Counts) {
		t.Errorf("columns %v, then %v: %v", b.Columns, again.Columns, err)
	}
}
