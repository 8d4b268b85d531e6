package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/matrix"
)

// Read reads the files, "-" being the standard input, into a matrix in memory.
func Read(ctx context.Context, names []string, opt Options) (*matrix.Matrix, *Report, error) {
	var memory *matrix.Memory
	open := func(s matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(s)
		return memory, err
	}
	rep, err := Write(ctx, names, open, opt)
	if err != nil {
		return nil, nil, err
	}
	m, err := memory.Matrix()
	return m, rep, err
}

// Write reads the files, "-" being the standard input, and writes the rows to the
// writer that open returns for the matrix's schema. The writer is closed if all
// went well, else aborted. A bad line is an error of its file and line once there
// are more of them than opt tolerates; one that fails the check of parity is an
// error at once, which wraps [ErrParity].
func Write(ctx context.Context, names []string, open func(matrix.Schema) (matrix.Writer, error), opt Options) (*Report, error) {
	x := &run{Options: opt.WithDefaults()}
	defer x.remove()
	if err := x.open(ctx, names); err != nil {
		return nil, err
	}
	p, err := x.survey(ctx)
	if err != nil {
		return nil, err
	}
	if len(x.Positions) > 0 {
		open = ofPositions(x.Positions, open)
	}
	w, err := open(p.schema)
	if err != nil {
		return nil, err
	}
	defer w.Abort()
	return x.write(ctx, p, w)
}

// open finds the files, copies what cannot be read twice, and reads their headers.
func (x *run) open(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return errors.New("trace: no files")
	}
	if len(names) > math.MaxUint8+1 {
		return fmt.Errorf("trace: %d input files, at most %d: join some", len(names), math.MaxUint8+1)
	}
	x.header = header.New(x.Set, x.Columns, x.Formula)
	for i, name := range names {
		f := &file{path: name, name: name, base: filepath.Base(name), index: uint8(i)}
		folder := filepath.Dir(name)
		if name == "-" {
			f.name, f.base, folder = "stdin", "stdin", ""
		}
		if err := x.spool(ctx, f); err != nil {
			return &datasets.LineError{File: f.name, Err: err}
		}
		x.files = append(x.files, f)
		h, err := x.readHeader(f, folder)
		if err != nil {
			return err
		}
		if err := x.header.Agree(h, x.base()); err != nil {
			return &datasets.LineError{File: f.name, Line: 1, Err: err}
		}
	}
	return x.named(x.header.Check(x.base()))
}

// readHeader reads the header of a file; folder is where the files are that it names.
func (x *run) readHeader(f *file, folder string) (*header.Header, error) {
	text, err := input.OpenText(f.path, nil)
	if err != nil {
		return nil, header.Renamed(err, f.name)
	}
	defer text.Close()
	return header.Read(newLines(text).next, f.name, folder, x.base())
}

// spool copies a file that cannot be read twice to a temporary one, as it is.
func (x *run) spool(ctx context.Context, f *file) error {
	var from io.Reader = x.Stdin
	if f.path != "-" {
		info, err := os.Stat(f.path)
		switch {
		case err != nil:
			return fmt.Errorf("cannot open: %w", input.Pathless(err))
		case info.IsDir():
			return errors.New("cannot open: it is a directory")
		case info.Mode().IsRegular():
			x.size += 2 * info.Size()
			return nil
		}
		from = input.Pipe(f.path)
	}
	tmp, err := os.CreateTemp("", "trace-*")
	if err != nil {
		return err
	}
	x.spools = append(x.spools, tmp.Name())
	f.path = tmp.Name()
	n, err := io.Copy(tmp, input.Interruptible(ctx, from))
	x.size += 2 * n
	if err = errors.Join(err, tmp.Close()); err != nil {
		return fmt.Errorf("cannot copy to a temporary file: %w", err)
	}
	return nil
}

// remove deletes the temporary files.
func (x *run) remove() {
	for _, name := range x.spools {
		os.Remove(name) // what it says no longer matters
	}
}

// survey is the first pass: it finds out what the rows need.
func (x *run) survey(ctx context.Context) (*plan, error) {
	base := x.base()
	if x.header.Columns == nil {
		base = 0 // until it is known whether one has this number
	}
	d := x.header.Directory(x.header.Columns, base)
	x.seen = *newSurvey()
	tally := budget.NewTally(x.Bad, nil)
	prepare := func(it *item) { it.parser, it.first = newParser(d), newSurvey() }
	var fault *datasets.LineError // the first bad line
	err := x.pass(ctx, prepare, func(it *item) error {
		if err := tally.Add(&it.parsed); err != nil {
			return err
		}
		if bad := it.parsed.Bad; fault == nil && len(bad) > 0 {
			first := bad[0]
			fault = &first
		}
		it.first.see(it.parser)
		x.seen.merge(it.first)
		if err := x.header.AddShapes(int(it.file.index), it.file.name, it.first.shapes, it.first.used); err != nil {
			return err
		}
		*it.first, it.parser = *newSurvey(), newParser(d)
		return it.fault
	})
	if err != nil {
		return nil, err
	}
	if x.seen.rows == 0 && fault != nil {
		return nil, fmt.Errorf("%w; no line could be read", fault)
	}
	if x.seen.rows == 0 {
		return nil, &datasets.LineError{File: x.files[0].name, Line: 1, Err: fmt.Errorf("%w: no rows", datasets.ErrEmpty)}
	}
	if err := x.checkTwice(); err != nil {
		return nil, err
	}
	return x.plan()
}

// checkTwice refuses a file that was given twice: every row would count for two
// and every variance would halve.
func (x *run) checkTwice() error {
	for i, a := range x.files {
		for _, b := range x.files[:i] {
			if a.sum == b.sum {
				return fmt.Errorf("%s and %s are the same file: its rows would count twice", b.name, a.name)
			}
		}
	}
	return nil
}

// write is the second pass: it makes the rows.
func (x *run) write(ctx context.Context, p *plan, w matrix.Writer) (*Report, error) {
	rep := &Report{Columns: len(p.schema.Columns), Warnings: x.seen.warnings(&p.mg, &p.eg, len(x.Positions) > 0)}
	tally := budget.NewTally(x.Bad, x.Reject)
	prepare := func(it *item) { it.parser, it.second = newParser(p.directory), &builder{plan: p} }
	err := x.pass(ctx, prepare, func(it *item) error {
		if err := tally.Add(&it.parsed); err != nil {
			return err
		}
		if it.fault != nil {
			return it.fault
		}
		rep.Rows += it.second.block.Rows()
		rep.Parity.merge(it.second.parity)
		if x.Evals != nil {
			x.Evals(it.second.evals)
		}
		return w.Write(&it.second.block)
	})
	if err = errors.Join(err, tally.Flush()); err != nil {
		return nil, err
	}
	var seen spread
	for _, it := range x.items {
		seen.merge(it.second.spread)
	}
	seen.warn(p.schema.Columns, x.files, &rep.Warnings)
	rep.Counts = tally.Total()
	for i, f := range x.files {
		n := tally.Source(i)
		rep.Sources = append(rep.Sources, matrix.Source{Name: f.base, SHA256: f.sum, Lines: int64(n.Lines - n.Blank), Bad: int64(n.Bad)})
	}
	return rep, w.Close(x.provenance(rep))
}

// provenance says where the rows come from.
func (x *run) provenance(rep *Report) matrix.Provenance {
	p := matrix.Provenance{
		Sources: rep.Sources, Funnel: []matrix.Drop{}, Clusters: x.seen.clusters(),
		Settings: []matrix.Setting{{Name: "format", Value: "trace"}},
	}
	if x.ZeroBased {
		p.Settings = append(p.Settings, matrix.Setting{Name: "zero-based", Value: "true"})
	}
	for _, w := range rep.Warnings {
		p.Warnings = append(p.Warnings, w.String())
	}
	return p
}
