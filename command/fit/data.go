package fit

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// A Kind is what inputs are.
type Kind uint8

const (
	DataFiles Kind = iota // positions, counted in memory
	Matrices              // what extract wrote
	Traces                // rows that another program counted
)

// kind returns what the files of a call are. They are of one kind.
func (o *Options) kind(names []string) (Kind, error) {
	var n [3]int
	for _, name := range names {
		n[o.kindOf(name)]++
	}
	switch {
	case n[DataFiles] == len(names):
		return DataFiles, nil
	case n[Traces] == len(names):
		return Traces, nil
	case n[Matrices] == len(names):
		return Matrices, nil
	case n[Traces] > 0:
		return 0, errors.New("some arguments are traces and some are not: pass one kind")
	}
	return 0, errors.New("some arguments are matrices and some are files: pass the one or the other; extract makes a matrix of a file")
}

func (o *Options) kindOf(name string) Kind {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return Matrices
	case o.Trace.is(name, info):
		return Traces
	}
	return DataFiles
}

// data is what is fitted: matrices read as one, and what is known of their origin.
type data struct {
	*matrix.Set
	matrices []*matrix.Matrix
	warnings note.List // of an extraction in memory, or of matrices that are out of date
}

// Close closes the matrices.
func (d *data) Close() {
	for _, m := range d.matrices {
		m.Close()
	}
}

// open opens matrices, reads traces, or counts data files in memory. A test set is to be like the
// training data, if that is known.
func (s *session) open(ctx context.Context, names []string, like *matrix.Schema) (*data, error) {
	kind, err := s.kind(names)
	switch {
	case err != nil:
		return nil, err
	case kind == DataFiles:
		return s.count(ctx, names)
	case kind == Traces:
		return s.readTrace(ctx, names, like)
	}
	d := &data{}
	if err := s.openMatrices(d, names); err != nil {
		d.Close()
		return nil, err
	}
	if !s.JSON {
		for _, w := range d.warnings {
			cli.Printf(s.std.Err, "warning: %v\n", w)
		}
	}
	return d, nil
}

// openMatrices opens and joins matrices. Their set is what they say; one that was named must agree.
func (s *session) openMatrices(d *data, names []string) (err error) {
	for _, name := range names {
		m, err := matrix.Open(name)
		if err != nil {
			return err
		}
		d.matrices = append(d.matrices, m)
		if of := m.Schema().Set; s.Set != "" && of != s.Set {
			return fmt.Errorf("%s is of set %s, -set says %s", name, of, s.Set)
		}
		if err := checkHash(name, m.Schema()); err != nil {
			return err
		}
		old, err := stale(name, m)
		if err != nil {
			return err
		}
		d.warnings = append(d.warnings, old...)
	}
	d.Set, err = matrix.Join(d.matrices...)
	return err
}

// checkHash refuses a matrix of a set that this program counts otherwise. A set that it does not
// know is somebody else's, and as good as any.
func checkHash(name string, s matrix.Schema) error {
	if s.Set == moves.Name {
		return sameHash(name, s, moves.Hash())
	}
	set, err := features.Lookup(s.Set)
	if errors.Is(err, features.ErrUnknownSet) {
		return nil
	}
	if err == nil {
		err = sameHash(name, s, set.Hash())
	}
	return err
}

// sameHash refuses a matrix whose set this program counts otherwise.
func sameHash(name string, s matrix.Schema, hash string) error {
	if s.SetHash == hash {
		return nil
	}
	return note.Refuse(note.F10, "%s is of set %s (hash %s), this program counts %s (hash %s): extract it again",
		name, s.Set, s.SetHash, s.Set, hash)
}

// count counts data files into a matrix in memory.
func (s *session) count(ctx context.Context, names []string) (*data, error) {
	opt := s.Read
	opt.Threads = s.Fit.Threads
	if s.Set != "" {
		if err := opt.SetTerms(s.Set); err != nil {
			return nil, fmt.Errorf("-set: %w", err)
		}
	}
	opt = opt.WithDefaults()
	if err := opt.CheckLaws(); err != nil {
		return nil, err
	}
	done := opt.Attend(s.std)
	set, rep, err := extract.Memory(ctx, names, opt)
	done()
	if err != nil {
		return nil, err
	}
	if !s.JSON {
		rep.Write(s.std.Err)
	}
	return &data{Set: set, warnings: rep.Warnings}, nil
}
