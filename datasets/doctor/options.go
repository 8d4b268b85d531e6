package doctor

import (
	"runtime"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
)

// Options configures [Examine]. The zero value claims centipawns and White's view.
type Options struct {
	// Read says how the file is said to be read. If rows contradict its views or its
	// unit, another reading is looked for, and that is a finding.
	Read datasets.Options

	// Rows is how many rows the file is said to have. Zero means unknown.
	Rows int

	// Bad is the number of bad lines that are tolerated. Zero means
	// budget.Default, budget.Off none.
	Bad int

	// Lines is how many lines are named of each kind of suspicious rows. Zero means 5.
	Lines int

	// Gap, if not nil, returns how far quiescence search and static evaluation of a
	// position are apart, in centipawns. It is called from several goroutines at once.
	Gap func(p *board.Position) int

	// Bound, in centipawns, is the gap beyond which a position is not quiet.
	Bound int

	// Threads is the number of chunks that are worked on at a time; the diagnosis does
	// not depend on it. Zero means GOMAXPROCS.
	Threads int

	// Progress, if not nil, is called after every chunk with the bytes read of a file
	// and its size, 0 if unknown.
	Progress func(read, size int64)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Bad == 0 {
		o.Bad = budget.Default
	}
	if o.Lines == 0 {
		o.Lines = 5
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	o.Read = o.Read.WithDefaults()
	return o
}
