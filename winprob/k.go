package winprob

import (
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/internal/confidence"
)

// A Loss is what a fit of expected scores e to targets t makes small.
type Loss uint8

const (
	Squared      Loss = iota // mean of w·(e−t)²
	CrossEntropy             // mean of −w·(t·ln e + (1−t)·ln(1−e)), natural logarithm
)

// String returns the loss's name in options: "sigmoid" or "crossentropy".
func (l Loss) String() string {
	if l == CrossEntropy {
		return "crossentropy"
	}
	return "sigmoid"
}

// KOptions are the options of [FitK]. The zero value works.
type KOptions struct {
	Loss    Loss
	Threads int // 0: one
}

// A KFit is a K and how sure it is.
type KFit struct {
	K        float64 `json:"k"`      // the scale of [Expected]
	StdErr   float64 `json:"stderr"` // clustered by Points.Cluster
	Low      float64 `json:"low"`    // 95 % interval, by Student's t of Clusters−1
	High     float64 `json:"high"`
	Loss     float64 `json:"loss"` // at K, a mean
	N        int     `json:"n"`    // rows that took part
	Clusters int     `json:"clusters"`
	Passes   int     `json:"-"` // over the rows
}

// perCentipawn is ln 10/400: z = K·s·perCentipawn is the logit of Expected(K, s).
const perCentipawn = math.Ln10 / 400

// maxKPasses bounds the passes of a fit of K. Three are usual: the start is
// good to three digits, and Newton's method doubles their number.
const maxKPasses = 10

// FitK returns the K > 0 at which expected scores are nearest to the targets.
//
// One pass makes a histogram of the evaluations, on which every K is tried; from
// there Newton's method goes on over the rows, kept within bounds by the
// gradient's sign. The squared loss is not convex in K: the histogram finds the
// lowest of its valleys. The standard error is the sandwich's, its games the
// clusters.
//
// Data that determine no K are refused with a [*LackError].
//
// Source: P. Österlund, "Texel's Tuning Method" (2014), for K; K.-Y. Liang,
// S. Zeger, "Longitudinal Data Analysis Using Generalized Linear Models" (1986),
// for its error.
func FitK(p *Points, opt KOptions) (KFit, error) {
	p, err := p.labelled()
	if err != nil {
		return KFit{}, err
	}
	h := newHistogram(p)
	start, err := h.search(opt.Loss)
	if err != nil {
		return KFit{}, err
	}
	k, sums, passes, err := newton(start, func(k float64) kSums { return p.kSums(k, opt) })
	if err != nil {
		return KFit{}, err
	}
	return p.finishK(k, sums, passes+2, opt)
}

// finishK makes the last pass, for the standard error at k, whose sums s are.
func (p *Points) finishK(k float64, s kSums, passes int, opt KOptions) (KFit, error) {
	games := p.sumClusters(1, opt.Threads, func(lo, hi int, u []float64) { p.kScores(lo, hi, k, opt.Loss, u) })
	if opt.Loss == CrossEntropy {
		s.loss = p.logLoss(k, opt.Threads)
		passes++
	}
	fit := KFit{K: k, Loss: s.loss / s.weight, N: p.Rows(), Clusters: games.clusters(), Passes: passes}
	if fit.Clusters < 2 {
		return KFit{}, &LackError{"K", FewClusters, p.Rows()}
	}
	fit.StdErr = math.Sqrt(games.meat()[0]) / s.curvature
	half := confidence.Quantile95(float64(fit.Clusters-1)) * fit.StdErr
	fit.Low, fit.High = k-half, k+half
	return fit, nil
}

// kSums are sums over rows at one K. Of the squared loss, gradient and
// curvature are half the derivatives.
type kSums struct {
	weight, loss, gradient float64
	curvature              float64 // the second derivative
	gauss                  float64 // its part that is never negative
}

func (s *kSums) add(t kSums) {
	s.weight += t.weight
	s.loss += t.loss
	s.gradient += t.gradient
	s.curvature += t.curvature
	s.gauss += t.gauss
}

// newton returns the zero of the gradient that it finds from k, the sums of the
// last pass, which are those of the zero but for rounding, and the number of
// passes.
func newton(k float64, at func(k float64) kSums) (float64, kSums, int, error) {
	low, high := 0.0, math.Inf(1)
	for pass := 1; pass <= maxKPasses; pass++ {
		s := at(k)
		if s.gradient > 0 {
			high = k
		} else {
			low = k
		}
		curvature := s.curvature
		if curvature <= 0 {
			curvature = s.gauss
		}
		next := k - s.gradient/curvature
		if !(next >= low && next <= high) || !isFinite(next) {
			next = min((low+high)/2, 2*k)
		}
		if math.Abs(next-k) <= 1e-7*k { // the error of next is about the square
			return next, s, pass, nil
		}
		k = next
	}
	return 0, kSums{}, maxKPasses, fmt.Errorf("no K: not settled after %d passes, near %g: the loss is flat; pass more games, or a stated K", maxKPasses, k)
}

// batchRows go through [ExpectedBatch] at once.
const batchRows = 512

// expectedRows fills e with the expected scores of the rows from lo on.
func (p *Points) expectedRows(lo int, k float64, e []float64) {
	scale := k * perCentipawn
	for i, s := range p.Score[lo : lo+len(e)] {
		e[i] = scale * float64(s)
	}
	ExpectedBatch(e)
}

func (p *Points) kSums(k float64, opt KOptions) kSums {
	return sumChunks(p.Rows(), opt.Threads, func(lo, hi int) (sum kSums) {
		var batch [batchRows]float64
		for ; lo < hi; lo += batchRows {
			e := batch[:min(batchRows, hi-lo)]
			p.expectedRows(lo, k, e)
			if opt.Loss == CrossEntropy {
				sum.add(p.crossEntropy(lo, e))
			} else {
				sum.add(p.squared(lo, e))
			}
		}
		return sum
	}, (*kSums).add)
}

// squared returns the sums of the squared loss over the rows from lo on, e their
// expected scores.
func (p *Points) squared(lo int, e []float64) (sum kSums) {
	score, target := p.Score[lo:lo+len(e)], p.Expected[lo:lo+len(e)]
	for i, e := range e {
		s, r, w := float64(score[i])*perCentipawn, e-float64(target[i]), 1.0
		if p.Weight != nil {
			w = float64(p.Weight[lo+i])
		}
		slope := e * (1 - e)
		d := slope * s // of e by K
		sum.weight += w
		sum.loss += w * r * r
		sum.gradient += w * r * d
		sum.gauss += w * d * d
		sum.curvature += w * d * (d + r*(1-2*e)*s)
	}
	return sum
}

// crossEntropy is squared for the cross-entropy, without the loss itself.
func (p *Points) crossEntropy(lo int, e []float64) (sum kSums) {
	for i, e := range e {
		s, t, w := float64(p.Score[lo+i])*perCentipawn, float64(p.Expected[lo+i]), p.weight(lo+i)
		sum.weight += w
		sum.gradient += w * (e - t) * s
		sum.gauss += w * e * (1 - e) * s * s
	}
	sum.curvature = sum.gauss
	return sum
}

// logLoss returns the sum of w times the cross-entropy at k. A logarithm a row
// is dear: only the last pass asks for it.
func (p *Points) logLoss(k float64, threads int) float64 {
	return sumChunks(p.Rows(), threads, func(lo, hi int) (sum float64) {
		var batch [batchRows]float64
		for ; lo < hi; lo += batchRows {
			e := batch[:min(batchRows, hi-lo)]
			p.expectedRows(lo, k, e)
			for i, e := range e {
				z := k * perCentipawn * float64(p.Score[lo+i])
				sum += p.weight(lo+i) * (softplus(z, e) - float64(p.Expected[lo+i])*z)
			}
		}
		return sum
	}, func(total *float64, part float64) { *total += part })
}

// softplus returns ln(1+e^z), which is −ln(1−e), for e the logistic of z, however
// large z.
func softplus(z, e float64) float64 { return max(z, 0) - math.Log(max(e, 1-e)) }

// kScores writes each row's part of the gradient.
func (p *Points) kScores(lo, hi int, k float64, loss Loss, u []float64) {
	p.expectedRows(lo, k, u)
	for i, e := range u {
		d := float64(p.Score[lo+i]) * perCentipawn
		if loss == Squared {
			d *= e * (1 - e)
		}
		u[i] = p.weight(lo+i) * (e - float64(p.Expected[lo+i])) * d
	}
}

// A PhaseK is the K of the rows of a part of the game.
type PhaseK struct {
	From float64 `json:"from"` // φ
	To   float64 `json:"to"`   // φ, excluded but for the last
	KFit
	Err error `json:"-"` // why there is none: a [*LackError]; then KFit is zero
}

// KByPhase fits K between each two neighbours of edges, phases that rise. A part
// whose rows determine no K says so in its Err.
func KByPhase(p *Points, edges []float64, opt KOptions) ([]PhaseK, error) {
	p, err := p.labelled()
	if err != nil {
		return nil, err
	}
	var parts []PhaseK
	err = p.byPhase(edges, func(from, to float64, rows *Points) {
		part := PhaseK{From: from, To: to}
		part.KFit, part.Err = FitK(rows, opt)
		parts = append(parts, part)
	})
	return parts, err
}

// byPhase calls do with the rows between each two neighbours of edges.
func (p *Points) byPhase(edges []float64, do func(from, to float64, rows *Points)) error {
	if len(edges) < 2 {
		return fmt.Errorf("phase edges %v: pass two or more, such as 0, 0.5, 1", edges)
	}
	if p.Phase == nil {
		return errors.New("points: no phase: pass that of every row")
	}
	for j, to := range edges[1:] {
		from, last := edges[j], j == len(edges)-2
		if !(from < to) {
			return fmt.Errorf("phase edges %v: %g does not come before %g: pass them in rising order", edges, from, to)
		}
		rows := p.where(func(i int) bool {
			phi := float64(p.Phase[i])
			return phi >= from && (phi < to || last && phi == to)
		})
		do(from, to, rows)
	}
	return nil
}
