package fitted

import (
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// An About says of a fit what neither its result nor its data know.
type About struct {
	Kind        weights.Kind    // what the weights are for
	Tool        string          // program and version
	Start       string          // start weights: "published", or a file's base name; "": zero
	Prior       *weights.Prior  // weights that the fit was pulled to, but for the rows that they count as; nil: none
	Constraints []string        // as they were given, such as "freeze pst.king.*"
	Frozen      map[string]bool // weights of the result's Fixed that kept their start values
	Test        *matrix.Set     // a separate test set, nil without one
}

// search adds what there is to say of the search for weights, from which start and towards which prior.
func (about About) search(p *weights.Provenance, res *fit.Result) {
	p.Start, p.Smooth = about.Start, res.Smooth
	p.Passes, p.Gap, p.Stopped = res.Passes, res.Gap, res.Stopped
	if about.Prior != nil {
		p.Prior = &weights.Prior{Name: about.Prior.Name, SHA256: about.Prior.SHA256, Rows: res.PriorRows}
	}
}

// estimate turns an estimate of the fit into the file's.
func estimate(value float64, in *fit.Interval) weights.Interval {
	if in == nil {
		return weights.Interval{Value: value}
	}
	return weights.Interval{Value: value, Low: in.Low, High: in.High}
}

// metrics turns the fit's metrics into the file's, whose estimates hold their intervals.
func metrics(m *fit.Metrics) *weights.Metrics {
	if m == nil {
		return nil
	}
	return &weights.Metrics{
		N: m.N, MSE: estimate(m.MSE, m.MSEInterval), MAE: estimate(m.MAE, m.MAEInterval), RMSE: estimate(m.RMSE, m.RMSEInterval),
		R2: estimate(m.R2, m.R2Interval), LogLoss: estimate(m.LogLoss, m.LogLossInterval),
	}
}
