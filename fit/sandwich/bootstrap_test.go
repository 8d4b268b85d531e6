package sandwich_test

import (
	"flag"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/fittest"
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
	opt := fit.Options{Split: fit.Split{By: fit.SplitNone}, Intercept: fit.NoIntercept, Bootstrap: fit.Bootstrap{Resamples: 2},
		Texel: fit.Texel{K: 1.46, Search: fit.Search{Tolerance: 1e-10}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
	if err := opt.Loss.UnmarshalText([]byte(*bootLoss)); err != nil {
		t.Fatal(err)
	}
	games, ratios := bootstrapRatios(t, set, fittest.ExpectedOf(opt))
	if ratios == nil {
		t.Fatalf("no weight is in %d games", *bootGames)
	}
	slices.Sort(ratios)
	within := 0
	for _, v := range ratios {
		within += fittest.Bit(math.Abs(v-1) <= 0.15)
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
func bootstrapRatios(t *testing.T, set *matrix.Set, opt fit.Options) (n int, ratios []float64) {
	t.Helper()
	opt.Method = fit.LBFGS
	tx, f := fittest.ScaledOf(t, set, opt)
	found, err := tx.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := found.Infer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	in, point := whole.Inference, whole.Minimum
	data := fittest.NewDrawn(t, set)
	draws := make([][]float64, f.Size()) // by weight
	for range *bootDraws {
		data.Draw()
		tx, f := fittest.ScaledOf(t, data, opt)
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
	return len(data.Games), ratios
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
