package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A Network gives each position of a batch the logits of its moves and a value. A goroutine needs its
// own: see [Network.Share].
type Network[F Float] struct {
	config Config
	body   stack[F]
	policy policyHead[F]
	value  valueHead[F]
	input  buffer[F]
}

// New returns a network whose weights are drawn by the seed, as He et al. (2015) draw them: normal,
// with variance 2/inputs. Norms begin with scale 1, biases with 0.
func New[F Float](c Config, seed uint64) (*Network[F], error) {
	n, err := empty[F](c)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for _, p := range n.Parameters() {
		if !p.Decays {
			continue
		}
		deviation := math.Sqrt(2 / float64(len(p.Value)/p.Shape[0]))
		for i := range p.Value {
			p.Value[i] = F(random.NormFloat64() * deviation)
		}
	}
	return n, nil
}

// empty returns a network of zeros.
func empty[F Float](c Config) (*Network[F], error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.Canonical()
	n := &Network[F]{config: c, body: append(normed[F]("stem", c.Planes, c.Channels, 3), &rectifier[F]{})}
	for i := range c.Blocks {
		n.body = append(n.body, newResidual[F](fmt.Sprintf("block%d", i+1), c.Channels, c.stacked()))
	}
	n.policy = newPolicyHead[F](c)
	n.value = newValueHead[F](c)
	return n, nil
}

// Config returns the network's shape.
func (n *Network[F]) Config() Config { return n.config }

// Parameters returns what training changes, in the order of the layers.
func (n *Network[F]) Parameters() []*Parameter[F] {
	list := append(n.body.Parameters(), n.policy.parameters()...)
	return append(list, n.value.parameters()...)
}

// arrays returns the parameters and the running means of the norms: all that a network is.
func (n *Network[F]) arrays() []*Parameter[F] {
	list := n.Parameters()
	n.norms(func(l *norm[F]) { list = append(list, l.running()...) })
	return list
}

// norms calls each for every norm.
func (n *Network[F]) norms(each func(*norm[F])) {
	var walk func(s stack[F])
	walk = func(s stack[F]) {
		for _, l := range s {
			switch l := l.(type) {
			case *norm[F]:
				each(l)
			case *residual[F]:
				walk(l.layers)
			}
		}
	}
	walk(n.body)
	walk(n.policy.layers)
	walk(n.value.layers)
}

// Share returns a network with the same arrays and buffers of its own, for another goroutine. One of
// them alone may be trained, and while it is no other may be asked.
func (n *Network[F]) Share() *Network[F] {
	c, err := empty[F](n.config)
	if err != nil {
		panic("nn: " + err.Error()) // the network itself has this shape
	}
	from := n.arrays()
	for i, p := range c.arrays() {
		p.Value = from[i].Value
	}
	return c
}

// Copy returns a network with arrays of its own, and the same numbers in them.
func (n *Network[F]) Copy() *Network[F] {
	c, err := empty[F](n.config)
	if err != nil {
		panic("nn: " + err.Error()) // the network itself has this shape
	}
	from := n.arrays()
	for i, p := range c.arrays() {
		copy(p.Value, from[i].Value)
	}
	return c
}

// An Output is what a network says of a batch. It holds until the network is asked again.
type Output[F Float] struct {
	Values    []F // of each position, −1 to 1
	logits    []F // moves × positions
	positions int
}

// Logit returns the logit of a move: plane·64 + square.
func (o Output[F]) Logit(position, move int) F { return o.logits[move*o.positions+position] }

// Forward asks for positions, whose planes stand one position after the other: plane·64 + square. To
// train, norms take the moments of the batch. It panics if the numbers are not those of positions.
func (n *Network[F]) Forward(planes []F, train bool) Output[F] {
	body := n.body.Forward(n.take(planes), train)
	return Output[F]{
		Values:    n.value.forward(body, train),
		logits:    n.policy.forward(body, train).data,
		positions: body.positions,
	}
}

// take turns positions of planes into planes of positions.
func (n *Network[F]) take(planes []F) tensor[F] {
	size := n.config.Planes * Squares
	if len(planes) == 0 || len(planes)%size != 0 {
		panic(fmt.Sprintf("nn: %d numbers for positions of %d", len(planes), size))
	}
	in := n.input.tensor(n.config.Planes, len(planes)/size)
	for p := range in.positions {
		for c := range in.channels {
			copy(in.row(c)[p*Squares:][:Squares], planes[p*size+c*Squares:])
		}
	}
	return in
}

// backward takes the derivatives of the loss by the last output, logits and values, and adds those by
// the parameters to their gradients.
func (n *Network[F]) backward(logits matrix[F], values []F) {
	slopes := n.policy.backward(logits)
	for i, v := range n.value.backward(values).data {
		slopes.data[i] += v
	}
	n.body.Backward(slopes)
}
