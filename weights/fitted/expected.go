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
	if res.ScoreShare < 1 {
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "no result", Rows: int64(res.Funnel.NoResult)})
	}
	if res.ScoreShare > 0 {
		p.Lambda, p.Mates = 1-res.ScoreShare, res.Mates.String()
	}
	about.search(p, res)
	p.Gauge, p.Minima, p.K = res.Gauge, res.Minima.String(), about.steepness(res)
	for _, k := range res.LabelK[:min(len(res.LabelK), len(from.Sources))] {
		p.LabelK = append(p.LabelK, weights.SourceK{Source: from.Sources[k.Source].Name, K: k.K, StdErr: k.StdErr})
	}
	if w := res.WDL; w != nil {
		p.WDL = (*weights.WDL)(&w.WDL)
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
