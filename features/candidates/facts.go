package candidates

import "example.org/centipawn/board"

// Facts are what is true of a position: bit i says whether [Conditions] i is.
type Facts uint64

// The facts beside the conditions, of which the colours are exchanged in the mirrored position.
const (
	blackToMove Facts = 1 << 63
	whiteAhead  Facts = 1 << 62
	blackAhead  Facts = 1 << 61
)

// Has reports whether a condition is true.
func (f Facts) Has(condition int) bool { return f>>condition&1 != 0 }

// BlackToMove reports whether Black is to move.
func (f Facts) BlackToMove() bool { return f&blackToMove != 0 }

// Ahead returns 1 if White is ahead in material, -1 if Black is, else 0.
func (f Facts) Ahead() int { return int(f&whiteAhead>>62) - int(f&blackAhead>>61) }

// A Condition is a fact of a position that stays when the colours are exchanged.
type Condition struct {
	Name     string // as in "threat.hanging where NAME"
	Sentence string // when it is true

	holds func(v *view) bool
}

// Conditions returns the conditions. The caller must not change them.
func Conditions() []Condition { return conditions }

var conditions = []Condition{
	{"kings on opposite wings", "one king stands on the files a to c and the other on the files f to h", func(v *view) bool {
		return v.kings&queenWing != 0 && v.kings&kingWing != 0
	}},
	{"kings on one wing", "both kings stand on the files a to c, or both on the files f to h", func(v *view) bool {
		return v.kings&^queenWing == 0 || v.kings&^kingWing == 0
	}},
	{"a king in the middle", "a king stands on the file d or e", func(v *view) bool { return v.kings&middleFiles != 0 }},
	{"castling left", "a side may still castle", func(v *view) bool { return v.p.CastlingRooks() != 0 }},

	{"a closed centre", "on the files c to f two white pawns or more stand right before black pawns", func(v *view) bool {
		return (v.rams & centreFiles).Count() >= 2
	}},
	{"an open centre", "at most one pawn stands on the files d and e", func(v *view) bool { return !(v.pawns & middleFiles).Several() }},
	{"many blocked pawns", "four white pawns or more stand right before black pawns", func(v *view) bool { return v.rams.Count() >= 4 }},
	{"pawns on one wing", "there are pawns, all on the files a to d or all on the files e to h", func(v *view) bool {
		return v.pawns != 0 && (v.pawns&leftHalf == 0 || v.pawns&^leftHalf == 0)
	}},
	{"a passed pawn", "a side has a passed pawn", func(v *view) bool { return v.passed() }},

	{"queens on", "both sides have a queen", func(v *view) bool { return v.number[0][board.Queen] > 0 && v.number[1][board.Queen] > 0 }},
	{"queens off", "there is no queen", func(v *view) bool { return v.all(board.Queen) == 0 }},
	{"queen against pieces", "one side has more queens, the other more rooks or more knights and bishops", func(v *view) bool {
		return v.against(v.lead(board.Queen), v.lead(board.Rook)) || v.against(v.lead(board.Queen), v.minorLead())
	}},
	{"rook against minor pieces", "one side has more rooks, the other more knights and bishops, and of queens both have the same", func(v *view) bool {
		return v.lead(board.Queen) == 0 && v.against(v.lead(board.Rook), v.minorLead())
	}},
	{"bishop against knight", "one side has more bishops, the other more knights, and of rooks and queens both have the same", func(v *view) bool {
		return v.lead(board.Queen) == 0 && v.lead(board.Rook) == 0 && v.against(v.lead(board.Bishop), v.lead(board.Knight))
	}},
	{"bishop pair against none", "one side has bishops on squares of both colours, the other has not", func(v *view) bool {
		return v.pair(board.White) != v.pair(board.Black)
	}},
	{"opposite bishops alone", "each side has one bishop, on squares of different colours, and no other piece", func(v *view) bool {
		return v.opposite() && v.pieces() == 2
	}},
	{"opposite bishops among pieces", "each side has one bishop, on squares of different colours, and there are other pieces", func(v *view) bool {
		return v.opposite() && v.pieces() > 2
	}},

	{"many pieces", "there are ten knights, bishops, rooks and queens or more", func(v *view) bool { return v.pieces() >= 10 }},
	{"few pieces", "there are at most four knights, bishops, rooks and queens", func(v *view) bool { return v.pieces() <= 4 }},
	{"rooks alone", "each side has a rook, and there is no other piece but rooks", func(v *view) bool {
		return v.number[0][board.Rook] > 0 && v.number[1][board.Rook] > 0 && v.pieces() == v.all(board.Rook)
	}},
	{"no pieces", "there are kings and pawns alone", func(v *view) bool { return v.pieces() == 0 }},

	{"material equal", "both sides' material sums to the same, pawn 1, knight and bishop 3, rook 5, queen 9", func(v *view) bool { return v.balance == 0 }},
	{"a side ahead by pawns", "a side is ahead by one or two pawns' worth of material", func(v *view) bool { return v.balance*v.balance >= 1 && v.balance*v.balance <= 4 }},
	{"a side ahead by a piece", "a side is ahead by three pawns' worth of material or more", func(v *view) bool { return v.balance*v.balance >= 9 }},
}

const (
	queenWing   = board.FileA | board.FileB | board.FileC
	kingWing    = board.FileF | board.FileG | board.FileH
	leftHalf    = queenWing | board.FileD
	middleFiles = board.FileD | board.FileE
	centreFiles = board.FileC | board.FileD | board.FileE | board.FileF
)

// A view is what the conditions ask of a position.
type view struct {
	p            *board.Position
	kings, pawns board.Bitboard
	rams         board.Bitboard // white pawns right before black pawns
	number       [2][board.King]int
	balance      int // of the material, White's less Black's
}

// values are what pieces count as material.
var values = [board.King]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

// factsOf returns what is true of a position.
func factsOf(p *board.Position) (f Facts) {
	v := view{p: p, kings: p.ByType(board.King), pawns: p.ByType(board.Pawn)}
	v.rams = p.Pieces(board.White, board.Pawn) & p.Pieces(board.Black, board.Pawn).South()
	for pt, value := range values {
		for color := range v.number {
			v.number[color][pt] = p.Pieces(board.Color(color), board.PieceType(pt)).Count()
		}
		v.balance += value * v.lead(board.PieceType(pt))
	}
	for i := range conditions {
		if conditions[i].holds(&v) {
			f |= 1 << i
		}
	}
	switch {
	case v.balance > 0:
		f |= whiteAhead
	case v.balance < 0:
		f |= blackAhead
	}
	if p.SideToMove() == board.Black {
		f |= blackToMove
	}
	return f
}

func (v *view) all(pt board.PieceType) int  { return v.number[0][pt] + v.number[1][pt] }
func (v *view) lead(pt board.PieceType) int { return v.number[0][pt] - v.number[1][pt] }
func (v *view) minorLead() int              { return v.lead(board.Knight) + v.lead(board.Bishop) }

// pieces returns the number of knights, bishops, rooks and queens.
func (v *view) pieces() int {
	return v.all(board.Knight) + v.all(board.Bishop) + v.all(board.Rook) + v.all(board.Queen)
}

// against reports whether one side leads in one thing, and the other in another.
func (v *view) against(one, other int) bool { return one*other < 0 }

// pair reports whether a side has bishops on squares of both colours.
func (v *view) pair(color board.Color) bool {
	bishops := v.p.Pieces(color, board.Bishop)
	return bishops&board.LightSquares != 0 && bishops&board.DarkSquares != 0
}

// opposite reports whether each side has one bishop, on squares of different colours.
func (v *view) opposite() bool {
	light := v.p.ByType(board.Bishop) & board.LightSquares
	return v.number[0][board.Bishop] == 1 && v.number[1][board.Bishop] == 1 && light != 0 && !light.Several()
}

// passed reports whether a side has a pawn with no enemy pawn ahead on its own and the adjacent files.
func (v *view) passed() bool {
	white, black := v.p.Pieces(board.White, board.Pawn), v.p.Pieces(board.Black, board.Pawn)
	return white&^black.Widen().FrontSpan(board.Black)|black&^white.Widen().FrontSpan(board.White) != 0
}
