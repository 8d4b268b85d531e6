package entrants

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"example.org/centipawn/match/play"
)

// Entrant returns the player that the spec describes, under the spec's limit. It has
// been tried: its files are there, it starts, it has the options and takes their
// values, and it keeps to a limit of nodes, depth or time for a move. What has been
// tried has ended when Entrant returns.
//
// An engine of this module is made with a table of [Hash] MiB unless the options say
// otherwise. A fresh one comes of each Start, of weights that were read once.
func (s Spec) Entrant(ctx context.Context) (play.Entrant, error) { return s.tried(ctx, 0) }

// tried returns the player for games whose rules have a margin of time.
func (s *Spec) tried(ctx context.Context, margin time.Duration) (play.Entrant, error) {
	e, err := s.entrant(ctx, margin)
	if err != nil {
		return play.Entrant{}, s.fault(err)
	}
	return e, nil
}

// fault is an error of the entrant, which is named once.
func (s *Spec) fault(err error) error {
	if missing, ok := err.(*fs.PathError); ok && missing.Path == s.label() {
		err = missing.Err
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: pass a weights file, builtin, builtin:NAME, published:SET or cmd:PROGRAM", err)
		}
	}
	return fmt.Errorf("entrant %s: %w", s.label(), err)
}

func (s *Spec) entrant(ctx context.Context, margin time.Duration) (play.Entrant, error) {
	if err := s.Validate(); err != nil {
		return play.Entrant{}, err
	}
	if err := s.Limit.Validate(); err != nil {
		return play.Entrant{}, err
	}
	if s.Foreign() {
		return s.foreign(ctx, margin)
	}
	return s.ours()
}
