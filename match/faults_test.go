package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// TestFaults plays with an entrant B that breaks games, with all others by A's moves.
func TestFaults(t *testing.T) {
	// dies 100: in about every fifth game, as a mover has at most 20 moves.
	for _, tt := range []struct {
		name      string
		b         mover
		maxFaults float64
		stop      Stop
		codes     string // of warnings that must be there
	}{
		{"sound", mover{seed: 2}, 0, AllPlayed, "V01"},
		{"dead from the start", mover{seed: 2, dies: 1}, 0, Faulty, "V05"},
		{"dies now and then", mover{seed: 2, dies: 100}, 0, Faulty, "V05"},
		{"may die", mover{seed: 2, dies: 100}, 1, AllPlayed, "V05"},
		{"harness", mover{seed: 2, dies: 100, panics: true}, 0, Faulty, "V03 V05"},
		{"harness may break", mover{seed: 2, dies: 100, panics: true}, 1, AllPlayed, "V03"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var alive atomic.Int64
			tt.b.alive = &alive
			p := quick(30, mover{seed: 1, alive: &alive}, tt.b)
			p.MaxFaults, p.Dir = tt.maxFaults, t.TempDir()
			r := mustRun(t, p)
			if r.Stop != tt.stop {
				t.Errorf("%v, want %v", r.Stop, tt.stop)
			}
			for code := range strings.FieldsSeq(tt.codes) {
				if !r.Warnings.Has(note.Code(code)) {
					t.Errorf("no %s: %v", code, r.Warnings)
				}
			}
			if n := alive.Load(); n != 0 {
				t.Errorf("%d players are left running", n)
			}
			checkFaults(t, r, tt.b)
			again := mustRun(t, p)
			sameMatch(t, again, r)
		})
	}
}

// checkFaults checks what faults must be whatever the match.
func checkFaults(t *testing.T, r *Result, b mover) {
	t.Helper()
	if (b.dies == 0) != (len(r.Faults) == 0) {
		t.Fatalf("faults: %v", r.Faults)
	}
	if r.Games != 2*r.Pairs || r.Stop == AllPlayed && r.Pairs+r.Voided != r.Planned/2 {
		t.Errorf("%d games, %d pairs, %d void", r.Games, r.Pairs, r.Voided)
	}
	if r.Stop == Faulty && len(r.Faults) < 2 {
		t.Errorf("stopped by one fault: %v", r.Faults)
	}
	guilty := "B"
	if b.panics {
		guilty = ""
	}
	for _, f := range r.Faults {
		if f.Player != guilty || f.Reason == "" || f.Game < 1 {
			t.Errorf("fault %+v", f)
		}
	}
	if b.panics != (r.Voided > 0) || !b.panics && r.Players[1].Faults != len(r.Faults) || r.Players[0].Faults != 0 {
		t.Errorf("%d pairs void, faults of A %d, of B %d", r.Voided, r.Players[0].Faults, r.Players[1].Faults)
	}
	if lost := r.Players[1].Losses; !b.panics && lost < len(r.Faults) {
		t.Errorf("%d losses for %d faults", lost, len(r.Faults))
	}
}

// TestAllLost ends: an engine that loses every game, tested against bounds that are far from it.
func TestAllLost(t *testing.T) {
	for _, bounds := range [][2]float64{{-1500, -500}, {0, 5}, {500, 1500}} {
		p := quick(3000, mover{seed: 1, dies: 1}, mover{seed: 2})
		p.SPRT = &elo.SPRT{Model: elo.Logistic, Elo0: bounds[0], Elo1: bounds[1]}
		p.MaxFaults = 1
		r := mustRun(t, p)
		if r.Stop != Decided || r.SPRT.Decision != elo.AcceptH0 || r.Pairings[0].Pentanomial[0] != r.Pairs {
			t.Errorf("bounds %v: %v, %+v, %+v", bounds, r.Stop, r.SPRT, r.Pairings[0])
		}
	}
}

// TestAlike has two players of the same moves, and one opening for all pairs.
func TestAlike(t *testing.T) {
	alike := quick(10, mover{seed: 1}, mover{seed: 1})
	r := mustRun(t, alike)
	if r.Stop != Alike || r.Unique != r.Pairs || r.Pairings[0].Pentanomial != (elo.Pentanomial{2: 10}) || !strings.Contains(text(r, note.V02), "play alike") {
		t.Errorf("%d unique games of %d, %v, %v", r.Unique, r.Games, r.Pairings[0].Pentanomial, r.Warnings)
	}
	if e := r.Pairings[0].Estimate; !e.ZeroVariance {
		t.Errorf("estimate %+v", e)
	}

	one := quick(10, mover{seed: 1}, mover{seed: 2})
	one.Openings = openings.None()
	r = mustRun(t, one)
	if r.Unique != 2 || r.Games != 2 || r.Repeated != 9 || !strings.Contains(text(r, note.V02), "9 pairs of games that are known") ||
		!strings.Contains(text(r, note.V02), "1 opening for 10 pairs") {
		t.Errorf("%d unique games of %d, %d pairs omitted, %v", r.Unique, r.Games, r.Repeated, r.Warnings)
	}
}

// TestRepeating tests from one opening at fixed nodes: what comes again and again gets once, and
// ends the match without a verdict.
func TestRepeating(t *testing.T) {
	var want *Result
	for _, concurrency := range []int{1, 5} {
		p := quick(300, mover{seed: 1}, mover{seed: 5, dies: 1})
		p.Openings, p.SPRT = openings.None(), &elo.SPRT{Elo0: 0, Elo1: 50}
		p.MaxFaults, p.Dir, p.Concurrency = 1, t.TempDir(), concurrency
		r := mustRun(t, p)
		if r.Stop != Repeating || r.SPRT.Decision != elo.Undecided || r.Repeated != staleRounds || r.Pairs != 1 || r.Games != 2 {
			t.Errorf("%v, %+v, %d pairs omitted, %d pairs, %d games", r.Stop, r.SPRT, r.Repeated, r.Pairs, r.Games)
		}
		if q := r.Pairings[0]; q.Pentanomial != (elo.Pentanomial{4: 1}) || q.Wins != 2 || len(r.Results) != 2 {
			t.Errorf("%+v, %d results", q, len(r.Results))
		}
		if n := strings.Count(timeless(t, p.Dir), "[White "); n != 2 {
			t.Errorf("%d games in the PGN", n)
		}
		if !strings.Contains(text(r, note.V02), "so the match ends") {
			t.Errorf("warnings %v", r.Warnings)
		}
		if want == nil {
			want = r
		}
		sameMatch(t, r, want)
		sameMatch(t, mustRun(t, p), want)
	}
}

// TestRepeatingPool has three players, of whom two are alike, and a book of two openings: each
// pairing has its own two pairs, and the match goes on for as many rounds as with two players.
func TestRepeatingPool(t *testing.T) {
	p := quick(100, mover{seed: 1}, mover{seed: 2}, mover{seed: 2})
	p.Openings = twice{openings.Random(7, 4, nil)}
	r := mustRun(t, p)
	if r.Stop != Repeating || r.Pairs != 3*2 || r.Repeated != 3*staleRounds {
		t.Errorf("%v, %d pairs, %d omitted", r.Stop, r.Pairs, r.Repeated)
	}
	for _, q := range r.Pairings {
		if q.Pentanomial.Pairs() != 2 {
			t.Errorf("%s and %s: %v", q.First, q.Second, q.Pentanomial)
		}
	}
}

// twice has the first two openings of another source in turn.
type twice struct{ openings.Source }

func (s twice) Opening(pair int) (openings.Opening, error) { return s.Source.Opening(pair % 2) }

// TestAlikeEnds has a player test himself: the match ends without a verdict. One pair that is no
// echo, and it goes on.
func TestAlikeEnds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		b     mover
		stop  Stop
		pairs int
	}{
		{"the same", mover{seed: 1}, Alike, alikePairs},
		{"another", mover{seed: 2}, AllPlayed, 60},
		{"once another", mover{seed: 1, dies: 900}, AllPlayed, 60},
	} {
		p := quick(60, mover{seed: 1}, tt.b)
		p.SPRT, p.Concurrency, p.MaxFaults, p.Dir = &elo.SPRT{Elo0: 0, Elo1: 5}, 1, 1, t.TempDir()
		r := mustRun(t, p)
		if r.Stop != tt.stop || r.Pairs != tt.pairs || r.SPRT.Decision != elo.Undecided {
			t.Errorf("%s: %v after %d pairs, %v", tt.name, r.Stop, r.Pairs, r.SPRT.Decision)
		}
		if alike := strings.Contains(text(r, note.V02), "play alike"); alike != (tt.stop == Alike) {
			t.Errorf("%s: warnings %v", tt.name, r.Warnings)
		}
		sameMatch(t, mustRun(t, p), r)
	}
}

// TestEarlyDoubts: who watches gets of players that are alike while they play.
func TestEarlyDoubts(t *testing.T) {
	p := quick(5, mover{seed: 1}, mover{seed: 1})
	p.Known, p.Concurrency = note.List{{Code: note.V10, Text: "a pool"}}, 1
	first, early := note.Code(""), 0
	_, err := Run(t.Context(), p, func(s *Progress) {
		codes := note.Code("")
		for _, w := range s.Warnings {
			codes += w.Code
			if strings.Contains(w.Text, "play alike") && early == 0 {
				early = s.Finished
			}
		}
		if s.Finished == 0 {
			first = codes
		}
	})
	if err != nil || first != note.V10 || early != 4 {
		t.Errorf("%v: at first %q, told of it after game %d", err, first, early)
	}
}

func text(r *Result, code note.Code) (all string) {
	for _, w := range r.Warnings {
		if w.Code == code {
			all += w.Text + "\n"
		}
	}
	return all
}

// TestNoStart has an engine that does not start, and openings that are none: errors that name them,
// and no game.
func TestNoStart(t *testing.T) {
	broken := errors.New("no such file")
	p := quick(10, mover{seed: 1}, mover{seed: 2})
	p.Entrants[1].Start = func(context.Context) (play.Player, error) { return nil, broken }
	p.Dir = t.TempDir()
	r, err := Run(t.Context(), p, nil)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "B does not start") {
		t.Errorf("error %v", err)
	}
	if r.Stop != Interrupted || r.Warnings.Has(note.V06) {
		t.Errorf("%v, ended by an error and told %v", r.Stop, r.Warnings)
	}
	if n := len(gamesOf(t, p.Dir)); n != 0 {
		t.Errorf("%d games", n)
	}
	p = quick(10, mover{seed: 1}, mover{seed: 2})
	p.Openings = openings.Random(1, -1, nil)
	if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "opening of pair 1") {
		t.Errorf("error %v", err)
	}
}

// TestFewRunning counts the players of a tournament that are open: two for each game that is played
// at once.
func TestFewRunning(t *testing.T) {
	var alive atomic.Int64
	var most int64
	movers := make([]mover, 6)
	for i := range movers {
		movers[i] = mover{seed: uint64(i), alive: &alive}
	}
	p := quick(4, movers...)
	for i := range p.Entrants {
		start := p.Entrants[i].Start
		p.Entrants[i].Start = func(ctx context.Context) (play.Player, error) {
			player, err := start(ctx)
			most = max(most, alive.Load())
			return player, err
		}
	}
	p.Concurrency = 1
	if mustRun(t, p); most != 2 || alive.Load() != 0 {
		t.Errorf("%d players at once, %d left", most, alive.Load())
	}
}

// TestLocked refuses a folder in which another run plays.
func TestLocked(t *testing.T) {
	p := quick(10, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	lock, err := resume.Open(filepath.Join(p.Dir, "match.lock"), 0)
	if err != nil {
		t.Fatal(err)
	}
	second, err := resume.Open(filepath.Join(p.Dir, "match.lock"), 0)
	if err == nil {
		t.Skip("this system has no locks", second.Close())
	}
	if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("error %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if r := mustRun(t, p); r.Games != 20 {
		t.Errorf("%d games", r.Games)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "result.json")); err != nil {
		t.Error(err)
	}
}
