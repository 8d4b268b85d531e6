package mcts

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A rememberer is an evaluator and a policy that keeps what it was told of positions.
type rememberer struct {
	before int
	told   map[uint64]int
}

func (r *rememberer) Before(n int)                     { r.before = n }
func (r *rememberer) Reset(*board.Position)            {}
func (r *rememberer) Push(*board.Position, board.Move) {}
func (r *rememberer) Pop()                             {}
func (r *rememberer) Start(p *board.Position)          { r.told[p.Key()] = r.before }
func (r *rememberer) Logit(board.Move) float64         { return 0 }

func (r *rememberer) Evaluate(p *board.Position) int {
	r.told[p.Key()] = r.before
	return 0
}

// TestRememberer: evaluator and policy are told how often a position has been on the board in the game before
// the root.
func TestRememberer(t *testing.T) {
	g := search.NewGame(board.Start())
	stood := map[uint64]int{}
	for _, text := range strings.Fields("g1f3 g8f6 f3g1 f6g8") {
		p := *g.Position()
		stood[p.Key()]++
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Make(m)
	}
	r := &rememberer{told: map[uint64]int{}}
	opt, _ := Preset("sigmazero")
	opt.NewPolicy = func() Policy { return r }
	s := New(func() search.Evaluator { return r }, opt)
	defer s.Close()
	s.Search(g, search.NewControl(search.Limits{Nodes: 100}, board.White, 0), nil)
	again := 0
	for key, n := range r.told {
		if n != stood[key] {
			t.Errorf("it was told of %d times, want %d", n, stood[key])
		}
		again += n
	}
	if again < 2 || len(r.told) < 30 {
		t.Errorf("%d repetitions in %d positions", again, len(r.told))
	}
}
