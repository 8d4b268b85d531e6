package suite

import "example.org/centipawn/board"

// provable is the longest mate, in moves, that is proved by trying every move.
const provable = 3

// forces reports whether the side to move in p can mate in n moves or fewer,
// whatever the enemy does. Draws by repetition or fifty moves are none of its
// business.
func forces(p *board.Position, n int) bool {
	var buf [board.MaxMoves]board.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if forcesBy(p, m, n) {
			return true
		}
	}
	return false
}

// forcesBy reports whether the legal move m forces mate in n moves, itself counted.
func forcesBy(p *board.Position, m board.Move, n int) bool {
	next := *p
	next.Make(m)
	if n <= 1 {
		return next.InCheck() && next.CountMoves() == 0
	}
	var buf [board.MaxMoves]board.Move
	replies := next.LegalMoves(buf[:0])
	for _, reply := range replies {
		after := next
		after.Make(reply)
		if !forces(&after, n-1) {
			return false
		}
	}
	return len(replies) > 0 || next.InCheck()
}
