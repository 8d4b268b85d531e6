package report

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestShareHeatMap: titles and percent are in the picture, a share of nothing has no number, what is no share is
// refused, and equal shares give equal bytes.
func TestShareHeatMap(t *testing.T) {
	boards := make([]Board, 3)
	for i, title := range []string{"first", "second", "third"} {
		boards[i].Title = title
	}
	boards[0].Values[12], boards[1].Values[63], boards[2].Values[0] = 0.37, 0.004, math.NaN()
	draw := func() []byte {
		f, err := ShareHeatMap(boards, 2, Options{Title: "Planes"})
		return written(t, must(t)(f, err), "svg")
	}
	all := texts(t, draw())
	for _, want := range []string{"first", "second", "third", "37", "Planes", "percent of the whole; the darkest square has 37.0 %"} {
		if !slices.Contains(all, want) {
			t.Errorf("it lacks %q: %v", want, all)
		}
	}
	if slices.Contains(all, "0") {
		t.Error("a share below half a percent has a number")
	}
	if !bytes.Equal(draw(), draw()) {
		t.Error("a second picture has other bytes")
	}
	boards[1].Values[8] = 1.5
	if _, err := ShareHeatMap(boards, 2, Options{}); err == nil || !strings.Contains(err.Error(), "board second, square a2") {
		t.Errorf("error %v", err)
	}
}
