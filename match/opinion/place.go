package opinion

import (
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
)

// place says between which rungs the first of the players stands.
func place(names []string, r *elo.Ratings) Opinion {
	below, above := -1, -1 // the best rung below, the worst one above
	at := func(i int) float64 { return r.Players[i].Elo.Value }
	for i := 1; i < len(names); i++ {
		switch {
		case at(i) <= at(0) && (below < 0 || at(i) > at(below)):
			below = i
		case at(i) > at(0) && (above < 0 || at(i) < at(above)):
			above = i
		}
	}
	var words []string
	if below >= 0 {
		words = append(words, distance(r, 0, below, "above "+names[below]))
	}
	if above >= 0 {
		words = append(words, distance(r, above, 0, "below "+names[above]))
	}
	next := "Take these differences within this pool only: they depend on its players and its limits."
	if below < 0 || above < 0 {
		next += " All rungs are on one side: take -rungs beyond, or other limits."
	}
	return Opinion{Verdict: fmt.Sprintf("%s stands %s.", names[0], strings.Join(words, " and ")), Next: next}
}

// distance says how far a player is above another, where being what the words say; and how
// surely, unless the games do not compare the two.
func distance(r *elo.Ratings, i, j int, where string) string {
	d, los := r.Difference(i, j)
	text := fmt.Sprintf("%s Elo %s", d.Full(), where)
	if math.IsInf(d.Low, -1) && math.IsInf(d.High, 1) {
		return text
	}
	return fmt.Sprintf("%s (LOS %s)", text, plaintext.Percent(los))
}
