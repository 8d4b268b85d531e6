package sigma

import (
	"math"
	"strings"
	"testing"
)

func TestRate(t *testing.T) {
	for _, tt := range []struct {
		text         string
		step, warmup int
		want         float64
	}{
		{"0.002", 5, 0, 0.002}, {"0.002", 5, 11, 0.001}, {"0.02x10,0.002x5", 9, 0, 0.02}, {"0.02x10,0.002x5", 10, 0, 0.002},
		{"0.02x10,0.002x5", 50, 0, 0.002}, {"0.02x10,0.002", 50, 0, 0.002}, {"cosine:0.004", 0, 0, 0.004}, {"cosine:0.004", 50, 0, 0.002}, {"cosine:0.004", 100, 0, 0},
	} {
		r, err := ParseRate(tt.text)
		if err != nil || r.String() != tt.text {
			t.Fatalf("%s: read as %v, %v", tt.text, r, err)
		}
		if got := r.At(tt.step, 100, tt.warmup); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s at step %d: %g, want %g", tt.text, tt.step, got, tt.want)
		}
	}
	for text, want := range map[string]int{"0.02x10,0.002x5": 15, "0.02x10,0.002": 0, "cosine:0.1": 0} {
		if r, err := ParseRate(text); err != nil || r.Steps() != want {
			t.Errorf("%s: %d steps, want %d (%v)", text, r.Steps(), want, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "NaN", "x", "2", "0.1,0.2", "0.1x0", "0.1x-3", "cosine:0.1x5", "cosine:0.1,0.2", "cosine:"} {
		if _, err := ParseRate(text); err == nil || !strings.Contains(err.Error(), "want a rate as") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
