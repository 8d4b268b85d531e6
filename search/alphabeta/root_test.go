package alphabeta

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// TestKeepUnfinished: what stands first when an iteration is cut short.
func TestKeepUnfinished(t *testing.T) {
	const none = -search.Infinity
	for _, tt := range []struct {
		name  string
		root  []rootMove
		move  board.Move
		score search.Score
	}{
		{"nothing searched", []rootMove{{move: 1, score: none, previous: 30}, {move: 2, score: none, previous: none}}, 1, 30},
		{"one searched", []rootMove{{move: 1, score: 20, previous: 30}, {move: 2, score: none, previous: none}}, 1, 20},
		{"failed high, then low", []rootMove{{move: 2, score: none, previous: none}, {move: 1, score: none, previous: 30}}, 1, 30},
		{"the first iteration", []rootMove{{move: 1, score: none, previous: 5}, {move: 2, score: none, previous: 5}}, 1, 5},
	} {
		w := &worker{task: new(task), root: tt.root}
		w.keepUnfinished()
		if best := w.root[0]; best.move != tt.move || best.score != tt.score {
			t.Errorf("%s: move %d, score %d; want %d, %d", tt.name, best.move, best.score, tt.move, tt.score)
		}
	}
}

// TestSearchMovesKeepNothing: the score of some of the moves is not kept as that of
// the position.
func TestSearchMovesKeepNothing(t *testing.T) {
	g := search.NewGame(board.Start())
	m := g.Position().LegalMoves(nil)[0]
	for _, tt := range []struct {
		moves []board.Move
		kept  bool
	}{{nil, true}, {[]board.Move{m}, false}} {
		s := New(func() search.Evaluator { return even{} }, Options{Hash: 1})
		s.Search(g, search.NewControl(search.Limits{Depth: 3, Moves: tt.moves}, board.White, 0), nil)
		if _, ok := s.table.probe(g.Position().Key(), 0); ok != tt.kept {
			t.Errorf("searchmoves %v: the root is kept: %t, want %t", tt.moves, ok, tt.kept)
		}
	}
}

// TestTechniquesForget: what a technique has learnt is not used once it is off.
func TestTechniquesForget(t *testing.T) {
	g := search.NewGame(board.Start())
	s := New(func() search.Evaluator { return even{} }, Options{Hash: 1})
	s.Search(g, search.NewControl(search.Limits{Depth: 4}, board.White, 0), nil)
	w := s.workers[0]
	if w.history == (history{}) || w.frames[1].killers == (killers{}) {
		t.Fatal("the search has learnt nothing")
	}
	if err := s.SetOptions(Options{Hash: 1, Off: History | Killers}); err != nil {
		t.Fatal(err)
	}
	if w.history != (history{}) || w.frames[1].killers != (killers{}) {
		t.Error("history and killers are still there")
	}
}

// even is an evaluation by which all positions are alike.
type even struct{}

func (even) Reset(*board.Position)            {}
func (even) Push(*board.Position, board.Move) {}
func (even) Pop()                             {}
func (even) Evaluate(*board.Position) int     { return 0 }

// TestRootNodes: every node belongs to a move of the root, however often the window was widened
// and wherever the search was stopped.
func TestRootNodes(t *testing.T) {
	w := newWorker(flat{})
	p := board.Start()
	g := search.NewGame(p)
	for _, lim := range []search.Limits{{Depth: 4}, {Nodes: 5000}} {
		c := search.NewControl(lim, board.White, 0)
		w.begin(&task{control: c, table: new(table), options: Options{MultiPV: 1}, workers: []*worker{w}}, 0, g)
		w.deepen()
		sum := uint64(0)
		for _, m := range w.root {
			sum += m.nodes
		}
		if sum != w.nodes || sum == 0 {
			t.Errorf("%+v: the moves have %d nodes, the search %d", lim, sum, w.nodes)
		}
	}
}
