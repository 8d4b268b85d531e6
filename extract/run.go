// Package extract is the loop around reading and counting: samples in, rows of
// a design matrix out.
//
// [Run] is what commands and experiments call. [Main] is the whole of the
// extract command, for programs that add terms of their own: implement a
// family, register a set with it, call Main.
//
// Blocks of lines are parsed and counted in parallel and written in order; a
// shard takes every n-th block. The result depends on the input and the options
// alone. Memory is some blocks for each thread, whatever the input's size.
//
// Package filter says which samples become rows, and in which order it is asked.
// Where a filter must know all samples, there are two passes over the input, and
// the first remembers filter.DigestBytes bytes of each.
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// Run reads the files, "-" being the standard input, and writes the rows of
// their positions to the writer that open returns for the matrix's schema. The
// writer is closed if all went well, else aborted.
func Run(ctx context.Context, files []string, open func(matrix.Schema) (matrix.Writer, error), opt Options) (*Report, error) {
	return pass(ctx, files, &rowSink{open: open}, opt)
}

// Memory is [Run] without a file: it returns the rows as a set that a fit reads.
func Memory(ctx context.Context, files []string, opt Options) (*matrix.Set, *Report, error) {
	var memory *matrix.Memory
	open := func(s matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(s)
		return memory, err
	}
	rep, err := Run(ctx, files, open, opt)
	if err != nil {
		return nil, nil, err
	}
	m, err := memory.Matrix()
	if err != nil {
		return nil, nil, err
	}
	set, err := matrix.Join(m)
	return set, rep, err
}

// newRun checks the options against the inputs.
func newRun(files []string, opt Options) (x *run, err error) {
	x = &run{Options: opt.WithDefaults(), stdin: func() io.Reader { return nil }, stage: "counting"}
	if err := x.Filter.Check(); err != nil {
		return nil, err
	}
	if x.Moves && x.Filter.Mirror {
		return nil, errors.New("-mirror: a mirrored copy has no root, and -set " + moves.Name + " counts moves of roots: omit it")
	}
	x.filters = x.Filter.Stream()
	x.mixed = len(x.filters) > 1 || x.Filter.WholeSet()
	x.watch.Filtered = true
	x.plans, err = plan(files, x.Read, x.Sources)
	return x, err
}

// pass makes the passes over the input that the options need.
func pass(ctx context.Context, files []string, to sink, opt Options) (rep *Report, err error) {
	x, err := newRun(files, opt)
	if err != nil {
		return nil, err
	}
	x.sink = to
	if err := x.prepareInput(ctx, files); err != nil {
		return nil, err
	}
	if x.spool != nil {
		defer func() { err = errors.Join(err, x.spool.Close()) }()
	}
	if x.Filter.WholeSet() {
		if err := x.survey(ctx, files); err != nil {
			return nil, err
		}
		x.stage = "second pass"
	}
	return x.write(ctx, files)
}

// write makes the last pass, in which rows are written.
func (x *run) write(ctx context.Context, files []string) (*Report, error) {
	r, inspections, err := x.read(files)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x.input, x.tally = r, budget.NewTally(x.Bad, x.Reject)
	if x.selection == nil && x.Look == nil {
		if err := x.inspect(inspections); err != nil {
			return nil, err
		}
	}
	defer x.sink.abort()
	if err := x.sink.begin(x); err != nil {
		return nil, err
	}
	if err := x.loop(ctx); err != nil {
		return nil, err
	}
	return x.finish()
}

// loop reads, counts and writes all blocks.
func (x *run) loop(ctx context.Context) error {
	x.names = x.steps()
	x.counts = make([]filter.Mix, len(x.names)+1)
	work := func(it *item) error {
		if x.judge(it); it.err == nil {
			x.sink.work(it)
		}
		return nil
	}
	err := x.inOrder(ctx, x.fill, work, x.take)
	if err == nil && x.selection != nil && x.input.lines != x.lines {
		err = filter.ErrChanged
	}
	return errors.Join(err, x.tally.Flush())
}

// fill reads the next block of lines that is the shard's.
func (x *run) fill(it *item) (bool, error) {
	for {
		if ok, err := more(x.input.next(&it.chunk)); !ok {
			return false, err
		}
		if originals, copies := x.owns(it.chunk.Number); originals || copies {
			return true, nil
		}
	}
}

// take writes an item, and counts it if it is the shard's.
func (x *run) take(it *item) error {
	if it.err != nil {
		return it.err
	}
	if originals, _ := x.owns(it.chunk.Number); originals {
		if err := x.tally.Add(&it.parsed); err != nil {
			return err
		}
		for i := range it.counts {
			x.counts[i].Merge(&it.counts[i])
		}
		x.changed += it.changed
		x.relabelled += it.relabelled
		for i := range it.parsed.Samples {
			x.watch.Add(&it.parsed.Samples[i], it.looks[i].key, it.looks[i].status)
		}
		if it.chunk.Layout().Columns().Game > 0 { // else rows have clusters, and none asks for games
			for i := range it.kept {
				x.watch.Keep(it.kept[i].sample)
			}
		}
	}
	read, size := x.input.Progress()
	x.advance(x.stage, read, size)
	return x.sink.take(it)
}

// finish closes the sink with the report.
func (x *run) finish() (*Report, error) {
	sources, err := x.input.Sources()
	if err != nil {
		return nil, err
	}
	if err := checkTwice(sources); err != nil {
		return nil, err
	}
	same := func(a, b datasets.Source) bool { return a.SHA256 == b.SHA256 }
	if x.selection != nil && !slices.EqualFunc(sources, x.surveyed, same) {
		return nil, filter.ErrChanged
	}
	rep := x.report(sources)
	if err := x.refusal(sources, rep.Warnings); err != nil {
		return nil, err
	}
	switch {
	case x.Shard.Of > 1: // others may have some
	case rep.Counts.Samples == 0:
		return nil, x.nothing(sources[0].Name, rep.Counts)
	case rep.Rows == 0:
		return nil, fmt.Errorf("%s: %w", sources[0].Name, noneLeft(rep.Funnel))
	}
	if err := x.sink.end(rep); err != nil {
		return rep, err
	}
	x.remark(func(w note.Note) bool { return w.Kind == inspect.TooFew })
	return rep, nil
}

// refusal is the error of labels that contradict one another, unless they are trusted.
func (x *run) refusal(sources []datasets.Source, warnings note.List) error {
	for _, w := range warnings {
		if w.Level == note.Error && !x.Trusted {
			err := fmt.Errorf("%v (or -trust, if you know that the labels are right); doctor names the lines", w.Text)
			if len(sources) == 1 {
				err = fmt.Errorf("%s: %w", sources[0].Name, err)
			}
			return err
		}
	}
	return nil
}

// nothing is the error of an input in which no line gives a position. It names the first bad
// line, if there is one.
func (x *run) nothing(name string, n datasets.Counts) error {
	if first := x.tally.FirstBad(); first != nil {
		return &datasets.LineError{File: first.File, Line: first.Line, Text: first.Text,
			Err: fmt.Errorf("no position: all of %d lines are bad, this one: %w (-reject FILE writes them all)", n.Bad, first.Err)}
	}
	return fmt.Errorf("%s: no position in %d lines, of which %d are blank and %d have no evaluation of -depth", name, n.Lines, n.Blank, n.Shallow)
}

// noneLeft is the error of filters that drop everything. It names the one that dropped
// most.
func noneLeft(funnel []matrix.Drop) error {
	most := matrix.Drop{}
	for _, d := range funnel {
		if d.Rows > most.Rows {
			most = d
		}
	}
	return fmt.Errorf("no position is left after the filters, of which %q dropped %d", most.Filter, most.Rows)
}

// report says what became of the input.
func (x *run) report(sources []datasets.Source) *Report {
	kept := x.counts[len(x.names)].Rows
	rep := &Report{Sources: sources, Counts: x.tally.Total(), Rows: kept + x.copies, Changed: x.changed, Relabelled: x.relabelled, Findings: x.findings}
	for i, name := range x.names {
		n := x.counts[i].Rows
		if name == mirrored {
			n = -x.copies
		}
		rep.Funnel = append(rep.Funnel, matrix.Drop{Filter: name, Rows: int64(n)})
	}
	if x.mixed {
		rep.Mixes = x.counts
	}
	for _, s := range sources {
		x.watch.Names = append(x.watch.Names, s.Name)
	}
	rep.Warnings = x.watch.Warnings(rep.Counts)
	if clusters(rep.Sources) == matrix.ByGame {
		rep.Warnings = append(rep.Warnings, x.watch.GameWarnings()...)
	}
	return rep
}

// checkTwice refuses a file that was given twice: every row would count for two
// and every variance would halve.
func checkTwice(sources []datasets.Source) error {
	for i, a := range sources {
		for _, b := range sources[:i] {
			if a.SHA256 != "" && a.SHA256 == b.SHA256 {
				return fmt.Errorf("%s and %s are the same file: its rows would count twice", b.Name, a.Name)
			}
		}
	}
	return nil
}
