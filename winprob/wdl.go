package winprob

import (
	"errors"
	"fmt"
	"math"
)

// A WDL is an ordered logit of a game's outcome: with φ the phase, 1 with all
// pieces on the board, and a and b linear in it, an evaluation of s centipawns
// wins and loses with
//
//	W = σ((s − a)/b),  L = σ((−s − a)/b),  σ(x) = 1/(1 + e^(−x)),
//
// and draws with what is left. a is the evaluation that wins every other game,
// b how fast the chance grows there. Both are positive and in centipawns.
//
// Source: P. McCullagh, "Regression Models for Ordinal Data" (1980); the form by
// phase is that of the Stockfish project's WDL_model.
type WDL struct {
	A [2]float64 `json:"a"` // at φ = 0 and at φ = 1
	B [2]float64 `json:"b"` // at φ = 0 and at φ = 1
}

// at returns a and b at a phase, which is clamped to [0, 1].
func (m WDL) at(phase float64) (a, b float64) {
	phase = min(max(phase, 0), 1)
	return m.A[0]*(1-phase) + m.A[1]*phase, m.B[0]*(1-phase) + m.B[1]*phase
}

// Probabilities returns White's chances at an evaluation of s centipawns,
// White-relative. They sum to 1.
func (m WDL) Probabilities(s, phase float64) (win, draw, loss float64) {
	a, b := m.at(phase)
	win, loss = logistic((s-a)/b), logistic((-s-a)/b)
	// 1 − win − loss, without the difference
	draw = logistic((a-s)/b) * logistic((a+s)/b) * -math.Expm1(-2*a/b)
	return win, draw, loss
}

// Expected returns White's expected score, win + draw/2.
func (m WDL) Expected(s, phase float64) float64 {
	win, draw, _ := m.Probabilities(s, phase)
	return win + draw/2
}

// Centipawn returns the evaluation whose expected score for White is e: it undoes [WDL.Expected]. It is
// ±Inf for e of 1 and 0.
//
// With x = e^(s/b), c = cosh(a/b) and u = W − L = 2e − 1 ≥ 0 the definition is a quadratic equation,
// (1−u)·x² − 2uc·x − (1+u) = 0, whose positive solution is (uc + √(u²c² + 1 − u²))/(1−u).
func (m WDL) Centipawn(e, phase float64) float64 {
	a, b := m.at(phase)
	u := 2*e - 1
	uc := math.Abs(u) * math.Cosh(a/b)
	x := (uc + math.Hypot(uc, math.Sqrt(1-u*u))) / (1 - math.Abs(u))
	return math.Copysign(b*math.Log(x), u)
}

// logistic returns 1/(1+e^(−z)).
func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// WDLOptions are the options of [FitWDL]. The zero value works.
type WDLOptions struct {
	Threads int // 0: one
}

// A WDLFit is a model, how sure it is, and how well it does on the data that it
// was fitted to.
type WDLFit struct {
	WDL
	StdErr   WDL     `json:"stderr"`  // of each number, clustered by Points.Cluster
	LogLoss  float64 `json:"logloss"` // mean of −ln of the probability of what happened, natural logarithm
	N        int     `json:"n"`       // rows that took part
	Clusters int     `json:"clusters"`
	Passes   int     `json:"-"` // over the rows
}

// FitWDL fits win, draw and loss to the rows whose result is known, by maximum
// likelihood. Without phases a and b are constants. It asks for no targets. The
// model is the same for both sides: where White's move is worth something, add
// that to the scores.
//
// Data that determine no such model are refused with a [*LackError].
func FitWDL(p *Points, opt WDLOptions) (WDLFit, error) {
	const model = "win/draw/loss"
	p, err := p.decided()
	if err != nil {
		return WDLFit{}, err
	}
	start, err := p.startWDL()
	if err != nil {
		if lack, ok := errors.AsType[*LackError](err); ok {
			lack.Model = model
		}
		return WDLFit{}, err
	}
	f := wdlModel{p, opt.Threads, 4}
	if p.Phase == nil {
		f.order = 2
	}
	theta, at, passes, err := maximum(f.order, f.nearer(start), f.likelihood)
	switch {
	case at.loss <= 1e-6*at.weight:
		return WDLFit{}, &LackError{model, Separable, p.Rows()}
	case errors.Is(err, errSingular):
		return WDLFit{}, &LackError{model, OnePhase, p.Rows()}
	case err != nil:
		return WDLFit{}, fmt.Errorf("%s: %w: pass more games, of all phases", model, err)
	}
	return f.finish(theta, at, passes+2)
}

// decided returns the rows whose result is known, their targets the results.
func (p *Points) decided() (*Points, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if len(p.Result) != p.Rows() {
		return nil, fmt.Errorf("points: no results for %d scores: pass those of the games", p.Rows())
	}
	q := *p.where(func(i int) bool { return p.Result[i] != 0 && p.weight(i) > 0 })
	q.Expected = make([]float32, q.Rows())
	for i, r := range q.Result {
		q.Expected[i] = float32(r-1) / 2
	}
	return &q, nil
}

// startWDL returns constants a and b that agree with the share of draws, were
// all evaluations 0, and with the slope of the expected score there.
func (p *Points) startWDL() (theta parameters, err error) {
	k, err := newHistogram(p).search(Squared)
	if err != nil {
		return theta, err
	}
	draws, weight := 0.0, 0.0
	for i, r := range p.Result {
		weight += p.weight(i)
		if r == 2 {
			draws += p.weight(i)
		}
	}
	d := draws / weight
	if d == 0 {
		return theta, &LackError{"", NoDraws, p.Rows()}
	}
	// At s = 0: D = 1 − 2σ(−a/b), and the slope σ(a/b)·σ(−a/b)/b is K/4's.
	b := (1 - d*d) / (k * perCentipawn)
	a := b * math.Log((1+d)/(1-d))
	return parameters{a, b, a, b}, nil
}

// nearer returns what a part of the rows says, where there are rows enough for
// that to save passes over all.
func (f wdlModel) nearer(start parameters) parameters {
	const every, enough = 16, 100_000
	if f.points.Rows() < enough {
		return start
	}
	some := wdlModel{f.points.where(func(i int) bool { return i%every == 0 }), f.threads, f.order}
	theta, _, _, err := maximum(f.order, start, some.likelihood)
	if at := f.wdl(theta); err != nil || min(at.A[0], at.A[1], at.B[0], at.B[1]) <= 0 {
		return start
	}
	return theta
}

// A wdlModel has the parameters a, b at φ = 0 and, of order 4, at φ = 1.
type wdlModel struct {
	points  *Points
	threads int
	order   int
}

// wdl returns the model of parameters.
func (f wdlModel) wdl(theta parameters) WDL {
	if f.order == 2 {
		theta[2], theta[3] = theta[0], theta[1]
	}
	return WDL{A: [2]float64{theta[0], theta[2]}, B: [2]float64{theta[1], theta[3]}}
}

// finish makes the last pass, for the standard errors at theta, whose likelihood
// at is.
func (f wdlModel) finish(theta parameters, at likelihood, passes int) (WDLFit, error) {
	const model = "win/draw/loss"
	p, m := f.points, f.wdl(theta)
	games := p.sumClusters(f.order, f.threads, func(lo, hi int, u []float64) { f.scores(m, lo, hi, u) })
	c := at.factor(f.order)
	switch {
	case c == nil || min(m.A[0], m.A[1], m.B[0], m.B[1]) <= 0:
		return WDLFit{}, &LackError{model, OnePhase, p.Rows()}
	case games.clusters() < 2:
		return WDLFit{}, &LackError{model, FewClusters, p.Rows()}
	}
	se, err := stdErrs(f.order, c, games)
	if err != nil {
		return WDLFit{}, fmt.Errorf("%s: %w", model, err)
	}
	return WDLFit{WDL: m, StdErr: f.wdl(se), LogLoss: at.loss / at.weight,
		N: p.Rows(), Clusters: games.clusters(), Passes: passes}, nil
}

// likelihood sums over the rows; it is +Inf where a or b is not positive at some
// row.
func (f wdlModel) likelihood(theta parameters) likelihood {
	m := f.wdl(theta)
	return sumChunks(f.points.Rows(), f.threads, func(lo, hi int) likelihood {
		var sum wdlSums
		f.forRows(m, lo, hi, func(i int, d *outcomeTerms) { sum.add(f.points.weight(i), f.points.phase(i), d) })
		return sum.likelihood(f.order)
	}, (*likelihood).add)
}

// scores writes the gradient of each row's minus log likelihood.
func (f wdlModel) scores(m WDL, lo, hi int, u []float64) {
	f.forRows(m, lo, hi, func(i int, d *outcomeTerms) {
		w, phase := f.points.weight(i), f.points.phase(i)
		share := [2]float64{1 - phase, phase}
		for x := range f.order {
			u[(i-lo)*f.order+x] = -w * share[x/2] * d.gradient[x%2]
		}
	})
}

// forRows calls do with the terms of the rows from lo to hi.
func (f wdlModel) forRows(m WDL, lo, hi int, do func(i int, d *outcomeTerms)) {
	var z [3 * batchRows]float64
	var d outcomeTerms
	for ; lo < hi; lo += batchRows {
		n := min(batchRows, hi-lo)
		win, loss, width := z[:n], z[n:2*n], z[2*n:3*n]
		for i := range n {
			a, b := m.at(f.points.phase(lo + i))
			s := float64(f.points.Score[lo+i])
			win[i], loss[i], width[i] = (s-a)/b, (-s-a)/b, 2*a/b
		}
		ExpectedBatch(z[:3*n])
		for i := range n {
			a, b := m.at(f.points.phase(lo + i))
			d = outcome(f.points.Result[lo+i], float64(f.points.Score[lo+i]), curves{a, b, win[i], loss[i], width[i]})
			do(lo+i, &d)
		}
	}
}

// outcomeTerms are the logarithm of a result's probability, which is linear plus
// that of factor, and its derivatives by a and b; the second ones by aa, ab and
// bb. The factor is never near 0 unless a is, so that those of many rows can be
// multiplied before a logarithm is taken.
type outcomeTerms struct {
	linear    float64
	factor    float64
	gradient  [2]float64
	curvature [3]float64
	gauss     [3]float64 // the part that the curves by m and n make, never positive
}

// curves are a and b at a row's phase, and the logistics of m, n and 2a/b at its score.
type curves struct{ a, b, em, en, width float64 }

// outcome returns the terms of a result at s. With m = (s−a)/b and n = (−s−a)/b
// the probabilities are σ(m), σ(n) and σ(−m)·σ(−n)·(1−e^(m+n)). Outside the
// domain the logarithm is −Inf.
func outcome(result uint8, s float64, c curves) outcomeTerms {
	a, b, em, en := c.a, c.b, c.em, c.en
	if !(a > 0 && b > 0) {
		return outcomeTerms{linear: math.Inf(-1), factor: 1}
	}
	m, n := (s-a)/b, (-s-a)/b
	var linear, factor, gm, gn, mm, mn, nn float64 // by m and n
	switch result {
	case 3:
		linear, factor, gm, mm = min(m, 0), max(em, 1-em), 1-em, -em*(1-em)
	case 1:
		linear, factor, gn, nn = min(n, 0), max(en, 1-en), 1-en, -en*(1-en)
	default:
		r := (1 - c.width) / (2*c.width - 1) // 1 − e^(m+n) is 1/(1+r)
		linear, factor = -max(m, 0)-max(n, 0), max(em, 1-em)*max(en, 1-en)/(1+r)
		gm, gn, mn = -em-r, -en-r, -r*(1+r)
		mm, nn = mn-em*(1-em), mn-en*(1-en)
	}
	by := 1 / b
	slope, turn := (gm+gn)*by, (gm*m+gn*n)*by
	d := outcomeTerms{linear: linear, factor: factor, gradient: [2]float64{-slope, -turn}}
	aa, ab, bb := mm+2*mn+nn, mm*m+mn*(m+n)+nn*n, mm*m*m+2*mn*m*n+nn*n*n
	d.gauss = [3]float64{aa * by * by, ab * by * by, bb * by * by}
	d.curvature = [3]float64{d.gauss[0], d.gauss[1] + slope*by, d.gauss[2] + 2*turn*by}
	return d
}

// wdlSums are sums of the terms times the shares of the two ends of the phase:
// 1−φ and φ, and their three products.
type wdlSums struct {
	weight, log      float64
	product          float64 // of factors whose logarithm is not in log yet; 0: none
	gradient         [2][2]float64
	curvature, gauss [3][3]float64
}

func (s *wdlSums) add(w, phase float64, d *outcomeTerms) {
	end, start := w*(1-phase), w*phase
	s.weight += w
	s.addLog(w, d)
	for j, g := range d.gradient {
		s.gradient[0][j] += end * g
		s.gradient[1][j] += start * g
	}
	ends, both, starts := end*(1-phase), end*phase, start*phase
	for j, c := range d.curvature {
		s.curvature[0][j] += ends * c
		s.curvature[1][j] += both * c
		s.curvature[2][j] += starts * c
	}
	for j, g := range d.gauss {
		s.gauss[0][j] += ends * g
		s.gauss[1][j] += both * g
		s.gauss[2][j] += starts * g
	}
}

// addLog adds a row's logarithm; a row in a hundred pays for it.
func (s *wdlSums) addLog(w float64, d *outcomeTerms) {
	s.log += w * d.linear
	switch {
	case w != 1:
		s.log += w * math.Log(d.factor)
	case s.product < 1e-100:
		if s.product > 0 {
			s.log += math.Log(s.product)
		}
		s.product = d.factor
	default:
		s.product *= d.factor
	}
}

// likelihood returns the sums by the parameters.
func (s *wdlSums) likelihood(order int) (l likelihood) {
	l.weight, l.loss = s.weight, -s.log
	if s.product > 0 {
		l.loss -= math.Log(s.product)
	}
	for x := range order {
		l.gradient[x] = -s.gradient[x/2][x%2]
		for y := range order {
			l.curvature[x][y] = -s.curvature[x/2+y/2][x%2+y%2]
			l.gauss[x][y] = -s.gauss[x/2+y/2][x%2+y%2]
		}
	}
	return l
}
