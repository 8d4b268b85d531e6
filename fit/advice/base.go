package advice

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/winprob"
)

// A base is what is known, fitted to the games of a half.
type base struct {
	theta  []float64
	square [2]*mat.SymDense // by fold of the half: Σ g²·z·zᵀ
	score  [2][]float64     // by fold of the half: Σ g·r·z
}

// The steps of a base, which has few weights and begins close.
const (
	maxSteps  = 60
	tolerance = 1e-10 // of the loss, between two steps
	minT      = 2     // standard errors that the slope must be above 0
)

// fitBase fits the base of a half by Gauss–Newton steps with a growing ridge where one fails, what was added under
// its prior.
func (s *Study) fitBase(ctx context.Context, h int) (*base, error) {
	theta := s.begin(h)
	square, score, loss := s.sums(theta, h)
	for step, ridge := 0, 1e-9; step < maxSteps; step++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		next, ok := newton(square, score, theta, ridge)
		if ok {
			var nextLoss float64
			var nextSquare *mat.SymDense
			var nextScore []float64
			nextSquare, nextScore, nextLoss = s.sums(next, h)
			if nextLoss <= loss {
				done := loss-nextLoss <= tolerance*loss
				theta, square, score, loss, ridge = next, nextSquare, nextScore, nextLoss, max(ridge/10, 1e-9)
				if done {
					break
				}
				continue
			}
		}
		if ridge *= 100; ridge > 1e6 {
			break
		}
	}
	b := &base{theta: theta}
	if len(s.added) == 0 {
		s.slope[h] = [2]float64{theta[2], theta[3]}
		return b, s.related(b, square, h)
	}
	return b, nil
}

// begin is where the search of a base begins: an evaluation of usual size, nothing else.
func (s *Study) begin(h int) []float64 {
	theta := make([]float64, s.width)
	if s.base[h] != nil {
		copy(theta, s.base[h].theta)
		return theta
	}
	var sum float64
	for _, e := range s.Eval {
		sum += float64(e) * float64(e)
	}
	const usual = 300 // centipawns, root mean square
	theta[2] = usual / max(math.Sqrt(sum/float64(len(s.Eval))), 1e-3)
	return theta
}

// newton returns theta after a step whose matrix has a ridge in proportion to its diagonal.
func newton(square *mat.SymDense, score, theta []float64, ridge float64) ([]float64, bool) {
	n := len(theta)
	damped := mat.NewSymDense(n, nil)
	damped.CopySym(square)
	for j := range n {
		damped.SetSym(j, j, square.At(j, j)*(1+ridge)+1e-12)
	}
	var factor mat.Cholesky
	if !factor.Factorize(damped) {
		return nil, false
	}
	var step mat.VecDense
	if factor.SolveVecTo(&step, mat.NewVecDense(n, score)) != nil {
		return nil, false
	}
	next := make([]float64, n)
	for j := range next {
		next[j] = theta[j] + step.AtVec(j)
	}
	return next, true
}

// sums returns, over the rows of a half, Σ g²·z·zᵀ, Σ g·r·z and Σ r² at theta, each with what the prior adds.
func (s *Study) sums(theta []float64, h int) (square *mat.SymDense, score []float64, loss float64) {
	n := len(theta)
	dense := make([]float64, n*n)
	score = make([]float64, n)
	var z vector
	p := make([]float64, 1)
	for i := range s.Eval {
		if s.half(i) != h {
			continue
		}
		s.known(&z, i, h)
		p[0] = z.dot(theta)
		winprob.ExpectedBatch(p)
		r, g := float64(s.Label[i])-p[0], p[0]*(1-p[0])
		loss += r * r
		accumulate(dense, score, &z, g*g, g*r)
	}
	for j, ridge := range s.prior[h] {
		dense[j*n+j] += ridge
		score[j] -= ridge * theta[j]
		loss += ridge * theta[j] * theta[j]
	}
	return mat.NewSymDense(n, dense), score, loss
}

// accumulate adds weight·z·zᵀ to the upper half of a square matrix, and by·z to a vector.
func accumulate(square, score []float64, z *vector, weight, by float64) {
	n := len(score)
	for a, at := range z.at {
		x := weight * z.value[a]
		row := square[int(at)*n : int(at+1)*n]
		for b := a; b < len(z.at); b++ {
			row[z.at[b]] += x * z.value[b]
		}
		score[at] += by * z.value[a]
	}
}

// sumBase sums, by fold, what candidates need of the base. Each fold of a half has half of its prior.
func (s *Study) sumBase() {
	n := s.width
	var square [folds][]float64
	var score [folds][]float64
	for f := range folds {
		square[f], score[f] = make([]float64, n*n), make([]float64, n)
	}
	var z vector
	for i := range s.Eval {
		f := s.fold[i]
		s.known(&z, i, s.half(i))
		accumulate(square[f], score[f], &z, s.square[i], s.score[i])
	}
	for f := range folds {
		b := s.base[f>>1]
		for j, ridge := range s.prior[f>>1] {
			square[f][j*n+j] += ridge / 2
			score[f][j] -= ridge / 2 * b.theta[j]
		}
		b.square[f&1], b.score[f&1] = mat.NewSymDense(n, square[f]), score[f]
	}
}

// onePhase is the share of a ridge that lets rows of one phase determine a slope.
const onePhase = 1e-9

// related refuses labels that do not rise with the evaluation, by the slope at the mean phase and its standard
// error by game.
func (s *Study) related(b *base, square *mat.SymDense, h int) error {
	var mean, n float64
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	scores := make([]float64, known*s.games)
	var z vector
	p := make([]float64, 1)
	for i := range s.Eval {
		if s.half(i) != h {
			continue
		}
		mean, n = mean+float64(s.Phase[i]), n+1
		low, high = min(low, s.Eval[i]), max(high, s.Eval[i])
		s.known(&z, i, h)
		p[0] = z.dot(b.theta)
		winprob.ExpectedBatch(p)
		by := p[0] * (1 - p[0]) * (float64(s.Label[i]) - p[0])
		for k, at := range z.at {
			scores[known*int(s.game[i])+int(at)] += by * z.value[k]
		}
	}
	if n == 0 {
		return fmt.Errorf("%w: a half has no rows", ErrFew)
	}
	if low == high {
		return fmt.Errorf("%w: the evaluation is %g everywhere", ErrUnrelated, low)
	}
	mean /= n
	direction := mat.NewVecDense(known, []float64{0, 0, 1, mean})
	// Where all rows are of one phase, what belongs to 1 and φ cannot be told apart, and need not be.
	damped := mat.NewSymDense(known, nil)
	damped.CopySym(square)
	for k := range known {
		damped.SetSym(k, k, square.At(k, k)*(1+onePhase)+1e-12)
	}
	var factor mat.Cholesky
	var solved mat.VecDense
	if !factor.Factorize(damped) || factor.SolveVecTo(&solved, direction) != nil {
		return fmt.Errorf("%w: the evaluation is the same everywhere, or nearly", ErrUnrelated)
	}
	var variance float64
	for g := range s.games {
		u := mat.Dot(&solved, mat.NewVecDense(known, scores[known*g:known*(g+1)]))
		variance += u * u
	}
	slope := b.theta[2] + b.theta[3]*mean
	if !(slope > minT*math.Sqrt(variance)) {
		return fmt.Errorf("%w: the scale K of the evaluation is %.2g ± %.2g", ErrUnrelated, slope, math.Sqrt(variance))
	}
	return nil
}
