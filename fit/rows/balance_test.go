package rows_test

import (
	"math"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// TestBalance: training rows have the mix, by weights or by dropping; weights are
// those of a fit of rows that carry the factors as their own weights; K at these
// weights, the rows of the test and what they are measured against are of the
// natural mix.
func TestBalance(t *testing.T) {
	l := fittest.Usual(1)
	l.Advantage = 60 // White wins more often
	l.Games = 400
	rows := fittest.Awkward(l.Rows())
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := fittest.KOptions(l)
	opt.Texel.Scale, opt.Intercept = fit.ScaleNone, fit.NoIntercept
	natural := fittest.MustFit(t, set, opt)
	for _, by := range []fit.BalanceBy{fit.BalanceWeights, fit.BalanceDrop} {
		opt.Texel.Balance = fit.Balance{Balance: winprob.Balance{Results: [3]float64{30, 40, 30}, Phases: [4]float64{1, 1, 1, 2}}, By: by}
		got := fittest.MustFit(t, set, opt)
		if *got.Balance == (fit.BalanceResult{}) || got.Funnel != natural.Funnel ||
			got.Gain.Start.MSE != natural.Gain.Start.MSE || got.Gain.Start.R2 != natural.Gain.Start.R2 {
			t.Errorf("%v: funnel %+v, start weights %+v; without it %+v, %+v", by, got.Funnel, got.Gain, natural.Funnel, natural.Gain)
		}
		again := opt
		again.Texel.Balance, again.Texel.Start = fit.Balance{}, nil
		for _, w := range got.Weights {
			again.Texel.Start = append(again.Texel.Start, fit.NamedWeight{Name: w.Name, Value: w.Value})
		}
		if k := fittest.MustFit(t, set, again).K.Value; math.Abs(k-got.K.Value) > 1e-6 || math.Abs(k-natural.K.Value) < 0.01 {
			t.Errorf("%v: K %v; at these weights the natural mix has %v, at the start %v", by, got.K.Value, k, natural.K.Value)
		}
		weighted, mix := applyBalance(t, rows, opt, got.Balance)
		checkBalance(t, by, &mix)
		plain := opt
		plain.Texel.Balance, plain.Texel.K = fit.Balance{}, natural.K.Value
		want, changed := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, weighted), plain), 0.0
		for j, v := range fittest.Values(got) {
			if math.Abs(v-fittest.Values(want)[j]) > 1e-3 {
				t.Errorf("%v: %s = %g, want %g", by, got.Weights[j].Name, v, fittest.Values(want)[j])
			}
			changed = max(changed, math.Abs(v-fittest.Values(natural)[j]))
		}
		if changed < 0.1 {
			t.Errorf("%v: no weight changed by more than %g", by, changed)
		}
	}
}

// applyBalance returns the rows with the weights that the balance gives to training
// rows, and the mix of these.
func applyBalance(t *testing.T, list []fittest.Row, opt fit.Options, b *fit.BalanceResult) (weighted []fittest.Row, mixed winprob.Mix) {
	t.Helper()
	opt = opt.WithDefaults()
	l := &rows.Balancer{Factors: b.Factors, By: b.By, Salt: splitmix.Mix(opt.Split.Seed ^ 0x6d6978)}
	d := fittest.SelectionOf(opt).Divider
	for code := range 5 {
		l.Bins[code] = uint8(winprob.PhaseBin(float64(code) / 4))
	}
	weighted = append(weighted, list...)
	block := fittest.NewBlock(list)
	kept := 0
	for i := range weighted {
		r := &weighted[i]
		if r.Weight == 0 || r.Result == 0 || d.Part(r.Game, r.Hash) != fit.Train {
			continue
		}
		r.Weight *= float32(l.Weight(block, i))
		mixed[l.Bins[r.Mg]][r.Result] += float64(r.Weight)
		if r.Weight > 0 {
			kept++
		}
	}
	if kept != b.Kept {
		t.Errorf("%v: %d list kept, want %d", b.By, b.Kept, kept)
	}
	return weighted, mixed
}

// checkBalance checks the shares of 30/40/30 and of 1/1/1/2.
func checkBalance(t *testing.T, by fit.BalanceBy, mix *winprob.Mix) {
	t.Helper()
	total, within := 0.0, 1e-6
	if by == fit.BalanceDrop {
		within = 0.08 // by chance, of some hundred rows
	}
	for _, n := range mix {
		total += n[1] + n[2] + n[3]
	}
	for bin, n := range mix {
		rows := n[1] + n[2] + n[3]
		for r, want := range []float64{1: 0.3, 2: 0.4, 3: 0.3} {
			if share := n[r] / rows; r > 0 && math.Abs(share-want) > within {
				t.Errorf("%v: bin %d: result %d has a share of %.3f, want %.2f", by, bin, r, share, want)
			}
		}
		if share, want := rows/total, []float64{0.2, 0.2, 0.2, 0.4}[bin]; math.Abs(share-want) > within {
			t.Errorf("%v: bin %d has a share of %.3f, want %.2f", by, bin, share, want)
		}
	}
}

// TestBalanceOld: the old evaluation, too, is measured at the K at which it predicts the
// natural mix, whatever K the search was given: else the change is that of K.
func TestBalanceOld(t *testing.T) {
	l := fittest.Usual(1)
	l.Games = 400
	set := fittest.NewSet(t, l.Columns, 100, l.Rows())
	opt := fittest.KOptions(l)
	opt.Texel.Scale = fit.ScaleNone
	opt.Texel.Balance = fit.Balance{Balance: winprob.Balance{Results: [3]float64{30, 40, 30}}, By: fit.BalanceWeights}
	want := fittest.MustFit(t, set, opt)
	opt.Texel.K = 3 * want.K.Value
	if got := fittest.MustFit(t, set, opt); got.Gain.Start.MSE != want.Gain.Start.MSE {
		t.Errorf("the old evaluation's MSE is %g with a K of %g, want %g", got.Gain.Start.MSE, opt.Texel.K, want.Gain.Start.MSE)
	}
	opt.Texel.Start = nil // an evaluation that says nothing has no K
	if got := fittest.MustFit(t, set, opt); got.Gain != nil {
		t.Errorf("an old evaluation: %+v", got.Gain)
	}
	for _, w := range want.Weights {
		opt.Texel.Start = append(opt.Texel.Start, fit.NamedWeight{Name: w.Name})
	}
	if got := fittest.MustFit(t, set, opt); !(got.Gain.Start.MSE > want.Gain.Start.MSE) {
		t.Errorf("the MSE of zeros is %g, that of the start weights %g", got.Gain.Start.MSE, want.Gain.Start.MSE)
	}
}

// TestBalanceStatedK: weights that do not predict the natural mix have no K there; with a
// stated one the fit stands and says so.
func TestBalanceStatedK(t *testing.T) {
	l := fittest.Usual(1)
	set := fittest.NewSet(t, l.Columns, 100, l.Rows())
	opt := fittest.KOptions(l)
	opt.Texel.Scale, opt.Texel.K, opt.Texel.PriorRows = fit.ScaleNone, 0.9, 1e6
	opt.Texel.Balance = fit.Balance{Balance: winprob.Balance{Results: [3]float64{30, 40, 30}}, By: fit.BalanceWeights}
	for _, w := range opt.Texel.Start { // a prior that says the opposite
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: w.Name, Value: -w.Value})
	}
	r := fittest.MustFit(t, set, opt)
	if r.K.Value != 0.9 || r.K.Fitted || !r.Warnings.Has(note.M01) {
		t.Errorf("K %+v, warnings %v; want the stated 0.9, and M01", r.K, r.Warnings)
	}
}

// A share of what does not occur leaves the rest as it is.
func TestBalanceWithout(t *testing.T) {
	l := fittest.Usual(1)
	rows := l.Rows()
	for i := range rows {
		rows[i].Result = max(2, rows[i].Result)
	}
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Balance = fit.Balance{Balance: winprob.Balance{Results: [3]float64{0, 0, 1}}, By: fit.BalanceDrop}
	r, err := fit.Fit(t.Context(), fittest.NewSet(t, l.Columns, 100, rows), opt)
	if err != nil {
		t.Fatal(err)
	}
	if r.Balance.Kept != r.Funnel.Train {
		t.Errorf("%d rows kept of %d: what does not occur cannot be wanted", r.Balance.Kept, r.Funnel.Train)
	}
}
