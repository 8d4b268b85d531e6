package sigma

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"centipawn/board"
	"centipawn/match/elo"
	"centipawn/neural"
	"centipawn/search"
)

// looped is a tiny run with two iterations of self-play: lessons and a puzzle stand beside its folder.
func looped(dir string) Options {
	opt := tiny(dir)
	opt.Training.Steps = 4
	opt.Iterations = 2
	opt.Games = Games{Games: 6, Simulations: 4, Plies: 12, Puzzles: []string{filepath.Join(filepath.Dir(dir), "puzzles.csv")}, Share: 0.5}
	opt.Learning = Training{Steps: 6, Batch: 8, Part: 4, Measure: 3, Save: 2}
	opt.Gate, opt.GatePairs = &elo.SPRT{Elo0: -400, Elo1: -300}, 2
	opt.Test = 0.3
	return opt
}

// TestIterations: the games are those that were asked for, and a run that was stopped ten times ends with
// the bytes of one that was not, whatever the number of threads.
func TestIterations(t *testing.T) {
	opt := looped(folders(t))
	rep := mustRun(t, opt)
	if len(rep.Iterations) != 2 {
		t.Fatalf("%d iterations", len(rep.Iterations))
	}
	for _, m := range rep.Iterations {
		p := &m.Played
		if p.Games != 6 || p.White+p.Black+p.Draws+p.Truncated != 6 || p.Puzzles == 0 || p.Puzzles == 6 || p.Truncated == 0 || m.Gate == nil || m.Learned.Steps != 6 {
			t.Errorf("%+v", m)
		}
	}
	want := files(t, opt.Dir)
	if want["/best.nn"] != want["/"+map[int]string{0: "warm", 1: "001", 2: "002"}[rep.Iterations[1].Best]+"/network.nn"] {
		t.Error("the best network is another one")
	}

	opt = looped(folders(t))
	for stop := 1; stop <= 30; stop += 3 {
		opt.Threads = 1 + stop%3
		ctx, cancel := context.WithCancel(t.Context())
		events := 0
		_, err := Run(ctx, opt, func(e Event) {
			if e.Stage != Reading {
				events++
			}
			if events >= stop {
				cancel()
			}
		})
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d events: %v", stop, err)
		}
	}
	mustRun(t, opt)
	same(t, files(t, opt.Dir), want)
}

// TestLessonsOfGames: what a game teaches are the visits of its roots and its result, the mover's view.
func TestLessonsOfGames(t *testing.T) {
	r := record{Start: startFEN, Points: 1, Moves: []ply{{"e2e4", map[string]int{"e2e4": 3, "d2d4": 1}}, {"e7e5", map[string]int{"e7e5": 2}}}}
	list, err := r.lessons(1)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if list[0].Value != 1 || list[1].Value != -1 || list[0].Game != list[1].Game {
		t.Errorf("values %g and %g", list[0].Value, list[1].Value)
	}
	for _, s := range list[0].Moves {
		if want := map[string]float32{"e2e4": 0.75, "d2d4": 0.25}[list[0].Position.UCI(s.Move)]; s.Share != want {
			t.Errorf("%v has %g", s.Move, s.Share)
		}
	}
	r.Moves[0].Move = "e2e5"
	if _, err := r.lessons(1); err == nil {
		t.Error("an illegal move is taken")
	}
}

// TestJudge: a game that is over has its result, one that is not what an evaluation expects.
func TestJudge(t *testing.T) {
	j, err := newJudge()
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string][2]float64{
		"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1": {1, 1}, "4k3/8/8/8/8/5ppp/8/r5K1 w - - 0 1": {0, 0}, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": {0.5, 0.5},
		"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1": {0.5, 1}, "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1": {0.9, 1},
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got, end := j.points(search.NewGame(p)); got < want[0] || got > want[1] {
			t.Errorf("%s: %g by %s, want %v", fen, got, end, want)
		}
	}
}

// TestNoise: the root alone has noise, once, and what it has are shares.
func TestNoise(t *testing.T) {
	opt := tiny("x").WithDefaults()
	f, err := Start(&opt)
	if err != nil {
		t.Fatal(err)
	}
	n, err := neural.New(f)
	if err != nil {
		t.Fatal(err)
	}
	p := board.Start()
	y := &noisy{Evaluator: n.Evaluator(), share: 0.25, alpha: 0.3, random: rand.New(rand.NewPCG(1, 1)), root: p.Key()}
	plain := n.Evaluator()
	plain.Start(&p)
	sum, different := 0.0, 0
	y.Start(&p)
	for _, m := range p.LegalMoves(nil) {
		sum += math.Exp(y.Logit(m))
		if y.Logit(m) != plain.Logit(m) {
			different++
		}
	}
	if math.Abs(sum-1) > 1e-9 || different == 0 {
		t.Errorf("the root's shares add up to %g, %d have changed", sum, different)
	}
	y.Start(&p)
	for _, m := range p.LegalMoves(nil) {
		if y.Logit(m) != plain.Logit(m) {
			t.Fatal("the same position has noise a second time")
		}
	}
}

// TestDirichlet: shares add up to 1 and have the mean 1/n and the variance of the distribution.
func TestDirichlet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n, alpha, draws = 5, 0.3, 20_000
	var sum, squares float64
	for range draws {
		shares := dirichlet(random, alpha, n)
		total := 0.0
		for _, s := range shares {
			total += s
		}
		if math.Abs(total-1) > 1e-9 {
			t.Fatalf("shares add up to %g", total)
		}
		sum, squares = sum+shares[0], squares+shares[0]*shares[0]
	}
	mean := sum / draws
	variance, want := squares/draws-mean*mean, (1.0/n)*(1-1.0/n)/(n*alpha+1)
	if math.Abs(mean-1.0/n) > 0.01 || math.Abs(variance-want) > 0.005 {
		t.Errorf("mean %g, variance %g; want %g and %g", mean, variance, 1.0/n, want)
	}
}

// TestSpoiltGames: games that are damaged within are told, and a torn end is played again.
func TestSpoiltGames(t *testing.T) {
	opt := looped(folders(t))
	opt.Iterations, opt.Gate = 1, nil
	mustRun(t, opt)
	want := files(t, opt.Dir)
	path := filepath.Join(opt.Dir, "001", gamesName)
	for _, name := range []string{metricsName, learnedName, networkName} {
		if err := os.Remove(filepath.Join(opt.Dir, "001", name)); err != nil {
			t.Fatal(err)
		}
	}
	text := want["/001/"+gamesName]
	if err := os.WriteFile(path, []byte(text[:len(text)-9]), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, opt)
	same(t, files(t, opt.Dir), want)
	if err := os.Remove(filepath.Join(opt.Dir, "001", metricsName)); err != nil {
		t.Fatal(err)
	}
	spoilt := bytes.Replace([]byte(text), []byte(`"number":0`), []byte(`"number":9`), 1)
	if err := os.WriteFile(path, spoilt, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "games.jsonl:1") {
		t.Errorf("error %v", err)
	}
}
