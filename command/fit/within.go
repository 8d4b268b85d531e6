package fit

import (
	"fmt"
	"io"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// writeWithin prints how well the weights tell the rows of a group from each other, where groups have
// intercepts.
func writeWithin(w io.Writer, res *fit.Result) error {
	in := res.Within
	if in == nil {
		return nil
	}
	figure := weights.Number // of centipawns squared
	if res.Loss.Expected() {
		figure = weights.SixDecimals
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"with an intercept by " + in.By, "rows", "mse", "95 %", "of the mean of each group", "explained"}}
	for _, m := range []struct {
		name string
		*fit.Metrics
	}{{"training rows", in.Train}, {"test rows", in.Test}, {"test rows, start weights", in.Start}} {
		if m.Metrics != nil {
			t.Add(m.name, fmt.Sprint(m.N), figure(m.MSE), interval(m.MSEInterval, figure), figure(m.NullMSE), fmt.Sprintf("%.1f %%", 100*m.R2))
		}
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if in.Change != nil {
		fmt.Fprintf(w, "within groups the mean squared error changed by %s\n", percent(in.Change))
	}
	_, err := fmt.Fprintf(w, "%d groups; the intercepts are thrown away, and those of test rows are fitted to the test rows; all other errors are without them\n", in.Groups)
	return err
}
