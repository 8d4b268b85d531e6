package finding

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
)

// A table is a part of a finding: for a page it has a title, as text lines before and after it. Without
// a header it is these lines alone.
type table struct {
	plaintext.Table
	title  string
	before []string
	after  []string
}

// columns begins a table.
func columns(header ...string) *table {
	return &table{Table: plaintext.Table{Header: header}}
}

// say adds a line after the table.
func (t *table) say(format string, args ...any) {
	t.after = append(t.after, fmt.Sprintf(format, args...))
}

// first returns the table with its first n rows at most; nil of nil.
func (t *table) first(n int) *table {
	if t == nil || len(t.Rows) <= n {
		return t
	}
	short := *t
	short.Rows = t.Rows[:n]
	return &short
}

// write prints the table as text after an empty line, nothing of nil.
func (t *table) write(w io.Writer) error {
	if t == nil {
		return nil
	}
	b := new(strings.Builder)
	lines := func(list []string) {
		for _, line := range list {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("\n")
	lines(t.before)
	if t.Header != nil {
		if err := t.Table.Write(b); err != nil {
			return err
		}
	}
	lines(t.after)
	_, err := io.WriteString(w, b.String())
	return err
}

// addTo adds the table to a page.
func (t *table) addTo(page *report.Page) error {
	made, err := report.NewTable(t.title, t.Header, t.Rows)
	if err == nil {
		page.Tables = append(page.Tables, made)
	}
	return err
}

// errorFigures prints errors of a fit: those of expected scores with six decimals, those of centipawns
// as weights are printed.
func errorFigures(res *fit.Result) func(float64) string {
	if res.Loss.Expected() {
		return weights.SixDecimals
	}
	return weights.Number
}

// interval prints an interval. There is none of fewer than five games, nor of a quick fit.
func interval(in *fit.Interval, figure func(float64) string) string {
	if in == nil {
		return "none"
	}
	return fmt.Sprintf("[%s, %s]", figure(in.Low), figure(in.High))
}
