package plaintext

import (
	"fmt"
	"strconv"
)

// Thousands formats n with commas: 439,655.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count is a number of things, of which one has this name: "1 game", "2,000 games".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Thousands(n) + " " + thing
}

// Percent formats a share of 0 to 1 with one decimal: "12.5 %".
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// PercentOf returns n in percent of all, 0 of none.
func PercentOf(n, all int) float64 { return 100 * float64(n) / float64(max(all, 1)) }

// Megabytes formats a number of bytes: "0.2 MB", "48 MB".
func Megabytes(n int64) string {
	if n < 10e6 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}
