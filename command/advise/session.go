package advise

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/extract"
	"example.org/centipawn/features/candidates"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// A session is one run of the command: rows, what the evaluation says of them, and what is made of it.
// The slices by row run in parallel, and lose the same rows.
type session struct {
	*call
	std    cli.Streams
	stages *progress.Stages

	samples []datasets.Sample
	bare    bool      // samples have labels and no position: those of a trace alone
	phase   []float32 // 1 with all pieces
	eval    []float32 // centipawns, White's view; not a number: none
	label   []float32 // White's expected score

	columns []candidates.Column // of a trace, by the rows that it has
	net     []bool              // by column

	file *weights.File // whose evaluation is examined; nil: another source

	files    []string // of positions, as samples name them
	report   Report
	expected []float64 // White's expected score of the evaluation at Report.K
}

// readSamples reads the data as the flags say.
func (s *session) readSamples(ctx context.Context) error {
	opt := s.opt
	opt.Progress = func(stage string, read, size int64) { s.stages.At(stage, read, size, "") }
	opt.Read.Stdin = s.std.In
	samples, rep, err := extract.Samples(ctx, s.call.files, opt)
	if err != nil {
		return err
	}
	s.samples = samples
	s.report.Warnings = append(append(s.report.Warnings, rep.Findings...), rep.Warnings...)
	d := &s.report.Data
	d.Lines, d.Named = rep.Counts.Lines, true
	for _, src := range rep.Sources {
		s.files = append(s.files, src.Name)
		d.Files = append(d.Files, src.Name)
		d.Named = d.Named && src.Columns.Game > 0
	}
	s.dropped("a blank line", rep.Counts.Blank)
	s.dropped("no evaluation of -depth", rep.Counts.Shallow)
	s.dropped("a bad line", rep.Counts.Bad)
	for _, drop := range rep.Funnel {
		s.dropped(drop.Filter, int(drop.Rows))
	}
	return s.phases(ctx)
}

// phases finds the phase of each sample.
func (s *session) phases(ctx context.Context) error {
	s.phase = make([]float32, len(s.samples))
	return s.each(ctx, func() func(int) {
		return func(i int) { s.phase[i] = float32(tapered.PeSTO.Of(&s.samples[i].Position)) }
	})
}

// dropped counts rows that were left out.
func (s *session) dropped(why string, n int) {
	if n > 0 {
		s.report.Data.Dropped = append(s.report.Data.Dropped, Dropped{why, n})
	}
}

// drop keeps the rows without a reason against them, and counts the reasons in the order of their list.
func (s *session) drop(reasons []string, reason func(i int) string) {
	counts := make(map[string]int)
	kept := make([]uint32, len(s.samples)) // the number that a row has then
	n := 0
	for i := range s.samples {
		kept[i] = math.MaxUint32
		if why := reason(i); why != "" {
			counts[why]++
			continue
		}
		kept[i] = uint32(n)
		s.samples[n], s.phase[n] = s.samples[i], s.phase[i]
		for _, values := range [][]float32{s.eval, s.label} {
			if values != nil {
				values[n] = values[i]
			}
		}
		n++
	}
	s.samples, s.phase = s.samples[:n], s.phase[:n]
	for _, values := range []*[]float32{&s.eval, &s.label} {
		if *values != nil {
			*values = (*values)[:n]
		}
	}
	for i := range s.columns {
		renumber(&s.columns[i], kept)
	}
	for _, why := range reasons {
		s.dropped(why, counts[why])
	}
}

// renumber gives the rows of a column their new numbers, and leaves out those that have none.
func renumber(c *candidates.Column, number []uint32) {
	n := 0
	for k, row := range c.Rows {
		if number[row] != math.MaxUint32 {
			c.Rows[n], c.White[n], c.Black[n] = number[row], c.White[k], c.Black[k]
			n++
		}
	}
	c.Rows, c.White, c.Black = c.Rows[:n], c.White[:n], c.Black[:n]
}

// groupRows are looked at by one goroutine at a time.
const groupRows = 1024

// each calls what worker returns with every row, on several goroutines of which each has a worker.
func (s *session) each(ctx context.Context, worker func() func(row int)) error {
	groups := (len(s.samples) + groupRows - 1) / groupRows
	return ordered.Sum(ctx, s.opt.Threads, groups, worker, func(do func(int), group int) error {
		for i := group * groupRows; i < min((group+1)*groupRows, len(s.samples)); i++ {
			do(i)
		}
		return nil
	}, func(func(int)) {})
}

// position returns that of a row.
func (s *session) position(row int) *board.Position { return &s.samples[row].Position }

// games counts the games of the rows.
func (s *session) games() int {
	seen := make(map[uint32]struct{})
	for i := range s.samples {
		seen[s.samples[i].Game] = struct{}{}
	}
	return len(seen)
}

// points are the rows as the models of expected scores see them.
func (s *session) points() *winprob.Points {
	p := &winprob.Points{Score: s.eval, Expected: s.label, Phase: s.phase, Cluster: make([]uint32, len(s.samples))}
	for i := range s.samples {
		p.Cluster[i] = s.samples[i].Game
	}
	return p
}

// warn adds a doubt without a code.
func (s *session) warn(format string, args ...any) {
	s.report.Warnings = append(s.report.Warnings, note.Note{Text: fmt.Sprintf(format, args...)})
}
