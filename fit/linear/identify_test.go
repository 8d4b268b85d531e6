package linear

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/fit/rows"
)

func TestDependenceString(t *testing.T) {
	long := Dependence{Weight: "material"}
	for i := range 64 {
		long.Of = append(long.Of, rows.NamedWeight{Name: fmt.Sprintf("pst.%d", i), Value: 1})
	}
	tests := []struct {
		name string
		d    Dependence
		want string
	}{
		{"equal", Dependence{Weight: "a", Of: []rows.NamedWeight{{Name: "b", Value: 1}}}, "a = b"},
		{"opposite", Dependence{Weight: "a", Of: []rows.NamedWeight{{Name: "b", Value: -1}}}, "a = - b"},
		{"halves", Dependence{Weight: "pair", Of: []rows.NamedWeight{{Name: "b", Value: 0.5}, {Name: "c", Value: -0.25}}}, "pair = 0.5·b - 0.25·c"},
		{"by source", Dependence{Weight: "a", Of: nil}, "a does not vary within a source"},
	}
	for _, tt := range tests {
		if got := tt.d.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := long.String(); !strings.HasSuffix(got, "pst.7 + … (64 terms)") {
		t.Errorf("long: %q", got)
	}
}
