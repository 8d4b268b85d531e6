// Package handmade is a policy of a few weights that were chosen by hand, for trees that have no fitted one.
package handmade

import (
	"example.org/centipawn/board"
	"example.org/centipawn/pst"
)

// The handmade policy's weights.
//
// Source: the features and the first weights are those of the engine Monty of 2023 (exchange,
// capture, promotion), check and piece-square gain added.
const (
	goodExchange = 2.0  // a capture that does not lose material
	badExchange  = -2.0 // any other that loses material and gives no check
	captured     = 0.2  // for each step from a pawn to the piece that is taken
	promoted     = 2.0  // to a queen
	gaveCheck    = 1.5
	squareGain   = 0.01 // for each centipawn of PeSTO's tables
)

// Policy is the policy of these weights.
type Policy struct {
	pos    *board.Position
	checks board.Checks
	phase  float64
}

// Start takes the position whose moves come next, which stays as it is until the next.
func (h *Policy) Start(p *board.Position) {
	h.pos, h.checks, h.phase = p, board.NewChecks(p), Middlegame(p)
}

// Logit returns the sum of the weights of what a move does.
func (h *Policy) Logit(m board.Move) float64 { return logit(h.pos, &h.checks, h.phase, m) }

// logit returns the sum of features × weights of a move.
func logit(p *board.Position, checks *board.Checks, phase float64, m board.Move) (sum float64) {
	capture := p.IsCapture(m)
	check := checks.Gives(m)
	switch {
	case !board.SEE(p, m, 0):
		if !check {
			sum += badExchange
		}
	case capture:
		sum += goodExchange
	}
	if capture && !m.IsEnPassant() {
		sum += captured * float64(p.PieceAt(m.To()).Type())
	}
	if m.Promotion() == board.Queen {
		sum += promoted
	}
	if check {
		sum += gaveCheck
	}
	return sum + squareGain*gain(p, m, phase)
}

// gain returns by how many centipawns of PeSTO's tables the moved piece stands better.
func gain(p *board.Position, m board.Move, phase float64) float64 {
	if m.IsCastle() || m.IsPromotion() {
		return 0
	}
	pc := p.PieceAt(m.From())
	table := &pst.PeSTO.Squares[pc.Type()]
	from, to := table.At(pc.Color(), m.From()), table.At(pc.Color(), m.To())
	return phase*float64(to.MG-from.MG) + (1-phase)*float64(to.EG-from.EG)
}

// Middlegame returns 1 with all pieces on the board, 0 with kings and pawns.
func Middlegame(p *board.Position) float64 {
	sum := p.ByType(board.Knight).Count() + p.ByType(board.Bishop).Count() + 2*p.ByType(board.Rook).Count() + 4*p.ByType(board.Queen).Count()
	return min(float64(sum)/24, 1)
}
