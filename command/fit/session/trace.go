package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/extract/trace"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// columns reads the file of names.
func columns(t *settings.Trace) ([]matrix.Column, error) {
	if t.Names == "" {
		return nil, nil
	}
	text, err := atomicfile.ReadFile(t.Names, atomicfile.SmallLimit)
	if err != nil {
		return nil, fmt.Errorf("-names: %w", err)
	}
	return trace.ReadColumns(t.Names, bytes.NewReader(text))
}

// readTrace reads traces into a matrix in memory. A test set's columns are those of the training
// data, like; nil: there is none yet.
func (s *session) readTrace(ctx context.Context, names []string, like *matrix.Schema) (*data, error) {
	opt := trace.Options{
		Set: s.Set, ZeroBased: s.Trace.ZeroBased, Tolerance: s.Trace.Tolerance, Bad: s.Read.Bad, Reject: s.Read.Reject,
		Threads: s.Fit.Threads, Stdin: s.std.In,
	}
	if s.Trace.Positions != "" {
		opt.Positions = []string{s.Trace.Positions}
	}
	var err error
	if like != nil && s.Trace.Positions != "" {
		return nil, errors.New("-positions says what the rows that are fitted are of: hold games out with -test 25%, not with a file")
	}
	if like != nil {
		opt.Set, opt.Columns, opt.Formula = like.Set, like.Columns, like.Formula
	} else if opt.Columns, err = columns(&s.Trace); err != nil {
		return nil, err
	}
	if opt.Weights, err = s.engineWeights(); err != nil {
		return nil, err
	}
	stages := &progress.Stages{W: s.std.Err}
	opt.Progress = func(read, size int64) { stages.At("reading", read, size, "") }
	m, rep, err := trace.Read(ctx, names, opt)
	stages.Done()
	if err != nil {
		return nil, err
	}
	if !s.JSON {
		s.printTrace(rep)
	}
	set, err := matrix.Join(m)
	return &data{Set: set}, err
}

// engineWeights returns the start weights of a file, which are the engine's own and so must make
// its evaluations of its counts.
func (s *session) engineWeights() (map[string]float64, error) {
	if s.Trace.NoParity || !s.StartIsFile() {
		return nil, nil
	}
	f, err := weights.Read(s.Start)
	if err != nil {
		return nil, fmt.Errorf("-start: %w", err)
	}
	all := make(map[string]float64)
	for _, w := range f.Weights() {
		all[w.Name] = w.Value
	}
	return all, nil
}

// printTrace says what became of the lines, and whether counts and evaluations agree.
func (s *session) printTrace(rep *trace.Report) {
	w := s.std.Err
	cli.Printf(w, "%d lines", rep.Counts.Lines)
	for _, drop := range []struct {
		what string
		n    int
	}{{"blank or comments", rep.Counts.Blank}, {"bad", rep.Counts.Bad}} {
		if drop.n > 0 {
			cli.Printf(w, " − %d %s", drop.n, drop.what)
		}
	}
	cli.Printf(w, " = %d rows × %d columns\n", rep.Rows, rep.Columns)
	switch p := rep.Parity; {
	case p.Checked > 0:
		cli.Printf(w, "parity: %d rows add up to the engine's evaluation; the largest difference is %.3f centipawns, at %s:%d\n",
			p.Checked, p.Largest, p.File, p.Line)
	case p.Given > 0:
		cli.Printf(w, "parity is not checked: %d rows have the engine's evaluation; pass its weights as -start\n", p.Given)
	}
	for _, n := range rep.Warnings {
		cli.Printf(w, "warning: %v\n", n)
	}
}
