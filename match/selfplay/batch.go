package selfplay

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// Relabelled counts what became of positions.
type Relabelled struct {
	Read    int `json:"read"`     // positions of the input
	Written int `json:"written"`  // with the player's score
	NoMove  int `json:"no_move"`  // omitted: the game is over
	NoScore int `json:"no_score"` // omitted: the player said none

	Resumed int      `json:"resumed"`         // of those that are read: positions that an earlier run has searched
	Notes   []string `json:"notes,omitempty"` // what was damaged in the journal
}

// searchedTogether is the number of positions between two NewGame: a player may
// forget in them what it knew of others, so that scores do not depend on threads.
const searchedTogether = 64

func (s *Relabelled) add(b *batch) {
	s.Read += len(b.samples)
	s.NoMove += b.over
	for i := range b.samples {
		if b.samples[i].Score != winprob.NoScore {
			s.Written++
		}
	}
	s.NoScore = s.Read - s.NoMove - s.Written
}

// A batch is positions that are searched one after the other.
type batch struct {
	samples []datasets.Sample
	over    int
}

func (b *batch) fill(next func() (datasets.Sample, error, bool)) (more bool, err error) {
	*b = batch{samples: b.samples[:0]}
	for len(b.samples) < searchedTogether {
		s, err, ok := next()
		if !ok || err != nil {
			return len(b.samples) > 0, err
		}
		b.samples = append(b.samples, s)
	}
	return true, nil
}

func (b *batch) write(w *datasets.Writer) error {
	for i := range b.samples {
		if s := &b.samples[i]; s.Score != winprob.NoScore {
			if err := w.Write(s); err != nil {
				return err
			}
		}
	}
	return nil
}
