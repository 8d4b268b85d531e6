package regret

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A hanging player has no answer in some positions, and is gone then.
type hanging struct {
	fake
	fails func(p *board.Position) bool
	gone  bool
}

func (h *hanging) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	if h.gone {
		panic("a player that is gone was asked")
	}
	if h.gone = h.fails(g.Position()); h.gone {
		return play.Thought{}, &client.Hang{Engine: "x", Command: "go nodes 100"}
	}
	return h.fake.Search(g, lim)
}

// hangs returns a player that hangs in one of n positions; starts counts how often it was started.
func hangs(p Player, n uint64, starts *atomic.Int64) Player {
	begin := p.Start
	p.Start = func(ctx context.Context) (play.Player, error) {
		starts.Add(1)
		inner, err := begin(ctx)
		return &hanging{fake: *inner.(*fake), fails: func(p *board.Position) bool { return p.Key()%n == 0 }}, err
	}
	return p
}

// TestFaults: a player that hangs now and then loses these answers, and the run goes on; it is said.
func TestFaults(t *testing.T) {
	n := 0
	want, _ := measure(t, options(&n))
	for who, change := range map[string]func(o *Options, starts *atomic.Int64){
		"baseline":  func(o *Options, s *atomic.Int64) { o.Players[0] = hangs(o.Players[0], 29, s) },
		"candidate": func(o *Options, s *atomic.Int64) { o.Players[1] = hangs(o.Players[1], 29, s) },
		"teacher":   func(o *Options, s *atomic.Int64) { o.Teacher = hangs(o.Teacher, 29, s) },
	} {
		for _, full := range []bool{false, true} {
			opt, starts := options(&n), new(atomic.Int64)
			change(&opt, starts)
			opt.Full, opt.Threads, opt.Cache = full, 1, filepath.Join(t.TempDir(), "cache")
			got, _ := measure(t, opt)
			if len(got.Faults) != 1 || got.Faults[0].Missing < 1 || int64(got.Faults[0].Missing) >= starts.Load()+1 ||
				!strings.Contains(got.Faults[0].Last, "hangs") || !got.Warnings.Has("V05") {
				t.Fatalf("%s: %+v, started %d times, %v", who, got.Faults, starts.Load(), got.Warnings)
			}
			if got.Roots >= want.Roots || got.Roots < 5 { // of a teacher that judges all moves, one silence costs the root
				t.Errorf("%s: %d roots of %d", who, got.Roots, want.Roots)
			}
			opt.Threads, opt.From = 3, Positions(roots(40), 1)
			if again, _ := measure(t, opt); !reflect.DeepEqual(again.Players, got.Players) {
				t.Errorf("%s: from the cache\n%+v\nwant\n%+v", who, again.Players, got.Players)
			}
		}
	}
}

// TestTooFaulty: a player that fails often ends the run, before it costs hours.
func TestTooFaulty(t *testing.T) {
	n := 0
	opt, starts := options(&n), new(atomic.Int64)
	opt.Players[1] = hangs(opt.Players[1], 2, starts)
	_, _, err := Run(t.Context(), opt)
	if err == nil || !strings.Contains(err.Error(), "answers are missing, the last by engine x: hangs") || starts.Load() > 60 {
		t.Errorf("%v, after %d starts", err, starts.Load())
	}
}

// TestNothingLeft: a run that faults leave no position names the player at fault, whoever it is.
func TestNothingLeft(t *testing.T) {
	n := 0
	for want, change := range map[string]func(o *Options){
		"new":     func(o *Options) { o.Players[1] = hangs(o.Players[1], 1, new(atomic.Int64)) },
		"teacher": func(o *Options) { o.Teacher = hangs(o.Teacher, 1, new(atomic.Int64)) },
	} {
		opt := options(&n)
		list := roots(5)
		opt.From = Positions([]Root{list[0], list[4]}, 1)
		opt.Players = opt.Players[:2]
		change(&opt)
		_, _, err := Run(t.Context(), opt)
		if err == nil || !strings.Contains(err.Error(), want+" has not answered ") || !strings.Contains(err.Error(), "hangs") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestFaultyGames: root games that the baseline breaks off give the positions before it; progress counts
// half-moves within games, and never falls.
func TestFaultyGames(t *testing.T) {
	n := 0
	opt, starts := options(&n), new(atomic.Int64)
	opt.Players[0] = hangs(opt.Players[0], 1500, starts)
	opt.From = Played(Games{Openings: openings.Random(Seed(1), 8, nil), Seed: 1, PerGame: 3})
	opt.Roots = 60
	steps, last := 0, 0
	opt.Progress = func(stage string, done, total int) {
		if stage == "games" {
			if steps++; done < last || done > total {
				t.Errorf("%d of %d after %d", done, total, last)
			}
			last = done
		}
	}
	got, _ := measure(t, opt)
	if len(got.Faults) != 1 || !strings.Contains(got.Faults[0].Last, "root game ") || got.Roots < 30 || steps < 100 {
		t.Errorf("%+v, %d roots, %d steps", got.Faults, got.Roots, steps)
	}
}

// TestWorsePhase: a phase that is worse by more than the error is said in words.
func TestWorsePhase(t *testing.T) {
	m := Measured{Name: "new", Phases: []Phase{{Name: "opening", Mean: Mean{0.02, 0.001, 50, 9}, Worse: true}, {Name: "endgame", Mean: Mean{-0.02, 0.001, 50, 9}}}}
	if got, want := m.words(), "new is worse in the opening (+0.0200 ±0.0023 points a move more are lost than by the baseline), beyond the error"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m.Phases[0].Worse = false
	if got := m.words(); got != "" {
		t.Errorf("got %q", got)
	}
}
