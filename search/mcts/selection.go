package mcts

import (
	"math"

	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
)

// child returns the index of the child to go to: one that was never opened, a sample, or the one
// that is selected. visits are those of the parent, the one under way included.
func (w *worker) child(n *arena.Node, b *arena.Block, visits uint32) uint32 {
	nodes := w.tree.Of(b)
	if opened := b.Opened.Load(); w.opt.Expansion == One && opened < uint32(b.Size) {
		if w.keepsTo(nodes[:opened]) {
			nodes = nodes[:opened]
		} else if i := b.Opened.Add(1) - 1; i < uint32(b.Size) {
			return b.First + i
		}
	}
	if w.opt.Sampling != NoSampling && w.opt.Sampling != Opened && w.random.Float64() < w.opt.Epsilon {
		return b.First + uint32(w.sample(nodes))
	}
	w.narrow(nodes)
	switch {
	case w.opt.asksBandit():
		return b.First + uint32(w.fromArms(nodes, visits))
	case w.opt.Selection == PUCT:
		return b.First + uint32(w.puct(n, nodes, visits))
	case w.opt.Selection == Tuned:
		return b.First + uint32(w.tuned(nodes, visits))
	default:
		return b.First + uint32(w.uct(nodes, visits))
	}
}

// keepsTo reports whether the visit goes to one of the opened children though there are others: with
// a chance of ε, unless all of them lose by proof.
//
// Source: Lishex, "epsilon sampling", which makes its tree deep.
func (w *worker) keepsTo(opened []arena.Node) bool {
	if w.opt.Sampling != Opened || len(opened) == 0 || w.random.Float64() >= w.opt.Epsilon {
		return false
	}
	for i := range opened {
		if !w.hopeless(&opened[i]) {
			return true
		}
	}
	return false
}

// worth returns the value of a child with visits to the side that selects: a proof's, or the mean,
// or with implicit minimax a mixture of it and of the minimax of evaluations.
//
// Source: M. Lanctot, M. Winands, T. Pepels, N. Sturtevant, "Monte Carlo Tree Search with Heuristic
// Evaluations using Implicit Minimax Backups" (IEEE CIG 2014).
func (w *worker) worth(c *arena.Node, visits uint32) float64 {
	if p := c.Proved(); p != arena.Open && !w.has(WhitesView) {
		return p.Other().Value()
	}
	mean := c.Mean(visits)
	if w.has(PlusOne) {
		mean = 0.5 + (mean-0.5)*float64(visits)/float64(visits+1) // of values from -1 to 1
	}
	if w.opt.Implicit > 0 {
		mean += w.opt.Implicit * (c.Guessed() - mean)
	}
	return mean
}

// hopeless reports whether the solver has proved that a child loses for the side that selects.
func (w *worker) hopeless(c *arena.Node) bool { return w.opt.Solver && c.Proved() == arena.Won }

// uct selects by upper confidence bounds; an unvisited child comes first.
//
// Source: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo Planning" (ECML 2006).
func (w *worker) uct(nodes []arena.Node, visits uint32) int {
	best, most := 0, math.Inf(-1)
	bonus, plusOne := w.opt.Exploration*math.Sqrt(math.Log(float64(visits))), w.has(PlusOne)
	for i := range nodes {
		c := &nodes[i]
		n := c.Visits.Load()
		if w.isCut(c) {
			continue
		}
		if n == 0 {
			return i
		}
		if w.hopeless(c) {
			continue
		}
		divisor := n
		if plusOne {
			divisor++
		}
		if bound := w.worth(c, n) + bonus*bandit.InverseRoot(divisor); bound > most {
			best, most = i, bound
		}
	}
	return best
}

// tuned selects by upper confidence bounds in which the variance of a child's values counts.
//
// Source: P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit
// Problem" (Machine Learning 47, 2002), section 4.
func (w *worker) tuned(nodes []arena.Node, visits uint32) int {
	best, most := 0, math.Inf(-1)
	logarithm := math.Log(float64(visits))
	for i := range nodes {
		c := &nodes[i]
		n := c.Visits.Load()
		if w.isCut(c) {
			continue
		}
		if n == 0 {
			return i
		}
		if w.hopeless(c) {
			continue
		}
		each := logarithm / float64(n)
		variance := c.Variance(n) + math.Sqrt(2*each)
		if bound := w.worth(c, n) + w.opt.Exploration*math.Sqrt(each*min(0.25, max(variance, 0))); bound > most {
			best, most = i, bound
		}
	}
	return best
}

// puct selects by the policy and the visits. Where children stand in the order of the policy the
// first that was not visited is the best of these, and the others need not be looked at.
//
// Sources: C. Rosin, "Multi-armed bandits with episode context" (Annals of Mathematics and
// Artificial Intelligence 61, 2011); D. Silver et al. (2018), as above. The urgency of children
// not visited is that of Leela Chess Zero.
func (w *worker) puct(n *arena.Node, nodes []arena.Node, visits uint32) int {
	total := visits - 1 // without the one under way
	c := w.opt.Exploration + w.opt.Growth*math.Log1p(float64(total)/w.opt.GrowthBase)
	scale := c * math.Sqrt(float64(total))
	best, most, policy := 0, math.Inf(-1), 0.0
	noise := w.multipliedNoise(len(nodes))
	sorted := w.opt.Order == ByPolicy && w.opt.Sampling == NoSampling && (w.opt.Noise == 0 || w.depth > 0)
	for i := range nodes {
		c := &nodes[i]
		visited := c.Visits.Load()
		if w.hopeless(c) || w.isCut(c) {
			continue
		}
		prior := float64(c.Prior)
		if noise != nil {
			prior *= noise[i]
		}
		if visited == 0 {
			hope := w.hope(n, total, policy)
			if bound := hope + scale*prior; bound > most {
				best, most = i, bound
			}
			if sorted {
				break
			}
			continue
		}
		policy += prior
		if bound := w.worth(c, visited) + scale*prior/float64(1+visited); bound > most {
			best, most = i, bound
		}
	}
	return best
}

// hope is what a child that was not visited is worth: its parent's mean less the urgency, the more of the
// policy was visited the less.
func (w *worker) hope(n *arena.Node, visits uint32, policy float64) float64 {
	if w.has(PlusOne) {
		return 0.5 // the mean over n + 1 of nothing
	}
	return 1 - n.Mean(max(visits, 1)) - w.opt.Urgency*math.Sqrt(policy)
}

// sample draws one of the children.
func (w *worker) sample(nodes []arena.Node) int {
	if w.opt.Sampling == Uniform {
		return w.random.IntN(len(nodes))
	}
	for i := range nodes {
		w.weights[i] = nodes[i].Guessed()
	}
	return w.drawEvaluated(w.weights[:len(nodes)])
}
