package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/spsa"
)

// A tunable is a mover whose lots depend on its option.
type tunable struct {
	mover
	refuses bool
}

func (t *tunable) SetOption(_, value string) error {
	if t.refuses {
		return &client.Death{Engine: "tunable", After: "setoption", State: "exit status 3"}
	}
	n, err := strconv.Atoi(value)
	t.seed = uint64(n)
	return err
}

// climb is a tuner by SPSA of one option.
type climb struct{ *spsa.Tuner }

func newClimb(t *testing.T, pairs int) *climb {
	t.Helper()
	tuner, err := spsa.New([]spsa.Param{{Name: "p", Start: 50, Max: 100, R: 0.05}}, pairs, 3)
	if err != nil {
		t.Fatal(err)
	}
	return &climb{tuner}
}

func (c *climb) Suggest(pair int) (first, second []play.Setting, ok bool) {
	plus, minus, ok := c.Tuner.Suggest(pair)
	if !ok {
		return nil, nil, false
	}
	set := func(v []float64) []play.Setting { return []play.Setting{{Name: "p", Value: strconv.Itoa(int(v[0]))}} }
	return set(plus), set(minus), true
}

// tuned is a plan in which a tuner sets the movers' seeds.
func tuned(t *testing.T, pairs int) Plan {
	t.Helper()
	p := quick(pairs, mover{}, mover{})
	p.Tuner = newClimb(t, pairs)
	for i := range p.Entrants {
		p.Entrants[i].Start = func(context.Context) (play.Player, error) { return new(tunable), nil }
	}
	return p
}

func found(p Plan) float64 { return p.Tuner.(*climb).Values()[0].Now }

// TestTuner: however many games are played at once, the same are played and the same is found; games
// are played by what their pair was suggested, either colour once.
func TestTuner(t *testing.T) {
	want := tuned(t, 200)
	want.Dir, want.Concurrency = t.TempDir(), 1
	r := mustRun(t, want)
	if r.Stop != AllPlayed || want.Tuner.(*climb).Taken() != 200 || found(want) == 50 {
		t.Fatalf("%v after %d pairs, found %v", r.Stop, want.Tuner.(*climb).Taken(), found(want))
	}
	for _, concurrency := range []int{2, 9} {
		p := tuned(t, 200)
		p.Dir, p.Concurrency = t.TempDir(), concurrency
		mustRun(t, p)
		if found(p) != found(want) || !maps.Equal(gamesOf(t, p.Dir), gamesOf(t, want.Dir)) {
			t.Errorf("%d at once: found %v, one at a time %v", concurrency, found(p), found(want))
		}
	}
	var games [2]*Game
	j, err := openJournal(filepath.Join(want.Dir, "games.jsonl"), func(g *Game) error {
		if g.Number <= 2 {
			games[g.Number-1] = g
		}
		return nil
	})
	if err != nil || j.close() != nil {
		t.Fatal(err)
	}
	first, second, _ := newClimb(t, 200).Suggest(0)
	text := func(list []play.Setting) string { return "p=" + list[0].Value }
	if games[0].Values != [2]string{text(first), text(second)} || games[1].Values != [2]string{text(second), text(first)} {
		t.Errorf("games with %q and %q, suggested %v and %v", games[0].Values, games[1].Values, first, second)
	}
}

// TestTunerGoesOn: a run that was stopped, again and again, finds what an unbroken one does. Games
// that were played by other values are refused.
func TestTunerGoesOn(t *testing.T) {
	want := tuned(t, 120)
	mustRun(t, want)
	for _, concurrency := range []int{1, 2} {
		if long.Short(t) && concurrency == 1 {
			continue
		}
		dir := t.TempDir()
		var last Plan
		for stop, runs := Interrupted, 0; stop == Interrupted; runs++ {
			last = tuned(t, 120)
			last.Dir, last.Concurrency = dir, concurrency
			ctx, cancel := context.WithCancel(t.Context())
			r, err := Run(ctx, last, func(p *Progress) {
				if p.Finished >= 35*(runs+1) {
					cancel()
				}
			})
			cancel()
			if err != nil || runs > 9 {
				t.Fatalf("run %d: %v", runs, err)
			}
			stop = r.Stop
		}
		if found(last) != found(want) {
			t.Errorf("%d at once: found %v, unbroken %v", concurrency, found(last), found(want))
		}
		other := tuned(t, 120)
		other.Tuner.(*climb).Tuner, _ = spsa.New([]spsa.Param{{Name: "p", Start: 60, Max: 100}}, 120, 3)
		other.Dir = dir
		if _, err := Run(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "was played with") {
			t.Errorf("games by other values: %v", err)
		}
	}
}

// TestTunerFaults: who dies of a value has lost the game; a pair that this program breaks moves
// nothing.
func TestTunerFaults(t *testing.T) {
	p := tuned(t, 10)
	p.MaxFaults, p.Concurrency = 1, 1
	fresh := 0
	p.Entrants[0].Start = func(context.Context) (play.Player, error) {
		fresh++
		return &tunable{refuses: fresh <= 2}, nil
	}
	var results []int
	p.Tuner = watched{p.Tuner.(*climb), &results}
	r := mustRun(t, p)
	if len(r.Faults) != 2 || r.Faults[0].Player != "A" || results[0] != -2 {
		t.Errorf("faults %v, results %v", r.Faults, results)
	}
	p.Entrants[1].Start = func(context.Context) (play.Player, error) {
		return &tunable{mover: mover{dies: 1, panics: true}}, nil
	}
	results = nil
	p.Tuner = watched{newClimb(t, 10), &results}
	if r := mustRun(t, p); r.Voided == 0 || slices.ContainsFunc(results, func(r int) bool { return r != 0 }) {
		t.Errorf("%d pairs void, results %v", r.Voided, results)
	}
}

// watched keeps what is reported.
type watched struct {
	*climb
	results *[]int
}

func (w watched) Report(pair, result int) error {
	*w.results = append(*w.results, result)
	return w.climb.Report(pair, result)
}

// TestTunerPlan: a tuner is for two, without a test.
func TestTunerPlan(t *testing.T) {
	three := quick(10, mover{}, mover{}, mover{})
	tested := quick(10, mover{}, mover{})
	tested.SPRT = &elo.SPRT{Elo1: 5}
	for _, p := range []Plan{three, tested} {
		p.Tuner = newClimb(t, 10)
		if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "a tuner") {
			t.Errorf("%d entrants: %v", len(p.Entrants), err)
		}
	}
}

// stuck suggests nothing.
type stuck struct{ asked chan struct{} }

func (s stuck) Suggest(int) (first, second []play.Setting, ok bool) {
	s.asked <- struct{}{}
	return nil, nil, false
}

func (stuck) Report(int, int) error { return errors.New("no pair was suggested") }

// TestTunerWaits: who waits for values ends with the context.
func TestTunerWaits(t *testing.T) {
	p := quick(10, mover{}, mover{})
	s := stuck{make(chan struct{}, 1)}
	p.Tuner = s
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-s.asked; cancel() }()
	if r, err := Run(ctx, p, nil); err != nil || r.Stop != Interrupted {
		t.Error(fmt.Sprint(r.Stop, err))
	}
}
