package weights_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"centipawn/weights"
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
		tapered("mobility.knight", 1, 1), {Name: "tempo"}, tapered("pst.king.a1", 1, 1),
		tapered("mobility.queen", 1, 1), tapered("pst.king.b1", 1, 1), {Name: "pst.king.c1"}, {Name: "contempt"},
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

func TestTable(t *testing.T) {
	table := weights.Table{Header: []string{"term", "±"}}
	table.Add("väterlich", "1", "2")
	table.Add("b")
	var b bytes.Buffer
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "term       ±\nväterlich  1  2\nb\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
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
