package cli

import (
	"fmt"
	"strings"
)

// Meant asks whether the nearest of some names was meant, with what stands before names: "did you
// mean -nodes? "; "" if none is near.
func Meant(name, before string, names []string) string {
	if best := Nearest(name, names); best != "" {
		return fmt.Sprintf("did you mean %s%s? ", before, best)
	}
	return ""
}

// Nearest returns the name that is nearest to a mistyped one, capitals aside; "" if none differs in
// at most one letter of three.
func Nearest(typed string, names []string) (best string) {
	least := len(typed)/3 + 1
	for _, name := range names {
		if d := distance(strings.ToLower(typed), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is the number of letters to put in, take out, change, or exchange with their neighbour
// (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range b {
		d[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			change := d[i][j]
			if a[i] != b[j] {
				change++
			}
			d[i+1][j+1] = min(change, d[i][j+1]+1, d[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d[i+1][j+1] = min(d[i+1][j+1], d[i-1][j-1]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
