package fit

import (
	"fmt"
	"io"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/plaintext"
)

// writeBalance prints the mix of the training rows as it was, and what a balance
// made of it.
func writeBalance(w io.Writer, res *fit.Result) error {
	b := res.Balance
	if b == nil {
		return nil
	}
	t := plaintext.Table{Header: []string{"phase", "rows", "1-0", "1/2", "0-1", "× 1-0", "× 1/2", "× 0-1"}}
	for bin, phase := range []string{"0–¼", "¼–½", "½–¾", "¾–1"} {
		n, f := b.Rows[bin], b.Factors[bin]
		total := max(n[1]+n[2]+n[3], 1)
		share := func(n float64) string { return fmt.Sprintf("%.1f %%", 100*n/total) }
		times := func(f float64) string { return fmt.Sprintf("%.3f", f) }
		t.Add(phase, fmt.Sprintf("%.0f", n[1]+n[2]+n[3]), share(n[3]), share(n[2]), share(n[1]), times(f[3]), times(f[2]), times(f[1]))
	}
	fmt.Fprintf(w, "\nbalance of the training rows: %s by %v; K and all tests are those of the natural mix\n", b.Shares, b.By)
	return t.Write(w)
}
