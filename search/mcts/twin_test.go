package mcts

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// twin is a node of a tree as textbooks draw it: pointers, sums in the mover's view, boards kept. It knows nothing of
// the search's arena, threads and order of work.
type twin struct {
	pos      *board.Position
	move     board.Move
	prior    float64
	visits   float64
	sum      float64 // of values to the side to move here
	parent   *twin
	children []*twin
}

// repeats reports whether the position stands on the way from the root: a draw.
func (n *twin) repeats() bool {
	place := func(p *board.Position) string { return strings.Join(strings.Fields(p.FEN())[:4], " ") }
	here := place(n.pos)
	for a := n.parent; a != nil; a = a.parent {
		if place(a.pos) == here {
			return true
		}
	}
	return false
}

// expand makes the children, whose shares of the policy are a softmax of the move's number.
func (n *twin) expand() {
	sum := 0.0
	for _, m := range n.pos.LegalMoves(nil) {
		p := *n.pos
		p.Make(m)
		weight := math.Exp(byNumber{}.Logit(m))
		sum += weight
		n.children = append(n.children, &twin{pos: &p, move: m, prior: weight, parent: n})
	}
	for _, c := range n.children {
		c.prior /= sum
	}
}

// visit makes an iteration below a node and returns its value to the side to move there.
func (n *twin) visit(rule func(*twin) *twin, evaluate func(*board.Position) float64) (value float64) {
	n.visits++
	defer func() { n.sum += value }()
	if n.parent != nil {
		switch moves := n.pos.LegalMoves(nil); {
		case n.repeats():
			return 0.5
		case len(moves) == 0 && n.pos.InCheck():
			return 0
		case len(moves) == 0:
			return 0.5
		}
	}
	if n.children == nil && (n.parent == nil || n.visits == 2) {
		n.expand()
	}
	if n.visits == 1 {
		return evaluate(n.pos)
	}
	return 1 - rule(n).visit(rule, evaluate)
}

// twinUCT is argmax of mean + c·√(ln N / n), the first of those without a visit before all others.
func twinUCT(c float64) func(*twin) *twin {
	return func(n *twin) (best *twin) {
		most := math.Inf(-1)
		for _, child := range n.children {
			if child.visits == 0 {
				return child
			}
			if bound := 1 - child.sum/child.visits + c*math.Sqrt(math.Log(n.visits)/child.visits); bound > most {
				best, most = child, bound
			}
		}
		return best
	}
}

// twinPUCT is argmax of mean + c·P·√N / (1 + n); a child without a visit has the mean of its parent, less the urgency times
// √ of the policy that was visited before it in the list.
func twinPUCT(c, urgency float64) func(*twin) *twin {
	return func(n *twin) (best *twin) {
		most, total, seen := math.Inf(-1), n.visits-1, 0.0
		for _, child := range n.children {
			mean := 0.0
			if child.visits > 0 {
				mean = 1 - child.sum/child.visits
				seen += child.prior
			} else {
				mean = n.sum/max(total, 1) - urgency*math.Sqrt(seen)
			}
			if bound := mean + c*child.prior*math.Sqrt(total)/(1+child.visits); bound > most {
				best, most = child, bound
			}
		}
		return best
	}
}

// byNumber is a policy that everybody can compute.
type byNumber struct{}

func (byNumber) Start(*board.Position)      {}
func (byNumber) Logit(m board.Move) float64 { return float64(uint32(m)*2654435761>>22) / 512 }

// expectedBy returns the expected score of the side to move by weights, with K = 1.
func expectedBy(t *testing.T, weights string) func(*board.Position) float64 {
	evaluator := newWeights(t, weights)()
	return func(p *board.Position) float64 {
		evaluator.Reset(p)
		score := float64(evaluator.Evaluate(p))
		if p.SideToMove() == board.Black {
			score = -score
		}
		return winprob.Expected(1, score)
	}
}

// TestTwin: UCT and PUCT, written again from their formulas, visit each root move as often, to the same value.
func TestTwin(t *testing.T) {
	const iterations = 3000
	value := expectedBy(t, "published:pesto")
	base := Options{Memory: 32, ExpandVisits: 2, NewPolicy: func() Policy { return byNumber{} }}
	uct, puct := base, base
	uct.Exploration = 0.3
	puct.Selection, puct.Exploration, puct.Urgency = PUCT, 1.1, 0.2
	for name, tt := range map[string]struct {
		opt  Options
		rule func(*twin) *twin
	}{"uct": {uct, twinUCT(0.3)}, "puct": {puct, twinPUCT(1.1, 0.2)}} {
		moves := 0
		for _, fen := range []string{board.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"} {
			s := New(newWeights(t, "published:pesto"), tt.opt)
			run(s, play(t, fen, ""), search.Limits{Nodes: iterations})
			start := boardtest.Parse(t, fen)
			top := &twin{pos: &start}
			for range iterations {
				top.visit(tt.rule, value)
			}
			for i, m := range s.Root() {
				want := top.children[i]
				moves++
				if m.Move != want.move || m.Visits != int(want.visits) || m.Visits > 0 && math.Abs(m.Value-(1-want.sum/want.visits)) > 1e-6 {
					t.Errorf("%s, %s: %v has %d visits of %.7f, want %v %v of %.7f", name, fen, m.Move, m.Visits, m.Value, want.move, want.visits, 1-want.sum/want.visits)
				}
			}
		}
		if moves < 70 {
			t.Errorf("%s: %d root moves alone were compared", name, moves)
		}
	}
}
