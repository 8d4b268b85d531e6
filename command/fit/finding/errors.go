package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// balance is the mix of the training rows as it was, and the factors by which a balance changed it.
func balance(res *fit.Result) *table {
	b := res.Balance
	if b == nil {
		return nil
	}
	t := columns("phase", "rows", "1-0", "1/2", "0-1", "× 1-0", "× 1/2", "× 0-1")
	t.before = []string{fmt.Sprintf("balance of the training rows: %s by %v; K and all tests are those of the natural mix", b.Shares, b.By)}
	for bin, phase := range []string{"0–¼", "¼–½", "½–¾", "¾–1"} {
		n, f := b.Rows[bin], b.Factors[bin]
		total := max(n[1]+n[2]+n[3], 1)
		share := func(n float64) string { return fmt.Sprintf("%.1f %%", 100*n/total) }
		times := func(f float64) string { return fmt.Sprintf("%.3f", f) }
		t.Add(phase, fmt.Sprintf("%.0f", n[1]+n[2]+n[3]), share(n[3]), share(n[2]), share(n[1]), times(f[3]), times(f[2]), times(f[1]))
	}
	return t
}

// within is how well the weights tell the rows of a group from each other, if groups have intercepts.
func within(res *fit.Result) *table {
	in := res.Within
	if in == nil {
		return nil
	}
	figure := errorFigures(res)
	t := columns("with an intercept by "+in.By, "rows", "mse", "95 %", "of the mean of each group", "explained")
	for _, m := range []struct {
		name string
		*fit.Metrics
	}{{"training rows", in.Train}, {"test rows", in.Test}, {"test rows, start weights", in.Start}} {
		if m.Metrics != nil {
			t.Add(m.name, fmt.Sprint(m.N), figure(m.MSE), interval(m.MSEInterval, figure), figure(m.NullMSE), fmt.Sprintf("%.1f %%", 100*m.R2))
		}
	}
	if in.Change != nil {
		t.say("within groups the mean squared error changed by %s", in.Change.Percent())
	}
	t.say("%d groups; the intercepts are thrown away, and those of test rows are fitted to the test rows; all other errors are without them", in.Groups)
	return t
}

// change is the error of the start weights beside that of the fit: first as an engine plays both, then
// both with an intercept.
func change(res *fit.Result) *table {
	t := columns("on the test rows", "mse", "95 %", "logloss", "95 %")
	for _, g := range []struct {
		how string
		*fit.Gain
	}{{"as an engine plays", res.Gain}, {"with an intercept each", res.InterceptGain}} {
		if g.Gain == nil {
			continue
		}
		for _, m := range []struct {
			name string
			*fit.Metrics
		}{{"start weights", g.Start}, {"fitted", g.Fitted}} {
			t.Add(m.name+", "+g.how, weights.SixDecimals(m.MSE), interval(m.MSEInterval, weights.SixDecimals), weights.SixDecimals(m.LogLoss), interval(m.LogLossInterval, weights.SixDecimals))
		}
		if g.Change != nil {
			t.say("the mean squared error changed by %s %s", g.Change.Percent(), g.how)
		}
	}
	if t.Rows == nil {
		return nil
	}
	return t
}

// calibration is by phase whether expected scores come true.
func calibration(res *fit.Result) *table {
	if len(res.Calibration) == 0 {
		return nil
	}
	t := columns("calibration, phase", res.Calibrated.String()+" rows", "slope", "±95 %", "White's bonus", "±95 %")
	for _, c := range slices.Backward(res.Calibration) {
		name := fmt.Sprintf("%.2f to %.2f", c.From, c.To)
		if c.Err != nil {
			t.Add(name, strconv.Itoa(c.N), "not known")
			continue
		}
		t.Add(name, strconv.Itoa(c.N), fmt.Sprintf("%.3f", c.Slope), fmt.Sprintf("%.3f", confidence.Z95*c.SlopeStdErr),
			fmt.Sprintf("%.3f", c.Intercept), fmt.Sprintf("%.3f", confidence.Z95*c.InterceptStdErr))
	}
	if res.Calibrated == fit.Train {
		t.say("measured on the training rows, for lack of a test part: new games may be predicted worse")
	}
	t.say("a slope of 1 is calibrated, below 1 too sure; the bonus is in logits of the score")
	if d := res.WDLTest; d != nil {
		t.say("wins, draws and losses of the test rows: log loss %.6f ± %.6f", d.LogLoss, confidence.Z95*d.StdErr)
	}
	return t
}

// choices are the strengths that were tried.
func choices(res *fit.Result) (list []*table) {
	for _, c := range res.Choices {
		if len(c.Tried) == 0 {
			line := fmt.Sprintf("%s: %g rows, not chosen by folds, since the rows do not name their games (%s)", c.Name, c.Strength, note.S05)
			list = append(list, &table{before: []string{line}})
			continue
		}
		t := columns(c.Name+", rows", "loss over the folds", "above the best", "standard error")
		best := slices.MinFunc(c.Tried, func(a, b fit.Trial) int { return cmp.Compare(a.Loss, b.Loss) })
		for _, trial := range c.Tried {
			t.Add(fmt.Sprintf("%g", trial.Strength), fmt.Sprintf("%.8f", trial.Loss), fmt.Sprintf("%.2g", trial.Loss-best.Loss), fmt.Sprintf("%.2g", trial.StdErr))
		}
		t.say("chosen: %g", c.Strength)
		list = append(list, t)
	}
	return list
}

// rounds are how many leaves each round of -anew has moved.
func (f *Finding) rounds() *table {
	if f.Rounds == nil {
		return nil
	}
	t := columns("leaves found again, by "+f.Options.Anew, "moves", "with another leaf", "training loss")
	for i, r := range f.Rounds {
		t.Add(fmt.Sprintf("round %d", i+1), plaintext.Thousands(r.Rows), plaintext.Thousands(r.Moved), weights.SixDecimals(r.Loss))
	}
	return t
}

// learning is the learning curve.
func (f *Finding) learning() *table {
	if f.Learning == nil {
		return nil
	}
	t, figure := columns("learning", "rows", "train mse", "test mse", "95 %"), errorFigures(f.Result)
	if f.Result.Loss.Expected() {
		t.Header = append(t.Header, "test logloss")
	}
	for _, p := range f.Learning {
		cells := []string{fmt.Sprintf("%g of the training games", p.Share), strconv.Itoa(p.Train.N), figure(p.Train.MSE), figure(p.Test.MSE), interval(p.Test.MSEInterval, figure), figure(p.Test.LogLoss)}
		t.Add(cells[:len(t.Header)]...)
	}
	return t
}
