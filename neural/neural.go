// Package neural asks a network for positions: it is the evaluation and the policy of a tree search.
// One forward pass gives both; what was asked before is kept in a cache that all threads share.
package neural

import (
	"fmt"
	"math"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
	"example.org/centipawn/winprob"
)

// A Network is a trained network with the cache of its answers. Its methods may be called by several
// goroutines.
type Network struct {
	net      *nn.Network[float32]
	encoding planes.Encoding
	lock     sync.Mutex
	cache    []answer // by key modulo its length
}

// An answer is what a network says of a position.
type answer struct {
	key    uint64
	value  float32                 // −1 to 1, the mover's view
	logits [board.MaxMoves]float32 // of the legal moves, in their order
}

// cached is how many answers are kept: 17 MB.
const cached = 1 << 14

// K turns the centipawns of [Evaluator.Evaluate] into expected scores, see [winprob.Expected]: a search
// must be given it, and no model of outcomes.
const K = 1.0

// New returns the network of a file, which must not be trained any more: answers are kept. Its shape must
// suit its encoding, and what it says of the start position must be numbers.
func New(f *nn.File) (*Network, error) {
	n := &Network{net: f.Network, cache: make([]answer, cached)}
	if err := n.encoding.UnmarshalText([]byte(f.Encoding)); err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	c := f.Network.Config()
	switch {
	case c.Planes != n.encoding.Planes() || c.Moves != planes.MovePlanes:
		return nil, fmt.Errorf("a network of %d planes and %d planes of moves, encoding %v has %d and %d",
			c.Planes, c.Moves, n.encoding, n.encoding.Planes(), planes.MovePlanes)
	}
	start := board.Start()
	return n, n.Evaluator().try(&start)
}

// Encoding returns how the network sees positions.
func (n *Network) Encoding() planes.Encoding { return n.encoding }

// Read reads the network of a file, see [New].
func Read(path string) (*Network, error) {
	f, err := nn.Read(path)
	if err != nil {
		return nil, err
	}
	n, err := New(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// lookup copies the answer for a key, if it is kept.
func (n *Network) lookup(key uint64, to *answer) bool {
	n.lock.Lock()
	defer n.lock.Unlock()
	a := &n.cache[key%uint64(len(n.cache))]
	if a.key != key {
		return false
	}
	*to = *a
	return true
}

// keep takes an answer into the cache.
func (n *Network) keep(a *answer) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.cache[a.key%uint64(len(n.cache))] = *a
}

// An Evaluator asks a network for the positions of one goroutine. It is a search.Evaluator, and another
// one is the policy of package search/mcts: between Start and the last Logit it evaluates nothing.
type Evaluator struct {
	network *Network
	net     *nn.Network[float32] // with buffers of its own
	planes  []float32
	before  int          // how often the position asked for next has been on the board before, 2 at most
	moves   []board.Move // legal in the position of the last question
	next    int          // the move that is expected to be asked for
	answer  answer

	batch    *Batch // asks in place of net; nil: none
	position *board.Position
	done     chan struct{} // gets the word that the batch has answered
}

// Evaluator returns one for another goroutine.
func (n *Network) Evaluator() *Evaluator {
	return &Evaluator{
		network: n, net: n.net.Share(), planes: make([]float32, n.encoding.Size()), moves: make([]board.Move, 0, board.MaxMoves),
	}
}

// Before says how often the position that is asked for next has been on the board before: encoding draws
// shows it. Whoever says nothing means never.
func (e *Evaluator) Before(n int) {
	if e.network.encoding == planes.Draws {
		e.before = min(n, 2)
	}
}

// Reset does nothing: a position and [Evaluator.Before] say all that the network sees. So do Push and Pop.
func (e *Evaluator) Reset(*board.Position) {}

// Push does nothing.
func (e *Evaluator) Push(*board.Position, board.Move) {}

// Pop does nothing.
func (e *Evaluator) Pop() {}

// least and most are the expected scores that have centipawns: ±2,000 by [K].
const (
	least = 1e-5
	most  = 1 - least
)

// Evaluate returns the network's value as centipawns, White's view.
func (e *Evaluator) Evaluate(p *board.Position) int {
	e.ask(p)
	expected := float64(e.answer.value+1) / 2
	score := int(math.Round(winprob.Centipawn(K, min(max(expected, least), most))))
	if p.SideToMove() == board.Black {
		return -score
	}
	return score
}

// Value returns the network's value, −1 to 1, the mover's view.
func (e *Evaluator) Value(p *board.Position) float64 {
	e.ask(p)
	return float64(e.answer.value)
}

// Start makes p the position whose moves are asked for.
func (e *Evaluator) Start(p *board.Position) {
	e.moves, e.next = p.LegalMoves(e.moves[:0]), 0
	e.ask(p)
}

// Logit returns the logit of a legal move. Asked in the order of [board.Position.LegalMoves] each is
// found at once.
func (e *Evaluator) Logit(m board.Move) float64 {
	for range e.moves {
		if e.next == len(e.moves) {
			e.next = 0
		}
		e.next++
		if e.moves[e.next-1] == m {
			return float64(e.answer.logits[e.next-1])
		}
	}
	panic(fmt.Sprintf("neural: illegal move %v", m))
}

// try reports whether the network says numbers of a position: that of huge weights may be none.
func (e *Evaluator) try(p *board.Position) error {
	e.Start(p)
	sum := float64(e.answer.value)
	for _, v := range e.answer.logits[:len(e.moves)] {
		sum += math.Abs(float64(v))
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return fmt.Errorf("the network's answer for the start position is not a number")
	}
	return nil
}

// ask makes the answer that of a position.
func (e *Evaluator) ask(p *board.Position) {
	before := e.before
	e.before = 0
	key := e.network.key(p, before)
	if e.answer.key == key || e.network.lookup(key, &e.answer) {
		return
	}
	e.network.encoding.Encode(p, before, e.planes)
	if e.position = p; e.batch != nil {
		e.batch.ask(e)
	} else {
		e.take(e.net.Forward(e.planes, false), 0)
	}
	e.answer.key = key
	e.network.keep(&e.answer)
}

// take makes the answer what an output says of its i-th position, which is the one that was asked for.
func (e *Evaluator) take(out nn.Output[float32], i int) {
	e.answer.value = out.Values[i]
	var moves [board.MaxMoves]board.Move
	for k, m := range e.position.LegalMoves(moves[:0]) {
		e.answer.logits[k] = out.Logit(i, int(planes.Move(e.position.SideToMove(), m)))
	}
}

// key tells apart what the network sees: the position; whether fifty moves have passed, or with other encodings
// than paper the counters; and how often it has been on the board before. It is never 0.
func (n *Network) key(p *board.Position, before int) uint64 {
	key := p.Key()
	if n.encoding != planes.Paper {
		halfmoves, moves := n.encoding.Counters(p)
		return max(key^splitmix.Mix(uint64(1+before)<<16|uint64(moves)<<8|uint64(halfmoves)), 1)
	}
	if p.HalfmoveClock() >= planes.Claim {
		key = ^key
	}
	return max(key, 1)
}
