package settings

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/search/mcts"
)

// TestSettings: each setting changes one field of the options and can be taken back; what cannot
// be is refused with what can.
func TestSettings(t *testing.T) {
	if len(settings) > len(Changes{}) {
		t.Fatalf("%d settings, room for %d", len(settings), len(Changes{}))
	}
	for i, s := range All() {
		var c Changes
		value, back, bad := strconv.Itoa(s.Max), "-1", strconv.Itoa(s.Max+1)
		if s.Values != nil {
			value, back, bad = s.Values[len(s.Values)-1], AsPreset, "nonsense"
		}
		if err := c.Set(strings.ToUpper(s.Name), value); err != nil {
			t.Fatal(err)
		}
		if n := fields(mcts.Options{}, c.Apply(mcts.Options{})); n != 1 {
			t.Errorf("%s: %d fields have changed", s.Name, n)
		}
		if opt := c.Apply(mcts.Options{}); s.Value(&opt) != value {
			t.Errorf("%s = %s is read as %s", s.Name, value, s.Value(&opt))
		}
		if err := c.Set(s.Name, bad); err == nil || !strings.Contains(err.Error(), s.Name) {
			t.Errorf("%s = %s: %v", s.Name, bad, err)
		}
		if err := c.Set(s.Name, back); err != nil || c != (Changes{}) {
			t.Errorf("%s is not taken back: %v %v", s.Name, c[i], err)
		}
	}
	if err := new(Changes).Set("TreeHeight", "1"); err == nil || !strings.Contains(err.Error(), "no such name") {
		t.Errorf("an unknown name: %v", err)
	}
}

// fields returns how many fields of options differ.
func fields(a, b mcts.Options) int {
	return differ(reflect.ValueOf(a), reflect.ValueOf(b)) + differ(reflect.ValueOf(a.Inner), reflect.ValueOf(b.Inner))
}

// differ returns how many fields of two structures differ that are numbers.
func differ(x, y reflect.Value) (n int) {
	for i := range x.NumField() {
		if f := x.Field(i); f.Comparable() && f.Kind() != reflect.Struct && !f.Equal(y.Field(i)) {
			n++
		}
	}
	return n
}
