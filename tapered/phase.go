// Package tapered holds the game phase and the pair of a middlegame and an
// endgame value that it blends.
//
// A tapered evaluation is mg·φ + eg·(1−φ), where the phase φ is 1 while all
// pieces stand on the board and 0 once they are gone. It makes one number of
// two evaluations without a jump between them.
//
// Source: chessprogramming.org, "Tapered Eval".
package tapered

import "example.org/centipawn/board"

// A Pair is one quantity twice: in the middlegame and in the endgame.
type Pair struct {
	MG float64 `json:"mg"`
	EG float64 `json:"eg"`
}

// Blend returns the pair's value at phase phi in [0, 1].
func (p Pair) Blend(phi float64) float64 { return p.MG*phi + p.EG*(1-phi) }

// A Phase measures how much of the pieces is left, in whole steps of a sum of
// weights by piece. It is clamped: promotions do not lead beyond 1.
type Phase struct {
	// Name identifies the phase in files.
	Name string

	weight [board.King]int // by board.PieceType, king excepted
	full   int             // the sum in the start position
}

// PeSTO is the phase of PeSTO's evaluation: knights and bishops 1, rooks 2,
// queens 4, of 24 in all.
//
// Source: R. Friederich, "PeSTO's Evaluation Function" (chessprogramming.org).
var PeSTO = Phase{Name: "pesto", weight: [...]int{0, 1, 1, 2, 4}, full: 24}

// AlphaOne is the phase of the AlphaOne paper: pawns ⅛, knights and bishops 1,
// rooks 2, queens 4, of 26 in all. Its steps are eighths.
//
// Unlike the paper's it is 1 at the start and 0 with bare kings, and clamped.
var AlphaOne = Phase{Name: "alphaone", weight: [...]int{1, 8, 8, 16, 32}, full: 208}

// Steps returns the number of steps between bare kings and all pieces.
func (ph *Phase) Steps() int { return ph.full }

// Step returns the phase of p in steps, 0 to Steps.
func (ph *Phase) Step(p *board.Position) int {
	sum := 0
	for pt, w := range ph.weight {
		if w != 0 {
			sum += w * p.ByType(board.PieceType(pt)).Count()
		}
	}
	return min(sum, ph.full)
}

// At returns the phase φ in [0, 1] of a number of steps.
func (ph *Phase) At(step int) float64 { return float64(step) / float64(ph.full) }

// Of returns the phase φ of p, in [0, 1].
func (ph *Phase) Of(p *board.Position) float64 { return ph.At(ph.Step(p)) }

// Factors returns what the middlegame and the endgame value are multiplied by,
// for every number of steps: φ and 1−φ.
func (ph *Phase) Factors() (mg, eg []float32) {
	for step := 0; step <= ph.full; step++ {
		mg = append(mg, float32(ph.At(step)))
		eg = append(eg, float32(1-ph.At(step)))
	}
	return mg, eg
}
