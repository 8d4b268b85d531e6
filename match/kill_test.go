package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"example.org/centipawn/engine"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search/alphabeta"
)

// childDir is the variable that makes this test's binary play the plan of engines in the folder
// that it names.
const childDir = "CENTIPAWN_MATCH_TEST_DIR"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "flaky-engine" {
		flakyEngine(os.Args[2])
		os.Exit(0)
	}
	if dir := os.Getenv(childDir); dir != "" {
		p := enginePlan(45)
		p.Dir = dir
		if _, err := Run(context.Background(), p, func(s *Progress) { fmt.Println(s.Finished) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// enginePlan is a match of our engines at fixed nodes, the one with its quiescence search alone to
// order its moves by.
func enginePlan(pairs int) Plan {
	start := func(off alphabeta.Technique) func(context.Context) (play.Player, error) {
		return func(context.Context) (play.Player, error) {
			e, err := engine.New(engine.Options{Base: alphabeta.Options{Hash: 1, Off: off}})
			return play.Ours(e), err
		}
	}
	return Plan{
		Pairs: pairs, Openings: openings.Random(3, 6, nil), Rules: play.Rules{MaxPlies: 12, ResignMoves: 1, ResignScore: 200},
		Concurrency: 2, Entrants: []play.Entrant{
			{Name: "all", Limit: play.Limit{Nodes: 60}, Start: start(0)},
			{Name: "less", Limit: play.Limit{Nodes: 50}, Start: start(alphabeta.NullMove)},
		},
	}
}

// TestKilled kills runs at random moments and has the last one end: the games, the PGN and the
// result are those of an unbroken run.
func TestKilled(t *testing.T) {
	unbroken := enginePlan(45)
	unbroken.Dir, unbroken.Concurrency = t.TempDir(), 1
	want := mustRun(t, unbroken)

	p := enginePlan(45)
	p.Dir = t.TempDir()
	seed := uint64(time.Now().UnixNano())
	lots := rand.New(rand.NewPCG(seed, 0))
	killed, runs := 0, 10
	if long.Short(t) {
		runs = 4
	}
	for i := range runs {
		if killChild(t, p.Dir, i > 1, time.Duration(lots.IntN(30))*time.Millisecond) {
			killed++
		}
	}
	t.Logf("seed %d: %d of %d runs killed, %d games before the last run", seed, killed, runs, len(gamesOf(t, p.Dir)))
	if killed == 0 {
		t.Error("no run was killed")
	}
	got := mustRun(t, p)
	sameMatch(t, got, want)
	if a, b := gamesOf(t, p.Dir), gamesOf(t, unbroken.Dir); !maps.Equal(a, b) || len(a) != 90 {
		t.Errorf("%d games, not the %d of an unbroken run", len(a), len(b))
	}
}

// killChild runs the plan in another process, kills it a while after its first game, or after its
// start, and reports whether it was still running.
func killChild(t *testing.T, dir string, playing bool, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range 2 { // how the match stands at the start, and after a game
		if playing {
			lines.Scan()
		}
	}
	time.Sleep(after)
	_ = cmd.Process.Kill()
	_, _ = io.Copy(io.Discard, out)
	err = cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.Exited()) {
		t.Fatal(err)
	}
	return err != nil
}

// sameMatch compares what two runs of a plan have come to, and their PGN, times aside.
func sameMatch(t *testing.T, got, want *Result) {
	t.Helper()
	if got.Stop != want.Stop || got.Games != want.Games || got.Unique != want.Unique {
		t.Errorf("%v after %d games, %d unique; want %v, %d, %d", got.Stop, got.Games, got.Unique, want.Stop, want.Games, want.Unique)
	}
	for i, p := range want.Pairings {
		if got.Pairings[i] != p {
			t.Errorf("pairing %+v, want %+v", got.Pairings[i], p)
		}
	}
	if a, b := timeless(t, got.Dir), timeless(t, want.Dir); a != b {
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		t.Errorf("the PGN differs at byte %d: %.60q, not %.60q", n, a[n:], b[n:])
	}
}

var times = regexp.MustCompile(`\s\d+\.\d{3}s|\[%emt\s[\d:.]+\]|\[(Game\w+|Date) .*\]`)
var clocks = regexp.MustCompile(`"[^"]*(econds|ime|ongest|egan|per_?s)[^"]*": [^,}\n]*`)
var blanks = regexp.MustCompile(`\s+`)

// timeless returns the PGN of a match without what the clock says.
func timeless(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "games.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	return withoutTimes(string(text))
}

func withoutTimes(pgn string) string {
	return blanks.ReplaceAllString(times.ReplaceAllString(pgn, ""), " ")
}

// TestSameGames plays with one and with two processors, one and three games at once: nothing may
// depend on it.
func TestSameGames(t *testing.T) {
	run := func(processors, concurrency int) (*Result, map[int]string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		p := enginePlan(12)
		p.Dir, p.Concurrency = t.TempDir(), concurrency
		r := mustRun(t, p)
		return r, gamesOf(t, p.Dir)
	}
	want, games := run(1, 1)
	for _, n := range [][2]int{{1, 2}, {2, 1}, {2, 3}} {
		got, others := run(n[0], n[1])
		sameMatch(t, got, want)
		if !maps.Equal(games, others) {
			t.Errorf("GOMAXPROCS %d, %d games at once: other games", n[0], n[1])
		}
	}
}

// TestStopped ends runs by their context, after every third game, and goes on.
func TestStopped(t *testing.T) {
	p := quick(12, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	whole := p
	whole.Dir = t.TempDir()
	want := mustRun(t, whole)
	var got *Result
	for runs := 1; got == nil || got.Stop != AllPlayed; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		first := -1
		var err error
		got, err = Run(ctx, p, func(s *Progress) {
			if first < 0 {
				first = s.Finished
			} else if s.Finished >= first+3 {
				cancel()
			}
		})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if early := got.Stop == Interrupted; early != (got.Games < 24) || early != got.Warnings.Has(note.V06) {
			t.Fatalf("%v after %d games, warnings %v", got.Stop, got.Games, got.Warnings)
		}
		if runs > 9 {
			t.Fatalf("the match is not over after %d runs", runs)
		}
	}
	sameMatch(t, got, want)
}

// TestSequential has a test decide after the same pair whatever the number of games at once, and
// keeps it decided.
func TestSequential(t *testing.T) {
	var want *Result
	for _, concurrency := range []int{1, 2, 5} {
		p := quick(500, mover{seed: 1}, mover{seed: 5, dies: 1})
		p.SPRT = &elo.SPRT{Model: elo.Logistic, Elo0: 0, Elo1: 60}
		p.MaxFaults, p.Dir, p.Concurrency = 1, t.TempDir(), concurrency
		got := mustRun(t, p)
		if got.Stop != Decided || got.SPRT.Decision != elo.AcceptH1 || !got.Pairings[0].Estimate.Biased || !got.Warnings.Has(note.V08) {
			t.Fatalf("%v, %+v, %v", got.Stop, got.SPRT, got.Warnings)
		}
		if want == nil {
			want = got
		}
		sameMatch(t, got, want)
		sameMatch(t, mustRun(t, p), want)
	}
}
