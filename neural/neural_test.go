package neural

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/winprob"
)

// config is the shape of a network of chess.
func config() nn.Config {
	return nn.Config{Planes: planes.Paper.Planes(), Moves: planes.MovePlanes, Channels: 4, Blocks: 1, Hidden: 4}
}

func file(t testing.TB, c nn.Config, encoding string) *nn.File {
	t.Helper()
	n, err := nn.New[float32](c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &nn.File{Encoding: encoding, Network: n}
}

func network(t testing.TB) *Network {
	t.Helper()
	n, err := New(file(t, config(), "paper"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAnswers compares values and logits with the network asked by hand, twice, so that answers come
// from the cache, too.
func TestAnswers(t *testing.T) {
	n := network(t)
	e, by := n.Evaluator(), n.net.Share()
	dst := make([]float32, planes.Paper.Size())
	for range 2 {
		for p := range boardtest.RandomPositions(1, 300) {
			planes.Paper.Encode(&p, 0, dst)
			out := by.Forward(dst, false)
			value := winprob.Expected(K, float64(e.Evaluate(&p)))
			if p.SideToMove() == board.Black {
				value = 1 - value
			}
			if want := float64(out.Values[0]+1) / 2; math.Abs(value-want) > 0.002 {
				t.Fatalf("%s: expected %g, the network %g", p.FEN(), value, want)
			}
			if got := e.Value(&p); got != float64(out.Values[0]) {
				t.Fatalf("%s: value %g, the network %g", p.FEN(), got, out.Values[0])
			}
			e.Start(&p)
			for _, m := range p.LegalMoves(nil) {
				if got, want := e.Logit(m), float64(out.Logit(0, int(planes.Move(p.SideToMove(), m)))); got != want {
					t.Fatalf("%s %v: logit %g, the network %g", p.FEN(), m, got, want)
				}
			}
		}
	}
}

// TestFiftyMoves: the cache keeps positions apart in which a draw can be claimed.
func TestFiftyMoves(t *testing.T) {
	e := network(t).Evaluator()
	early, late := boardtest.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - 99 90"), boardtest.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90")
	if a, b := e.Evaluate(&early), e.Evaluate(&late); a == b {
		t.Errorf("both are %d", a)
	}
}

// TestCounters: the cache keeps positions apart whose planes of counters differ, as the text of the paper has them.
func TestCounters(t *testing.T) {
	n, err := New(file(t, config(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	e, by, dst, seen := n.Evaluator(), n.net.Share(), make([]float32, planes.Printed.Size()), map[float32]bool{}
	for _, counters := range []string{"0 10", "5 10", "5 60"} {
		p := boardtest.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - "+counters)
		planes.Printed.Encode(&p, 0, dst)
		e.Evaluate(&p)
		if want := by.Forward(dst, false).Values[0]; e.answer.value != want {
			t.Errorf("%s: %g, the network %g", counters, e.answer.value, want)
		}
		seen[e.answer.value] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d answers of 3 questions", len(seen))
	}
}

// TestRepetitions: a network of encoding draws sees repetitions and the half-move clock, and the cache keeps apart
// what it sees; what it is told of holds for one question.
func TestRepetitions(t *testing.T) {
	c := config()
	c.Planes = planes.Draws.Planes()
	n, err := New(file(t, c, "draws"))
	if err != nil {
		t.Fatal(err)
	}
	e, by, dst := n.Evaluator(), n.net.Share(), make([]float32, planes.Draws.Size())
	seen := map[float32]bool{}
	for range 2 { // by the network, then by the cache
		for _, clock := range []string{"0", "4", "50"} {
			p := boardtest.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - "+clock+" 90")
			for before := range 3 {
				e.Before(before)
				e.Start(&p)
				planes.Draws.Encode(&p, before, dst)
				if want := by.Forward(dst, false).Values[0]; e.answer.value != want {
					t.Errorf("clock %s, %d times before: %g, the network %g", clock, before, e.answer.value, want)
				}
				seen[e.answer.value] = true
			}
			if e.Start(&p); e.before != 0 {
				t.Error("it remembers longer than for one question")
			}
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d answers of 9 questions", len(seen))
	}
}

// TestThreads: several goroutines that ask the same positions get the same answers.
func TestThreads(t *testing.T) {
	n := network(t)
	var positions []board.Position
	for p := range boardtest.RandomPositions(2, 60) {
		positions = append(positions, p)
	}
	answers := make([][]int, 4)
	var wait sync.WaitGroup
	for i := range answers {
		wait.Go(func() {
			e := n.Evaluator()
			for j := range positions {
				answers[i] = append(answers[i], e.Evaluate(&positions[j]))
			}
		})
	}
	wait.Wait()
	for i, a := range answers {
		for j := range a {
			if a[j] != answers[0][j] {
				t.Errorf("goroutine %d, position %d: %d, another's %d", i, j, a[j], answers[0][j])
			}
		}
	}
}

// TestRefused: what no search can ask is refused with a word.
func TestRefused(t *testing.T) {
	other := config()
	other.Moves = 2
	draws := config()
	draws.Planes = planes.Draws.Planes()
	huge := file(t, config(), "paper")
	for i := range huge.Network.Parameters()[0].Value {
		huge.Network.Parameters()[0].Value[i] = 3e38
	}
	for want, f := range map[string]*nn.File{
		"is not a number":                  huge,
		"73":                               file(t, other, "paper"),
		"neither paper, draws nor printed": file(t, config(), "other"),
		"19 and 73":                        file(t, draws, "paper"),
	} {
		if _, err := New(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, error %v", want, err)
		}
	}
}

// practical returns a network of the shape that two cores train.
func practical(b *testing.B) *Network {
	c := config()
	c.Channels, c.Blocks, c.Hidden = 32, 4, 32
	n, err := New(file(b, c, "paper"))
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkThreads measures iterations of a tree by the number of threads: nearly each of them asks the
// network once.
func BenchmarkThreads(b *testing.B) {
	for _, threads := range []int{1, 2, 4} {
		b.Run(strconv.Itoa(threads), func(b *testing.B) {
			n := practical(b)
			opt, _ := mcts.Preset("sigmazero")
			opt.K, opt.Threads, opt.NewPolicy = K, threads, func() mcts.Policy { return n.Evaluator() }
			s := mcts.New(func() search.Evaluator { return n.Evaluator() }, opt)
			defer s.Close()
			limits := search.Limits{Nodes: uint64(b.N)}
			s.Search(search.NewGame(board.Start()), search.NewControl(limits, board.White, 0), nil)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "iterations/s")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	n := practical(b)
	e := n.Evaluator()
	var positions []board.Position
	for p := range boardtest.RandomPositions(3, 2*cached) {
		positions = append(positions, p)
	}
	i := 0
	for b.Loop() {
		e.Evaluate(&positions[i%len(positions)])
		i++
	}
}

// TestTree: a tree takes values and priors from a network: the root's priors are the softmax of its
// logits, and the same seed gives the same tree.
func TestTree(t *testing.T) {
	n := network(t)
	visits := func() (root []mcts.Move) {
		s := mcts.New(func() search.Evaluator { return n.Evaluator() }, mcts.Options{
			Selection: mcts.PUCT, Exploration: 2, NewPolicy: func() mcts.Policy { return n.Evaluator() }, Memory: 4,
		})
		defer s.Close()
		s.Search(search.NewGame(board.Start()), search.NewControl(search.Limits{Nodes: 200}, board.White, 0), nil)
		return s.Root()
	}
	root := visits()
	p := board.Start()
	e, top := n.Evaluator(), 0.0
	e.Start(&p)
	for _, m := range root {
		top += math.Exp(e.Logit(m.Move))
	}
	total := 0
	for i, m := range root {
		if want := math.Exp(e.Logit(m.Move)) / top; math.Abs(m.Prior-want) > 1e-5 {
			t.Errorf("%v: prior %g, want %g", m.Move, m.Prior, want)
		}
		total += m.Visits
		if again := visits()[i]; again.Move != m.Move || again.Visits != m.Visits || again.Value != m.Value {
			t.Errorf("%v: %+v, again %+v", m.Move, m, again)
		}
	}
	if total < 190 {
		t.Errorf("%d visits", total)
	}
}
