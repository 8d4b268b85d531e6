package texel

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"example.org/centipawn/fit"
	"example.org/centipawn/winprob"
)

// test measures the models on every test file, or on the test part.
func (x *run) test(ctx context.Context) error {
	if len(x.tests) == 0 {
		t, err := x.testOn(ctx, x.train, fit.Test)
		if err != nil {
			return err
		}
		t.Name = "test part of " + t.Name
		t.Leakage.warnings(x.result.Fits[0])
		x.result.Tests = append(x.result.Tests, t)
		return nil
	}
	for _, s := range x.tests {
		t, err := x.testOn(ctx, s, fit.AllRows)
		if err != nil {
			return err
		}
		if t.Leakage, err = x.leakage(ctx, s); err != nil {
			return err
		}
		x.result.Tests = append(x.result.Tests, t)
	}
	return nil
}

// testOn measures the models on a part of a file.
func (x *run) testOn(ctx context.Context, s source, part fit.Part) (*Test, error) {
	found, err := fit.Evaluate(ctx, s.set, part, x.models[:], fit.EvalOptions{
		Target: x.Fit.Target, Split: x.Fit.Split, Threads: x.Fit.Threads, Null: x.result.Fits[0].Mean,
	})
	if err != nil {
		return nil, err
	}
	t := &Test{Name: s.name, MSE: make([]*fit.Comparison, models), LogLoss: make([]*fit.Difference, models)}
	var base *sight
	for k, m := range x.models {
		t.Metrics = append(t.Metrics, found[k].Metrics(x.Fit.Bootstrap))
		if t.Metrics[k] == nil {
			continue // no rows
		}
		see, err := x.look(ctx, s, part, m)
		if err != nil {
			return nil, err
		}
		if err := t.calibrate(see, m.K); err != nil {
			return nil, err
		}
		if k == published {
			t.Rows, t.Games, base = t.Metrics[k].N, t.Metrics[k].Games, see
			continue
		}
		if t.MSE[k], err = fit.Compare(found[published], found[k], x.Fit.Bootstrap); err != nil {
			return nil, err
		}
		t.LogLoss[k] = logLossChange(base, see)
	}
	return t, nil
}

// calibrate adds the curves of a model at a K.
func (t *Test) calibrate(s *sight, k float64) error {
	overall, err := winprob.Reliability(&s.points, k, nil, calibrationBins)
	if err != nil {
		return err
	}
	byPhase, err := winprob.Reliability(&s.points, k, phaseEdges, calibrationBins)
	t.Overall, t.ByPhase = append(t.Overall, overall...), append(t.ByPhase, byPhase)
	return err
}

// calibrationBins are the bins of a reliability curve.
const calibrationBins = 10

// A sight is rows as a model sees them.
type sight struct {
	points  winprob.Points
	entropy []float64 // of each row
}

// look predicts the rows of a part of a file.
func (x *run) look(ctx context.Context, s source, part fit.Part, m fit.Model) (*sight, error) {
	split := x.Fit.Split
	if part == fit.AllRows {
		split.By = fit.SplitNone
	}
	see, k := &sight{}, m.K
	m.K = 0 // evaluations
	for p, err := range fit.Predict(ctx, s.set, m, fit.PredictOptions{Target: x.Fit.Target, Split: split}) {
		if err != nil {
			return nil, err
		}
		if part == fit.Test && p.Part != fit.Test {
			continue
		}
		see.points.Score = append(see.points.Score, float32(p.Predicted))
		see.points.Expected = append(see.points.Expected, float32(p.Label))
		see.points.Phase = append(see.points.Phase, float32(p.MG))
		see.points.Weight = append(see.points.Weight, float32(p.Weight))
		see.points.Cluster = append(see.points.Cluster, p.Game)
		see.entropy = append(see.entropy, entropy(p.Label, winprob.Logit(k)*p.Predicted))
	}
	return see, nil
}

// entropy returns −t·ln e − (1−t)·ln(1−e) for e the logistic of z, however large z.
func entropy(t, z float64) float64 {
	return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - t*z
}

// logLossChange returns the log loss of b less that of a, with an interval by
// games: the standard error of a weighted mean from the sums of its games.
//
// Source: W. Cochran, "Sampling Techniques" (1977), section 6.4, the ratio
// estimator.
func logLossChange(a, b *sight) *fit.Difference {
	type sums struct{ weight, change float64 }
	var all sums
	games := make(map[uint32]int)
	var list []sums // in the order of their first rows
	for i, game := range a.points.Cluster {
		g, ok := games[game]
		if !ok {
			g = len(list)
			games[game], list = g, append(list, sums{})
		}
		w := float64(a.points.Weight[i])
		change := w * (b.entropy[i] - a.entropy[i])
		list[g].weight += w
		list[g].change += change
		all.weight += w
		all.change += change
	}
	d := &fit.Difference{Value: all.change / all.weight}
	n := float64(len(list))
	if n < 2 {
		return d
	}
	sum := 0.0
	for _, g := range list {
		r := g.change - d.Value*g.weight
		sum += r * r
	}
	se := math.Sqrt(n/(n-1)*sum) / all.weight
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * se
	d.Interval = &fit.Interval{Low: d.Value - half, High: d.Value + half, StdErr: se}
	return d
}
