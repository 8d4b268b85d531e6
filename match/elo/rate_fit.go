package elo

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"example.org/centipawn/winprob"
)

// whitePrior is the standard deviation of White's advantage before any game, in Elo.
const whitePrior = 400

// expected returns White's expected score.
func (p *pool) expected(t *tally) float64 {
	elo := p.elo[t.white] - p.elo[t.black]
	if !t.lent {
		elo += p.elo[p.players()]
	}
	return winprob.Expected(1, elo)
}

// each calls visit with the numbers of what a tally depends on and the derivative of its
// Elo difference to each.
func (p *pool) each(t *tally, visit func(parameter int, sign float64)) {
	visit(t.white, 1)
	visit(t.black, -1)
	if !t.lent {
		visit(p.players(), 1)
	}
}

// likelihood returns the log likelihood of points, draws as half a win and half a loss,
// and of the prior.
func (p *pool) likelihood() (sum float64) {
	for i := range p.tallies {
		t := &p.tallies[i]
		e := p.expected(t)
		if t.points > 0 {
			sum += t.points * math.Log(e)
		}
		if t.points < t.games {
			sum += (t.games - t.points) * math.Log(1-e)
		}
	}
	white := p.elo[p.players()] / whitePrior
	return sum - white*white/2
}

// information returns the gradient of the likelihood and minus its second derivatives,
// in Elo; of what is fixed the gradient is 0 and the second derivative 1.
func (p *pool) information() (gradient *mat.VecDense, minus2nd *mat.SymDense) {
	n := len(p.elo)
	gradient, minus2nd = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for i := range p.tallies {
		t := &p.tallies[i]
		e := p.expected(t)
		residual := winprob.Logit(1) * (t.points - t.games*e)
		p.each(t, func(a int, sign float64) { gradient.SetVec(a, gradient.AtVec(a)+sign*residual) })
		p.addInformation(minus2nd, t, e)
	}
	white := n - 1
	gradient.SetVec(white, gradient.AtVec(white)-p.elo[white]/(whitePrior*whitePrior))
	minus2nd.SetSym(white, white, minus2nd.At(white, white)+1.0/(whitePrior*whitePrior))
	for i, fixed := range p.fixed {
		if !fixed {
			continue
		}
		gradient.SetVec(i, 0)
		for j := range n {
			minus2nd.SetSym(i, j, 0)
		}
		minus2nd.SetSym(i, i, 1)
	}
	return gradient, minus2nd
}

// addInformation adds that of a tally.
func (p *pool) addInformation(m *mat.SymDense, t *tally, e float64) {
	logit := winprob.Logit(1)
	v := logit * logit * t.games * e * (1 - e)
	p.each(t, func(a int, signA float64) {
		p.each(t, func(b int, signB float64) {
			if b >= a {
				m.SetSym(a, b, m.At(a, b)+signA*signB*v)
			}
		})
	})
}

var errUnsettled = errors.New("ratings: no maximum of the likelihood was found: check for a player with very few games")

// fit finds the maximum of the likelihood, which is concave, by Newton's method, halving
// steps that lead down. Without anchors the mean is 0.
func (p *pool) fit() error {
	here := p.likelihood()
	settled := false
	for n := 0; n < 100 && !settled; n++ {
		gradient, minus2nd := p.information()
		var c mat.Cholesky
		var step mat.VecDense
		if !c.Factorize(minus2nd) || c.SolveVecTo(&step, gradient) != nil {
			return errUnsettled
		}
		settled = mat.Norm(&step, math.Inf(1)) < 1e-9
		here = p.climb(&step, here)
	}
	if !settled {
		return errUnsettled
	}
	p.center()
	return nil
}

// climb goes along a step as far as it leads up and returns the likelihood there.
func (p *pool) climb(step *mat.VecDense, here float64) float64 {
	start := append([]float64(nil), p.elo...)
	for part := 1.0; part > 1e-6; part /= 2 {
		for i := range p.elo {
			p.elo[i] = start[i] + part*step.AtVec(i)
		}
		if there := p.likelihood(); there >= here-1e-12*math.Abs(here) {
			return there
		}
	}
	copy(p.elo, start)
	return here
}

// center makes the mean of the players 0 if there are no anchors.
func (p *pool) center() {
	players := p.elo[:p.players()]
	mean := 0.0
	for i, elo := range players {
		if p.anchored[i] {
			return
		}
		mean += elo / float64(len(players))
	}
	for i := range players {
		players[i] -= mean
	}
}

// drawRate returns the share of draws between equal players under which as many draws
// were expected as there were.
func (p *pool) drawRate() float64 {
	lo, hi := 0.0, 1.0
	for range 60 {
		rate, surplus := (lo+hi)/2, 0.0
		for i := range p.tallies {
			if t := &p.tallies[i]; !t.lent {
				surplus += t.games*drawChance(p.expected(t), rate) - t.draws
			}
		}
		if surplus < 0 {
			lo = rate
		} else {
			hi = rate
		}
	}
	if lo == 0 {
		return 0
	}
	return hi
}

// drawChance returns the chance D of a draw at an expected score e, where equal players
// draw with the chance rate. It solves D = ν·√(W·L), W = e − D/2, L = 1 − e − D/2, with
// ν = 2·rate/(1−rate).
func drawChance(e, rate float64) float64 {
	q := e * (1 - e)
	if rate == 0 || q == 0 {
		return 0
	}
	return 4 * rate * q / (rate + math.Sqrt(max(0, rate*rate+4*(1-2*rate)*q)))
}

// A covariance is that of the ratings and White's advantage, in Elo², with its degrees of
// freedom.
type covariance struct {
	matrix  *mat.Dense
	freedom float64
}

// variance returns that of rating i less rating j, or of i alone if they are the same.
func (c covariance) variance(i, j int) float64 {
	v := c.matrix.At(i, i)
	if i != j {
		v += c.matrix.At(j, j) - c.matrix.At(i, j) - c.matrix.At(j, i)
	}
	return max(0, v)
}

func (c covariance) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: c.freedom}
}

// interval returns that of rating i less rating j, or of i alone if they are the same.
func (c covariance) interval(elo float64, i, j int) Interval {
	half := c.student().Quantile(0.975) * math.Sqrt(c.variance(i, j))
	return Interval{elo, elo - half, elo + half}
}

// above0 returns the likelihood that rating i is above rating j, elo being the difference.
func (c covariance) above0(elo float64, i, j int) float64 {
	v := c.variance(i, j)
	if v == 0 {
		return 0.5 * (1 + float64(sign(elo)))
	}
	return c.student().CDF(elo / math.Sqrt(v))
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
