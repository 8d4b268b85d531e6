package sigmazero

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural/nn"
)

// inputs writes a tiny network, positions with moves and a mate in one.
func inputs(t *testing.T) (network, positions, mates string) {
	t.Helper()
	dir := t.TempDir()
	opt := sigma.Options{Network: nn.Config{Planes: 19, Moves: 73, Blocks: 1, Channels: 4, Hidden: 4}, Seed: 1}
	f, err := sigma.Start(&opt)
	if err != nil {
		t.Fatal(err)
	}
	network, positions, mates = filepath.Join(dir, "n.nn"), filepath.Join(dir, "p.csv"), filepath.Join(dir, "m.csv")
	err = errors.Join(f.Write(network),
		os.WriteFile(positions, []byte("fen,eval,move\n4k3/P7/8/8/8/8/8/4K2R w K - 0 1,900,a7a8q\n4k3/8/8/8/8/8/P7/4K3 w - - 0 1,100,a2a4\n"), 0o666),
		os.WriteFile(mates, []byte("PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\na,5k2/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,f8g8 a1a8,900,80,90,10,mateIn1,,\n"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return network, positions, mates
}

// TestExperiment: a run in small prints all tables, and a second run in its folder plays nothing again.
func TestExperiment(t *testing.T) {
	network, positions, mates := inputs(t)
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"-quick", "-pairs", "1", "-simulations", "3", "-mates", mates, "-threads", "1", "-tree", "TreeCheckShare=50", "-o", dir, network, positions}
	run := func() string {
		var out, messages bytes.Buffer
		if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: &messages}); err != nil {
			t.Fatal(err, messages.String())
		}
		return out.String()
	}
	text := run()
	for _, want := range []string{"asked for 2 positions", "policy alone", "promotion", "castling", "random", "greedy material", "AlphaOne, depth 2", "linear pesto", "linear standard", "three wins or more",
		"under-promotion", "legal moves", "new", "both, White's view", "Shares of moves in 4r2k", "printed, N the visits of the move"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	if again := run(); again != text {
		t.Errorf("a second run prints\n%s\nthe first\n%s", again, text)
	}
	for _, name := range []string{"index.html", "planes.svg", "planes.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestGates: a gate that takes any result passes everybody, chances add up, and the paper's passes an
// equal network when three or more of six games are won.
func TestGates(t *testing.T) {
	if got := passes(0.3, 0.5, func(int, int) bool { return true }); math.Abs(got-1) > 1e-12 {
		t.Errorf("all results have the chance %g", got)
	}
	if got, want := passes(0.5, 0, func(wins, _ int) bool { return wins >= 3 }), 42.0/64; math.Abs(got-want) > 1e-12 {
		t.Errorf("three of six without draws: %g, want %g", got, want)
	}
	list := gates()
	for i, g := range list {
		if i > 0 && !(g.Paper > list[i-1].Paper && g.Code > list[i-1].Code && g.Ours >= list[i-1].Ours) {
			t.Errorf("%+d Elo pass less often than those before", g.Elo)
		}
	}
	if first, last := list[0].Ours, list[len(list)-1].Ours; first > 0.05 || last < 0.95 {
		t.Errorf("the SPRT passes %g of the weakest and %g of the strongest", first, last)
	}
}

func TestUsage(t *testing.T) {
	for want, args := range map[string]string{
		"want the file of a network":    "-quick x.nn",
		"-simulations 0":                "-simulations 0 x.nn y.csv",
		"-trees":                        "-trees 1,x x.nn y.csv",
		"-against":                      "-against ( x.nn y.csv",
		"no such name":                  "-tree Check=50 x.nn y.csv",
		"-pairs 0":                      "-pairs 0 x.nn y.csv",
		"-movetime -1s: want 0 or more": "-movetime -1s x.nn y.csv",
	} {
		var diag bytes.Buffer
		if _, err := parse(strings.Fields(args), cli.Streams{Out: new(bytes.Buffer), Err: &diag}); !errors.Is(err, cli.ErrUsage) || !strings.Contains(diag.String(), want) {
			t.Errorf("%s: %v, %s", args, err, &diag)
		}
	}
	if err := Main(t.Context(), []string{"none.nn", "y.csv"}, cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no network: %v", err)
	}
}
