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
