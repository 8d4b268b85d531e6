package weights

import (
	"math"
	"strconv"
	"strings"
)

// Number formats centipawns for a table: no decimal from 10,000 up, one from 100
// up, two from 1 up, four below, so that there are at least three figures to
// read.
func Number(v float64) string {
	decimals := 4
	switch abs := math.Abs(v); {
	case v == 0:
		return "0"
	case abs >= 10000:
		decimals = 0
	case abs >= 100:
		decimals = 1
	case abs >= 1:
		decimals = 2
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // rounded to nothing, it has no sign
	}
	return text
}

// Signed is Number with its sign, also a plus.
func Signed(v float64) string {
	if v > 0 {
		return "+" + Number(v)
	}
	return Number(v)
}
