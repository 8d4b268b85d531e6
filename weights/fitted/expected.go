package fitted

import (
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// expected adds what there is to say of a fit of expected scores.
func (about About) expected(p *weights.Provenance, res *fit.Result, data *matrix.Set) {
	from := data.Provenance()
	p.Target = targetOf(res, data.Schema())
	switch {
	case res.ScoreShare == 0:
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "no result", Rows: int64(res.Funnel.NoResult)})
	case res.ScoreShare < 1:
		p.Lambda = 1 - res.ScoreShare
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "no result", Rows: int64(res.Funnel.NoResult)})
	}
	if res.ScoreShare > 0 {
		p.Mates = res.Mates.String()
	}
	p.Start, p.Smooth, p.Gauge = about.Start, res.Smooth, res.Gauge
	p.Passes, p.Gap, p.Stopped = res.Passes, res.Gap, res.Stopped
	if about.Prior != nil {
		p.Prior = &weights.Prior{Name: about.Prior.Name, SHA256: about.Prior.SHA256, Rows: res.PriorRows}
	}
	p.K = about.steepness(res)
	for _, k := range res.LabelK {
		p.LabelK = append(p.LabelK, weights.SourceK{Source: from.Sources[k.Source].Name, K: k.K, StdErr: k.StdErr})
	}
	if w := res.WDL; w != nil {
		p.WDL = &weights.WDL{A: w.A, B: w.B}
	}
	if s := res.Scale; s != nil {
		p.Scale = &weights.Scale{Policy: s.Policy.String(), Factor: s.Factor, Slope: s.Slope}
	}
	p.Rounding = res.Rounding
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

// steepness returns a result's K, with the weights that it was fitted at.
func (about About) steepness(res *fit.Result) *weights.K {
	if res.K == nil {
		return nil
	}
	k := *res.K
	switch {
	case k.Fitted && res.Balance != nil:
		k.At = "the fitted weights"
	case k.Fitted:
		k.At = about.Start
	}
	return &k
}
