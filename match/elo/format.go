package elo

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Short is a number with as few digits as it has.
func Short(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Signed is a number of Elo with its sign and one decimal.
func Signed(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+inf"
	case math.IsInf(x, -1):
		return "-inf"
	case math.IsNaN(x):
		return "?"
	}
	return Rounded(x, 1)
}

// Rounded is a number with its sign and n decimals; what rounds to zero has +.
func Rounded(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	switch zero := strings.Trim(text, "-0.") == ""; {
	case zero:
		return "+" + strings.TrimPrefix(text, "-")
	case x > 0:
		return "+" + text
	}
	return text
}

// Full is the interval with its level: "+8.2 (95 %: +3.0 to +13.0)".
func (i Interval) Full() string {
	return fmt.Sprintf("%s (95 %%: %s to %s)", Signed(i.Value), Signed(i.Low), Signed(i.High))
}

// Brief is the interval as its value and half its width, "+8.2 ±5.0"; or its ends if one of them is
// infinite.
func (i Interval) Brief() string {
	half := (i.High - i.Low) / 2
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return Signed(i.Low) + " to " + Signed(i.High)
	}
	return fmt.Sprintf("%s ±%.1f", Signed(i.Value), half)
}
