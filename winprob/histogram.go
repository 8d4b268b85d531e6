package winprob

import (
	"cmp"
	"math"
	"slices"
)

// A histogram counts rows by evaluation, in bins of a 64th of an evaluation's
// size, whatever that is: sign, exponent and six bits of a float32.
type histogram struct {
	bins   []scoreBin // with rows in them
	rows   int
	weight float64
	scale  float64 // root of the mean square of the evaluations
	equal  bool    // all targets are
}

// A scoreBin holds sums over its rows: of the weights, and of weight × score and
// weight × target; divided by the weights, score is the mean.
type scoreBin struct{ weight, score, target float64 }

func newHistogram(p *Points) *histogram {
	const drop = 23 - 6
	h := &histogram{rows: p.Rows(), bins: make([]scoreBin, 1<<(32-drop)), equal: true}
	for i, s := range p.Score {
		w, t := p.weight(i), float64(p.Expected[i])
		b := &h.bins[math.Float32bits(s)>>drop]
		b.weight += w
		b.score += w * float64(s)
		b.target += w * t
		h.equal = h.equal && p.Expected[i] == p.Expected[0]
	}
	h.bins = slices.DeleteFunc(h.bins, func(b scoreBin) bool { return b.weight == 0 })
	for i := range h.bins {
		b := &h.bins[i]
		h.weight += b.weight
		b.score /= b.weight
	}
	h.scale = h.usualSize()
	return h
}

// usualSize returns the weighted median of the sizes of evaluations other than 0, or
// 0 if there are none. A mean of squares would be that of a weight that has run away.
func (h *histogram) usualSize() float64 {
	bins := slices.DeleteFunc(slices.Clone(h.bins), func(b scoreBin) bool { return b.score == 0 })
	slices.SortFunc(bins, func(a, b scoreBin) int { return cmp.Compare(math.Abs(a.score), math.Abs(b.score)) })
	total, below := 0.0, 0.0
	for _, b := range bins {
		total += b.weight
	}
	for _, b := range bins {
		if below += b.weight; below >= total/2 {
			return math.Abs(b.score)
		}
	}
	return 0
}

// A search tries K at which an evaluation of the usual size has a logit of
// 2^(j/2), j to ±searchSteps: from a ten-thousandth to where all but draws are
// certain.
const searchSteps = 26

// search returns the K of the histogram's least loss.
func (h *histogram) search(loss Loss) (float64, error) {
	switch {
	case h.rows == 0:
		return 0, &LackError{"K", NoRows, 0}
	case h.equal:
		return 0, &LackError{"K", OneTarget, h.rows}
	case h.scale == 0:
		return 0, &LackError{"K", NoEvaluation, h.rows}
	}
	flat := 1e-12 * h.weight // a difference that rounding makes
	best, worst := h.loss(0, loss), h.loss(0, loss)
	at := math.Inf(-1) // the step of the best
	for j := -searchSteps; j <= searchSteps; j++ {
		k := h.kAt(float64(j))
		if l := h.loss(k, loss); l < best-flat || l <= best+flat && !math.IsInf(at, -1) {
			best, at = min(l, best), float64(j)
		}
		worst = min(worst, h.loss(-k, loss))
	}
	switch {
	case worst < best-flat:
		return 0, &LackError{"K", WrongSide, h.rows}
	case math.IsInf(at, -1):
		return 0, &LackError{"K", NoRelation, h.rows}
	case at == searchSteps:
		return 0, &LackError{"K", Separable, h.rows}
	}
	k, _, _, err := newton(h.kAt(at), func(k float64) kSums { return h.sums(k, loss) })
	if err != nil {
		k = h.kAt(at) // a rough start is a start
	}
	return k, nil
}

// kAt returns the K of a step of the search.
func (h *histogram) kAt(step float64) float64 {
	return math.Exp2(step/2) / (perCentipawn * h.scale)
}

// loss returns the sum of the loss at k over the bins, less what does not depend
// on k.
func (h *histogram) loss(k float64, loss Loss) (sum float64) {
	for _, b := range h.bins {
		z := k * perCentipawn * b.score
		e := logistic(z)
		if loss == CrossEntropy {
			sum += b.weight*softplus(z, e) - b.target*z
			continue
		}
		sum += e * (b.weight*e - 2*b.target)
	}
	return sum
}

// sums returns the derivatives of loss.
func (h *histogram) sums(k float64, loss Loss) (sum kSums) {
	for _, b := range h.bins {
		s := perCentipawn * b.score
		e := logistic(k * s)
		r, slope := b.weight*e-b.target, e*(1-e)
		if loss == CrossEntropy {
			sum.gradient += r * s
			sum.gauss += b.weight * slope * s * s
			continue
		}
		d := slope * s
		sum.gradient += r * d
		sum.gauss += b.weight * d * d
		sum.curvature += d * (b.weight*d + r*(1-2*e)*s)
	}
	if loss == CrossEntropy {
		sum.curvature = sum.gauss
	}
	return sum
}
