package extract

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
)

// Write prints the funnel for a person: lines in, rows out, what was dropped
// between, and what is doubtful. The findings were printed before the run.
func (r *Report) Write(to io.Writer) {
	w := new(strings.Builder)
	for _, s := range r.Sources {
		fmt.Fprintf(w, "%s: %v\n", s.Name, s.Columns)
	}
	fmt.Fprintf(w, "%d lines", r.Counts.Lines)
	for _, drop := range append([]matrix.Drop{
		{Filter: "blank", Rows: int64(r.Counts.Blank)}, {Filter: "shallow", Rows: int64(r.Counts.Shallow)}, {Filter: "bad", Rows: int64(r.Counts.Bad)},
	}, r.Funnel...) {
		switch {
		case drop.Rows > 0:
			fmt.Fprintf(w, " − %d %s", drop.Rows, drop.Filter)
		case drop.Rows < 0:
			fmt.Fprintf(w, " + %d %s", -drop.Rows, drop.Filter)
		}
	}
	fmt.Fprintf(w, " = %d rows", r.Rows)
	if n := r.Counts.Mates + r.Counts.Codes; n > 0 {
		fmt.Fprintf(w, " (%d mates", n)
		if r.Counts.Codes > 0 {
			fmt.Fprintf(w, ", %d of them as numbers of 9,999 and more", r.Counts.Codes)
		}
		fmt.Fprint(w, ")")
	}
	fmt.Fprintln(w)
	if r.Changed > 0 {
		fmt.Fprintf(w, "%d positions (%s) replaced by their quiescence leaves\n", r.Changed, share(r.Changed, r.Rows))
	}
	if r.Relabelled > 0 {
		fmt.Fprintf(w, "%d positions (%s) have another result by endgame tables\n", r.Relabelled, share(r.Relabelled, r.Rows))
	}
	r.writeMixes(w)
	for _, loss := range r.Losses {
		fmt.Fprintf(w, "lost: %s of %d positions\n", loss.What, loss.Samples)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning: %v\n", warning)
	}
	cli.Printf(to, "%v", w)
}

// writeMixes prints results and phases of what came in, of what each filter
// dropped, and of what is left.
func (r *Report) writeMixes(w *strings.Builder) {
	if r.Mixes == nil {
		return
	}
	t := plaintext.Table{Header: []string{"", "rows", "1-0", "1/2", "0-1", "unknown", "phase 0–¼", "–½", "–¾", "–1"}}
	var in filter.Mix
	for i := range r.Mixes {
		in.Merge(&r.Mixes[i])
	}
	t.Add(mixCells("in", &in)...)
	last := len(r.Mixes) - 1
	for i := range r.Mixes[:last] {
		if r.Mixes[i].Rows > 0 {
			t.Add(mixCells("− "+r.Funnel[i].Filter, &r.Mixes[i])...)
		}
	}
	t.Add(mixCells("left", &r.Mixes[last])...)
	_ = t.Write(w) // a strings.Builder takes everything
}

// mixCells returns a line of shares.
func mixCells(name string, m *filter.Mix) []string {
	cells := []string{name, fmt.Sprint(m.Rows)}
	for _, n := range []int{m.Results[datasets.WhiteWins], m.Results[datasets.Draw], m.Results[datasets.BlackWins], m.Results[datasets.Unknown]} {
		cells = append(cells, share(n, m.Rows))
	}
	for _, n := range m.Phases {
		cells = append(cells, share(n, m.Rows))
	}
	return cells
}

// share prints a share of rows; nothing of none.
func share(n, of int) string {
	if n == 0 {
		return ""
	}
	return plaintext.Percent(float64(n) / float64(of))
}
