package elo

import (
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/winprob"
)

// covariance returns the sandwich's, clustered by pairs, and the model's, of independent
// games without draws. What was lent and the prior add their information to the
// sandwich's meat. Where there are too few pairs, or pairs that all came out as expected,
// as of programs that repeat their games, the model's stands for it, and a note says so.
//
// Where all points went one way the sandwich is too sure, as every pair came out nearly as
// expected. The model's error is normal, as its variance is known: of n games won and one
// drawn its lower end is below the score at which n games are won in one of forty matches,
// from three on, and rises with n.
//
// Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized Linear
// Models" (1986).
func (p *pool) covariance(games []Game) (sandwich, model covariance, notes []string) {
	_, minus2nd := p.information()
	var factor mat.Cholesky
	var bread mat.SymDense
	if !factor.Factorize(minus2nd) || factor.InverseTo(&bread) != nil {
		bread.CopySym(minus2nd) // not after a fit
	}
	for i, fixed := range p.fixed {
		if fixed {
			bread.SetSym(i, i, 0)
		}
	}
	model = covariance{p.centered(&bread), 1e6} // normal: the variance of a score is known
	clusters, freedom := p.scores(games), 1
	for _, fixed := range p.fixed {
		if !fixed {
			freedom++
		}
	}
	freedom = len(clusters) - freedom
	if freedom < 1 {
		return model, model, []string{"fewer pairs than players: the intervals are those of independent games without draws"}
	}
	var half, whole mat.Dense
	half.Mul(&bread, p.meat(clusters, freedom))
	whole.Mul(&half, &bread)
	sandwich = covariance{p.centered(&whole), float64(freedom)}
	for i := range p.players() {
		if sandwich.matrix.At(i, i) < 1e-3*model.matrix.At(i, i) {
			return model, model, []string{"zero variance: pairs repeat one another; the intervals are those of independent games without draws"}
		}
	}
	return sandwich, model, nil
}

// centered returns the covariance of the ratings less their mean, if there are no anchors.
func (p *pool) centered(m mat.Matrix) *mat.Dense {
	n := p.players()
	project := mat.NewDense(n+1, n+1, nil)
	free := true
	for i := range n + 1 {
		project.Set(i, i, 1)
		free = free && (i == n || !p.anchored[i])
	}
	if free {
		for i := range n {
			for j := range n {
				project.Set(i, j, project.At(i, j)-1/float64(n))
			}
		}
	}
	var half, whole mat.Dense
	half.Mul(project, m)
	whole.Mul(&half, project.T())
	return &whole
}

// A score is the derivative of a cluster's likelihood to the Elo of its two players and
// to White's advantage.
type score struct {
	a, b       int
	da, dwhite float64 // the derivative to b is −da
}

// scores returns those of the clusters, in the order of their first games.
func (p *pool) scores(games []Game) (list []score) {
	type key struct{ a, b, pair int }
	at := make(map[key]int, len(games)/gamesOfPair)
	for n, g := range games {
		k := key{min(g.White, g.Black), max(g.White, g.Black), g.Pair}
		if g.Pair < 0 {
			k.pair = -1 - n
		}
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			list = append(list, score{a: k.a, b: k.b})
		}
		t := tally{white: g.White, black: g.Black}
		d := winprob.Logit(1) * (g.Points - p.expected(&t))
		list[i].dwhite += d
		if g.White != k.a {
			d = -d
		}
		list[i].da += d
	}
	return list
}

// meat returns the sum of the squares of the clusters' scores, as large as they were
// before the parameters were fitted to them, and the information of what was not
// played.
func (p *pool) meat(clusters []score, freedom int) *mat.SymDense {
	white := p.players()
	m := mat.NewSymDense(white+1, nil)
	add := func(i, j int, v float64) { m.SetSym(i, j, m.At(i, j)+v) }
	scale := float64(len(clusters)) / float64(freedom)
	for _, s := range clusters {
		da, dw := s.da, s.dwhite
		add(s.a, s.a, scale*da*da)
		add(s.b, s.b, scale*da*da)
		add(s.a, s.b, -scale*da*da)
		add(s.a, white, scale*da*dw)
		add(s.b, white, -scale*da*dw)
		add(white, white, scale*dw*dw)
	}
	for i := range p.tallies {
		if t := &p.tallies[i]; t.lent {
			p.addInformation(m, t, p.expected(t))
		}
	}
	add(white, white, 1.0/(whitePrior*whitePrior))
	return m
}
