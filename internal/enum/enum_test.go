package enum

import "testing"

type color uint8

var names = []string{"white", "black", "both"}

func TestNames(t *testing.T) {
	for i, name := range names {
		var c color
		if err := Parse(&c, names, []byte(name)); err != nil || c != color(i) || Name(names, c) != name {
			t.Errorf("%s: %v, %d, %s", name, err, c, Name(names, c))
		}
	}
	if got := Name(names, color(3)); got != "enum.color(3)" {
		t.Errorf("without a name: %s", got)
	}
	c := color(2)
	if err := Parse(&c, names, []byte("red")); err == nil || err.Error() != `"red" is neither white, black nor both` || c != 2 {
		t.Errorf("red: %v, %d", err, c)
	}
}
