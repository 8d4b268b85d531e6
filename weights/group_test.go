package weights_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

func TestSquare(t *testing.T) {
	tests := []struct {
		term string
		want int
	}{
		{"pst.knight.a1", 0}, {"pst.knight.b1", 1}, {"pst.knight.e4", 28}, {"x.h8", 63},
		{"pst.knight.i1", -1}, {"pst.knight.a9", -1}, {"pst.knight.a0", -1}, {"pst.knight.A1", -1},
		{"passed.r2", -1}, {"a1", -1}, {"", -1}, {"x.e44", -1},
	}
	for _, tt := range tests {
		if got := weights.Square(tt.term); got != tt.want {
			t.Errorf("Square(%q) = %d, want %d", tt.term, got, tt.want)
		}
	}
}

func TestGroups(t *testing.T) {
	f := &weights.File{Terms: []weights.Term{
		fixtures.Term("mobility.knight", 1, 1), {Name: "tempo"}, fixtures.Term("pst.king.a1", 1, 1),
		fixtures.Term("mobility.queen", 1, 1), fixtures.Term("pst.king.b1", 1, 1), {Name: "pst.king.c1"}, {Name: "contempt"},
	}}
	type row struct {
		Name           string
		Board, Tapered bool
		Terms          int
	}
	var got []row
	for _, g := range f.Groups() {
		got = append(got, row{g.Name, g.Board, g.Tapered, len(g.Terms)})
	}
	want := []row{{"mobility", false, true, 2}, {"", false, false, 2}, {"pst.king", true, true, 2}, {"pst.king", true, false, 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFolded(t *testing.T) {
	board := func(squares ...string) weights.Group {
		g := weights.Group{Name: "pst.rook", Board: true}
		for _, sq := range squares {
			g.Terms = append(g.Terms, weights.Term{Name: "pst.rook." + sq, Value: weights.Weight{Value: float64(sq[0]-'a') + 10*float64(sq[1]-'0')}})
		}
		return g
	}
	var half, inner []string
	for sq := range 64 {
		if name := string(rune('a'+sq%8)) + string(rune('1'+sq/8)); sq%8 < 4 {
			half = append(half, name)
			if sq >= 8 && sq < 56 {
				inner = append(inner, name)
			}
		}
	}
	if g := board(half...); !g.Folded() || g.Squares()[63].Value.Value != 80 || g.Squares()[4].Value.Value != 13 {
		t.Error("a table of files a to d: h8 is not a8, or e1 not d1")
	}
	if g := board(inner...); !g.Folded() || g.Squares()[7] != nil {
		t.Error("a folded table of pawns: ranks 1 and 8 are empty")
	}
	if board(half[1:]...).Folded() || board(append(half, "h8")...).Folded() || board("a1", "b1").Folded() {
		t.Error("taken for folded")
	}
	// Ranks 2 to 7: 10·(2+…+7)/6 + (0+1+2+3)/4.
	if m := board(half...).Mean(func(t weights.Term) weights.Weight { return t.Value }); m != 46.5 {
		t.Errorf("mean %v, want 46.5", m)
	}
	if m := board("a1", "c1").Mean(func(t weights.Term) weights.Weight { return t.Value }); m != 11 {
		t.Errorf("mean of two squares of rank 1: %v, want 11", m)
	}
	frozen := board("a2", "c2")
	frozen.Terms[1].Value.Bound = weights.BoundFrozen
	if m := frozen.Mean(func(t weights.Term) weights.Weight { return t.Value }); m != 20 {
		t.Errorf("mean beside a frozen square: %v, want 20", m)
	}
}

func TestNumber(t *testing.T) {
	tests := []struct {
		v    float64
		want string
	}{
		{0, "0"}, {-0.00003, "0.0000"}, {-0.0001, "-0.0001"}, {0.82237, "0.8224"}, {-1, "-1.00"}, {99.994, "99.99"}, {108.25, "108.2"}, {-1025, "-1025.0"}, {49982.3, "49982"},
	}
	for _, tt := range tests {
		if got := weights.Number(tt.v); got != tt.want {
			t.Errorf("Number(%v) = %s, want %s", tt.v, got, tt.want)
		}
	}
}
