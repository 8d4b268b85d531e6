package bandit

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Rule is one of the package's.
type Rule uint8

// The rules, with the number that each has: c of [UCB1] and [MOSS], ζ of [UCBV], γ of [EXP3], the width of [Thompson],
// r of [Printed].
const (
	ByUCB1 Rule = iota
	ByUCBV
	ByMOSS
	ByEXP3
	ByThompson
	AsPrinted
)

// mostKinds is the number of kinds of arms that are told apart, from 0 on.
const mostKinds = 16

// A Chooser chooses among arms that are added one by one. It allocates nothing after it was made, and draws from one
// source.
type Chooser struct {
	arms, groups []Arm
	which        []int // what each arm was added as
	kinds        []int // its kind
	shares       []float64
	random       *rand.Rand
	source       rand.Source
}

// NewChooser returns a chooser among so many arms at most.
func NewChooser(most int, source rand.Source) *Chooser {
	return &Chooser{
		arms: make([]Arm, 0, most), groups: make([]Arm, 0, mostKinds), which: make([]int, 0, most), kinds: make([]int, 0, most),
		shares: make([]float64, most), random: rand.New(source), source: source,
	}
}

// Start forgets the arms.
func (c *Chooser) Start() { c.arms, c.which, c.kinds = c.arms[:0], c.which[:0], c.kinds[:0] }

// Add adds an arm under an index and of a kind.
func (c *Chooser) Add(a Arm, index, kind int) {
	c.arms, c.which, c.kinds = append(c.arms, a), append(c.which, index), append(c.kinds, kind)
}

// Len returns how many arms there are.
func (c *Chooser) Len() int { return len(c.arms) }

// Choose returns the index of the arm that a rule chooses with its number, there being so many visits of all, and the
// chance that it had: 1 of rules that do not draw.
func (c *Chooser) Choose(r Rule, number, total float64) (index int, chance float64) {
	i, chance := c.pull(r, c.arms, number, total)
	return c.which[i], chance
}

// ChooseByKind is Choose in two steps: a kind first, whose visits and values are those of its arms, then one of these.
//
// Sources: J.-T. Saito, M. Winands, J. Uiterwijk, J. van den Herik, "Grouping nodes for Monte-Carlo tree search" (BNAIC
// 2007); G. van Eyck, M. Müller, "Revisiting move groups in Monte-Carlo tree search" (ACG 2011).
func (c *Chooser) ChooseByKind(r Rule, number, total float64) (index int, chance float64) {
	c.groups = c.groups[:0]
	var places [mostKinds]int // + 1
	for i, a := range c.arms {
		at := &places[c.kinds[i]]
		if *at == 0 {
			c.groups = append(c.groups, Arm{})
			*at = len(c.groups)
		}
		c.groups[*at-1].Merge(a)
	}
	chosen, first := c.pull(r, c.groups, number, total)
	kept := 0
	for i, k := range c.kinds {
		if places[k]-1 == chosen {
			c.arms[kept], c.which[kept] = c.arms[i], c.which[i]
			kept++
		}
	}
	i, second := c.pull(r, c.arms[:kept], number, c.groups[chosen].Visits+1)
	return c.which[i], first * second
}

// pull returns the place of the arm that a rule chooses, and its chance.
func (c *Chooser) pull(r Rule, arms []Arm, number, total float64) (place int, chance float64) {
	switch r {
	case ByUCBV:
		return UCBV(arms, total, number), 1
	case ByMOSS:
		return MOSS(arms, total, number), 1
	case ByThompson:
		return Thompson(arms, number, c.source), 1
	case ByEXP3:
		return EXP3(arms, number, c.random)
	case AsPrinted:
		Dirichlet(c.shares[:len(arms)], printedAlpha, c.source)
		return Printed(arms, total, number, c.shares), 1
	default:
		return UCB1(arms, total, number), 1
	}
}

// Dirichlet fills shares with numbers whose sum is 1, drawn by the symmetric Dirichlet distribution of α.
func Dirichlet(shares []float64, alpha float64, source rand.Source) {
	sum, gamma := 0.0, distuv.Gamma{Alpha: alpha, Beta: 1, Src: source}
	for sum == 0 { // all may be below the smallest number
		for i := range shares {
			shares[i] = gamma.Rand()
			sum += shares[i]
		}
	}
	for i := range shares {
		shares[i] /= sum
	}
}
