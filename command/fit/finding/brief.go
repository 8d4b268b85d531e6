package finding

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/show"
)

// The size of a screen: a text that fits is printed whole.
const (
	screenLines   = 50
	screenColumns = 160
)

// briefFacts are those that a screen has room for.
var briefFacts = []string{"set", "block", "data", "test set", "dropped", "rows", "fit", "fixed", "minima", "stopped", "K", "scale", "split", "chooses", "train", "test", "sealed"}

// A screen shows this many weights, if there are no more, and of those that moved farthest.
const (
	briefWeights = 16
	briefMoved   = 6
)

// writeScreen prints everything if it is asked for or fits a screen, else what was fitted, how well, the
// warnings, and the verdict.
func (f *Finding) writeScreen(w io.Writer) error {
	var all bytes.Buffer
	if err := f.write(&all); err != nil {
		return err
	}
	if !f.Options.Full && bytes.Count(all.Bytes(), []byte("\n")) > screenLines {
		all.Reset()
		if err := f.brief(&all); err != nil {
			return err
		}
	}
	_, err := w.Write(all.Bytes())
	return err
}

// brief prints what fits a screen, lines cut at its edge.
func (f *Finding) brief(w io.Writer) error {
	hidden := ""
	line := func(key, text string) {
		short := cut(weights.OneLine(text))
		if strings.HasSuffix(short, cutMark) {
			hidden = "the ends of lines, "
		}
		fmt.Fprintf(w, "%-9s %s\n", key, short)
	}
	for _, fact := range show.Facts(f.File) {
		if slices.Contains(briefFacts, fact.Key) {
			line(fact.Key, fact.Text)
		}
	}
	for _, warning := range f.File.Provenance.Warnings {
		line("warning", warning.String())
	}
	n := len(f.Result.Weights)
	if n <= briefWeights {
		if err := show.Groups(w, f.File); err != nil {
			return err
		}
	}
	tables := append([]*table{change(f.Result)}, roots(f.Result)...)
	for _, t := range append(tables, f.rounds(), f.moved().first(briefMoved)) {
		if err := t.write(w); err != nil {
			return err
		}
	}
	if f.Guard != nil {
		fmt.Fprintf(w, "\n%s", f.Guard.Judgement())
	}
	if f.Prediction != nil {
		fmt.Fprintln(w)
		if err := f.Prediction.Write(w); err != nil {
			return err
		}
	}
	if n > briefWeights {
		hidden += plaintext.Count(n, "weight") + ", groups, "
	}
	fmt.Fprintf(w, "\nnot shown: %scalibration, support, old and new by phase: pass -full, or -report FOLDER\n", hidden)
	return nil
}

// cutMark stands at the end of a text that goes on.
const cutMark = " …"

// cut ends a text at the edge of the screen.
func cut(text string) string {
	const most = screenColumns - 10
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-2]) + cutMark
}
