// Package quiet plays captures on from a position until it is quiet: the base
// search's quiescence with an evaluation made of a weights file, as filters of
// positions ask it. A static evaluation of a position in which a piece hangs is
// wrong by the piece, and a fit to such positions learns from the mistake.
package quiet

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
)

// Bound, in centipawns, is how far quiescence and static evaluation of a quiet
// position may be apart by default.
const Bound = 50

// A Search is a quiescence search and the static evaluation in it. Its methods may
// be called from several goroutines at once, and depend on nothing but the position.
type Search struct {
	name string
	file *weights.File

	mu   sync.Mutex
	idle []*worker
}

// A worker serves one goroutine at a time.
type worker struct {
	search *alphabeta.Searcher
	static *eval.SearchEvaluator
}

// Load returns the search with weights by their name, see [weights.Find]; "" are the
// default ones.
func Load(name string) (*Search, error) {
	if name == "" {
		return New("built-in", weights.Builtin())
	}
	f, err := weights.Find(name, "")
	if err != nil {
		return nil, err
	}
	s, err := New(filepath.Base(name), f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// New returns the search with the evaluation that weights make. Messages
// call it by the name.
func New(name string, f *weights.File) (*Search, error) {
	s := &Search{name: name, file: f}
	w, err := s.newWorker()
	if err != nil {
		return nil, err
	}
	s.idle = append(s.idle, w)
	return s, nil
}

func (s *Search) newWorker() (*worker, error) {
	static, err := eval.NewSearch(s.file)
	if err != nil {
		return nil, err
	}
	newEvaluator := func() search.Evaluator {
		e, err := eval.NewSearch(s.file)
		if err != nil {
			panic("quiet: " + err.Error()) // it could be made a line ago
		}
		return e
	}
	return &worker{alphabeta.New(newEvaluator, alphabeta.Options{Hash: 1, Threads: 1}), static}, nil
}

// String names the weights, with twelve digits of the hash (SHA-256) of their file:
// what is to stand beside rows that the search has chosen.
func (s *Search) String() string {
	h := sha256.New()
	if err := s.file.Encode(h); err != nil {
		return s.name // a file that was not read, but made, and cannot be written
	}
	return fmt.Sprintf("%s %.6x", s.name, h.Sum(nil))
}

// Quiesce returns the value of a position in centipawns, White's view, and the
// position at the end of the best line of captures: p itself if there is nothing to
// gain. It is a filter.Quiescence.
func (s *Search) Quiesce(p *board.Position) (value int, leaf board.Position) {
	w := s.take()
	defer s.give(w)
	value, line := w.search.Quiesce(p)
	leaf = *p
	for _, m := range line {
		leaf.Make(m)
	}
	return value, leaf
}

// Static returns the evaluation of a position without search, in centipawns,
// White's view.
func (s *Search) Static(p *board.Position) int {
	w := s.take()
	defer s.give(w)
	w.static.Reset(p)
	return w.static.Evaluate(p)
}

// Gap returns how far quiescence and static evaluation of a position are apart, in
// centipawns.
func (s *Search) Gap(p *board.Position) int {
	w := s.take()
	defer s.give(w)
	value, _ := w.search.Quiesce(p)
	w.static.Reset(p)
	gap := value - w.static.Evaluate(p)
	return max(gap, -gap)
}

// take returns an idle worker.
func (s *Search) take() *worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		w := s.idle[last]
		s.idle = s.idle[:last]
		return w
	}
	w, err := s.newWorker()
	if err != nil {
		panic("quiet: " + err.Error()) // New has made one of the same weights
	}
	return w
}

// give gives a worker back.
func (s *Search) give(w *worker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, w)
}
