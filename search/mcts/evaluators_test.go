package mcts

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/eval"
	"example.org/centipawn/eval/policy"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// material counts pieces: an evaluation that costs nothing.
type material struct{}

func (material) Reset(*board.Position)            {}
func (material) Push(*board.Position, board.Move) {}
func (material) Pop()                             {}
func (material) Evaluate(p *board.Position) (sum int) {
	for pt := board.Pawn; pt < board.King; pt++ {
		sum += board.SEEValues[pt] * (p.Pieces(board.White, pt).Count() - p.Pieces(board.Black, pt).Count())
	}
	return sum
}

func newMaterial() search.Evaluator { return material{} }

// newWeights returns the evaluation of weights by their name.
func newWeights(tb testing.TB, name string) func() search.Evaluator {
	tb.Helper()
	f, err := weights.Find(name, "")
	if err != nil {
		tb.Fatal(err)
	}
	return func() search.Evaluator {
		e, err := eval.NewSearch(f)
		if err != nil {
			tb.Fatal(err)
		}
		return e
	}
}

// newPolicy returns the built-in policy.
func newPolicy() Policy {
	y, err := policy.New(weights.BuiltinPolicy())
	if err != nil {
		panic(err)
	}
	return y
}

// options returns the parts of a preset with a small tree.
func options(tb testing.TB, name string) Options {
	tb.Helper()
	opt, ok := Preset(name)
	if !ok {
		tb.Fatalf("no preset %s", name)
	}
	opt.Memory = 8
	opt.NewPolicy = newPolicy
	return opt
}

// hasty plays the first capture that there is, else the first move: an inner search that costs nothing.
type hasty struct{ moves []board.Move }

func newHasty() search.Searcher { return &hasty{make([]board.Move, 0, board.MaxMoves)} }

func (h *hasty) NewGame() {}

func (h *hasty) Search(g *search.Game, c *search.Control, _ func(*search.Info)) (r search.Result) {
	p := g.Position()
	for _, m := range p.LegalMoves(h.moves[:0]) {
		if r.Move == board.NoMove || p.IsCapture(m) {
			r.Move, r.Nodes = m, r.Nodes+1
		}
		if p.IsCapture(m) || c.Expired(r.Nodes) {
			break
		}
	}
	return r
}

// play returns the game from a FEN after moves in UCI notation.
func play(tb testing.TB, fen, moves string) *search.Game {
	tb.Helper()
	g := search.NewGame(boardtest.Parse(tb, fen))
	for uci := range strings.FieldsSeq(moves) {
		m, err := g.Position().ParseUCI(uci)
		if err != nil {
			tb.Fatal(err)
		}
		g.Make(m)
	}
	return g
}

// run searches with limits and without a clock of its own.
func run(s *Searcher, g *search.Game, lim search.Limits) search.Result {
	return s.Search(g, search.NewControl(lim, g.Position().SideToMove(), 0), nil)
}
