package elo

import (
	"math"
	"testing"
)

// TestRounded: a number that rounds to nothing has no minus.
func TestRounded(t *testing.T) {
	for _, tt := range []struct {
		x      float64
		places int
		want   string
	}{{-0.004, 2, "+0.00"}, {0, 2, "+0.00"}, {-0.006, 2, "-0.01"}, {0.04, 1, "+0.0"}, {12.34, 1, "+12.3"}, {-10, 0, "-10"}} {
		if got := Rounded(tt.x, tt.places); got != tt.want {
			t.Errorf("Rounded(%v, %d) = %s, want %s", tt.x, tt.places, got, tt.want)
		}
	}
}

// TestBrief: where one end is far away, the ends stand.
func TestBrief(t *testing.T) {
	for want, i := range map[string]Interval{
		"+8.0 ±5.0":      {Value: 8, Low: 3, High: 13},
		"+120.0 to +inf": {Value: math.Inf(1), Low: 120, High: math.Inf(1)},
		"-inf to +3.0":   {Value: -100, Low: math.Inf(-1), High: 3},
	} {
		if got := i.Brief(); got != want {
			t.Errorf("%v is %s, want %s", i, got, want)
		}
	}
}
