// Package policy says how probable the moves of a position are, by a weights file of the kind policy:
// the logit of a move is the sum of its counts × weights (package features/moves), middlegame and
// endgame weights blended by the phase of the position, and the chances of moves are the softmax of
// their logits. A tree search takes them as priors.
package policy

import (
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// A Policy gives the moves of one position after the other their logits. A goroutine needs its own.
type Policy struct {
	counter *moves.Counter
	step    float64 // of the position's phase
}

// The weights are rounded to a unit and added as whole numbers. No sum of at most some 150 counts
// leaves 32 bits.
const (
	unit      = 1.0 / 256 // of the file's
	maxWeight = 20_000    // in the file's unit: 200 logits
)

// New returns the policy of a weights file. The file's terms must be those that this program counts,
// as it did when they were fitted; a term that the file lacks is worth nothing. A file of another kind
// is refused.
func New(f *weights.File) (*Policy, error) {
	if err := f.Require(weights.Policy); err != nil {
		return nil, err
	}
	if f.Set != moves.Name || f.SetHash != moves.Hash() {
		return nil, fmt.Errorf("the policy is for set %s (hash %s), this program counts %s (hash %s): fit it again",
			f.Set, f.SetHash, moves.Name, moves.Hash())
	}
	packed := make([]tapered.Packed, len(moves.Terms()))
	for _, t := range f.Terms {
		term, ok := moves.Term(t.Name)
		switch {
		case !ok:
			return nil, fmt.Errorf("the weights file has a term %s, set %s has not", t.Name, moves.Name)
		case !t.Tapered:
			return nil, fmt.Errorf("weights file and set %s disagree on whether term %s is tapered", moves.Name, t.Name)
		case max(math.Abs(t.MG.Value), math.Abs(t.EG.Value)) > maxWeight:
			return nil, fmt.Errorf("term %s has a weight of more than %d: too large for a search", t.Name, maxWeight)
		}
		packed[term] = tapered.Pack(int(math.Round(t.MG.Value/unit)), int(math.Round(t.EG.Value/unit)))
	}
	return &Policy{counter: moves.NewScore(packed)}, nil
}

// Start makes p the position whose moves are asked for. It must stay as it is meanwhile.
func (y *Policy) Start(p *board.Position) {
	y.counter.Start(p)
	y.step = float64(y.counter.Step())
}

// Logit returns the logit of a legal move of the position. Logits of one position alone can be
// compared.
func (y *Policy) Logit(m board.Move) float64 {
	sum, steps := y.counter.Count(m).Sum(), float64(moves.Phase.Steps())
	return (float64(sum.MG())*y.step + float64(sum.EG())*(steps-y.step)) * (unit / weights.LogitUnits) / steps
}
