package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// read opens the input for a pass and looks at some of its rows, which every pass
// must do to read the same.
func (x *run) read(files []string) (*reading, []inspect.Inspection, error) {
	options := readOptions(x.plans)
	for i := range options {
		options[i].Stdin = x.stdin()
	}
	r, err := datasets.OpenEach(files, options)
	if err != nil {
		return nil, nil, err
	}
	var inspections []inspect.Inspection
	if x.Look != nil {
		x.Look.use(x, r)
	} else if inspections, err = inspect.Inputs(r, inspectionSeed); err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return &reading{Reader: r, plans: x.plans, limit: x.Limit, linesOf: make([]int, len(files))}, inspections, nil
}

// inspectionSeed chooses the random rows that are looked at before a run.
const inspectionSeed = 1

// inspect looks at what some rows say before the run. It fails if the labels are
// clearly not what the options say, unless they are trusted.
func (x *run) inspect(inspections []inspect.Inspection) error {
	for _, in := range inspections {
		for _, f := range in.Findings {
			if f.Level == note.Warning || x.Trusted {
				x.findings = append(x.findings, f)
			}
		}
	}
	x.optional = x.optionalArrays(inspections)
	x.remark(func(w note.Note) bool { return w.Kind != inspect.TooFew })
	if x.Trusted {
		return nil
	}
	if err := inspect.Refusal(inspections); err != nil {
		return fmt.Errorf("%w (or -trust, if you know that the labels are right)", err)
	}
	return nil
}

// remark tells of findings. That the rows are few is told at the end of a run, which is short: it may
// fail for a better reason.
func (x *run) remark(which func(note.Note) bool) {
	for _, w := range x.findings {
		if x.Remark != nil && which(w) {
			x.Remark(w)
		}
	}
}

// optionalArrays says what the rows have beyond the usual.
func (x *run) optionalArrays(inspections []inspect.Inspection) (o matrix.Optional) {
	if len(x.plans) > 1 {
		o |= matrix.WithSource
	}
	if weighted(x.plans) {
		o |= matrix.WithWeight
	}
	fractions := func(in inspect.Inspection) bool { return in.Results.Fractions > 0 }
	if slices.ContainsFunc(inspections, fractions) || x.Filter.Duplicates == filter.KeepMean {
		o |= matrix.WithExpected
	}
	if slices.ContainsFunc(inspections, func(in inspect.Inspection) bool { return in.Columns.Tree > 0 }) {
		o |= matrix.WithTree | matrix.WithSide
	}
	if slices.ContainsFunc(inspections, func(in inspect.Inspection) bool { return in.Columns.Offset > 0 }) {
		o |= matrix.WithOffset
	}
	return o
}

// next fills c with the next chunk. It returns io.EOF after the last one.
func (r *reading) next(c *datasets.Chunk) error {
	if r.limit > 0 && r.lines >= r.limit {
		return io.EOF
	}
	if err := r.Next(c); err != nil {
		return err
	}
	if r.limit > 0 {
		c.Cut(r.limit - r.lines)
	}
	own := r.plans[c.Source].limit
	if own > 0 {
		c.Cut(own - r.linesOf[c.Source])
	}
	r.lines += c.Lines
	r.linesOf[c.Source] += c.Lines
	if own > 0 && r.linesOf[c.Source] >= own {
		return r.EndSource()
	}
	return nil
}

// prepareInput makes the input what the passes need: streams that can be interrupted, or, of the
// standard input, a copy that can be read twice. Files must be readable twice.
func (x *run) prepareInput(ctx context.Context, files []string) (err error) {
	if x.Filter.WholeSet() {
		for _, name := range files {
			if info, err := os.Stat(name); name != "-" && err == nil && !info.IsDir() && !info.Mode().IsRegular() {
				return fmt.Errorf("%s can be read only once, and duplicates, games and balance take two passes: pass - and give it on the standard input", name)
			}
		}
	}
	for i := range x.plans {
		x.plans[i].read.Context = ctx
	}
	if !slices.Contains(files, "-") {
		return nil
	}
	in := x.Read.WithDefaults().Stdin
	if !x.Filter.WholeSet() {
		x.stdin = func() io.Reader { return in }
		return nil
	}
	x.spool, err = input.NewSpool(ctx, in, func(read int64) { x.advance("copying the standard input", read, 0) })
	if err == nil {
		x.stdin = func() io.Reader { return x.spool.Reader() }
	}
	return err
}

// use lets an input be read by what the look has found.
func (l *Look) use(x *run, r *datasets.Reader) {
	x.optional = l.Optional
	for i, whole := range l.Whole {
		r.RefuseFractions(i, whole)
		r.UseIndex(i, l.Index[i], func(chunk int) bool {
			originals, copies := x.owns(chunk)
			return originals || copies
		})
	}
}
