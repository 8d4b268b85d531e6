package alphabeta

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Searcher searches with one or several threads. It serves one goroutine at a
// time; what may come from others goes through [search.Control].
type Searcher struct {
	newEvaluator func() search.Evaluator
	opt          Options
	table        table
	workers      []*worker // the first reports and decides
	task         task      // the last search, in whose memory the next one runs
	quiet        *worker   // of Quiesce
	leaf         func(*board.Position)
}

var _ search.Searcher = (*Searcher)(nil)

// New returns a searcher. newEvaluator is called once for every thread. The table
// is allocated by the first search or new game, or when its size is set.
func New(newEvaluator func() search.Evaluator, opt Options) *Searcher {
	return &Searcher{newEvaluator: newEvaluator, opt: opt.filled()}
}

// Options returns the options, with numbers in place of the zeros that stand for
// defaults.
func (s *Searcher) Options() Options { return s.opt }

// SetOptions changes the options between two searches. The table is forgotten if
// its size changes, everything that was learnt if the techniques or the endgame tables do. Without the memory
// for a table of that size the options stay what they were, and the table is empty.
func (s *Searcher) SetOptions(opt Options) error {
	opt = opt.filled()
	if opt.Hash != s.opt.Hash {
		if err := s.table.resize(opt.Hash); err != nil {
			s.allocate()
			return fmt.Errorf("setting Hash: %w: %d MiB are kept", err, s.table.mib())
		}
	}
	if opt.Off != s.opt.Off || opt.Tuned != s.opt.Tuned || opt.Tables != s.opt.Tables {
		s.forget()
	}
	s.opt = opt
	return nil
}

// OnLeaf lets searches call f with leaves: positions of quiescence, not in check, that stand on
// their static evaluation, as it is corrected: it is enough, or no capture that was searched is
// better. Those that the table decides are not reported again. The position is valid during the call.
// With several threads the first one reports. Nil ends it.
func (s *Searcher) OnLeaf(f func(*board.Position)) { s.leaf = f }

// NewGame forgets what was learnt from earlier searches, and makes ready what the
// next one needs, so that its clock does not pay for that.
func (s *Searcher) NewGame() {
	s.prepare()
	s.forget()
}

func (s *Searcher) forget() {
	s.table.clear()
	for _, w := range s.workers {
		w.forget()
	}
}

// Close frees the table, which the next search or new game allocates again. No search may
// be running.
func (s *Searcher) Close() error {
	s.table.free()
	return nil
}

// allocate makes the table that the options ask for if there is none. Others may have taken
// the memory: half a table is better than none.
func (s *Searcher) allocate() {
	for mib := s.opt.Hash; s.table.buckets == nil && mib > 0; mib /= 2 {
		_ = s.table.resize(mib)
	}
}

// prepare makes what the options ask for and is not there yet.
func (s *Searcher) prepare() {
	s.allocate()
	for len(s.workers) < s.opt.Threads {
		s.workers = append(s.workers, newWorker(s.newEvaluator()))
	}
	s.workers = s.workers[:s.opt.Threads]
}
