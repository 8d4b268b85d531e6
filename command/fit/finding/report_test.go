package finding

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

// TestKnownPasses: what JSON has no word for does not keep a report from being written.
func TestKnownPasses(t *testing.T) {
	got := known([]Pass{{1, 0.5, 0.1}, {2, math.NaN(), 0}, {3, math.Inf(1), 0}, {4, 0.4, math.NaN()}})
	want := []Pass{{1, 0.5, 0.1}, {4, 0.4, -1}}
	if !slices.Equal(got, want) {
		t.Errorf("passes %v, want %v", got, want)
	}
	if text, err := json.Marshal(known(nil)); string(text) != "[]" || err != nil {
		t.Errorf("no passes are %s, %v", text, err)
	}
}
