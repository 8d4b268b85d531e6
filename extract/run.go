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
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"centipawn/board"
	"centipawn/datasets"
	"centipawn/matrix"
)

// A Report says what became of the input.
type Report struct {
	Sources  []datasets.Source  // by index, as the rows name them
	Counts   datasets.Counts    // of lines
	Funnel   []matrix.Drop      // rows dropped by each filter, in order
	Rows     int                // rows written
	Findings []datasets.Warning // doubts that the inspection before the run had
	Warnings []datasets.Warning // doubts about all samples, before filters
}

// Run reads the files, "-" being the standard input, and writes the rows of
// their positions to the writer that open returns for the matrix's schema. The
// writer is closed if all went well, else aborted.
func Run(ctx context.Context, files []string, open func(matrix.Schema) (matrix.Writer, error), opt Options) (*Report, error) {
	opt = opt.WithDefaults()
	if slices.Contains(files, "-") {
		opt.Read = opt.Read.WithDefaults()
		opt.Read.Stdin = interruptible(ctx, opt.Read.Stdin)
	}
	plans, err := opt.plan(files)
	if err != nil {
		return nil, err
	}
	r, err := datasets.OpenEach(files, readOptions(plans))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x := &run{Options: opt, plans: plans, linesOf: make([]int, len(files)), reader: r, tally: datasets.NewTally(max(opt.Bad, 0), opt.Reject)}
	if err := x.inspect(); err != nil {
		return nil, err
	}
	x.writer, err = open(schema(opt.Set, x.optional))
	if err != nil {
		return nil, err
	}
	defer x.writer.Abort()
	if err := x.loop(ctx); err != nil {
		return nil, err
	}
	return x.finish()
}

// interruptible returns a reader of r that fails once ctx is done, even while r
// waits for somebody to write. The goroutine that then still waits ends with r.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
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

// A run is one extraction.
type run struct {
	Options
	reader   *datasets.Reader
	tally    *datasets.Tally
	watch    datasets.Watch
	writer   matrix.Writer
	plans    []sourcePlan    // by input
	optional matrix.Optional // what rows have besides the usual
	lines    int             // read so far
	linesOf  []int           // read so far, by input
	rows     int
	dropped  []int              // finished positions, then by filter
	findings []datasets.Warning // of the inspection
}

// An item is a block of lines on its way to a block of rows.
type item struct {
	chunk   datasets.Chunk
	parsed  datasets.Parsed
	counter counter
	block   matrix.Block
	looks   []look // by sample
	dropped []int  // finished positions, then by filter
}

// A look is what the run knows of a sample besides its counts.
type look struct {
	key    uint64 // canonical
	status board.Status
}

// inspectionSeed chooses the random rows that are looked at before a run.
const inspectionSeed = 1

// inspect looks at some rows before the run. It fails if the labels are clearly
// not what the options say.
func (x *run) inspect() error {
	inspections, err := x.reader.Inspect(inspectionSeed)
	if err != nil {
		return err
	}
	for _, in := range inspections {
		for _, f := range in.Findings {
			if f.Severity == datasets.Doubtful {
				x.findings = append(x.findings, f.Warning)
			}
		}
	}
	x.optional = x.optionalArrays(inspections)
	if x.Remark != nil {
		for _, w := range x.findings {
			x.Remark(w)
		}
	}
	return datasets.Refusal(inspections)
}

// optionalArrays says what the rows have besides the usual.
func (x *run) optionalArrays(inspections []datasets.Inspection) (o matrix.Optional) {
	if len(x.plans) > 1 {
		o |= matrix.WithSource
	}
	if weighted(x.plans) {
		o |= matrix.WithWeight
	}
	if slices.ContainsFunc(inspections, func(in datasets.Inspection) bool { return in.Results.Fractions > 0 }) {
		o |= matrix.WithExpected
	}
	return o
}

// loop reads, counts and writes all blocks.
func (x *run) loop(ctx context.Context) error {
	x.dropped = make([]int, 1+len(x.Filters))
	newItem := func() *item {
		return &item{
			counter: counter{x.Set, x.Set.NewTrace(), x.optional, x.plans},
			dropped: make([]int, 1+len(x.Filters)),
		}
	}
	err := inOrder(ctx, x.Threads, newItem, x.fill, x.count, x.take)
	return errors.Join(err, x.tally.Flush())
}

// fill reads the next block of lines that is the shard's.
func (x *run) fill(it *item) (bool, error) {
	for {
		if x.Limit > 0 && x.lines >= x.Limit {
			return false, nil
		}
		err := x.reader.Next(&it.chunk)
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if err := x.limit(&it.chunk); err != nil {
			return false, err
		}
		if x.Shard.Holds(it.chunk.Number) {
			return true, nil
		}
	}
}

// limit cuts a chunk at the limit of lines of all inputs or its own, and ends the
// reading of an input that has reached it.
func (x *run) limit(c *datasets.Chunk) error {
	if x.Limit > 0 {
		c.Truncate(x.Limit - x.lines)
	}
	own := x.plans[c.Source].limit
	if own > 0 {
		c.Truncate(own - x.linesOf[c.Source])
	}
	x.lines += c.Lines
	x.linesOf[c.Source] += c.Lines
	if own > 0 && x.linesOf[c.Source] >= own {
		return x.reader.EndSource()
	}
	return nil
}

// count makes rows of a block of lines.
func (x *run) count(it *item) {
	it.chunk.Parse(&it.parsed)
	it.block.Reset()
	it.looks = it.looks[:0]
	clear(it.dropped)
	for i := range it.parsed.Samples {
		s := &it.parsed.Samples[i]
		l := look{s.Position.CanonicalKey(), datasets.Finished(&s.Position)}
		it.looks = append(it.looks, l)
		if d := x.dropper(s, l.status); d >= 0 {
			it.dropped[d]++
			continue
		}
		it.counter.appendRow(&it.block, s, l.key)
	}
}

// dropper returns the index in dropped of what drops s, or -1.
func (x *run) dropper(s *datasets.Sample, status board.Status) int {
	if status != board.Ongoing {
		return 0
	}
	for i, f := range x.Filters {
		if f.Judge(s) == Drop {
			return 1 + i
		}
	}
	return -1
}

// take writes a block of rows.
func (x *run) take(it *item) error {
	if err := x.tally.Add(&it.parsed); err != nil {
		return err
	}
	for i, n := range it.dropped {
		x.dropped[i] += n
	}
	for i := range it.parsed.Samples {
		x.watch.Add(&it.parsed.Samples[i], it.looks[i].key, it.looks[i].status)
	}
	x.rows += it.block.Rows()
	if x.Progress != nil {
		x.Progress(x.reader.Progress())
	}
	return x.writer.Write(&it.block)
}

// finish closes the writer with the provenance of its rows.
func (x *run) finish() (*Report, error) {
	sources, err := x.reader.Sources()
	if err != nil {
		return nil, err
	}
	if err := checkTwice(sources); err != nil {
		return nil, err
	}
	rep := &Report{Sources: sources, Counts: x.tally.Total(), Rows: x.rows, Findings: x.findings}
	for i, n := range x.dropped {
		name := "finished"
		if i > 0 {
			name = x.Filters[i-1].Name
		}
		rep.Funnel = append(rep.Funnel, matrix.Drop{Filter: name, Rows: int64(n)})
	}
	rep.Warnings = x.watch.Warnings(rep.Counts)
	if rep.Counts.Samples == 0 && x.Shard.Of == 1 {
		return nil, fmt.Errorf("%s: no position in %d lines", sources[0].Name, rep.Counts.Lines)
	}
	return rep, x.writer.Close(x.provenance(rep))
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

// provenance says where the rows come from.
func (x *run) provenance(rep *Report) matrix.Provenance {
	p := matrix.Provenance{Funnel: rep.Funnel, Clusters: clusters(rep.Sources)}
	for i, s := range rep.Sources {
		n := x.tally.Source(i)
		p.Sources = append(p.Sources, matrix.Source{
			Name: s.Name, SHA256: s.SHA256, Lines: int64(n.Lines - n.Blank), Bad: int64(n.Bad),
		})
	}
	p.Settings = append(p.Settings,
		matrix.Setting{Name: "pov", Value: x.Read.POV.String()},
		matrix.Setting{Name: "unit", Value: x.Read.Unit.String()},
		matrix.Setting{Name: "limit", Value: strconv.Itoa(x.Limit)})
	if x.Read.ResultPOV != datasets.POVWhite {
		p.Settings = append(p.Settings, matrix.Setting{Name: "result-pov", Value: x.Read.ResultPOV.String()})
	}
	p.Settings = append(p.Settings, settings(x.plans, x.Read, rep.Sources)...)
	for _, s := range rep.Sources {
		p.Settings = append(p.Settings, matrix.Setting{Name: "columns of " + s.Name, Value: s.Columns.String()})
	}
	for _, f := range x.findings {
		p.Warnings = append(p.Warnings, f.String())
	}
	return p
}

// clusters says what the rows' clusters are: games where the source names them.
func clusters(sources []datasets.Source) matrix.Clusters {
	games := 0
	for _, s := range sources {
		if s.Columns.Game > 0 {
			games++
		}
	}
	switch games {
	case 0:
		return matrix.BySkeleton
	case len(sources):
		return matrix.ByGame
	}
	return matrix.ByBoth
}
