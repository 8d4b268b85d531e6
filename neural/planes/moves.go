package planes

import "example.org/centipawn/board"

// MovePlanes is the number of planes of moves: 56 for a queen's, by direction and distance; 8 for a
// knight's; 9 for promotions to knight, bishop and rook, straight on and to either side. A promotion
// to a queen is a queen's move.
const MovePlanes = 56 + 8 + 9

// The first planes of knights' moves and of promotions.
const (
	knights    = 56
	promotions = 64
)

// Move returns the number of a legal move of the side us: plane·64 + the square it starts from, both as
// the mover sees them. Castling is the king's move to its rook, so that in Chess960, too, all legal
// moves of a position have numbers of their own.
func Move(us board.Color, m board.Move) uint16 {
	from, to := view(us, m.From()), view(us, m.To())
	right, up := to.File()-from.File(), to.Rank()-from.Rank()
	plane := 0
	switch {
	case m.IsPromotion() && m.Promotion() != board.Queen:
		plane = promotions + 3*(right+1) + int(m.Promotion()-board.Knight)
	case right == 0 || up == 0 || right == up || right == -up:
		plane = 7*direction(sign(right), sign(up)) + max(right, -right, up, -up) - 1
	default:
		plane = knights + leap(right, up)
	}
	return uint16(plane*squares + int(from))
}

// direction numbers the eight directions, row by row from the lower left.
func direction(right, up int) int {
	n := 3*(up+1) + right + 1
	if n > 4 {
		n-- // 4 is none
	}
	return n
}

// leap numbers the eight moves of a knight.
func leap(right, up int) int {
	n := 0
	if right > 0 {
		n += 4
	}
	if up > 0 {
		n += 2
	}
	if max(up, -up) == 2 {
		n++
	}
	return n
}

func sign(n int) int { return min(max(n, -1), 1) }
