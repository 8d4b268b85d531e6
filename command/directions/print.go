package directions

import (
	"fmt"
	"io"
	"math"
	"strings"

	"example.org/centipawn/internal/plaintext"
)

// errors are those on the test rows, or on the training rows without any; nil of neither.
func (d *Direction) errors() *Errors {
	if d.Test != nil {
		return d.Test
	}
	return d.Train
}

// percent is the change of the squared error on the test rows, or the training rows without any.
func (d *Direction) percent() string {
	e := d.errors()
	if e == nil || e.Old == 0 {
		return "-"
	}
	text := fmt.Sprintf("%+.2f %%", 100*e.Change/e.Old)
	if in := e.Interval; in != nil {
		text += fmt.Sprintf(" (%+.2f to %+.2f)", 100*in.Low/e.Old, 100*in.High/e.Old)
	}
	return text
}

// errorText says of a direction that was made how its error changed.
func (d *Direction) errorText() string {
	if text := d.percent(); text != "-" {
		return "squared error " + text
	}
	return "made"
}

// Print writes the list as a table.
func (l *List) Print(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s rows, old weights %s, K %.3f\n\n", plaintext.Thousands(l.Rows), l.Old, l.Changes.K)
	t := plaintext.Table{Header: []string{"direction", "test error", "moves", "rms", "nearest", "gains", "Elo of the whole step", "why"}, Left: []bool{true, false, false, false, true, false, false, true}}
	for i, d := range l.Directions {
		near, with := l.nearest(i)
		f := l.Forecast(i)
		text := "-"
		if with != "" {
			text = fmt.Sprintf("%s %.2f", with, near)
		}
		t.Add(d.Name, d.percent(), fmt.Sprintf("%.4f", l.Changes.Distance[i]), fmt.Sprintf("%.4f", math.Sqrt(l.Changes.Gram[i][i])), text,
			fmt.Sprintf("%.0f %%", 100*f.Gains), f.Whole.String(), d.Why)
	}
	if err := t.Write(b); err != nil {
		return err
	}
	fmt.Fprintf(b, "\nmoves: mean change of the expected score; rms: its root mean square; nearest: the direction with the largest correlation;\ngains: probability, before play, that the whole step gains, and what it is worth (95 %%)\n")
	fmt.Fprintf(b, "blend     %s\n", l.blendText())
	for _, s := range l.Skipped {
		fmt.Fprintf(b, "skipped   %s: %s\n", s.Name, s.Why)
	}
	for _, n := range l.Warnings {
		fmt.Fprintf(b, "warning   %v\n", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// blendText names the parts that a blend is to take.
func (l *List) blendText() string {
	var names []string
	for _, c := range l.Choose(DefaultParts) {
		names = append(names, c.Name)
	}
	if names == nil {
		return "no part moves the expected scores enough for play to show it"
	}
	return "match tune -blend OLD -by phase -only " + strings.Join(names, ",")
}

// nearest returns the direction that has most in common with one, and their correlation.
func (l *List) nearest(i int) (best float64, name string) {
	best = -2
	for j := range l.Directions {
		if c := l.Changes.Correlation[i][j]; j != i && c > best {
			best, name = c, l.Directions[j].Name
		}
	}
	return best, name
}
