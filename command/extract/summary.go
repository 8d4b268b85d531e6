package extract

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// A summary is a report with what the command adds.
type summary struct {
	*extract.Report
	opt     *extract.Options
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
	return Output{set, hash, s.out, columns, s.Rows, s.Changed, s.Relabelled, s.Counts, s.Funnel, s.Mixes, s.Losses,
		slices.Concat(note.List{}, s.Findings, s.Warnings), s.seconds}
}

// An Output is what -json prints.
type Output struct {
	Set        string          `json:"set,omitempty"`
	Hash       string          `json:"hash,omitempty"`
	Output     string          `json:"output"`
	Columns    int             `json:"columns,omitempty"`
	Rows       int             `json:"rows"`
	Changed    int             `json:"changed,omitempty"`    // rows whose position a filter has replaced
	Relabelled int             `json:"relabelled,omitempty"` // rows to which endgame tables have given another result
	Counts     datasets.Counts `json:"counts"`
	Funnel     []matrix.Drop   `json:"funnel"`
	Mixes      []filter.Mix    `json:"mixes,omitempty"`  // of what each filter dropped, and last of what was kept
	Losses     []datasets.Loss `json:"losses,omitempty"` // of a conversion
	Warnings   note.List       `json:"warnings"`
	Seconds    float64         `json:"seconds"`
}

// endings are those of outputs that are counts.
var endings = []string{".matrix", ".csv", ".parquet"}

// counts reports whether an output is of counts, and not of samples.
func counts(out string) bool { return slices.Contains(endings, filepath.Ext(out)) }
