package features

import "centipawn/board"

// A Dependence says on what of a position the counts of a family depend. What it
// leaves out, such as the side to move, may change as it likes ([LawDepends]).
type Dependence uint8

const (
	// OnEverything makes no promise.
	OnEverything Dependence = iota

	// OnNumbers: on how many pieces of each kind each side has, bishops on light and on
	// dark squares apart.
	OnNumbers

	// OnPawns: on the pawns of both sides and their squares.
	OnPawns

	// OnPawnsAndKings: on the pawns and the kings of both sides and their squares.
	OnPawnsAndKings

	// OnSquares: the count is a sum over the pieces on the board, in which a piece of a
	// kind and colour on a square is worth the same whatever else stands there.
	OnSquares

	dependences
)

func (d Dependence) String() string {
	return [...]string{"everything", "the numbers of pieces", "the pawns", "the pawns and kings", "each piece's square"}[d]
}

// A part is a family in a set.
type part struct {
	count func(c *Context, t *Tally, first Term)
	first Term
	terms int
}

// Has reports whether there are families whose counts depend on this.
func (s *Set) Has(on Dependence) bool { return len(s.parts[on]) > 0 }

// CountPart adds the terms of those families whose counts depend on this. The tally
// was given the position with [Tally.Start].
func (s *Set) CountPart(on Dependence, t *Tally) {
	for _, f := range s.parts[on] {
		f.count(&t.context, t, f.first)
	}
}

// Start makes the tally ready to count p in parts. What the parts have in common is
// computed once.
func (t *Tally) Start(p *board.Position) {
	t.Reset()
	t.context.reset(p)
}

// UsePawns gives the tally what it need not compute of the position that it was
// started with: the skeletons of its pawns. They must stay as they are.
func (t *Tally) UsePawns(s *Skeletons) { t.context.skeletons = s }
