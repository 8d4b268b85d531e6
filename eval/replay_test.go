package eval

import (
	"slices"
	"sync"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
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
	roots      = 20
	nodesARoot = 20_000
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

// see notes a null move, which no one announces.
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
// takes the time of every stretch.
func (r *recording) replay(e *SearchEvaluator, t *times) {
	way := &replayed
	way.at, way.null[0], way.without[0] = 0, false, r.root
	if e != nil {
		e.Reset(&r.root)
	}
	for steps := range slices.Chunk(r.steps, stretch) {
		start := time.Now()
		for _, s := range steps {
			way.take(s, e)
		}
		t.add(time.Since(start))
	}
}

// stretch is the number of steps of which the time is taken: so few that most are
// not interrupted by others on the same machine.
const stretch = 1000

// take takes one step.
func (r *replayer) take(s step, e *SearchEvaluator) {
	switch {
	case s == passed:
		r.pass()
	case s == evaluated && e != nil:
		e.Evaluate(r.current())
	case s == evaluated:
	case s == takenBack:
		r.at--
		if e != nil {
			e.Pop()
		}
	default:
		if e != nil {
			e.Push(r.current(), s)
		}
		r.make(s)
	}
}

// times are the shortest times of the stretches of recordings.
type times struct {
	shortest []time.Duration
	next     int
}

// add notes the time of the next stretch.
func (t *times) add(d time.Duration) {
	if t.next == len(t.shortest) {
		t.shortest = append(t.shortest, d)
	}
	t.shortest[t.next] = min(t.shortest[t.next], d)
	t.next++
}

// replay goes through all recordings once.
func (t *times) replay(e *SearchEvaluator) {
	t.next = 0
	for i := range searchOrder() {
		searchOrder()[i].replay(e, t)
	}
}

// sum returns the sum of the times.
func (t *times) sum() (all time.Duration) {
	for _, d := range t.shortest {
		all += d
	}
	return all
}

// BenchmarkSearchOrder reports what an evaluation costs in the order of a search,
// with all that an evaluator does when moves are made and taken back, and without
// the making of them: nanoseconds of the fastest of the passes, stretch by stretch,
// on one core.
func BenchmarkSearchOrder(b *testing.B) {
	for _, set := range []string{"pesto", "standard", "standard_safety", "standard_nonlinear"} {
		b.Run(set, func(b *testing.B) { benchmarkOrder(b, set) })
	}
}

// benchmarkOrder reports what an evaluation of a set costs.
func benchmarkOrder(b *testing.B, set string) {
	e, err := NewSearch(randomFile(set))
	if err != nil {
		b.Fatal(err)
	}
	evaluations := 0
	for _, r := range searchOrder() {
		for _, s := range r.steps {
			if s == evaluated {
				evaluations++
			}
		}
	}
	var alone, whole times
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		alone.replay(nil)
		whole.replay(e)
	}
	b.ReportMetric(float64(whole.sum()-alone.sum())/float64(evaluations), "ns/position")
	b.ReportMetric(float64(evaluations), "positions")
}

// BenchmarkNonlinear reports how much longer an evaluation of standard_nonlinear takes than one
// of standard, both by turns, so that a busy machine hits both: see [BenchmarkSearchOrder].
func BenchmarkNonlinear(b *testing.B) {
	sets := []string{"standard", "standard_nonlinear"}
	evaluators, taken := []*SearchEvaluator{nil}, make([]times, 1+len(sets))
	for _, set := range sets {
		e, err := NewSearch(randomFile(set))
		if err != nil {
			b.Fatal(err)
		}
		evaluators = append(evaluators, e)
	}
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		for i, e := range evaluators {
			taken[i].replay(e)
		}
	}
	alone, linear, nonlinear := taken[0].sum(), taken[1].sum(), taken[2].sum()
	b.ReportMetric(float64(nonlinear-alone)/float64(linear-alone), "times-standard")
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
