// Package budget counts what became of lines, and ends the reading when too many are bad.
package budget

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/datasets"
)

const (
	Default = 100 // how many bad lines a command tolerates unless told
	Off     = -1  // in options, where 0 means Default: no bad line is tolerated
)

// A Tally collects, in the order of the chunks, what became of the lines. It
// keeps the budget of bad lines and writes the reject file.
type Tally struct {
	budget  int
	reject  *bufio.Writer
	sources []datasets.Counts
	bad     int
	first   *datasets.LineError // nil if no line was bad
}

// NewTally returns a tally that tolerates budget bad lines in all inputs
// together, none with [Off], and writes them to reject if that is not nil: file, line and
// reason, a tab, the line as it was.
func NewTally(budget int, reject io.Writer) *Tally {
	t := &Tally{budget: max(budget, 0)}
	if reject != nil {
		t.reject = bufio.NewWriter(reject)
	}
	return t
}

// Add counts a chunk. It fails when there are more bad lines than the budget
// allows; the error wraps [datasets.ErrBudget] and the fault of the line that was one
// too many.
func (t *Tally) Add(p *datasets.Parsed) error {
	for len(t.sources) <= int(p.Source) {
		t.sources = append(t.sources, datasets.Counts{})
	}
	t.sources[p.Source].Add(p.Counts)
	for i := range p.Bad {
		if err := t.addBad(&p.Bad[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tally) addBad(e *datasets.LineError) error {
	t.bad++
	if t.first == nil {
		first := *e
		t.first = &first
	}
	if t.reject != nil {
		if _, err := fmt.Fprintf(t.reject, "%v\t%s\n", e, e.Text); err != nil {
			return fmt.Errorf("reject file: %w", err)
		}
	}
	if errors.Is(e.Err, datasets.ErrCoding) {
		return e // no budget: the lines that were read well say something else, too
	}
	if t.bad > t.budget {
		return &datasets.LineError{File: e.File, Line: e.Line, Text: e.Text,
			Err: fmt.Errorf("%w: more than the %d allowed (-bad): %w", datasets.ErrBudget, t.budget, e.Err)}
	}
	return nil
}

// Flush writes what is left to the reject file.
func (t *Tally) Flush() error {
	if t.reject == nil {
		return nil
	}
	if err := t.reject.Flush(); err != nil {
		return fmt.Errorf("reject file: %w", err)
	}
	return nil
}

// Source returns the counts of one input by its index.
func (t *Tally) Source(i int) datasets.Counts {
	if i >= len(t.sources) {
		return datasets.Counts{}
	}
	return t.sources[i]
}

// FirstBad returns the first bad line, nil if there is none.
func (t *Tally) FirstBad() *datasets.LineError { return t.first }

// Total returns the counts of all inputs.
func (t *Tally) Total() (total datasets.Counts) {
	for _, c := range t.sources {
		total.Add(c)
	}
	return total
}
