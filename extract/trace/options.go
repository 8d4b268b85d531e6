package trace

import (
	"io"
	"os"
	"runtime"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// Options configures [Read] and [Write]. The zero value reads what a file says of
// itself.
type Options struct {
	// Columns are those of the matrix, in order: column 1 of the trace is the
	// first. Files that declare columns must agree. Nil means that the files
	// declare them, or that they are as many as occur.
	Columns []matrix.Column

	// Formula is the one that the files must agree with, and Columns then the columns of a matrix, its
	// inputs among them: those of the training data, where test data are read. Empty means the one that
	// the files declare, if they do.
	Formula string

	// ZeroBased says that the first column has number 0. It is found out where no file declares columns,
	// and known of Columns whose first is called w0.
	ZeroBased bool

	// Set names the set of terms. Empty means the name that the files declare, or
	// else the first file's base name up to its first dot. Traces that are to be
	// joined or compared need the same.
	Set string

	// Weights are those of the engine, by the names of [matrix.Column.Weights], in
	// centipawns: rows with eval are checked against them. Weights of no column are
	// not used. Nil means no check.
	Weights map[string]float64

	// Tolerance is how far the two may be apart, in centipawns: 2 for an engine that rounds
	// twice. Zero means DefaultTolerance.
	Tolerance float64

	// Positions are data files with the positions that the rows were counted from: the n-th row
	// is of the n-th position, and gets its labels, game, ply, search tree, side and constant in
	// place of the trace's own. Bad lines are not tolerated then. Nil means that a trace stands
	// alone. The formats must be registered: import example.org/centipawn/datasets/formats.
	Positions []string

	// Bad is the number of bad lines that are tolerated. Zero means
	// budget.Default, budget.Off none.
	Bad int

	// Reject gets the bad lines with their reasons. Nil: they are not written.
	Reject io.Writer

	// Threads is the number of blocks that are worked on at a time; the result
	// does not depend on it. Zero means GOMAXPROCS.
	Threads int

	// Stdin is what the name "-" reads. Nil means os.Stdin.
	Stdin io.Reader

	// Evals, if not nil, is called with the engine's own evaluations of the rows that are written, in
	// their order, block by block; not a number where a row has none. It must not keep the slice.
	Evals func(evals []float64)

	// Progress, if not nil, is called after every block with the raw bytes read and
	// those to be read in all: twice the size of the files.
	Progress func(read, size int64)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if len(o.Positions) > 0 {
		o.Bad = budget.Off
	}
	if o.Bad == 0 {
		o.Bad = budget.Default
	}
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Stdin == nil {
		o.Stdin = os.Stdin
	}
	return o
}

// base is the number of the first column.
func (o *Options) base() int {
	if o.ZeroBased || len(o.Columns) > 0 && o.Columns[0].Name == "w0" {
		return 0
	}
	return 1
}

// ReadColumns reads a file of columns: a line for each, its name and, if it has a
// middlegame and an endgame weight, the word tapered. Blank lines and those that
// begin with # do not count. name is used in errors.
func ReadColumns(name string, r io.Reader) ([]matrix.Column, error) {
	return header.ReadColumns(name, r)
}

// A Report says what became of the lines.
type Report struct {
	Sources  []matrix.Source // by index, as the rows name them
	Counts   datasets.Counts // of lines; comments count as blank
	Rows     int
	Columns  int
	Parity   Parity
	Warnings note.List
}
