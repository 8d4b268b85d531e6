package finding

import (
	"context"
	"math"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/winprob"
)

// reportRows is the number of rows that pictures and tables are made of: a
// sample, where there are more.
const reportRows = 100_000

// sample returns rows of the test part or, if there is none, of all, and those that are predicted worst.
func (f *Finding) sample(ctx context.Context) (rows report.Rows, worst []WorstRow, name string, err error) {
	res, opt := f.Result, &f.Options.Fit
	if res.Moves != nil {
		return rows, nil, "", nil // labels are of moves beside others: a row alone says nothing
	}
	data, want, name := f.Data, fit.Test, "test part"
	of := f.Options.Inputs
	split, wanted := opt.Split, reportRows
	switch {
	case res.Test == nil:
		want, name = fit.Train, "training rows"
	case opt.Test != nil:
		data, want, name, of = opt.Test, fit.Train, "test set", []string{f.Options.Test}
		split.By = fit.SplitNone // every row is wanted
	default:
		wanted = int(reportRows * float64(res.Funnel.Train+res.Funnel.Test) / float64(res.Funnel.Test))
	}
	how := fit.PredictOptions{Target: f.target(), Split: split, Sample: wanted}
	rows.Expected = how.Target.Expected
	var list []candidate
	for p, err := range fit.Predict(ctx, data, res.Model("fitted"), how) {
		if err != nil {
			return rows, nil, name, err
		}
		if p.Part != want {
			continue
		}
		rows.Label = append(rows.Label, p.Label)
		c := candidate{row: p.Row, WorstRow: WorstRow{Phase: p.MG, Label: p.Label, CP: p.Predicted, game: p.Game}}
		if rows.Expected {
			p.Predicted = winprob.Expected(res.K.Value, p.Predicted)
		}
		c.Predicted, c.loss = p.Predicted, math.Abs(p.Label-p.Predicted)
		list = keepWorst(list, c)
		rows.Predicted = append(rows.Predicted, p.Predicted)
		rows.Phase = append(rows.Phase, p.MG)
		rows.Material = append(rows.Material, float64(p.Material))
		rows.Cluster = append(rows.Cluster, p.Game)
	}
	worst, err = f.worst(ctx, source{data, of}, list)
	return rows, worst, name, err
}

// target returns what labels are made by in the fit.
func (f *Finding) target() fit.Target {
	t, res := f.Options.Fit.Target, f.Result
	t.Expected = res.Loss.Expected()
	for _, k := range res.LabelK {
		for len(t.LabelK) <= int(k.Source) {
			t.LabelK = append(t.LabelK, res.LabelK[0].K)
		}
		t.LabelK[k.Source] = k.K
	}
	return t
}
