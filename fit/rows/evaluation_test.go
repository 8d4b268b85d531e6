package rows

import (
	"slices"
	"testing"

	"example.org/centipawn/matrix"
)

// schemaOf is a schema of a formula over tapered and plain columns.
func schemaOf(t *testing.T, text string, columns ...matrix.Column) matrix.Schema {
	t.Helper()
	s, err := matrix.Schema{Set: "test", Columns: columns, MG: []float32{0, 1}, EG: []float32{1, 0}}.WithFormula(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestUnread: half a weight that the formula does not read is not fitted, unless another sum reads it.
func TestUnread(t *testing.T) {
	columns := []matrix.Column{{Name: "x", Tapered: true}, {Name: "c/pawns", Tapered: true}, {Name: "c/plain"}, {Name: "d/flank", Tapered: true}, {Name: "e/flank", Tapered: true}}
	for _, tt := range []struct {
		formula string
		unread  []string
	}{
		{"linear + c + d + e", nil},
		{"linear + max(0, c.eg) + d.mg + e.mg", []string{"pawns.mg", "flank.eg"}},
		{"linear + max(0, c.eg) + d.mg + e.eg", []string{"pawns.mg"}},
		{"linear.mg * 2 + c.eg + d + e", []string{"x.eg", "pawns.mg"}},
	} {
		d, err := NewDesign(schemaOf(t, tt.formula, columns...), nil, []Fixed{{"plain", 7}})
		if err != nil {
			t.Fatalf("%s: %v", tt.formula, err)
		}
		var unread []string
		for _, name := range []string{"x.mg", "x.eg", "pawns.mg", "pawns.eg", "flank.mg", "flank.eg"} {
			if !slices.Contains(d.Names, name) {
				unread = append(unread, name)
			}
			if d.Unread[name] != !slices.Contains(d.Names, name) {
				t.Errorf("%s: %s is unread: %t", tt.formula, name, d.Unread[name])
			}
		}
		if !slices.Equal(unread, tt.unread) {
			t.Errorf("%s: without %q, want %q", tt.formula, unread, tt.unread)
		}
	}
}

// TestUnreadColumns: of columns that are not chosen no weight is listed.
func TestUnreadColumns(t *testing.T) {
	columns := []matrix.Column{{Name: "x", Tapered: true}, {Name: "c/pawns", Tapered: true}}
	d, err := NewDesign(schemaOf(t, "linear + c.eg", columns...), []string{"x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"x.mg", "x.eg"}; !slices.Equal(d.Names, want) || len(d.Fixed) != 0 || len(d.Unread) != 0 {
		t.Errorf("fitted %q, fixed %v, unread %v", d.Names, d.Fixed, d.Unread)
	}
}

// TestCancelled: the counts of a sum that cancels are not those of a linear term.
func TestCancelled(t *testing.T) {
	columns := []matrix.Column{{Name: "x", Tapered: true}, {Name: "c/pawns"}}
	b := &matrix.Block{Start: []int64{0, 2}, Columns: []uint16{0, 1}, Counts: []float32{1, 2}, MG: []uint8{1}, EG: []uint8{1}}
	for text, want := range map[string]float64{"linear + c - c": 3, "linear + c - c + 2 * mg": 5, "linear - linear.mg + c - c": 0, "linear + c": 13} {
		m := Model{Weights: []NamedWeight{{"pawns", 5}, {"x.mg", 3}, {"x.eg", 4}}}
		scorer, err := m.Scorer(schemaOf(t, text, columns...))
		if err != nil {
			t.Fatal(err)
		}
		if got := scorer.Score(b, 0); got != want {
			t.Errorf("%s: %g, want %g", text, got, want)
		}
	}
}

// TestFormGroups: groups are called by what the names of their weights begin with, or by their sums.
func TestFormGroups(t *testing.T) {
	columns := []matrix.Column{{Name: "x"}, {Name: "w/push"}, {Name: "b/push"}, {Name: "w/att"}, {Name: "b/att"}, {Name: "c/c.one"}, {Name: "c/c.two"}, {Name: "d/flank"}, {Name: "d/rook"}, {Name: "e/lone"}}
	s := schemaOf(t, "linear + square(w) * weight(k.top) - square(b) + square(c) + square(d) + exp(weight(k.one) * weight(other.two)) + e", columns...)
	d, err := NewDesign(s, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"push": "w, b", "att": "w, b", "k.top": "w, b", "c.one": "c", "c.two": "c", "flank": "d", "rook": "d", "k.one": "k, other", "other.two": "k, other", "lone": "lone"}
	groups := d.FormGroups()
	for j, name := range d.Names {
		if groups[j] != want[name] {
			t.Errorf("%s is of the group %q, want %q", name, groups[j], want[name])
		}
	}
}
