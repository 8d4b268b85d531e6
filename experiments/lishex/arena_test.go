package lishex

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// A leaf is a node of a tree of pointers, as the paper's: it knows its parent and its children, and no board.
type leaf struct {
	parent   *leaf
	children []*leaf
	sum      float64 // of expected scores of the side that moved here
	visits   float64
	move     board.Move
}

// A store gives nodes for the moves of a position.
type store interface {
	grow(parent *leaf, moves []board.Move) []*leaf
}

// heap allocates every node, and the list of them.
type heap struct{}

func (heap) grow(parent *leaf, moves []board.Move) (children []*leaf) {
	for _, m := range moves {
		children = append(children, &leaf{parent: parent, move: m})
	}
	return children
}

// arena takes nodes and lists from memory that it has before the search, as the paper's does.
type arena struct {
	nodes []leaf
	lists []*leaf
}

func newArena(nodes int) *arena { return &arena{make([]leaf, nodes), make([]*leaf, nodes)} }

func (a *arena) grow(parent *leaf, moves []board.Move) (children []*leaf) {
	n := len(moves)
	children, a.lists = a.lists[:n:n], a.lists[n:]
	for i, m := range moves {
		c := &a.nodes[i]
		c.parent, c.move = parent, m
		children[i] = c
	}
	a.nodes = a.nodes[n:]
	return children
}

// A lumberjack makes the paper's iterations on a tree of pointers: down by upper confidence bounds, a child opened, four random
// moves, PeSTO's evaluation, up. All but the store is the same whatever the store.
type lumberjack struct {
	store
	evaluator interface {
		Reset(*board.Position)
		Evaluate(*board.Position) int
	}
	random *rand.Rand
	moves  []board.Move
	root   leaf
}

func newLumberjack(tb testing.TB, s store) *lumberjack {
	tb.Helper()
	f, err := weights.Find("published:pesto", "")
	if err != nil {
		tb.Fatal(err)
	}
	e, err := eval.NewSearch(f)
	if err != nil {
		tb.Fatal(err)
	}
	return &lumberjack{store: s, evaluator: e, random: rand.New(rand.NewPCG(1, 2))}
}

// iterate makes an iteration.
func (l *lumberjack) iterate(p board.Position) {
	n := &l.root
	for n.visits > 0 {
		if n.children == nil {
			l.moves = p.LegalMoves(l.moves[:0])
			n.children = l.grow(n, l.moves)
		}
		if len(n.children) == 0 {
			break
		}
		n = highest(n)
		p.Make(n.move)
	}
	mover := p.SideToMove().Other()
	value := l.simulate(&p)
	if mover == board.Black {
		value = 1 - value
	}
	for ; n != nil; n, value = n.parent, 1-value {
		n.visits++
		n.sum += value
	}
}

// simulate returns White's expected score four random moves later.
func (l *lumberjack) simulate(p *board.Position) float64 {
	for range 4 {
		if l.moves = p.LegalMoves(l.moves[:0]); len(l.moves) == 0 {
			break
		}
		p.Make(l.moves[l.random.IntN(len(l.moves))])
	}
	l.evaluator.Reset(p)
	return winprob.Expected(1, float64(l.evaluator.Evaluate(p)))
}

// highest returns the child of the highest bound, the first without a visit before all others.
func highest(n *leaf) (best *leaf) {
	most := math.Inf(-1)
	logarithm := math.Log(n.visits)
	for _, c := range n.children {
		if c.visits == 0 {
			return c
		}
		if bound := c.sum/c.visits + 0.35*math.Sqrt(logarithm/c.visits); bound > most {
			best, most = c, bound
		}
	}
	return best
}

// treeSize is how many iterations a tree gets before the next one begins, and arenaNodes room for it.
const (
	treeSize   = 20_000
	arenaNodes = 64 * treeSize
)

// stores are those that are compared.
var stores = map[string]func() store{"heap": func() store { return heap{} }, "arena": func() store { return newArena(arenaNodes) }}

// TestStores: the store changes nothing of the tree.
func TestStores(t *testing.T) {
	var sums []float64
	for _, name := range []string{"heap", "arena"} {
		l := newLumberjack(t, stores[name]())
		for range 2000 {
			l.iterate(board.Start())
		}
		sum := 0.0
		for i, c := range l.root.children {
			sum += float64(i+1)*c.visits + c.sum
		}
		if l.root.visits != 2000 || len(l.root.children) != 20 {
			t.Errorf("%s: %g visits, %d children", name, l.root.visits, len(l.root.children))
		}
		sums = append(sums, sum)
	}
	if sums[0] != sums[1] {
		t.Errorf("trees differ: %v", sums)
	}
}

// byStore measures what work does in a second of processor time, that of the garbage collector too, on a new
// store each time; the allocation of the arena is left out, as in the paper, where it is made when the program starts.
func byStore(b *testing.B, unit string, work func(store) int) {
	b.Helper()
	for _, name := range []string{"heap", "arena"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			done, spent := 0, time.Duration(0)
			for b.Loop() {
				s := stores[name]()
				runtime.GC()
				begin := measure.ProcessorTime()
				done += work(s)
				spent += measure.ProcessorTime() - begin
			}
			b.ReportMetric(float64(done)/spent.Seconds(), unit)
		})
	}
}

// BenchmarkIterationsByStore measures the paper's claim that an arena makes its tree five times as fast: iterations a second
// of processor time, of trees of treeSize iterations.
func BenchmarkIterationsByStore(b *testing.B) {
	byStore(b, "iterations/cpu-s", func(s store) int {
		l := newLumberjack(b, s)
		for range treeSize {
			l.iterate(board.Start())
		}
		return treeSize
	})
}

// BenchmarkGrowthByStore measures the growth of the tree alone: nodes a second of processor time, thirty to an expansion.
func BenchmarkGrowthByStore(b *testing.B) {
	moves := make([]board.Move, 30)
	byStore(b, "nodes/cpu-s", func(s store) int { return grown(s, new(leaf), moves) })
}

// grown expands nodes, one below the other, treeSize times, and returns how many nodes that has made.
func grown(s store, n *leaf, moves []board.Move) (nodes int) {
	for range treeSize {
		n.children = s.grow(n, moves)
		nodes += len(n.children)
		n = n.children[0]
	}
	return nodes
}
