package rows

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
)

func TestBends(t *testing.T) {
	d := &Design{Names: []string{
		"pst.a1.mg", "pst.b1.mg", "pst.c1.mg", "pst.a2.mg", "pst.a3.mg", "pst.b1.eg",
		"mob.9", "mob.10", "mob.11", "mob.14", "x1", "x2", "x3", "king.a", "rest.0", "rest.1", "rest.3", "rest.4",
	}}
	var got []string
	for _, b := range d.Bends() {
		var parts []string
		for _, j := range b {
			if j == Reference {
				parts = append(parts, "0")
			} else {
				parts = append(parts, d.Names[j])
			}
		}
		got = append(got, strings.Join(parts, " "))
	}
	slices.Sort(got)
	want := []string{"0 rest.3 rest.4", "mob.9 mob.10 mob.11", "pst.a1.mg pst.a2.mg pst.a3.mg", "pst.a1.mg pst.b1.mg pst.c1.mg", "rest.0 rest.1 0", "rest.1 0 rest.3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTableOf: the elements of a table differ in their last number or square.
func TestTableOf(t *testing.T) {
	for name, want := range map[string]string{
		"pst.knight.f3.mg":     "pst.knight..mg",
		"pst.knight.f3":        "pst.knight.",
		"mobility.queen.12.eg": "mobility.queen..eg",
		"material.pawn.mg":     "material.pawn.mg",
		"tempo":                "tempo",
	} {
		if got := TableOf(name); got != want {
			t.Errorf("%s is of table %q, want %q", name, got, want)
		}
	}
}

// TestBrackets: a pattern that is a name matches it, though [ and ] mean other letters.
func TestBrackets(t *testing.T) {
	s := matrix.Schema{Set: "test", Columns: []matrix.Column{{Name: "safe[3]", Tapered: true}, {Name: "safe[4]"}}, MG: []float32{0, 1}, EG: []float32{1, 0}}
	d, err := NewDesign(s, nil, []Fixed{{"safe[3].mg", 7}, {"safe[4]", 5}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []NamedWeight{{"safe[3].mg", 7}, {"safe[4]", 5}}; !slices.Equal(d.Fixed, want) {
		t.Errorf("fixed %v, want %v", d.Fixed, want)
	}
	if list, err := d.Matching("safe[3]"); err != nil || len(list) != 1 {
		t.Errorf("the column matches %v, %v", list, err)
	}
}
