package extract

import (
	"context"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/matrix"
)

// A Report says what became of the input.
type Report struct {
	Sources    []datasets.Source // by index, as the rows name them
	Counts     datasets.Counts   // of lines
	Funnel     []matrix.Drop     // rows dropped by each filter, in order; mirrored copies, which are added, are negative
	Mixes      []filter.Mix      // results and phases of what each filter dropped, and last of what was kept; nil without filters
	Rows       int               // rows written
	Changed    int               // of these, whose position a filter has replaced, copies not counted
	Relabelled int               // of these, to which endgame tables have given another result, copies not counted
	Findings   note.List         // doubts that the inspection before the run had
	Warnings   note.List         // doubts about all samples, before filters; about games, of the rows that these left
	Losses     []datasets.Loss   // what the format of a conversion has no place for
}

// A run is one extraction.
type run struct {
	Options
	sink     sink
	plans    []sourcePlan     // by input
	stdin    func() io.Reader // from its beginning, for each pass
	spool    *input.Spool     // what it reads; nil if it need not be copied
	filters  []filter.Filter  // of the stream
	names    []string         // of steps
	mixed    bool             // results and phases are counted, too
	whole    bool             // nothing is filtered, not even positions in which the game is over
	optional matrix.Optional  // what rows have beyond the usual
	findings note.List

	surveyed  []datasets.Source // what the first pass read
	selection *filter.Selection // by the first pass; nil if there is none
	firsts    []int             // by block: how many samples the stream kept before it
	lines     int               // that the first pass has read

	input      *reading
	stage      string // for progress
	tally      *budget.Tally
	watch      inspect.Watch
	counts     []filter.Mix // by step; those that were kept last
	copies     int          // mirrored
	changed    int
	relabelled int
}

// A reading is one pass over the input: chunks, cut at the limits.
type reading struct {
	*datasets.Reader
	plans   []sourcePlan // by input
	limit   int          // of all inputs together; 0: none
	lines   int          // read so far
	linesOf []int        // read so far, by input
}

// A sink is what becomes of the samples that are kept.
type sink interface {
	// begin opens what is written, after a look at the input.
	begin(x *run) error
	// work prepares an item. Items are worked on in parallel.
	work(it *item)
	// take writes an item, in order.
	take(it *item) error
	// end completes what was written, and adds to the report.
	end(rep *Report) error
	// abort removes what was written. After end it does nothing.
	abort()
}

// An item is a block of lines on its way to a block of rows.
type item struct {
	chunk      datasets.Chunk
	parsed     datasets.Parsed
	looks      []look          // by sample
	kept       []row           // samples that become rows
	digests    []filter.Digest // of these, in a first pass
	counts     []filter.Mix    // by step; rows last
	changed    int             // rows that a filter has replaced
	relabelled int             // rows to which a filter has given a result
	err        error

	counter       counter
	block, copies matrix.Block
	judged        any // of a visit: what was found of the rows
}

// A look is what the run knows of a sample, beyond its counts.
type look struct {
	key    uint64 // canonical
	status board.Status
}

// A row is a sample that is going to be one.
type row struct {
	sample     *datasets.Sample
	key        uint64 // canonical
	changed    bool   // a filter has replaced the position
	relabelled bool   // a filter has given it a result
}

// newItem returns an empty item for the steps of the run.
func (x *run) newItem() *item { return &item{counts: make([]filter.Mix, len(x.names)+1)} }

// inOrder works on items on all threads.
func (x *run) inOrder(ctx context.Context, fill func(*item) (bool, error), work, take func(*item) error) error {
	worker := func(context.Context) func(*item) error { return work }
	return ordered.Pool[*item]{Threads: x.Threads, New: x.newItem, Fill: fill, Worker: worker, Take: take}.Run(ctx)
}

// owns reports whether the rows of a block of lines are the shard's, and whether
// their mirrored copies are, which are a block of their own.
func (x *run) owns(chunk int) (originals, copies bool) {
	if !x.Filter.Mirror {
		return x.Shard.Holds(chunk), false
	}
	return x.Shard.Holds(2 * chunk), x.Shard.Holds(2*chunk + 1)
}

// advance reports progress to the callback, if there is one.
func (x *run) advance(stage string, read, size int64) {
	if x.Progress != nil {
		x.Progress(stage, read, size)
	}
}
