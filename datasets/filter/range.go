package filter

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Range is numbers from Low to High, both included.
type Range struct{ Low, High float64 }

// ParseRange reads low..high, either of which may be omitted.
func ParseRange(text string) (Range, error) {
	r := Range{math.Inf(-1), math.Inf(1)}
	low, high, ok := strings.Cut(text, "..")
	if !ok || low == "" && high == "" {
		return r, fmt.Errorf("%q: want low..high; either may be omitted", text)
	}
	for _, end := range []struct {
		text string
		to   *float64
	}{{low, &r.Low}, {high, &r.High}} {
		if end.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(end.text, 64)
		if err != nil || math.IsNaN(v) {
			return r, fmt.Errorf("%q: %s is not a number", text, end.text)
		}
		*end.to = v
	}
	if r.Low > r.High {
		return r, fmt.Errorf("%q: nothing is between", text)
	}
	return r, nil
}

// Holds reports whether v is in the range.
func (r Range) Holds(v float64) bool { return r.Low <= v && v <= r.High }

// String returns low..high.
func (r Range) String() string { return end(r.Low) + ".." + end(r.High) }

func end(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
