package alphaone

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// The regression of the paper, in centipawns a count. The paper prints three
// decimals and no intercept; these are the numbers of the model that its program
// loads (lr_eval.pkl).
const (
	regressionIntercept = 9.8695306316
	regressionTapered   = 0.8223653557110284 // a centipawn of the tapered evaluation
)

// regressionWeights are the weights of the six terms beside the tapered evaluation.
var regressionWeights = map[string]float64{
	"king_attack":        4.9471494240541,
	"published_mobility": 4.2373004398267,
	"published_shield":   1.4605176138459,
	"pawn_islands":       -33.9933362519611,
	"doubled_pawns":      -9.6694831841856,
	"passed_pawns":       108.2542854085817,
}

// regression is the evaluation of V2. It is for one goroutine.
type regression struct {
	set     *features.Set
	tally   *features.Tally
	weights []float64 // by features.Term
}

// newRegression takes the king's attack and the pawns from the corrected set, whose
// definitions are the published ones, and the rest from here.
func newRegression() *regression {
	families := slices.DeleteFunc(features.AlphaOneFamilies(), func(f features.Family) bool {
		return regressionWeights[f.Terms[0].Name] == 0
	})
	set, err := features.NewSet("alphaone_v2", &tapered.AlphaOne, append(families, PublishedMobility(), PublishedShield())...)
	if err != nil {
		panic("alphaone: " + err.Error()) // of constants: a test makes it
	}
	r := &regression{set: set, tally: set.NewTrace()}
	for _, def := range set.Terms() {
		r.weights = append(r.weights, regressionWeights[def.Name])
	}
	return r
}

// evaluate returns centipawns from White's view, given the tapered evaluation.
func (r *regression) evaluate(p *board.Position, tapered float64) float64 {
	r.tally.Reset()
	r.set.Count(p, r.tally)
	sum := regressionTapered * tapered
	for term, weight := range r.weights {
		sum += weight * r.tally.Trace().Count(features.Term(term))
	}
	return sum + regressionIntercept
}

// PublishedMobility returns the mobility as the paper's program counts it, and as its text defines it: the legal
// moves of the side to move less those of the other side after a null move. A side in check
// cannot pass: its enemy may then take the king, and that counts as a move. En
// passant counts for the side to move alone.
//
// Source: AlphaOne, evaluation.py, mobility.
func PublishedMobility() features.Family {
	return features.Family{
		Name: "published mobility",
		Terms: []features.Definition{{
			Name:    "published_mobility",
			Unit:    "moves",
			Formula: "legal moves, of the side not to move those after a null move",
			Source:  "AlphaOne, evaluation.py",
		}},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			passed := *c.Pos
			passed.MakeNull()
			n := c.Pos.CountMoves() - passed.CountMoves()
			if c.Pos.SideToMove() == board.Black {
				n = -n
			}
			t.Add(first, n)
		},
	}
}

// PublishedShield returns the pawn shield as the paper's program computes it, faults
// and all. The program goes through the squares of the king's zone, which reaches
// two ranks ahead for either colour, but looks for pawns up the board for both: it
// tests whether the constant for White is true, which it always is. It never asks
// whose pawns they are. The term is not antisymmetric; it serves the published
// evaluation, and comparisons with the shield of package features.
//
// Source: AlphaOne, evaluation.py, king_safety.
func PublishedShield() features.Family {
	return features.Family{
		Name: "published pawn shield",
		Terms: []features.Definition{{
			Name: "published_shield",
			Unit: "pawns",
			Formula: "pawns of either colour on the king's and the adjacent files: 1 on the next rank up the board, for Black's king too; " +
				"for White's ½ on the one after",
			Source: "AlphaOne, evaluation.py",
			Kind:   features.Real,
		}},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			pawns := c.Pos.ByType(board.Pawn)
			above := board.SquareBB(c.Pos.King(board.White)).Widen().North()
			white := float64((pawns & above).Count()) + float64((pawns&above.North()).Count())/2
			black := (pawns & board.SquareBB(c.Pos.King(board.Black)).Widen().North()).Count()
			t.AddReal(first, white-float64(black))
		},
	}
}
