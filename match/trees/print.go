package trees

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/plaintext"
)

// Print writes for people what was found for the file of a name.
func (r *Report) Print(w io.Writer, path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s (%s of an earlier run)\n", path, plaintext.Count(r.Rows, "row"), plaintext.Count(r.Roots, "root"), plaintext.Thousands(r.Resumed))
	for _, n := range []struct {
		count int
		what  string
	}{
		{r.Skipped, "skipped   %s: the game is over, or there is no choice\n"},
		{r.Unscored, "omitted   %s without a value: pass a larger limit of -label; mate 0, where there is a move, is none\n"},
		{r.Fixed, "constant  %s: mates and ended games\n"},
		{r.Moved, "moved     %s to another leaf\n"},
	} {
		if n.count > 0 {
			fmt.Fprintf(&b, n.what, plaintext.Thousands(n.count))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
