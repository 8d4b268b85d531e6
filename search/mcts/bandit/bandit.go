// Package bandit holds rules by which one of several arms is chosen: how often each was chosen, and what it gave, are all
// that a rule knows. Package mcts selects children of a node by them.
//
// Values are expected scores from 0 to 1. Rules are pure: what they draw comes from the numbers that they are given.
package bandit

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Arm is what is known of a choice.
type Arm struct {
	Visits   float64
	Mean     float64 // of the values of its visits
	Variance float64 // of these
	Gain     float64 // of [EXP3]: the sum of its values, each divided by the chance with which it was chosen
}

// Merge takes another arm in, so that both are one: its values are those of the two, its gain the sum.
func (a *Arm) Merge(b Arm) {
	n := a.Visits + b.Visits
	if n > 0 {
		mean := (a.Visits*a.Mean + b.Visits*b.Mean) / n
		squares := a.Visits*(a.Variance+a.Mean*a.Mean) + b.Visits*(b.Variance+b.Mean*b.Mean)
		a.Mean, a.Variance = mean, squares/n-mean*mean
	}
	a.Visits, a.Gain = n, a.Gain+b.Gain
}

// UCB1 returns the arm with the largest mean + c · √(ln N / n), N being the visits of all arms. An arm without a visit
// comes first.
//
// Source: P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem" (Machine Learning
// 47, 2002), c being √2 there.
func UCB1(arms []Arm, total, c float64) int {
	logarithm := math.Log(total)
	return largest(arms, func(a *Arm) float64 { return a.Mean + c*math.Sqrt(logarithm/a.Visits) })
}

// UCBV returns the arm with the largest
//
//	mean + √(2 · variance · e / n) + 3e / n,  e = ζ · ln N,
//
// An arm without a visit comes first.
//
// Source: J.-Y. Audibert, R. Munos, C. Szepesvári, "Exploration-exploitation tradeoff using variance estimates in
// multi-armed bandits" (Theoretical Computer Science 410, 2009), (1) with b = c = 1. Its regret is bounded for ζ > 1.
func UCBV(arms []Arm, total, zeta float64) int {
	e := zeta * math.Log(total)
	return largest(arms, func(a *Arm) float64 {
		return a.Mean + math.Sqrt(2*max(a.Variance, 0)*e/a.Visits) + 3*e/a.Visits
	})
}

// MOSS returns the arm with the largest mean + c · √(ln⁺(N / (K·n)) / n) of K arms: one that has had more than its
// share of the visits has no bonus. An arm without a visit comes first.
//
// Sources: J.-Y. Audibert, S. Bubeck, "Minimax policies for adversarial and stochastic bandits" (COLT 2009), with the
// horizon in place of N; R. Degenne, V. Perchet, "Anytime optimal algorithms in stochastic multi-armed bandits" (ICML
// 2016), with N.
func MOSS(arms []Arm, total, c float64) int {
	share := total / float64(len(arms))
	return largest(arms, func(a *Arm) float64 {
		return a.Mean + c*math.Sqrt(max(math.Log(share/a.Visits), 0)/a.Visits)
	})
}

// largest returns the first arm without a visit, else the first of those with the largest bound.
func largest(arms []Arm, bound func(*Arm) float64) int {
	best, most := 0, math.Inf(-1)
	for i := range arms {
		if arms[i].Visits == 0 {
			return i
		}
		if b := bound(&arms[i]); b > most {
			best, most = i, b
		}
	}
	return best
}

// Thompson draws for each arm a value from the beta distribution of what may be its mean, and returns the arm with the
// largest: 1 + the sum of its values, and 1 + its visits less that sum, are the parameters, both divided by a width. A
// width of 1 is Bayes's rule of wins and losses; a smaller one explores less. With 0 the largest mean of those
// distributions is taken.
//
// Sources: W. Thompson, "On the likelihood that one unknown probability exceeds another" (Biometrika 25, 1933);
// O. Chapelle, L. Li, "An empirical evaluation of Thompson sampling" (NIPS 2011), algorithm 2 and, for the width, the
// reshaping of section 3. Values between 0 and 1 count as parts of a win.
func Thompson(arms []Arm, width float64, source rand.Source) int {
	best, most := 0, math.Inf(-1)
	for i := range arms {
		a := &arms[i]
		won := 1 + min(max(a.Mean, 0), 1)*a.Visits
		drawn := won / (2 + a.Visits)
		if width > 0 {
			drawn = distuv.Beta{Alpha: won / width, Beta: (2 + a.Visits - won) / width, Src: source}.Rand()
		}
		if drawn > most {
			best, most = i, drawn
		}
	}
	return best
}

// EXP3 draws an arm, and returns it with the chance that it had: in a share γ of the draws all arms have the same, in the
// others an arm has one that grows as e^(γ · gain / K). The caller adds the value of the visit, divided by that chance, to
// the arm's gain. It trusts in nothing: values may be chosen by an adversary. With γ = 0 all arms have the same chance.
//
// Source: P. Auer, N. Cesa-Bianchi, Y. Freund, R. Schapire, "The Nonstochastic Multiarmed Bandit Problem" (SIAM Journal
// on Computing 32, 2002), figure 1.
func EXP3(arms []Arm, gamma float64, random *rand.Rand) (index int, chance float64) {
	k, top, sum := float64(len(arms)), math.Inf(-1), 0.0
	for i := range arms {
		top = max(top, arms[i].Gain)
	}
	weight := func(i int) float64 { return math.Exp(gamma / k * (arms[i].Gain - top)) }
	for i := range arms {
		sum += weight(i)
	}
	gamma = min(gamma, 1)
	at := random.Float64()
	for i := range arms {
		index, chance = i, (1-gamma)*weight(i)/sum+gamma/k
		if at -= chance; at < 0 {
			break
		}
	}
	return index, chance
}

// printedAlpha is that of the noise of [Printed].
const printedAlpha = 0.3

// Printed returns the arm with the largest mean + r · d · √(N / (N + 1)), d being its share of noise that is drawn at every
// visit, N the visits of all arms: no policy, and a bonus that does not fall with the visits of the arm, so that the noise
// chooses for ever. It is kept to show that. An arm without a visit has the mean of a draw.
//
// Source: SigmaZero's text. It adds the bonus where White moves and subtracts it where Black does; of values in the view of
// the side that chooses that is one rule.
func Printed(arms []Arm, total, r float64, shares []float64) int {
	best, most, scale := 0, math.Inf(-1), r*math.Sqrt(total/(total+1))
	for i := range arms {
		mean := 0.5
		if arms[i].Visits > 0 {
			mean = arms[i].Mean
		}
		if bound := mean + scale*shares[i]; bound > most {
			best, most = i, bound
		}
	}
	return best
}
