package features

// A Family counts terms that share work.
type Family struct {
	// Name says what the family is, such as "pawns".
	Name string

	// Terms lists what is counted, in the order of the columns.
	Terms []Definition

	// Sums names the sums of the set's formula that the counts go to, see
	// [NewFormulaSet]. None: those of all linear terms. One: all counts go there. Two:
	// White's own counts go to the first, Black's own to the second; they are whole
	// numbers and added with [Tally.AddSide].
	Sums []string

	// Symmetric says that the counts of a family of one sum are of the position, the same
	// after an exchange of the colours, as the number of all pawns is ([LawSymmetric]).
	// Else they are White's less Black's.
	Symmetric bool

	// Depends says on what of the position the counts depend: an evaluator of a
	// search keeps them for the positions that agree in it. Default: everything.
	Depends Dependence

	// Count adds the terms of one position: Terms[k] is first+k in the set. A
	// term may be added in several pieces, from White's view; what is not added
	// is 0. It must depend on nothing but the position.
	Count func(c *Context, t *Tally, first Term)

	// Sides is Count for a tally that records White's and Black's counts apart ([NewSides]):
	// for a family whose Count is fast because it adds differences alone. Default: Count.
	Sides func(c *Context, t *Tally, first Term)
}

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
