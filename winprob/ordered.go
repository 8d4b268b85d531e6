package winprob

import "math"

// Logits returns what the model makes of evaluations at a phase: an evaluation s wins with
// σ(s·slope − margin) and loses with σ(−s·slope − margin).
func (m WDL) Logits(phase float64) (slope, margin float64) {
	a, b := m.at(phase)
	return 1 / b, a / b
}

// An Outcome is how a game ended.
type Outcome uint8

// The outcomes, as Points.Result has them.
const (
	BlackWins Outcome = 1 + iota
	Drawn
	WhiteWins
)

// OutcomeOf returns the outcome of an expected score of 0, ½ or 1.
func OutcomeOf(score float64) Outcome {
	switch {
	case score < 0.25:
		return BlackWins
	case score > 0.75:
		return WhiteWins
	}
	return Drawn
}

// LogLoss returns −ln of the probability of the outcome at z = s·slope, with its first two derivatives
// by z. It is convex in z.
func (o Outcome) LogLoss(z, margin float64) (loss, first, second float64) {
	win, lost := logistic(z-margin), logistic(-z-margin)
	switch o {
	case WhiteWins:
		return logPlus(margin - z), win - 1, win * (1 - win)
	case BlackWins:
		return logPlus(margin + z), 1 - lost, lost * (1 - lost)
	}
	return logPlus(z-margin) + logPlus(-z-margin) - math.Log(-math.Expm1(-2*margin)), win - lost, win*(1-win) + lost*(1-lost)
}

// logPlus returns ln(1+e^x).
func logPlus(x float64) float64 { return softplus(x, logistic(x)) }

// A WDLTest is how well a model tells the outcomes of rows that it was not fitted to.
type WDLTest struct {
	LogLoss float64 `json:"logloss"` // mean of −ln of the probability of what happened, natural logarithm
	StdErr  float64 `json:"stderr"`  // by clusters
	N       int     `json:"n"`       // rows with a result
}

// Test measures the model on the rows whose result is known. The result is nil if there are none.
func (m WDL) Test(p *Points) (*WDLTest, error) {
	p, err := p.decided()
	if err != nil || p.Rows() == 0 {
		return nil, err
	}
	sums := p.sumClusters(2, 1, func(lo, hi int, u []float64) {
		for i := lo; i < hi; i++ {
			slope, margin := m.Logits(p.phase(i))
			loss, _, _ := Outcome(p.Result[i]).LogLoss(float64(p.Score[i])*slope, margin)
			w := p.weight(i)
			u[2*(i-lo)], u[2*(i-lo)+1] = w*loss, w
		}
	})
	var loss, weight, square float64
	for at := 0; at < len(sums.sum); at += 2 {
		loss, weight = loss+sums.sum[at], weight+sums.sum[at+1]
	}
	mean := loss / weight
	for at := 0; at < len(sums.sum); at += 2 {
		r := sums.sum[at] - mean*sums.sum[at+1]
		square += r * r
	}
	n := float64(sums.clusters())
	return &WDLTest{LogLoss: mean, StdErr: math.Sqrt(square*n/max(1, n-1)) / weight, N: p.Rows()}, nil
}

// Rescored returns rows with the scores at which K would expect what the model does: so [Reliability]
// looks at the model.
func (m WDL) Rescored(p *Points, k float64) *Points {
	q := *p
	q.Score = make([]float32, p.Rows())
	for i, s := range p.Score {
		win, draw, loss := m.Probabilities(float64(s), p.phase(i))
		q.Score[i] = float32(math.Log((win+draw/2)/(loss+draw/2)) / (k * perCentipawn))
	}
	return &q
}
