package session

import (
	"context"
	"fmt"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/extract/trace"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights/fitted"
)

// Rows are rows that several fits share.
type Rows struct {
	data *data
	std  cli.Streams
}

// Open opens matrices, reads traces or counts data files, as [Run] does, and says on std.Err what Run says.
// Call Close when the rows are no longer needed.
func Open(ctx context.Context, opt settings.Options, std cli.Streams) (*Rows, error) {
	s := newSession(opt, std)
	closeReject, err := s.Read.OpenReject(s.Reject)
	if err != nil {
		return nil, err
	}
	d, err := s.open(ctx, opt.Inputs, nil)
	if errClose := closeReject(); err == nil {
		err = errClose
	}
	if err != nil {
		return nil, err
	}
	return &Rows{data: d, std: std}, nil
}

// Set returns the rows.
func (r *Rows) Set() *matrix.Set { return r.data.Set }

// Warnings returns what is doubtful about the rows.
func (r *Rows) Warnings() note.List { return r.data.warnings }

// Close closes the matrices.
func (r *Rows) Close() { r.data.Close() }

// Relabel returns the rows of traces with the labels of a file, see [trace.Relabel].
func (r *Rows) Relabel(file string) (*Rows, error) {
	m, err := trace.Relabel(r.data.Set, []string{file})
	if err != nil {
		return nil, err
	}
	set, err := matrix.Join(m)
	return &Rows{data: &data{Set: set}, std: r.std}, err
}

// Fit fits the rows by options, which name the same inputs, to the weights that [Run] finds. Nothing is written,
// and the distance from the old weights is not measured.
func (r *Rows) Fit(ctx context.Context, opt settings.Options) (*finding.Finding, error) {
	if opt.Test != "" || opt.Anew != "" || opt.Learning {
		return nil, fmt.Errorf("-test FILE, -anew and learning curves read further rows, and these are shared: leave them out")
	}
	s := newSession(opt, r.std)
	if err := s.prepare(r.data); err != nil {
		return nil, err
	}
	res, err := s.estimate(ctx, r.data, s.Fit)
	if err != nil {
		return nil, err
	}
	return &finding.Finding{File: fitted.File(res, r.data.Set, s.about), Result: res, Options: &s.Options, Data: r.data.Set, Warnings: r.data.warnings}, nil
}
