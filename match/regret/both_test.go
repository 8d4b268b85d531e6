package regret

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/search"
)

// both are options whose roots are of games of the baseline against each candidate; no player counts for
// another, so that any number may search at a time.
func both() Options {
	opt := options(new(int))
	for i := range opt.Players {
		opt.Players[i] = own(opt.Players[i].Name, hashed(uint64(i)))
	}
	opt.Teacher = own("teacher", hashed(9))
	opt.From, opt.Roots = nil, 20
	opt.Both = &Games{Openings: openings.Random(5, 6, nil), ID: "five", Seed: 9, PerGame: 3}
	return opt
}

// TestBoth: each candidate has roots of its own games against the baseline, and what is found of one does not
// depend on the others; half of them may be of its games against itself.
func TestBoth(t *testing.T) {
	opt := both()
	got, _ := measure(t, opt)
	if got.Roots != 20 || got.Warnings.Has(note.V14) {
		t.Errorf("%d roots, %v", got.Roots, got.Warnings)
	}
	for i := 1; i < len(opt.Players); i++ {
		p, alone := &got.Players[i], opt
		alone.Players = []Player{opt.Players[0], opt.Players[i]}
		r, _ := measure(t, alone)
		if p.Difference.Roots != 20 || p.Difference.Games < 7 || p.Own != nil || r.Players[1].Difference != p.Difference {
			t.Errorf("%s: %+v, alone %+v", p.Name, p, r.Players[1])
		}
	}
	if got.Players[1].Difference == got.Players[2].Difference {
		t.Error("two candidates have the same roots")
	}
	opt.Own = &Games{Openings: openings.Random(7, 6, nil), ID: "seven", Seed: 3, PerGame: 3}
	half, _ := measure(t, opt)
	for _, p := range half.Players[1:] {
		if p.Own == nil || p.Own.Roots != 10 || p.Difference.Roots != 20 {
			t.Errorf("%s with games of its own: %+v", p.Name, p)
		}
	}
}

// TestBothLimits: in games of both each side has its whole limit and half of the games with White; of the
// baseline alone it has a quarter.
func TestBothLimits(t *testing.T) {
	for _, c := range []struct {
		source Source
		nodes  uint64
		whites [2]int
	}{{playedByBoth(1, *both().Both), 100, [2]int{0, 1}}, {playedBy(1, *both().Both), 100, [2]int{0, 0}}, {Played(*both().Both), 25, [2]int{0, 0}}} {
		p := c.source.(*played)
		if l := p.limit(both().Players[0].Limit); l.Nodes != c.nodes {
			t.Errorf("%s: %v, want %d nodes", p.kind, l, c.nodes)
		}
		for game, white := range c.whites {
			if p.seat(game, int(board.White)) != white || len(p.players) == 2 && p.seat(game, int(board.Black)) == white {
				t.Errorf("%s: game %d: White is %d", p.kind, game, p.seat(game, int(board.White)))
			}
		}
	}
}

// TestBothKept: one cache and one result for any number of players at a time, and for a run that was stopped
// within the games.
func TestBothKept(t *testing.T) {
	run := func(threads int, stop bool) (*Result, string) {
		opt := both()
		opt.Threads, opt.Cache = threads, filepath.Join(t.TempDir(), "cache")
		if stop {
			ctx, cancel := context.WithCancel(t.Context())
			opt.Progress = func(stage string, done, _ int) {
				if stage == "games of other" && done > 700 {
					cancel()
				}
			}
			if _, _, err := Run(ctx, opt); !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped: %v", err)
			}
			opt.Progress = nil
		}
		r, spent := measure(t, opt)
		if stop != (spent.Known > 0) {
			t.Errorf("stopped %v: %+v", stop, spent)
		}
		text, _ := os.ReadFile(opt.Cache)
		return r, string(text)
	}
	want, file := run(1, false)
	if got, again := run(3, false); !reflect.DeepEqual(got, want) || again != file {
		t.Error("three threads find something else than one")
	}
	if got, again := run(1, true); !reflect.DeepEqual(got, want) || again != file {
		t.Error("a run that was stopped finds something else")
	}
}

// TestBothFaulty: a game that a candidate breaks off counts against it, not against the baseline.
func TestBothFaulty(t *testing.T) {
	opt, starts := both(), new(atomic.Int64)
	opt.Players = opt.Players[:2]
	opt.Players[1] = hangs(opt.Players[1], 700, starts)
	opt.Roots, opt.Threads = 60, 2
	got, _ := measure(t, opt)
	if len(got.Faults) != 1 || got.Faults[0].Player != "new" || starts.Load() < 2 || got.Roots < 30 {
		t.Errorf("%+v, started %d times, %d roots", got.Faults, starts.Load(), got.Roots)
	}
	opt = both()
	opt.Players[0] = own("old", func(*board.Position) (board.Move, search.Score) { return 0, 0 })
	if _, _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "old: ") {
		t.Errorf("a baseline without legal moves: %v", err)
	}
}
