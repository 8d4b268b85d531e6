package minimax

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// MaterialValues are what pieces are worth to [Material], in centipawns: 1-3-3-5-9. The paper names
// none.
var MaterialValues = [...]int{board.Pawn: 100, board.Knight: 300, board.Bishop: 300, board.Rook: 500, board.Queen: 900}

// Material is an evaluation by material alone.
type Material struct{}

var _ search.Evaluator = Material{}

// Reset implements [search.Evaluator].
func (Material) Reset(*board.Position) {}

// Push implements [search.Evaluator].
func (Material) Push(*board.Position, board.Move) {}

// Pop implements [search.Evaluator].
func (Material) Pop() {}

// Evaluate returns White's material less Black's, in centipawns.
func (Material) Evaluate(p *board.Position) (sum int) {
	for pt := board.Pawn; pt < board.King; pt++ {
		sum += MaterialValues[pt] * (p.Pieces(board.White, pt).Count() - p.Pieces(board.Black, pt).Count())
	}
	return sum
}
