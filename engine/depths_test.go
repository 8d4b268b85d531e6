package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The last line is what the lines before it say, and the same each time.
func TestDepths(t *testing.T) {
	e := newEngine(t, Options{})
	var texts [2]string
	for i := range texts {
		var b strings.Builder
		if err := e.Depths(t.Context(), &b, fewestNodes); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("the same search goes to other depths:\n%s%s", texts[0], texts[1])
	}
	lines := strings.Split(strings.TrimSpace(texts[0]), "\n")
	var sums [2]float64
	counted := 0.0
	for _, line := range lines[:len(lines)-1] {
		if strings.HasSuffix(line, "not counted") {
			continue
		}
		var number, of, small, large int
		if _, err := fmt.Sscanf(strings.TrimSpace(line), "%d/%d  depth %d %d", &number, &of, &small, &large); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if small > large || large == 0 {
			t.Errorf("%q: more nodes go less deep", line)
		}
		sums[0], sums[1], counted = sums[0]+float64(small), sums[1]+float64(large), counted+1
	}
	small, large := sums[0]/counted, sums[1]/counted
	want := fmt.Sprintf("depth %.2f at 100 nodes, %.2f at 1000: branching %.2f", small, large, math.Exp(math.Ln10/(large-small)))
	if got := lines[len(lines)-1]; got != want || counted < 40 {
		t.Errorf("%q of %v positions, want %q of 40 or more", got, counted, want)
	}
	if err := e.Depths(t.Context(), new(strings.Builder), fewestNodes-1); err == nil || !strings.Contains(err.Error(), "pass 1000 or more") {
		t.Errorf("too few nodes: %v", err)
	}
}
