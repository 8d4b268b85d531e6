package extract

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
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

// A summary is a report with what the command adds.
type summary struct {
	*Report
	opt     *Options
	out     string
	seconds float64
}

// print prints the summary for a person, and what to do next.
func (s summary) print(w io.Writer) {
	s.Write(w)
	if !counts(s.out) {
		cli.Printf(w, "%s: %d positions in %.1f s\n", s.out, s.Rows, s.seconds)
		return
	}
	_, _, columns := s.opt.Terms()
	cli.Printf(w, "%s: %d rows × %d terms in %.1f s\n", s.out, s.Rows, columns, s.seconds)
	if strings.HasSuffix(s.out, ".matrix") {
		loss := ""
		switch {
		case s.opt.Moves:
			loss = "-loss choice "
		case s.Counts.Unscored == s.Counts.Samples:
			loss = "-loss sigmoid " // there are results alone
		}
		cli.Printf(w, "next: fit %s-o weights.json %s\n", loss, s.out)
	}
}

// object is the summary for a program. A conversion has no set.
func (s summary) object() Output {
	set, hash, columns := "", "", 0
	if counts(s.out) {
		set, hash, columns = s.opt.Terms()
	}
	return Output{set, hash, s.out, columns, s.Rows, s.Changed, s.Counts, s.Funnel, s.Mixes, s.Losses,
		slices.Concat(note.List{}, s.Findings, s.Warnings), s.seconds}
}

// An Output is what -json prints.
type Output struct {
	Set      string          `json:"set,omitempty"`
	Hash     string          `json:"hash,omitempty"`
	Output   string          `json:"output"`
	Columns  int             `json:"columns,omitempty"`
	Rows     int             `json:"rows"`
	Changed  int             `json:"changed,omitempty"` // rows whose position a filter has replaced
	Counts   datasets.Counts `json:"counts"`
	Funnel   []matrix.Drop   `json:"funnel"`
	Mixes    []filter.Mix    `json:"mixes,omitempty"`  // of what each filter dropped, and last of what was kept
	Losses   []datasets.Loss `json:"losses,omitempty"` // of a conversion
	Warnings note.List       `json:"warnings"`
	Seconds  float64         `json:"seconds"`
}

// endings are those of outputs that are counts.
var endings = []string{".matrix", ".csv", ".parquet"}

// counts reports whether an output is of counts, and not of samples.
func counts(out string) bool { return slices.Contains(endings, filepath.Ext(out)) }
