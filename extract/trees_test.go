package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// treeLines are two trees: leaves with the side to move, and the moves of a root of which one
// mates.
const treeLines = `4k3/8/8/8/8/8/4P3/4K3 w - - eval "+20"; tree "#00000001"; side "w"; offset "+0";
4k3/8/8/8/8/8/4P3/4K3 b - - eval "+30"; tree "#00000001"; side "b"; offset "+7";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - eval "-500"; tree "#00000002"; side "b"; offset "-3";
6k1/5ppp/8/8/8/8/5PPP/r5K1 w - - eval "#-1"; tree "#00000002"; side "b"; offset "fixed -9998";
`

// TestTreeRows: rows have their trees, sides and offsets, a constant has no counts though the game
// is over and filters drop checks; mirrored copies are trees of their own.
func TestTreeRows(t *testing.T) {
	name := filepath.Join(t.TempDir(), "leaves.epd")
	if err := os.WriteFile(name, []byte(treeLines), 0o600); err != nil {
		t.Fatal(err)
	}
	set, rep, err := Memory(t.Context(), []string{name}, Options{Filter: filter.Options{NoCheck: true, Mirror: true}, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := matrix.WithTree | matrix.WithSide | matrix.WithOffset; set.Schema().Optional != want || rep.Rows != 8 {
		t.Fatalf("arrays %v, %d rows", set.Schema().Optional, rep.Rows)
	}
	var b, m matrix.Block
	if err := set.ReadBlock(0, &b); err != nil {
		t.Fatal(err)
	}
	if err := set.ReadBlock(1, &m); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(b.Tree, b.Side, b.Offset, b.Start[4]-b.Start[3])
	if want := "[1 1 2 2] [0 1 1 1] [0 7 -3 -9998] 0"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
	got = fmt.Sprint(m.Side, m.Offset, m.Start[4]-m.Start[3])
	if want := "[1 0 0 0] [-0 -7 3 9998] 0"; got != want {
		t.Errorf("mirrored rows %s, want %s", got, want)
	}
	if m.Tree[0] != m.Tree[1] || m.Tree[2] != m.Tree[3] || m.Tree[0] == m.Tree[2] || slices.Contains(m.Tree, 1) || slices.Contains(m.Tree, 2) {
		t.Errorf("mirrored trees %v", m.Tree)
	}
}

// TestChoiceRows: no filter of single positions takes a move out of a choice, and a leaf in which
// the game is over does not spoil a file.
func TestChoiceRows(t *testing.T) {
	const tail = `; tree "#00000003"; side "w"; offset "+3"; root "8/8/4k3/8/3p4/3K4/8/8 w - - 0 1"; via `
	lines := `8/8/4k3/8/3K4/8/8/8 b - - eval "+0"` + tail + `"d3d4";` + "\n" +
		`8/8/4k3/8/2Kp4/8/8/8 b - - eval "-90"` + tail + `"d3c4";` + "\n"
	name := filepath.Join(t.TempDir(), "choices.epd")
	if err := os.WriteFile(name, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	set, rep, err := Memory(t.Context(), []string{name}, Options{Filter: filter.Options{Pieces: &filter.Range{Low: 20, High: 32}}, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Rows != 2 || set.Rows() != 2 {
		t.Errorf("%d rows of 2", rep.Rows)
	}
	for _, w := range rep.Warnings {
		if w.Code == note.D06 {
			t.Errorf("%v", w)
		}
	}
}

// TestTreeSameBytes: shards that are merged, and a file that was converted, have the trees.
func TestTreeSameBytes(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "leaves.epd")
	if err := os.WriteFile(name, []byte(strings.Repeat(treeLines, 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	extract := func(in, out string, shard matrix.Shard) string {
		out = filepath.Join(dir, out)
		if _, err := Run(t.Context(), []string{in}, Create(out, shard), Options{Threads: 2, Shard: shard, Trusted: true}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := extract(name, "whole.matrix", matrix.Shard{})
	var parts []*matrix.Matrix
	for i := range 3 {
		m, err := matrix.Open(extract(name, fmt.Sprintf("part%d.matrix", i), matrix.Shard{Index: i, Of: 3}))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		parts = append(parts, m)
	}
	if err := matrix.Merge(filepath.Join(dir, "merged.matrix"), parts...); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "merged", filepath.Join(dir, "merged.matrix"), want)
	converted := filepath.Join(dir, "converted.epd.zst")
	if _, err := Convert(t.Context(), []string{name}, converted, Options{Trusted: true}); err != nil {
		t.Fatal(err)
	}
	got, first := tree(t, extract(converted, "converted.matrix", matrix.Shard{})), tree(t, want)
	for _, array := range []string{"tree.npy", "side.npy", "offset.npy", "indptr.npy", "data.npy", "score.npy"} {
		if got[array] != first[array] {
			t.Errorf("%s of the converted file differs", array)
		}
	}
}
