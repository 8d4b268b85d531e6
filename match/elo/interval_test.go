package elo

import (
	"math"
	"testing"
)

func TestIntervalText(t *testing.T) {
	tests := []struct {
		interval Interval
		want     string
	}{
		{Interval{11.5, 1.7, 21.3}, "+12 (+2 to +21)"},
		{Interval{-3.6, -41, 0.2}, "-4 (-41 to +0)"},
		{Interval{math.Inf(1), 120, math.Inf(1)}, "+∞ (+120 to +∞)"},
		{Interval{0, math.Inf(-1), math.Inf(1)}, "+0 (-∞ to +∞)"},
	}
	for _, tt := range tests {
		if got := tt.interval.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
