package fit

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/matrix"
)

var (
	bootMatrix = flag.String("bootstrap-matrix", "", "compare standard errors with a bootstrap by game on this `matrix` that extract wrote")
	bootDraws  = flag.Int("bootstrap", 1000, "`draws` of it")
	bootGames  = flag.Int("bootstrap-games", 30, "`games` of a weight that takes part in the comparison")
	bootLoss   = flag.String("bootstrap-loss", "sigmoid", "its `loss`: sigmoid or crossentropy")
)

// TestBootstrapOfMatrix fits real data again and again, each time with as many games as
// there are, drawn with replacement, and compares how the weights scatter with their
// standard errors. It takes a while:
//
//	extract -set pesto -o quiet.matrix quiet_tcec.epd.zst
//	go test ./fit -run BootstrapOfMatrix -v -timeout 0 -bootstrap-matrix quiet.matrix
func TestBootstrapOfMatrix(t *testing.T) {
	if *bootMatrix == "" {
		t.Skip("no -bootstrap-matrix: pass a matrix of games with results that extract wrote")
	}
	m, err := matrix.Open(*bootMatrix)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Split: Split{By: SplitNone}, Intercept: NoIntercept, Bootstrap: Bootstrap{Resamples: 2},
		Texel: Texel{K: 1.46, Search: Search{Tolerance: 1e-10}, Scaling: Scaling{Scale: ScaleNone}}}
	if err := opt.Loss.UnmarshalText([]byte(*bootLoss)); err != nil {
		t.Fatal(err)
	}
	games, ratios := bootstrapRatios(t, set, expectedOf(opt))
	if ratios == nil {
		t.Fatalf("no weight is in %d games", *bootGames)
	}
	slices.Sort(ratios)
	within := 0
	for _, v := range ratios {
		within += bit(math.Abs(v-1) <= 0.15)
	}
	median, share := ratios[len(ratios)/2], float64(within)/float64(len(ratios))
	t.Logf("%d rows, %d games, %d draws, %d weights in %d games or more: error over the bootstrap's: median %.3f, %.1f %% within 15 %%, least %.3f, largest %.3f",
		set.Rows(), games, *bootDraws, len(ratios), *bootGames, median, 100*share, ratios[0], ratios[len(ratios)-1])
	if math.Abs(median-1) > 0.05 || share < 0.95 {
		t.Error("want a median within 5 % and 95 % of the weights within 15 %")
	}
}

// bootstrapRatios returns the number of games, and the errors of weights over their
// scatter in the gauge of the fit.
func bootstrapRatios(t *testing.T, set *matrix.Set, opt Options) (n int, ratios []float64) {
	t.Helper()
	opt.Method = LBFGS
	tx, f := scaledOf(t, set, opt)
	found, err := tx.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := found.Infer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	in, point := whole.Inference, whole.Minimum
	data := newDrawn(t, set)
	draws := make([][]float64, f.Size()) // by weight
	for range *bootDraws {
		data.draw()
		tx, f := scaledOf(t, data, opt)
		found, err := descent.Minimize(t.Context(), f, point, tx.Descent(f))
		if err != nil {
			t.Fatal(err)
		}
		in.Gauge.Apply(mat.NewDense(f.Size(), 1, found.Weights))
		for j, v := range found.Weights {
			draws[j] = append(draws[j], v)
		}
	}
	for j, se := range in.StdErr {
		if in.Scores.Games[j] >= *bootGames && se > 0 {
			ratios = append(ratios, se/scatter(draws[j]))
		}
	}
	return len(data.games), ratios
}

// scatter returns half the distance between the quantiles that are a standard deviation
// from the middle of a normal distribution. A standard deviation itself would be
// that of the few draws that leave out the games which a rare weight hangs on, so
// that it runs off, and the mean of its table with it.
func scatter(v []float64) float64 {
	slices.Sort(v)
	at := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, v, nil) }
	return (at(0.8413447460685429) - at(0.15865525393145707)) / 2
}

// drawn is data in which a game counts as often as it was drawn.
type drawn struct {
	Data
	games []uint32
	times map[uint32]float32
	rng   *rand.Rand
}

// newDrawn returns data of which each game counts once.
func newDrawn(t *testing.T, set Data) *drawn {
	t.Helper()
	d := &drawn{Data: set, times: make(map[uint32]float32), rng: rand.New(rand.NewPCG(1, 1000))}
	for b := range set.Blocks() {
		var block matrix.Block
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		for _, g := range block.Game {
			if _, seen := d.times[g]; !seen {
				d.times[g] = 1
				d.games = append(d.games, g)
			}
		}
	}
	return d
}

// draw draws as many games as there are, with replacement.
func (d *drawn) draw() {
	clear(d.times)
	for range d.games {
		d.times[d.games[d.rng.IntN(len(d.games))]]++
	}
}

// bootstrapAgrees compares the standard errors of weights with how they scatter in quick fits to drawn games.
func bootstrapAgrees(t *testing.T, set Data, opt Options, draws int) {
	t.Helper()
	whole := mustFit(t, set, opt)
	data, found := newDrawn(t, set), make([][]float64, len(whole.Weights))
	opt.Texel.Quick = true
	for range draws {
		data.draw()
		for j, v := range values(mustFit(t, data, opt)) {
			found[j] = append(found[j], v)
		}
	}
	var ratios []float64
	for j, w := range whole.Weights {
		if w.StdErr > 0 {
			ratios = append(ratios, w.StdErr/stat.StdDev(found[j], nil))
		}
	}
	t.Logf("standard errors over those of the bootstrap: %.3f", ratios)
	slices.Sort(ratios)
	noise := 1 / math.Sqrt(2*float64(draws)) // of a standard deviation from so many draws
	if n := len(ratios); n < 4 || math.Abs(ratios[n/2]-1) > 1.7*noise || ratios[0] < 1-4*noise || ratios[n-1] > 1+4*noise {
		t.Errorf("%v: standard errors over those of the bootstrap: %.3f", opt.Loss, ratios)
	}
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
