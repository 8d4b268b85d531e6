package alphabeta_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// doubled is an evaluation of half centipawns: its numbers are twice as large, and it says
// so.
type doubled struct{ erratic }

func (d doubled) Evaluate(p *board.Position) int { return 2 * d.erratic.Evaluate(p) }
func (doubled) Scale() float64                   { return 2 }

// TestScale: with an evaluation in another unit the search makes the same moves and nodes,
// except for techniques that round quotients, or return alpha for moves that they skip.
func TestScale(t *testing.T) {
	opt := alphabeta.Options{Hash: 1, Off: alphabeta.Aspiration | alphabeta.Correction | alphabeta.Singular | alphabeta.LateMovePruning |
		alphabeta.HistoryPruning | alphabeta.QuietSEEPruning | alphabeta.NoisySEEPruning}
	one := alphabeta.New(newErratic, opt)
	two := alphabeta.New(func() search.Evaluator { return doubled{} }, opt)
	for _, fen := range benchFENs {
		one.NewGame()
		two.NewGame()
		want, got := run(one, position(t, fen), search.Limits{Nodes: 30_000}), run(two, position(t, fen), search.Limits{Nodes: 30_000})
		if got.Depth != want.Depth || got.Move != want.Move || got.Score != 2*want.Score {
			t.Errorf("%s: depth %d, %v %v; with twice the scale depth %d, %v %v", fen, want.Depth, want.Move, want.Score, got.Depth, got.Move, got.Score)
		}
	}
}
