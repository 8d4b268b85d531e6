package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/extract/trace"
	"example.org/centipawn/features/candidates"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A traceSource reads what an engine has counted and said of positions.
type traceSource struct {
	*session
	matrix     *matrix.Matrix
	rowWeights []float32 // of the rows in a fit; nil: 1 each
}

func (s *traceSource) read(ctx context.Context) error {
	opt := trace.Options{Threads: s.opt.Threads, Stdin: s.std.In, Bad: s.opt.Bad, Evals: s.take,
		Progress: func(read, size int64) { s.stages.At("reading the trace", read, size, "") }}
	if s.weights != "" {
		var err error
		if opt.Weights, err = s.engineWeights(); err != nil {
			return err
		}
	}
	m, rep, err := trace.Read(ctx, s.call.files, opt)
	if err != nil {
		return err
	}
	s.matrix = m
	s.report.Warnings = append(s.report.Warnings, rep.Warnings...)
	d := &s.report.Data
	d.Files, d.Lines, d.Named = s.call.files, rep.Counts.Lines, true
	if f := m.Schema().Formula; s.weights != "" && f != "" {
		s.file = nil // what a term is worth in a formula is not its weight
	}
	if rep.Parity.Given == 0 {
		return fmt.Errorf("%s: no row has the engine's evaluation: let the engine print eval:CP in each row (docs/trace.md), White's view", s.call.files[0])
	}
	s.dropped("a bad line", rep.Counts.Bad)
	if err := s.rows(); err != nil {
		return err
	}
	if len(s.positions) == 0 {
		s.bare, s.files = true, s.call.files
		s.weigh()
		return nil
	}
	if rep.Counts.Bad > 0 {
		return fmt.Errorf("%s: %d bad lines, and with -positions every row counts: correct them", s.call.files[0], rep.Counts.Bad)
	}
	return s.readPositions(ctx)
}

// take keeps the evaluations of rows.
func (s *traceSource) take(evals []float64) {
	for _, e := range evals {
		s.eval = append(s.eval, float32(e))
	}
}

// rows reads labels, phases and counts from the matrix. Inputs and parameters of a formula count nothing.
func (s *traceSource) rows() error {
	schema := s.matrix.Schema()
	own := make([]int, len(schema.Columns)) // index among the columns of the session
	for i, c := range schema.Columns {
		if own[i] = -1; c.Kind == matrix.Term {
			own[i] = len(s.columns)
			s.columns, s.net = append(s.columns, candidates.Column{Name: c.Name}), append(s.net, true)
		}
	}
	for b := range s.matrix.Blocks() {
		var block matrix.Block
		if err := s.matrix.ReadBlock(b, &block); err != nil {
			return err
		}
		for i := range block.Rows() {
			row := uint32(len(s.samples))
			x := datasets.Sample{Score: winprob.Score(block.Score[i]), Result: datasets.Result(block.Result[i]), Expected: datasets.NoExpected,
				Game: block.Game[i], Line: int(row) + 1}
			if block.Expected != nil {
				x.Expected = block.Expected[i]
			}
			if block.Source != nil {
				x.Source = block.Source[i]
			}
			s.samples = append(s.samples, x)
			if block.Weight != nil {
				s.rowWeights = append(s.rowWeights, block.Weight[i])
			}
			phase := float32(1)
			if len(schema.MG) > 0 {
				phase = max(0, min(1, schema.MG[block.MG[i]]))
			}
			s.phase = append(s.phase, phase)
			columns, counts := block.Row(i)
			for k, c := range columns {
				if own[c] >= 0 {
					x := &s.columns[own[c]]
					x.Rows = append(x.Rows, row)
					x.White, x.Black = append(x.White, max(0, counts[k])), append(x.Black, max(0, -counts[k]))
				}
			}
		}
	}
	return nil
}

// weigh drops rows whose weight in a fit is 0. Other weights are not asked about.
func (s *traceSource) weigh() {
	if s.rowWeights == nil {
		return
	}
	if slices.ContainsFunc(s.rowWeights, func(w float32) bool { return w != 0 && w != 1 }) {
		s.warn("rows have weights: each counts once here, but those of weight 0, which are left out")
	}
	const none = "weight 0"
	s.drop([]string{none}, func(i int) string {
		if s.rowWeights[i] == 0 {
			return none
		}
		return ""
	})
}

// readPositions gives the rows the positions that they were counted from, the n-th that of the n-th, with their labels.
func (s *traceSource) readPositions(ctx context.Context) error {
	opt := s.opt.Read
	opt.Context, opt.Stdin = ctx, s.std.In
	r, err := datasets.Open(s.positions, opt)
	if err != nil {
		return fmt.Errorf("-positions: %w", err)
	}
	defer r.Close()
	n := 0
	for x, err := range r.All() {
		if err != nil {
			return fmt.Errorf("-positions: %w", err)
		}
		if n < len(s.samples) {
			s.samples[n] = x
		}
		n++
	}
	if n != len(s.samples) {
		return fmt.Errorf("%s: %d positions, and the trace has %d rows: it needs one row for each position, in their order", strings.Join(s.positions, ", "), n, len(s.samples))
	}
	sources, err := r.Sources()
	if err != nil {
		return err
	}
	for _, src := range sources {
		s.files = append(s.files, src.Name)
		s.report.Data.Named = s.report.Data.Named && src.Columns.Game > 0
	}
	s.report.Data.Files = append(s.report.Data.Files, s.files...)
	s.weigh()
	if err := s.phases(ctx); err != nil {
		return err
	}
	return s.filter(ctx)
}

// filter drops what the flags say, as of data.
func (s *traceSource) filter(ctx context.Context) error {
	filters := s.opt.Filter.Stream()
	names := []string{"finished", "constant"}
	for _, f := range filters {
		names = append(names, f.Name)
	}
	why := make([]string, len(s.samples))
	err := s.each(ctx, func() func(int) {
		return func(i int) {
			x := &s.samples[i]
			switch {
			case x.Fixed:
				why[i] = "constant"
			case inspect.Finished(&x.Position) != 0:
				why[i] = "finished"
			}
			for _, f := range filters {
				if why[i] == "" && f.Judge(x) == filter.Drop {
					why[i] = f.Name
				}
			}
		}
	})
	if err != nil {
		return err
	}
	s.drop(names, func(i int) string { return why[i] })
	return nil
}

func (s *traceSource) evaluate(context.Context) error {
	s.report.Evaluation = Evaluation{Source: "trace", Name: s.matrix.Schema().Set, View: "white", Unit: "centipawns", How: "as eval: has it"}
	s.keepEvaluated()
	if s.weights == "" {
		s.warn("pass -weights with the engine's own, as weights import makes them of its source, to learn which of its terms can go")
	}
	if s.bare {
		s.warn("without -positions only the trace's own columns are candidates; pass the data that it was made from to ask all others")
	}
	return nil
}
