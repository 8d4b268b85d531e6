package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"centipawn/cli"
	"centipawn/extract"
	"centipawn/features"
	"centipawn/matrix"
	"centipawn/note"
)

// data is what is fitted: matrices read as one, and what is known of their
// origin.
type data struct {
	*matrix.Set
	matrices []*matrix.Matrix
	warnings []note.Note // of an extraction in memory, or of matrices that are out of date
}

// Close closes the matrices.
func (d *data) Close() {
	for _, m := range d.matrices {
		m.Close()
	}
}

// doubts returns the warnings of an extraction in memory. They are told and not
// written: a matrix does not hold them.
func (d *data) doubts() []note.Note {
	var list []note.Note
	for _, w := range d.warnings {
		list = append(list, note.Note(w))
	}
	return list
}

// openData opens matrices, reads traces, or counts data files in memory. A test
// set is to be like the training data, if that is known.
func openData(ctx context.Context, q *request, names []string, like *matrix.Schema, std cli.Streams) (*data, error) {
	matrices, traces := folders(names), q.traces(names)
	switch {
	case matrices+traces == 0:
		return countFiles(ctx, q, names, std)
	case traces == len(names):
		return readTrace(ctx, q, names, like, std)
	case matrices == len(names):
		d := &data{}
		if err := d.open(q, names); err != nil {
			d.Close()
			return nil, err
		}
		for _, w := range d.warnings {
			if !q.json {
				fmt.Fprintf(std.Err, "warning: %v\n", w)
			}
		}
		return d, nil
	}
	if traces > 0 {
		return nil, cli.Usagef(std, "some arguments are traces and some are not: pass one kind")
	}
	return nil, cli.Usagef(std, "some arguments are matrices and some are files: pass the one or the other; extract makes a matrix of a file")
}

// folders counts the names that are folders, and so matrices.
func folders(names []string) (n int) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			n++
		}
	}
	return n
}

// checkGiven refuses flags of reading where matrices are given, before anything
// is created: they would change nothing.
func (q *request) checkGiven(std cli.Streams) error {
	if folders(q.inputs) == 0 {
		return q.checkTrace(q.traces(q.inputs), std)
	}
	for _, flag := range q.given {
		if flag != "set" {
			return cli.Usagef(std, "-%s says how a data file is read, and %s is a matrix: pass it to extract", flag, q.inputs[0])
		}
	}
	return nil
}

// open opens and joins matrices. Their set is what they say; -set, if given,
// must agree.
func (d *data) open(q *request, names []string) (err error) {
	for _, name := range names {
		m, err := matrix.Open(name)
		if err != nil {
			return err
		}
		d.matrices = append(d.matrices, m)
		if s := m.Schema(); slices.Contains(q.given, "set") && s.Set != q.read.Set.Name() {
			return fmt.Errorf("%s is of set %s, -set says %s", name, s.Set, q.read.Set.Name())
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

// checkHash refuses a matrix of a set that this program counts otherwise. A set
// that it does not know is somebody else's, and as good as any.
func checkHash(name string, s matrix.Schema) error {
	set, err := features.Lookup(s.Set)
	if errors.Is(err, features.ErrUnknownSet) {
		return nil
	}
	if err == nil && set.Hash() != s.SetHash {
		return note.Refuse(note.F10, "%s is of set %s (hash %s), this program counts %s (hash %s): extract it again",
			name, s.Set, s.SetHash, set.Name(), set.Hash())
	}
	return err
}

// countFiles counts data files into a matrix in memory.
func countFiles(ctx context.Context, q *request, names []string, std cli.Streams) (*data, error) {
	if err := extract.CheckLaws(q.read.Set); err != nil {
		return nil, err
	}
	done := q.read.Attend(std)
	set, rep, err := extract.Memory(ctx, names, q.read)
	done()
	if err != nil {
		return nil, err
	}
	if !q.json {
		rep.Write(std.Err)
	}
	return &data{Set: set, warnings: rep.Warnings}, nil
}
