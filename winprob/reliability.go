package winprob

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Curve compares expected scores with what came of them, over the rows of a
// part of the game.
type Curve struct {
	From     float64 `json:"from"` // φ
	To       float64 `json:"to"`   // φ, excluded but for the last part
	N        int     `json:"n"`    // rows that took part
	Clusters int     `json:"clusters"`
	Bins     []Bin   `json:"bins"` // by rising expected score

	// Slope and Intercept recalibrate: the expected score whose logit is
	// Intercept + Slope × logit of e has the largest likelihood. Slope is 1 and
	// Intercept 0 of a calibrated evaluation; below 1 it is too sure of itself,
	// and an Intercept above 0 means that White does better than it says.
	//
	// Source: D. Cox, "Two Further Applications of a Model for Binary
	// Regression" (1958).
	Slope           float64 `json:"slope"`
	SlopeStdErr     float64 `json:"slope_stderr"` // clustered
	Intercept       float64 `json:"intercept"`    // natural logarithm of odds
	InterceptStdErr float64 `json:"intercept_stderr"`

	// Err says why there is no slope, a [*LackError]; the two are then 0.
	Err error `json:"-"`
}

// A Bin is a range of expected scores with about as many rows as the others;
// rows of one evaluation are never parted.
type Bin struct {
	N         int     `json:"n"`
	Predicted float64 `json:"predicted"` // mean expected score
	Observed  float64 `json:"observed"`  // mean target
	StdErr    float64 `json:"stderr"`    // of Observed, clustered; 0 of a single cluster
}

// Reliability returns the curves of the expected scores at k between each two
// neighbours of phaseEdges, phases that rise; nil: one curve of all rows. There
// are at most that many bins.
//
// Source: A. Murphy, R. Winkler, "Reliability of Subjective Probability
// Forecasts of Precipitation and Temperature" (1977).
func Reliability(p *Points, k float64, phaseEdges []float64, bins int) ([]Curve, error) {
	if !(k > 0) || !isFinite(k) {
		return nil, fmt.Errorf("reliability: K is %v: pass a positive one", k)
	}
	if bins < 1 {
		return nil, fmt.Errorf("reliability: %d bins: pass 1 or more", bins)
	}
	p, err := p.labelled()
	if err != nil {
		return nil, err
	}
	if phaseEdges == nil {
		return []Curve{p.curve(0, 1, k, bins)}, nil
	}
	var curves []Curve
	err = p.byPhase(phaseEdges, func(from, to float64, rows *Points) {
		curves = append(curves, rows.curve(from, to, k, bins))
	})
	return curves, err
}

// curve returns the curve of all rows.
func (p *Points) curve(from, to, k float64, bins int) Curve {
	c := Curve{From: from, To: to, N: p.Rows()}
	order := p.byScore()
	for lo := 0; lo < len(order); {
		hi := len(order) * (len(c.Bins) + 1) / bins
		for hi = max(hi, lo+1); hi < len(order) && p.Score[order[hi]] == p.Score[order[hi-1]]; {
			hi++
		}
		c.Bins = append(c.Bins, p.rows(order[lo:hi]).bin(k))
		lo = hi
	}
	c.Err = p.calibrate(k, &c)
	return c
}

// byScore returns the rows in rising order of their scores.
func (p *Points) byScore() []int32 {
	keys := make([]uint64, p.Rows())
	for i, s := range p.Score {
		bits := math.Float32bits(s + 0) // no minus before a zero
		if bits>>31 != 0 {
			bits = ^bits
		} else {
			bits |= 1 << 31
		}
		keys[i] = uint64(bits)<<32 | uint64(i)
	}
	slices.Sort(keys)
	order := make([]int32, len(keys))
	for j, key := range keys {
		order[j] = int32(uint32(key))
	}
	return order
}

// bin returns the bin of all rows.
func (p *Points) bin(k float64) Bin {
	var weight, predicted, observed float64
	for i, s := range p.Score {
		w := p.weight(i)
		weight += w
		predicted += w * Expected(k, float64(s))
		observed += w * float64(p.Expected[i])
	}
	b := Bin{N: p.Rows(), Predicted: predicted / weight, Observed: observed / weight}
	games := p.sumClusters(1, 1, func(lo, hi int, u []float64) {
		for i := range u {
			u[i] = p.weight(lo+i) * (float64(p.Expected[lo+i]) - b.Observed)
		}
	})
	if games.clusters() > 1 {
		b.StdErr = math.Sqrt(games.meat()[0]) / weight
	}
	return b
}

// calibrate fills in the slope and the intercept.
func (p *Points) calibrate(k float64, c *Curve) error {
	const model = "calibration"
	switch {
	case p.Rows() == 0:
		return &LackError{model, NoRows, 0}
	case slices.Max(p.Expected) == slices.Min(p.Expected):
		return &LackError{model, OneTarget, p.Rows()}
	case slices.Max(p.Score) == slices.Min(p.Score):
		return &LackError{model, NoEvaluation, p.Rows()}
	}
	theta, at, _, err := maximum(2, parameters{0, 1}, func(theta parameters) likelihood { return p.recalibrated(k, theta) })
	factor := at.factor(2)
	if err != nil || factor == nil || at.loss <= 1e-6*at.weight {
		return &LackError{model, Separable, p.Rows()}
	}
	games := p.sumClusters(2, 1, func(lo, hi int, u []float64) {
		for i := lo; i < hi; i++ {
			z := k * perCentipawn * float64(p.Score[i])
			r := p.weight(i) * (logistic(theta[0]+theta[1]*z) - float64(p.Expected[i]))
			u[2*(i-lo)], u[2*(i-lo)+1] = r, r*z
		}
	})
	if c.Clusters = games.clusters(); c.Clusters < 2 {
		return &LackError{model, FewClusters, p.Rows()}
	}
	se, err := stdErrs(2, factor, games)
	if err != nil {
		return errors.Join(errSingular, err)
	}
	c.Intercept, c.InterceptStdErr = theta[0], se[0]
	c.Slope, c.SlopeStdErr = theta[1], se[1]
	return nil
}

// recalibrated returns the likelihood of the expected scores whose logits are
// theta[0] + theta[1]·z.
func (p *Points) recalibrated(k float64, theta parameters) (sum likelihood) {
	var batch [batchRows]float64
	for lo := 0; lo < p.Rows(); lo += batchRows {
		e := batch[:min(batchRows, p.Rows()-lo)]
		for i, s := range p.Score[lo : lo+len(e)] {
			e[i] = theta[0] + theta[1]*k*perCentipawn*float64(s)
		}
		ExpectedBatch(e)
		for i, e := range e {
			z, target, w := k*perCentipawn*float64(p.Score[lo+i]), float64(p.Expected[lo+i]), p.weight(lo+i)
			t := theta[0] + theta[1]*z
			r, slope := w*(e-target), w*e*(1-e)
			sum.weight += w
			sum.loss += w * (softplus(t, e) - target*t)
			sum.gradient[0] += r
			sum.gradient[1] += r * z
			sum.gauss[0][0] += slope
			sum.gauss[0][1] += slope * z
			sum.gauss[1][1] += slope * z * z
		}
	}
	sum.curvature = sum.gauss
	return sum
}
