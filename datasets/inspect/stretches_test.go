package inspect

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/winprob"
)

// edges are positions with a rook more or less, by side to move.
var edges = [4]string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1"}

// edgeRows writes n rows with these scores for the side with the rook; turned ones are the mover's.
func edgeRows(b *strings.Builder, n, score int, turned bool) {
	for i := range n {
		s := score + i%9
		if k := i % 4; k%2 == 1 != (turned && k >= 2) {
			s = -s
		}
		fmt.Fprintf(b, "%s,%+d\n", edges[i%4], s)
	}
}

// TestJoinedInputs: a view or a unit that changes is found, late or line by line, whatever the shares of
// the work; scores of one kind are not blamed, great ones, small ones or none.
func TestJoinedInputs(t *testing.T) {
	const block = datasets.ChunkLines
	tests := []struct {
		name string
		text func(b *strings.Builder)
		want note.Kind
		says string
	}{
		{"one kind", func(b *strings.Builder) { edgeRows(b, 3*block, 500, false) }, 0, ""},
		{"winning", func(b *strings.Builder) { edgeRows(b, 3*block, 9000, false) }, 0, ""},
		{"pawns alone, for another check", func(b *strings.Builder) { edgeRows(b, 3*block, 5, false) }, 0, ""},
		{"a few small ones", func(b *strings.Builder) { edgeRows(b, 900, 500, false); edgeRows(b, 100, 5, false) }, 0, ""},
		{"pawns late", func(b *strings.Builder) { edgeRows(b, 2*block, 500, false); edgeRows(b, block, 5, false) }, JoinedUnits,
			fmt.Sprintf("from line %d on, and in 1 of 3 stretches", 2*block+1)},
		{"pawns line by line", func(b *strings.Builder) {
			for range block / 50 {
				edgeRows(b, 50, 500, false)
				edgeRows(b, 50, 5, false)
			}
		}, JoinedUnits, "seem to have two units: of 16300 rows"},
		{"the mover's late", func(b *strings.Builder) { edgeRows(b, 2*block, 500, false); edgeRows(b, block, 500, true) }, JoinedScores,
			fmt.Sprintf("first at line %d: in 1 of 3 stretches", 2*block+1)},
		{"the mover's alone, for another check", func(b *strings.Builder) { edgeRows(b, 2*block, 500, true) }, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			tt.text(&b)
			w, c := watched(t, b.String())
			var found note.Note
			for _, n := range w.Warnings(c) {
				if n.Code == note.D02 || n.Code == note.D03 {
					found = n
				}
			}
			if found.Kind != tt.want || !strings.Contains(found.Text, tt.says) || tt.want != 0 && found.Level != note.Error {
				t.Errorf("kind %d %q, want %d %q", found.Kind, found.Text, tt.want, tt.says)
			}
		})
	}
}

// evenRows writes n scores of positions whose material is even.
func evenRows(b *strings.Builder, n int, score string) {
	for i := range n {
		fmt.Fprintf(b, "4k3/8/8/8/8/8/8/4K3 %c - - 0 1,%s\n", "wb"[i%2], score)
	}
}

// written writes n rows of a rook more or less, as a program writes them.
func written(b *strings.Builder, n int, format string, unit float64) {
	for i := range n {
		fmt.Fprintf(b, "%s,"+format+"\n", edges[i%4], float64(1-2*(i%2))*float64(420+i%90)/unit)
	}
}

// TestUnitsByPoint: pawns among centipawns, and centipawns among pawns, are known by their decimal point,
// however few and wherever they are; files that are sorted, endgames that are drawn and fractions of a
// centipawn are not blamed.
func TestUnitsByPoint(t *testing.T) {
	const block = datasets.ChunkLines
	tests := []struct {
		name string
		unit datasets.Unit
		text func(b *strings.Builder)
		says string // "": nothing
	}{
		{"line by line", datasets.UnitCentipawns, func(b *strings.Builder) {
			for range 60 {
				written(b, 7, "%.0f", 1)
				written(b, 1, "%.2f", 100)
			}
		}, "60 of 60 that are written with a decimal point, and 0 of 420 without one"},
		{"the last of many", datasets.UnitCentipawns, func(b *strings.Builder) { written(b, 2*block, "%+.0f", 1); written(b, 100, "%+.1f", 100) },
			fmt.Sprintf("begin in the %d lines from line %d on", block, 2*block+1)},
		{"too few", datasets.UnitCentipawns, func(b *strings.Builder) { written(b, block, "%+.0f", 1); written(b, 49, "%+.1f", 100) }, ""},
		{"centipawns among pawns", datasets.UnitPawns, func(b *strings.Builder) { evenRows(b, 200, "0.31"); evenRows(b, 60, "-31") },
			"60 of 60 that are written without a decimal point, and 0 of 200 with one, are 1000 centipawns and more"},
		{"pawns, whole ones without a point", datasets.UnitPawns, func(b *strings.Builder) {
			evenRows(b, 200, "0.31")
			evenRows(b, 60, "1")
			written(b, 300, "%.2f", 100)
		}, ""},
		{"the same, read as centipawns: for another check", datasets.UnitCentipawns, func(b *strings.Builder) { written(b, 300, "%.2f", 100); edgeRows(b, 60, 4, false) }, ""},
		{"fractions of a centipawn", datasets.UnitCentipawns, func(b *strings.Builder) { written(b, 300, "%.0f", 1); written(b, 300, "%.1f", 1) }, ""},
		{"sorted by size", datasets.UnitCentipawns, func(b *strings.Builder) {
			for i := range block {
				fmt.Fprintf(b, "%s,%d\n", edges[i%4], 1+i%3) // half of them contradict the material
			}
			edgeRows(b, 2*block, 500, false)
		}, ""},
		{"drawn endgames", datasets.UnitCentipawns, func(b *strings.Builder) { edgeRows(b, block, 31, false); edgeRows(b, 2*block, 500, false) }, ""},
		{"drawn endgames line by line", datasets.UnitCentipawns, func(b *strings.Builder) {
			for range 60 {
				edgeRows(b, 50, 3, false)
				edgeRows(b, 100, 500, false)
			}
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			tt.text(&b)
			w, c := watched(t, b.String(), tt.unit)
			found := ""
			for _, n := range w.Warnings(c) {
				if n.Code == note.D03 {
					found = n.Text
				}
			}
			if (found == "") != (tt.says == "") || !strings.Contains(found, tt.says) {
				t.Errorf("got %q, want %q", found, tt.says)
			}
		})
	}
}

// TestStretchesName: of several inputs the text names the one that is meant.
func TestStretchesName(t *testing.T) {
	w := &Watch{Names: []string{"a.csv", "b.csv"}}
	for source, score := range []winprob.Score{500, 5} {
		for i := range 60 {
			p, err := board.ParseFEN(edges[0])
			if err != nil {
				t.Fatal(err)
			}
			w.stretches.add(&datasets.Sample{Position: p, Score: score, Source: uint8(source), Line: 1 + i})
		}
	}
	if list := w.Warnings(datasets.Counts{}); len(list) == 0 || !strings.Contains(list[len(list)-1].Text, "from line 1 of b.csv on") {
		t.Errorf("got %v", list)
	}
}

// TestStretchesMerge: what is known of the stretches does not depend on who saw which rows, and stays
// small.
func TestStretchesMerge(t *testing.T) {
	sample := func(line int) *datasets.Sample {
		p, err := board.ParseFEN(edges[line%4&2])
		if err != nil {
			t.Fatal(err)
		}
		s := &datasets.Sample{Position: p, Score: winprob.Score(300 + line%100), Line: line}
		return s
	}
	const lines = 3 * maxStretches
	var whole, odd, even stretches
	for i := range lines {
		s := sample(1 + i*datasets.ChunkLines)
		whole.add(s)
		if part := &even; i%2 == 1 {
			odd.add(s)
		} else {
			part.add(s)
		}
	}
	odd.merge(&even)
	if len(whole.of) > maxStretches || whole.shift != 2 || odd.shift != whole.shift || len(odd.of) != len(whole.of) {
		t.Fatalf("%d stretches of 2^%d blocks, in parts %d of 2^%d", len(whole.of), whole.shift, len(odd.of), odd.shift)
	}
	rows := 0
	for k, s := range whole.of {
		if *odd.of[k] != *s {
			t.Errorf("%v: %+v in parts, %+v at once", k, *odd.of[k], *s)
		}
		rows += s.sizes.rows
	}
	if rows != lines {
		t.Errorf("%d rows of %d", rows, lines)
	}
}
