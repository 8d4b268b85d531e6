package nn

import (
	"fmt"
	"math"
)

// A Batch is positions with what a network should say of them.
type Batch[F Float] struct {
	Planes []F
	Legal  [][]uint16 // moves of each position, plane·64 + square, each once; none: it trains the value alone
	Chance [][]F      // of these moves: not below 0, sum 1
	Value  []F        // −1 to 1; NaN: not known, it trains the policy alone
}

// A Trainer makes the loss of a network small: policy + Legality·legal + value + Decay·|weights|², by
// Adam.
type Trainer[F Float] struct {
	Decay    float64 // of weights; neither of biases nor of norms. Half of what PyTorch calls weight_decay
	Legality float64 // how much it counts that moves are legal; 0: illegal ones have no part in the softmax
	Part     int     // positions over which norms take their moments, see parts.go; 0: the batch
	Threads  int     // parts at a time; results do not depend on it. 0: 1

	network        *Network[F]
	parameters     []*Parameter[F]
	steps          int
	first, second  [][]F // running moments of the gradients
	logits, values buffer[F]
	tops, sums     buffer[F]     // of the softmax of each position
	parts          []*Trainer[F] // of the parts of a batch
	losses         []Loss        // of these
	batch          Batch[F]      // of a part
}

// Adam's constants are those of its paper.
const (
	firstMoment  = 0.9
	secondMoment = 0.999
	adamEpsilon  = 1e-8
)

// steepest is the largest gradient whose square a float32 holds.
const steepest = 1e18

// NewTrainer returns a trainer that has made no step.
func NewTrainer[F Float](n *Network[F]) *Trainer[F] {
	t := &Trainer[F]{network: n, parameters: n.Parameters()}
	for _, p := range t.parameters {
		p.Gradient = make([]F, len(p.Value))
		t.first = append(t.first, make([]F, len(p.Value)))
		t.second = append(t.second, make([]F, len(p.Value)))
	}
	return t
}

// Steps returns how many steps have been taken.
func (t *Trainer[F]) Steps() int { return t.steps }

// Step takes one step at a rate of learning and returns the loss before it. The error says that the
// batch's parts do not fit each other, or that loss or gradient are not numbers any more; the network is
// what it was then.
func (t *Trainer[F]) Step(b *Batch[F], rate float64) (Loss, error) {
	if err := t.fits(b); err != nil {
		return Loss{}, err
	}
	loss := t.gradient(b)
	if sum := loss.Sum(t.Legality); !(math.Abs(sum) < math.Inf(1)) {
		return loss, fmt.Errorf("step %d: the loss is %g: pass a smaller rate of learning", t.steps+1, sum)
	}
	for _, p := range t.parameters {
		for _, g := range p.Gradient {
			if !(math.Abs(float64(g)) < steepest) {
				return loss, fmt.Errorf("step %d: a derivative by %s is %g: pass a smaller rate of learning", t.steps+1, p.Name, g)
			}
		}
	}
	t.run(len(b.Value))
	t.steps++
	for i, p := range t.parameters {
		t.adam(p, t.first[i], t.second[i], rate)
	}
	return loss, nil
}

// fits reports what of a batch does not fit the rest.
func (t *Trainer[F]) fits(b *Batch[F]) error {
	n, c := len(b.Value), t.network.config
	if n == 0 || len(b.Planes) != n*c.Planes*Squares || len(b.Legal) != n || len(b.Chance) != n {
		return fmt.Errorf("a batch of %d values, %d numbers of planes, %d lists of moves and %d of chances", n, len(b.Planes), len(b.Legal), len(b.Chance))
	}
	for i, legal := range b.Legal {
		if len(b.Chance[i]) != len(legal) {
			return fmt.Errorf("position %d of a batch: %d moves and %d chances", i, len(legal), len(b.Chance[i]))
		}
	}
	return nil
}

// gradient sets the gradients of the parameters to those of the loss without its penalty.
func (t *Trainer[F]) gradient(b *Batch[F]) Loss {
	if n := len(b.Value); t.Part > 0 && n > t.Part {
		return t.inParts(b)
	}
	for _, p := range t.parameters {
		clear(p.Gradient)
	}
	out := t.network.Forward(b.Planes, true)
	loss, logits, values := t.slopes(out, b)
	t.network.backward(logits, values)
	return loss
}

// adam moves a parameter by its gradient. The moments' bias towards their start at 0 is taken out.
func (t *Trainer[F]) adam(p *Parameter[F], first, second []F, rate float64) {
	decay := F(0)
	if p.Decays {
		decay = F(2 * t.Decay)
	}
	scale := F(rate / (1 - math.Pow(firstMoment, float64(t.steps))))
	unbiased := F(1 / (1 - math.Pow(secondMoment, float64(t.steps))))
	for i, g := range p.Gradient {
		g += decay * p.Value[i]
		first[i] += (1 - firstMoment) * (g - first[i])
		second[i] += (1 - secondMoment) * (g*g - second[i])
		p.Value[i] -= scale * first[i] / (F(math.Sqrt(float64(second[i]*unbiased))) + adamEpsilon)
	}
}
