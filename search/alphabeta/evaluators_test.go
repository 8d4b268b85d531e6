package alphabeta_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
)

// material counts pieces: an evaluation that costs nothing, so that what is measured
// is the search.
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

// erratic is an evaluation in which hardly two positions are alike: what is right
// with it is not so by chance.
type erratic struct{ material }

func (e erratic) Evaluate(p *board.Position) int { return e.material.Evaluate(p) + int(p.Key()%301) }

func newErratic() search.Evaluator { return erratic{} }

// newStandard returns the evaluation that the module's engine plays with.
func newStandard(tb testing.TB) func() search.Evaluator {
	tb.Helper()
	return func() search.Evaluator {
		e, err := eval.NewSearch(weights.Builtin())
		if err != nil {
			tb.Fatal(err)
		}
		return e
	}
}

// position is the game that begins at a FEN.
func position(tb testing.TB, fen string) *search.Game {
	tb.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		tb.Fatalf("%q: %v", fen, err)
	}
	return search.NewGame(p)
}

// run searches with limits and without a clock of its own.
func run(s *alphabeta.Searcher, g *search.Game, lim search.Limits) search.Result {
	return s.Search(g, search.NewControl(lim, g.Position().SideToMove(), 0), nil)
}
