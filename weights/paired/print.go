package paired

import (
	"fmt"
	"io"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// The two ways in which files are measured, in words.
const (
	asPlayed       = "as an engine plays"
	withIntercepts = "with an intercept each"
)

// Write prints the errors of an old and a new file, as fit prints those of its start weights and of what it found.
func (e *Errors) Write(w io.Writer) error {
	figure := weights.SixDecimals
	if !e.Expected {
		figure = func(v float64) string { return fmt.Sprintf("%.1f", v) }
	}
	t := plaintext.Table{Header: []string{"errors, " + e.Part, "rows", "mse", "95 %"}}
	said := ""
	for _, way := range []struct {
		how   string
		files []Measured
	}{{asPlayed, e.Plays}, {withIntercepts, e.Intercepts}} {
		if way.files == nil {
			continue
		}
		for i, name := range []string{"old", "new"} {
			m := way.files[i].Metrics
			t.Add(name+", "+way.how, plaintext.Thousands(m.N), figure(m.MSE), bounds(m.MSEInterval, figure))
		}
		said += fmt.Sprintf("the mean squared error changed by %s %s\n", way.files[1].Change.Relative.Percent(), way.how)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if e.Note != "" {
		said += e.Note + "\n"
	}
	_, err := io.WriteString(w, said)
	return err
}

func bounds(in *measure.Interval, figure func(float64) string) string {
	if in == nil {
		return ""
	}
	return fmt.Sprintf("[%s, %s]", figure(in.Low), figure(in.High))
}
