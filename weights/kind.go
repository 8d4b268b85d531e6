package weights

import (
	"fmt"
	"slices"
)

// A Kind says what the weights of a file are for.
type Kind string

// The kinds.
const (
	Evaluation Kind = ""       // of positions; a file of this kind does not say so
	Policy     Kind = "policy" // of moves: the logit of a move is the sum of count × weight
)

// Unit is that of the weights of an evaluation.
const Unit = "centipawns, White-relative"

// LogitUnits is how many units of a policy's weights are a logit. They are as large as centipawns of
// an evaluation that chooses at a temperature of 100.
const LogitUnits = 100

var kinds = []Kind{Evaluation, Policy}

// Unit is the unit of the weights of a kind, as its files say it.
func (k Kind) Unit() string {
	if k == Policy {
		return "hundredths of a logit, the mover's view"
	}
	return Unit
}

// String names the kind with its article.
func (k Kind) String() string {
	switch k {
	case Evaluation:
		return "an evaluation"
	case Policy:
		return "a policy"
	}
	return fmt.Sprintf("a %q", string(k))
}

func (k Kind) validate() error {
	if !slices.Contains(kinds, k) {
		return fmt.Errorf("kind %q: this program knows evaluations, which have none, and %q", string(k), string(Policy))
	}
	return nil
}
