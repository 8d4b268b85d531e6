package selfplay

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/internal/plaintext"
)

// Print writes for people what was played into the file of a name.
func (r *Report) Print(w io.Writer, path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "games     %s (%s of an earlier run), %s different: +%d =%d -%d\n", plaintext.Thousands(r.Games), plaintext.Thousands(r.Resumed), plaintext.Thousands(r.Unique), r.White, r.Draws, r.Black)
	fmt.Fprintf(&b, "positions %s, %.0f nodes each\n", plaintext.Thousands(r.Positions), float64(r.Nodes)/float64(max(r.Positions, 1)))
	for _, end := range slices.Sorted(maps.Keys(r.Ends)) {
		fmt.Fprintf(&b, "end       %s: %s\n", end, plaintext.Thousands(r.Ends[end]))
	}
	if again := r.Games - r.Unique; again > 0 {
		fmt.Fprintf(&b, "repeated  %s that are copies of others: pass other -openings, or more -plies\n", plaintext.Count(again, "game"))
	}
	if r.Unscored > 0 {
		fmt.Fprintf(&b, "omitted   %s without a score: no search finished its first iteration\n", plaintext.Count(r.Unscored, "position"))
	}
	if r.Before > 0 {
		fmt.Fprintf(&b, "omitted   %s before them: a file of whole games starts each game after its last position without a score; .txt and .epd keep them\n", plaintext.Count(r.Before, "position"))
	}
	for _, l := range r.Losses {
		fmt.Fprintf(&b, "lost      %s of %s: %s has no place for it\n", l.What, plaintext.Count(l.Samples, "position"), path)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
