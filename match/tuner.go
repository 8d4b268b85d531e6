package match

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.org/centipawn/match/play"
)

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
		if j, _ := v.suggest(s); g.Values != j.text() {
			return fmt.Errorf("game %d was played with %q, not with %q, as the results before it ask for", g.Number, g.Values, j.text())
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

// text is the values in words, "Name=1, Other=2", White's and Black's.
func (s *job) text() (said [2]string) {
	for color, list := range s.values {
		var words []string
		for _, v := range list {
			words = append(words, v.Name+"="+v.Value)
		}
		said[color] = strings.Join(words, ", ")
	}
	return said
}
