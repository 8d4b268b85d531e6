package fitted

import (
	"centipawn/fit"
	"centipawn/matrix"
	"centipawn/weights"
)

// expected adds what there is to say of a fit of expected scores.
func (about About) expected(p *weights.Provenance, res *fit.Result, data *matrix.Set) {
	from := data.Provenance()
	p.Target = targetOf(res, data.Schema())
	switch {
	case res.ScoreShare == 0:
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "no result", Rows: res.Funnel.NoResult})
	case res.ScoreShare < 1:
		p.Lambda = 1 - res.ScoreShare
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "no result", Rows: res.Funnel.NoResult})
	}
	if res.ScoreShare > 0 {
		p.Mates = res.Mates.String()
	}
	p.Start, p.Smooth, p.Gauge = about.Start, res.Smooth, res.Gauge
	p.Passes, p.Gap, p.Stopped = res.Passes, res.Gap, string(res.Stopped)
	if about.Prior != nil {
		p.Prior = &weights.Prior{Name: about.Prior.Name, SHA256: about.Prior.SHA256, Rows: res.PriorRows}
	}
	p.K = about.steepness(res.K)
	if res.Balance != nil && res.K.Fitted {
		p.K.At = "the fitted weights"
	}
	for _, k := range res.LabelK {
		p.LabelK = append(p.LabelK, weights.SourceK{Source: from.Sources[k.Source].Name, K: k.K, StdErr: k.StdErr})
	}
	if w := res.WDL; w != nil {
		p.WDL = &weights.WDL{A: w.A, B: w.B}
	}
	if s := res.Scale; s != nil {
		p.Scale = &weights.Scale{Policy: s.Policy.String(), Factor: s.Factor, Slope: s.Slope}
	}
	if r := res.Rounding; r != nil {
		p.Rounding = &weights.RoundingLoss{Weights: r.Weights, TrainChange: r.Train, TestChange: r.Test, Signs: r.Signs}
	}
}

// targetOf names what is predicted.
func targetOf(res *fit.Result, s matrix.Schema) string {
	switch {
	case res.ScoreShare == 1:
		return "score"
	case res.ScoreShare > 0:
		return "blend"
	case s.Optional.Has(matrix.WithExpected):
		return "probability"
	}
	return "result"
}

// steepness turns a result's K into a file's.
func (about About) steepness(k *fit.KResult) *weights.K {
	if k == nil {
		return nil
	}
	out := &weights.K{Value: k.Value, StdErr: k.StdErr, Low: k.Low, High: k.High, Fitted: k.Fitted, Before: k.Searched}
	if k.Fitted {
		out.At = about.Start
	}
	for _, p := range k.ByPhase {
		if p.K > 0 {
			out.ByPhase = append(out.ByPhase, weights.PhaseK{Low: p.From, High: p.To, K: p.K, StdErr: p.StdErr})
		}
	}
	return out
}
