package weights_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/pst"
	"example.org/centipawn/weights"
)

func published(t *testing.T, set string) *weights.File {
	t.Helper()
	f, ok := weights.Published(set)
	if !ok {
		t.Fatalf("nothing published for %s", set)
	}
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPublished looks values up in the published tables, a square from White's
// view plus the material.
func TestPublished(t *testing.T) {
	tests := []struct {
		set, term string
		mg, eg    float64
	}{
		{"pesto", "pst.pawn.b7", 82 + 134, 94 + 173},
		{"pesto", "pst.pawn.a1", 82, 94},
		{"pesto", "pst.knight.a8", 337 - 167, 281 - 58},
		{"pesto", "pst.queen.h1", 1025 - 50, 936 - 41},
		{"pesto", "pst.king.g1", 24, -24},
		{"lishex", "material.rook", 477, 512},
		{"lishex", "pst.pawn.b7", 134, 173},
		{"lishex", "pst.king.g1", 24, -24},
		{"pesto_mirrored", "pst.king.b1", 30, -29}, // (36+24)/2, (-34-24)/2
		{"pesto_mirrored", "pst.knight.a8", 337 - 137, 281 - 78.5},
	}
	for _, tt := range tests {
		term, ok := published(t, tt.set).Term(tt.term)
		if !ok || !term.Tapered || term.MG.Value != tt.mg || term.EG.Value != tt.eg {
			t.Errorf("%s, %s: %+v, want %v and %v", tt.set, tt.term, term, tt.mg, tt.eg)
		}
	}
}

// Every piece and square of the published evaluation is there, in the order of
// the board's pieces and squares.
func TestPublishedIsComplete(t *testing.T) {
	terms := published(t, "pesto").Terms
	if len(terms) != 384 || len(published(t, "pesto_mirrored").Terms) != 192 {
		t.Fatalf("%d terms", len(terms))
	}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for sq := range board.Square(64) {
			term := terms[64*int(pt)+int(sq)]
			m, v := pst.PeSTO.Material[pt], pst.PeSTO.Squares[pt][sq]
			if weights.Square(term.Name) != int(sq) || term.MG.Value != float64(m.MG+v.MG) || term.EG.Value != float64(m.EG+v.EG) {
				t.Errorf("piece %d on %v: %+v", pt, sq, term)
			}
		}
	}
}

func TestPublishedAlphaOne(t *testing.T) {
	for _, w := range published(t, "alphaone").Weights() {
		want := 0.0
		if w.Name == "tapered" {
			want = 1
		}
		if w.Value != want {
			t.Errorf("%s is %v", w.Name, w.Value)
		}
	}
	if _, ok := weights.Published("nonsense"); ok {
		t.Error("values for a set without published values")
	}
}
