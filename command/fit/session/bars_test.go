package session

import (
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// drawn is data in which a game counts as often as it was drawn.
type drawn struct {
	fit.Data
	times map[uint32]float32
}

func (d *drawn) Schema() matrix.Schema {
	s := d.Data.Schema()
	s.Optional |= matrix.WithWeight
	return s
}

func (d *drawn) ReadBlock(b int, into *matrix.Block) error {
	if err := d.Data.ReadBlock(b, into); err != nil {
		return err
	}
	into.Weight = make([]float32, into.Rows())
	for i, g := range into.Game {
		into.Weight[i] = d.times[g]
	}
	return nil
}

// TestBarsOfRealGames compares the error bars of eight weights, of about ten and twenty games with
// their results, with the scatter of fits to games drawn with replacement. The scatter of the games
// alone was 3.6 times too small.
func TestBarsOfRealGames(t *testing.T) {
	const games = "../../../../shared/data/eval/tcec_games.csv.zst"
	if _, err := os.Stat(games); err != nil {
		t.Skip("needs ../shared/data/eval/tcec_games.csv.zst")
	}
	long.Skip(t, "fits twice")
	for _, limit := range []string{"1200", "2500"} {
		opt := options(t, "-set", "alphaone", "-loss", "sigmoid", "-limit", limit, games)
		s := &session{Options: opt, std: cli.Streams{Out: io.Discard, Err: io.Discard}}
		data, err := s.open(t.Context(), opt.Inputs, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer data.Close()
		n, ratios := barsAgainstDraws(t, data.Set, 200)
		median := ratios[len(ratios)/2]
		t.Logf("%d games: errors over the bootstrap's %.2f", n, ratios)
		if median < 0.8 || median > 1.4 || ratios[0] < 0.5 {
			t.Errorf("%d games: errors over the bootstrap's %.2f", n, ratios)
		}
	}
}

// barsAgainstDraws returns the number of games, and the weights' errors over their scatter, ascending.
func barsAgainstDraws(t *testing.T, set fit.Data, draws int) (n int, ratios []float64) {
	opt := fit.Options{Loss: fit.Sigmoid, Split: fit.Split{By: fit.SplitNone}, Intercept: fit.NoIntercept, Bootstrap: fit.Bootstrap{Resamples: 2},
		Texel: fit.Texel{K: 1.46, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
	whole, err := fit.Fit(t.Context(), set, opt)
	if err != nil {
		t.Fatal(err)
	}
	data := &drawn{Data: set, times: map[uint32]float32{}}
	var games []uint32
	var block matrix.Block
	for b := range set.Blocks() {
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		games = append(games, block.Game...)
	}
	slices.Sort(games)
	games = slices.Compact(games)
	rng, values := rand.New(rand.NewPCG(1, 2)), make([][]float64, len(whole.Weights))
	for opt.Texel.Quick = true; draws > 0; draws-- {
		clear(data.times)
		for range games {
			data.times[games[rng.IntN(len(games))]]++
		}
		r, err := fit.Fit(t.Context(), data, opt)
		if err != nil {
			continue // games that the weights tell without an error
		}
		for j, w := range r.Weights {
			values[j] = append(values[j], w.Value)
		}
	}
	for j, w := range whole.Weights {
		slices.Sort(values[j])
		at := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, values[j], nil) }
		if half := (at(0.8413) - at(0.1587)) / 2; w.StdErr > 0 && !math.IsNaN(half) {
			ratios = append(ratios, w.StdErr/half)
		}
	}
	slices.Sort(ratios)
	return len(games), ratios
}
