package eval

import (
	"slices"
	"sync"
	"testing"
	"time"

	"centipawn/board"
	"centipawn/features"
	"centipawn/search"
	"centipawn/search/alphabeta"
	"centipawn/weights"
)

// searchOrder is what the engine's search asks of its evaluator, on some positions of
// games: the order in which it makes, takes back and evaluates, which decides what
// caches are worth.
var searchOrder = sync.OnceValue(func() (all []recording) {
	e, err := NewSearch(publishedFile("standard"))
	if err != nil {
		panic(err)
	}
	r := recorder{SearchEvaluator: e}
	s := alphabeta.New(func() search.Evaluator { return &r }, alphabeta.Options{})
	positions := features.Positions()
	for i := 0; i < len(positions); i += len(positions) / roots {
		s.NewGame()
		s.Search(search.NewGame(positions[i]), search.NewControl(search.Limits{Nodes: nodesARoot}, 0, 0), nil)
		all = append(all, r.recording)
	}
	return all
})

// roots is the number of positions that are searched, nodesARoot that of nodes of
// each.
const (
	roots      = 8
	nodesARoot = 1_000
)

// A recording is a position and what was asked from it on.
type recording struct {
	root  board.Position
	steps []step
}

// A step is a move that was made, or one of these, which no move equals.
type step = board.Move

const (
	evaluated step = 0      // [board.NoMove]
	takenBack step = 0xffff // a castling that promotes
	passed    step = 0xfffe // a null move was made or taken back
)

// A recorder is an evaluator that writes down what it is asked.
type recorder struct {
	*SearchEvaluator
	recording
	movers []board.Color // of the positions from the root on, as last seen
}

func (r *recorder) Reset(p *board.Position) {
	r.recording, r.movers = recording{root: *p}, []board.Color{p.SideToMove()}
	r.SearchEvaluator.Reset(p)
}

func (r *recorder) Push(p *board.Position, m board.Move) {
	r.see(p)
	r.steps, r.movers = append(r.steps, m), append(r.movers, p.SideToMove().Other())
	r.SearchEvaluator.Push(p, m)
}

func (r *recorder) Pop() {
	r.steps, r.movers = append(r.steps, takenBack), r.movers[:len(r.movers)-1]
	r.SearchEvaluator.Pop()
}

func (r *recorder) Evaluate(p *board.Position) int {
	r.see(p)
	r.steps = append(r.steps, evaluated)
	return r.SearchEvaluator.Evaluate(p)
}

// see notes a null move, which nobody announces.
func (r *recorder) see(p *board.Position) {
	if mover := &r.movers[len(r.movers)-1]; *mover != p.SideToMove() {
		*mover, r.steps = p.SideToMove(), append(r.steps, passed)
	}
}

// A replayer holds the positions on the way to the current one, each with and
// without a null move.
type replayer struct {
	with, without [128]board.Position
	null          [128]bool
	at            int
}

// current returns the position that was reached.
func (r *replayer) current() *board.Position {
	if r.null[r.at] {
		return &r.with[r.at]
	}
	return &r.without[r.at]
}

// make makes a move.
func (r *replayer) make(m board.Move) {
	next := &r.without[r.at+1]
	*next = *r.current()
	next.Make(m)
	r.at++
	r.null[r.at] = false
}

// pass makes a null move or takes it back.
func (r *replayer) pass() {
	r.null[r.at] = !r.null[r.at]
	if r.null[r.at] {
		r.with[r.at] = r.without[r.at]
		r.with[r.at].MakeNull()
	}
}

var replayed replayer

// replay goes through a recording with an evaluator; nil evaluates nothing. It
// returns the number of evaluations.
func (r *recording) replay(e *SearchEvaluator) (n int) {
	way := &replayed
	way.at, way.null[0], way.without[0] = 0, false, r.root
	if e != nil {
		e.Reset(&r.root)
	}
	for _, s := range r.steps {
		switch s {
		case evaluated:
			n++
			if e != nil {
				e.Evaluate(way.current())
			}
		case takenBack:
			way.at--
			if e != nil {
				e.Pop()
			}
		case passed:
			way.pass()
		default:
			if e != nil {
				e.Push(way.current(), s)
			}
			way.make(s)
		}
	}
	return n
}

// BenchmarkSearchOrder reports what an evaluation costs in the order of a search,
// with all that an evaluator does when moves are made and taken back, and without
// the making of them: nanoseconds of the fastest replay of each recording, on one
// core.
func BenchmarkSearchOrder(b *testing.B) {
	for _, set := range []string{"pesto", "standard", "standard_safety"} {
		b.Run(set, func(b *testing.B) {
			e, err := NewSearch(randomFile(set))
			if err != nil {
				b.Fatal(err)
			}
			all := searchOrder()
			alone, whole := newTimes(len(all)), newTimes(len(all))
			b.ReportAllocs() // must stay 0
			for b.Loop() {
				for i := range all {
					alone.take(i, &all[i], nil)
					whole.take(i, &all[i], e)
				}
			}
			ns, n := whole.sum()
			made, _ := alone.sum()
			b.ReportMetric(float64(ns-made)/float64(n), "ns/position")
			b.ReportMetric(float64(n), "positions")
		})
	}
}

// times are the shortest times of replays, and the number of positions in each.
type times struct {
	shortest []time.Duration
	n        []int
}

func newTimes(n int) times {
	return times{slices.Repeat([]time.Duration{time.Hour}, n), make([]int, n)}
}

// take replays a recording once.
func (t *times) take(i int, r *recording, e *SearchEvaluator) {
	start := time.Now()
	t.n[i] = r.replay(e)
	t.shortest[i] = min(t.shortest[i], time.Since(start))
}

// sum returns the sum of the times and of the positions.
func (t *times) sum() (all time.Duration, n int) {
	for i := range t.n {
		all += t.shortest[i]
		n += t.n[i]
	}
	return all, n
}

// publishedFile is [weights.Published] with the hash of the set.
func publishedFile(name string) *weights.File {
	f, _ := weights.Published(name)
	set, err := features.Lookup(name)
	if err != nil {
		panic(err)
	}
	f.SetHash = set.Hash()
	return f
}
