package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.org/centipawn/match/play"
)

// A Tuner looks for the best values of the players' options. It is called by one goroutine at a time.
type Tuner interface {
	// Suggest returns what the options of the first and the second entrant are set to in a pair,
	// counted from 0; ok is false as long as it waits for the results of earlier pairs. It must not
	// wait for more when all pairs before are reported, and give a pair the same values whatever was
	// reported since.
	Suggest(pair int) (first, second []play.Setting, ok bool)
	// Report takes a pair's result, in the order of the pairs: wins less losses of the first entrant,
	// −2 to 2, and 0 of a pair that is void.
	Report(pair, result int) error
}

// validateTuner returns what else of the plan a tuner does not go with.
func (p *Plan) validateTuner() error {
	switch {
	case p.Tuner == nil:
		return nil
	case len(p.Entrants) != 2:
		return fmt.Errorf("match: a tuner with %d entrants: pass two", len(p.Entrants))
	case p.SPRT != nil:
		return errors.New("match: a tuner and an SPRT: pass one of them; test what the tuner has found in another match")
	}
	return nil
}

// values ask the tuner, for the goroutine that gives games out and for the one that takes them.
type values struct {
	mu    sync.Mutex
	tuner Tuner // nil: there are no values
	more  chan struct{}
}

func newValues(t Tuner) *values { return &values{tuner: t, more: make(chan struct{}, 1)} }

// A job is a game to be played, and what White's options and Black's are set to before.
type job struct {
	slot
	values [2][]play.Setting
}

// wait returns a game when its values are known; known is false if ctx ends before.
func (v *values) wait(ctx context.Context, s slot) (j job, known bool) {
	for {
		if j, known = v.suggest(s); known {
			return j, true
		}
		select {
		case <-v.more:
		case <-ctx.Done():
			return j, false
		}
	}
}

// suggest returns a game with its values, if they are known.
func (v *values) suggest(s slot) (j job, known bool) {
	j.slot = s
	if v.tuner == nil {
		return j, true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	j.values[0], j.values[1], known = v.tuner.Suggest(s.pair)
	if s.game%2 == 1 {
		slices.Reverse(j.values[:])
	}
	return j, known
}

// report gives the tuner the result of the pair whose turn it is, and refuses games that were played
// by other values.
func (v *values) report(s slot, pair [2]*Game, result int) error {
	if v.tuner == nil {
		return nil
	}
	for i, g := range pair {
		s.game = 2*s.pair + i
		if j, _ := v.suggest(s); g.Values != j.told() {
			return fmt.Errorf("game %d was played with %q, not with %q, as the results before it ask for", g.Number, g.Values, j.told())
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	select {
	case v.more <- struct{}{}:
	default:
	}
	return v.tuner.Report(s.pair, result)
}

// told are the values in words, "Name=1, Other=2", White's and Black's.
func (s *job) told() (text [2]string) {
	for color, list := range s.values {
		var words []string
		for _, v := range list {
			words = append(words, v.Name+"="+v.Value)
		}
		text[color] = strings.Join(words, ", ")
	}
	return text
}

// set sets the options of a player. One that does not take them is absent.
func (w *worker) set(i int, list []play.Setting) {
	for _, v := range list {
		s, ok := w.players[i].(play.Setter)
		if !ok {
			return // an absent player
		}
		if err := s.SetOption(v.Name, v.Value); err != nil {
			w.stop(i)
			w.players[i] = &absent{err}
			return
		}
	}
}
