package session

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

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
		d.warnings = append(append(d.warnings, old...), carried(m)...)
	}
	d.Set, err = matrix.Join(d.matrices...)
	return err
}

// carried are the doubts about the counts of a matrix that was made of traces: its lines are no longer
// there to look at.
func carried(m *matrix.Matrix) (list note.List) {
	for _, w := range m.Provenance().Warnings {
		if n := note.Parse(w); n.Code == note.D24 {
			list = append(list, n)
		}
	}
	return list
}

// checkHash refuses a matrix of a set that this program counts otherwise. A set that it does not
// know is another program's, and accepted.
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
