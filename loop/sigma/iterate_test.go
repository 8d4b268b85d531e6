package sigma

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
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

	last, err := nn.ReadTraining(filepath.Join(opt.Dir, "002", trainingName))
	if err != nil || last.Trainer.Steps() != 4+6+6 {
		t.Errorf("the moments are not of all steps: %v", err)
	}
	for _, name := range []string{"/warm/training", "/001/training"} {
		if _, ok := want[name]; ok {
			t.Errorf("%s is still there", name)
		}
	}
	if want["/iterations.svg"] == "" || want["/gates.svg"] == "" {
		t.Error("no pictures of the iterations")
	}

	opt = looped(folders(t))
	step := 3
	if long.Short(t) {
		step = 13
	}
	for stop := 1; stop <= 30; stop += step {
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

// TestGateWins: the paper's gate is K wins in a match of 2K games.
func TestGateWins(t *testing.T) {
	opt := looped(folders(t))
	opt.Iterations, opt.Gate, opt.GateWins = 1, nil, 2
	g := mustRun(t, opt).Iterations[0].Gate
	if g == nil || g.Wins+g.Draws+g.Losses != 4 || g.Passed != (g.Wins >= 2) {
		t.Errorf("%+v", g)
	}
}

// TestPlanned: stages of the rate go over all iterations, a cosine falls in each.
func TestPlanned(t *testing.T) {
	list := []*Iteration{{Learned: Metrics{Steps: 30}}, {Learned: Metrics{Steps: 20}}}
	for text, want := range map[string]int{"0.02x40,0.002": 50, "cosine:0.01": 0} {
		rate, err := ParseRate(text)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{opt: Options{Learning: Training{Rate: rate}}, report: Report{Iterations: list}}
		if got := r.planned(); got != want {
			t.Errorf("%s: %d steps, want %d", text, got, want)
		}
	}
}

// TestGateWarning: pairs that cannot decide are named, with what to pass.
func TestGateWarning(t *testing.T) {
	for _, tt := range []struct {
		elo0, elo1 float64
		pairs      int
		want       string
	}{{0, 20, 50, "closes after 50 pairs"}, {0, 20, 2000, ""}, {-50, 100, 0, ""}} {
		opt := Options{Gate: &elo.SPRT{Elo0: tt.elo0, Elo1: tt.elo1}, GatePairs: tt.pairs}.WithDefaults()
		if got := opt.GateWarning(); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%+v: %q", tt, got)
		}
	}
	if got := (&Options{}).GateWarning(); got != "" {
		t.Errorf("without a gate: %q", got)
	}
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

// TestBefore: lessons of a game know how often their position has been there.
func TestBefore(t *testing.T) {
	r := record{Start: startFEN}
	for _, m := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4") {
		r.Moves = append(r.Moves, ply{m, map[string]int{m: 1}})
	}
	list, err := r.lessons(1)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint8{0, 0, 0, 0, 1, 1, 1, 1, 2} {
		if list[i].Before != want {
			t.Errorf("half-move %d: %d times before, want %d", i, list[i].Before, want)
		}
	}
}

// TestGamesApart: games that begin with the same puzzle are held out together, those from the start one
// by one.
func TestGamesApart(t *testing.T) {
	of := func(number int, start, move string) uint32 {
		list, err := (&record{Number: number, Start: start, Moves: []ply{{move, map[string]int{move: 1}}}}).lessons(number)
		if err != nil {
			t.Fatal(err)
		}
		return list[0].Game
	}
	const puzzle = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 1 2"
	if a, b := of(1, puzzle, "a1a8"), of(2, puzzle, "g1f1"); a != b {
		t.Errorf("two games of a puzzle are %d and %d", a, b)
	}
	if a, b := of(1, startFEN, "e2e4"), of(2, startFEN, "e2e4"); a == b {
		t.Error("two games from the start are one")
	}
}

// TestStartsOf: of a file of puzzles a few lines may be bad, not most.
func TestStartsOf(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(puzzle), "\n")
	for bad, want := range map[int]string{0: "", 10: "", 11: "11 bad lines among 1 rows"} {
		text := puzzle + strings.Repeat("b,no position,a1a2,900,80,90,10,,,\n", bad) + lines[1] + "\n"
		path := filepath.Join(t.TempDir(), "puzzles.csv")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := startsOf([]string{path})
		if want == "" && (err != nil || len(list) != 2) {
			t.Errorf("%d bad lines: %d starts, %v", bad, len(list), err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d bad lines: error %v", bad, err)
		}
	}
}

// TestJudge: a game that is over has its result, one that is not what an evaluation expects.
func TestJudge(t *testing.T) {
	expected, err := ByQuiescence.Valuer()
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
		if got, end := points(search.NewGame(p), expected); got < want[0] || got > want[1] {
			t.Errorf("%s: %g by %s, want %v", fen, got, end, want)
		}
	}
}

// TestByMaterial: the paper's first rule by hand: five pawns are not enough, six are worth 0.25, and so are two queens.
// A run with it says so in its folder and ends its truncated games by it alone.
func TestByMaterial(t *testing.T) {
	expected, err := ByMaterial.Valuer()
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]float64{
		"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1": 0.5, "4k3/8/8/8/8/8/PPPPP3/4K3 b - - 0 1": 0.5, "4k3/8/8/8/8/8/PPPPPP2/4K3 b - - 0 1": 0.625,
		"4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1": 0.625, "nbr1k3/8/8/8/8/8/8/R3K3 w - - 0 1": 0.375, "rr2k3/8/8/8/8/8/P7/BN2K3 w - - 0 1": 0.5,
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := expected(&p); got != want {
			t.Errorf("%s: %g, want %g", fen, got, want)
		}
	}
	opt := looped(folders(t))
	opt.Iterations, opt.Gate, opt.Games.Judge = 1, nil, ByMaterial
	mustRun(t, opt)
	list := files(t, opt.Dir)
	if !strings.Contains(list["/run.json"], `material`) {
		t.Error("run.json does not name the judge")
	}
	cut := 0
	for line := range strings.Lines(list["/001/"+gamesName]) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil || r.End != truncated {
			continue
		}
		cut++
		if r.Points != 0.5 && r.Points != 0.625 && r.Points != 0.375 {
			t.Errorf("a truncated game has %g points", r.Points)
		}
	}
	if cut == 0 {
		t.Error("no game was cut short")
	}
}

// TestTree: noise and moves that are drawn can be had, and be left out.
func TestTree(t *testing.T) {
	of := func(g Games) mcts.Options {
		g = g.withDefaults()
		return (&player{Games: &g, random: rand.New(rand.NewPCG(1, 1))}).tree()
	}
	with, without := of(Games{Alpha: 0.7}), of(Games{Noise: -1, Drawn: -1})
	if with.Exploration != Tree().Exploration || with.GrowthBase != 19_652 {
		t.Errorf("exploration %g, base %g by default; %g of the preset", with.Exploration, with.GrowthBase, Tree().Exploration)
	}
	if got := of(Games{CInit: 2, CBase: 20_000}); got.Exploration != 1 || got.GrowthBase != 20_000 {
		t.Errorf("exploration %g, base %g", got.Exploration, got.GrowthBase)
	}
	if with.Noise != 0.25 || with.NoiseAlpha != 0.7 || with.MoveTemperature != 1 || with.MovePlies != 30 || with.Reuse {
		t.Errorf("by default: %+v", with)
	}
	if without.Noise != 0 || without.MoveTemperature != 0 {
		t.Errorf("without: %+v", without)
	}
}

// TestSpoiltGames: games that are damaged within are told, and a torn end is played again.
func TestSpoiltGames(t *testing.T) {
	opt := looped(folders(t))
	opt.Iterations, opt.Gate = 1, nil
	mustRun(t, opt)
	want := files(t, opt.Dir)
	path := filepath.Join(opt.Dir, "001", gamesName)
	for _, name := range []string{campaign.MetricsName, learnedName, networkName} {
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
	if err := os.Remove(filepath.Join(opt.Dir, "001", campaign.MetricsName)); err != nil {
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
