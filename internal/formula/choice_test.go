package formula

import (
	"strings"
	"testing"
)

func parseAll(t *testing.T, texts ...string) (list []*Formula) {
	t.Helper()
	for _, text := range texts {
		f, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, f)
	}
	return list
}

// Shapes become one formula: their definitions do not clash, and an error says which of them it is in.
func TestChoose(t *testing.T) {
	shapes := parseAll(t, "linear",
		"danger = max(0, white);both = danger + weight(danger) + white.mg ; linear + square(danger) * both",
		"danger = max(0, black); (linear - if danger > 1 then danger else 0) ;")
	c := Choose("shape", shapes)
	want := "shape1_danger = max(0, white);\n" +
		"shape1_both = shape1_danger + weight(danger) + white.mg;\n" +
		"shape2_danger = max(0, black);\n" +
		"if shape == 0 then (linear)\n" +
		"else if shape == 1 then (linear + square(shape1_danger) * shape1_both)\n" +
		"else ((linear - if shape2_danger > 1 then shape2_danger else 0))"
	if c.Text() != want {
		t.Errorf("%s\nwant\n%s", c.Text(), want)
	}
	f := parseAll(t, c.Text())[0]
	for i, s := range shapes {
		if got := Chosen(c.Text(), "shape", s); got != i {
			t.Errorf("shape %d is taken for %d", i, got)
		}
	}
	for _, other := range parseAll(t, "linear + 1", "danger = max(0, black);linear + square(danger)", strings.Replace(shapes[2].Text(), "black", "white", 1)) {
		if got := Chosen(c.Text(), "shape", other); got != -1 {
			t.Errorf("%s is taken for shape %d", other.Text(), got)
		}
	}
	_, err := f.Compile(Scope{Sums: []Sum{{Name: Linear}, {Name: "white", Tapered: true}}, Inputs: []string{"shape"}})
	if err == nil {
		t.Fatal("no error")
	}
	shape, of := c.Origin(err.(*Error), shapes)
	if shape != 2 || of.Line != 1 || of.Column != strings.Index(shapes[2].Text(), "black")+1 {
		t.Errorf("%v is in shape %d, %v", err, shape, of)
	}
	if shape, of = c.Origin(&Error{Line: 4, Column: 1}, shapes); shape != -1 || of.Line != 4 {
		t.Errorf("shape %d, %v", shape, of)
	}
}

// One shape is the formula.
func TestChooseOne(t *testing.T) {
	shapes := parseAll(t, "a = square(white);\na + linear")
	c := Choose("shape", shapes)
	if c.Text() != shapes[0].Text() || Chosen(c.Text(), "shape", shapes[0]) != 0 {
		t.Error(c.Text())
	}
	if shape, of := c.Origin(&Error{Line: 2, Column: 3}, shapes); shape != 0 || of.Line != 2 || of.Column != 3 {
		t.Errorf("%d %v", shape, of)
	}
}
