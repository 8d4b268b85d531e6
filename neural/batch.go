package neural

import (
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/neural/nn"
)

// A Batch asks a network for several positions at once, of games that are played side by side: a product of
// matrices is faster the larger it is. A question waits until there are as many as a batch has, or until every
// game waits. The answers are those of single questions, bit by bit, if [nn.Exact].
type Batch struct {
	network *Network
	size    int

	lock     sync.Mutex
	games    int          // that have joined
	free     int          // passes that may still run at the same time
	underWay int          // questions in passes that run
	pending  []*Evaluator // whose question waits
	passes   []*pass      // that do not run
}

// A pass is a network with buffers of its own.
type pass struct {
	net    *nn.Network[float32]
	asked  []*Evaluator
	planes []float32
}

// Batch returns one of n positions, in a number of passes at the same time.
func (n *Network) Batch(size, passes int) *Batch {
	b := &Batch{network: n, size: size, free: passes}
	for range passes {
		b.passes = append(b.passes, &pass{net: n.net.Share()})
	}
	return b
}

// Join says that a game begins to ask. It asks for one position at a time.
func (b *Batch) Join() {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.games++
}

// Leave says that a game asks no more: the others need not wait for it.
func (b *Batch) Leave() {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.games--
	b.serve()
}

// Evaluator returns one for a game that joins.
func (b *Batch) Evaluator() *Evaluator {
	return &Evaluator{
		network: b.network, planes: make([]float32, b.network.encoding.Size()), moves: make([]board.Move, 0, board.MaxMoves),
		batch: b, done: make(chan struct{}, 1),
	}
}

// ask waits for the answer to an evaluator's question.
func (b *Batch) ask(e *Evaluator) {
	b.lock.Lock()
	b.pending = append(b.pending, e)
	b.serve()
	b.lock.Unlock()
	<-e.done
}

// serve makes passes as long as there is one to make. The lock is held, but not while a pass runs.
func (b *Batch) serve() {
	for b.free > 0 && len(b.pending) > 0 && (len(b.pending) >= b.size || len(b.pending)+b.underWay >= b.games) {
		n := min(b.size, len(b.pending))
		p := b.passes[len(b.passes)-1]
		b.passes = b.passes[:len(b.passes)-1]
		p.asked = append(p.asked[:0], b.pending[:n]...)
		b.pending = append(b.pending[:0], b.pending[n:]...)
		b.free, b.underWay = b.free-1, b.underWay+n
		b.lock.Unlock()
		p.run()
		b.lock.Lock()
		b.free, b.underWay = b.free+1, b.underWay-n
		b.passes = append(b.passes, p)
		for _, e := range p.asked {
			e.done <- struct{}{}
		}
	}
}

// run answers the questions of a pass.
func (p *pass) run() {
	p.planes = p.planes[:0]
	for _, e := range p.asked {
		p.planes = append(p.planes, e.planes...)
	}
	out := p.net.Forward(p.planes, false)
	for i, e := range p.asked {
		e.take(out, i)
	}
}
