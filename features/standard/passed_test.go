package standard

import (
	"fmt"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// TestPassed: what a rule rejects stands on one side only.
func TestPassed(t *testing.T) {
	testTerms(t, []termTest{
		{"level at the start", "passed.rank.2", board.StartFEN, 0},
		{"a lone pawn", "passed.rank.2", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1},
		{"stopped on its file", "passed.rank.4", "4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", 0},
		{"guarded from the next file", "passed.rank.5", "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", 0},
		{"abreast is past", "passed.rank.5", "4k3/8/8/3pP3/8/3P4/8/4K3 w - - 0 1", 1},
		{"a-file does not wrap to h", "passed.rank.4", "4k3/7p/8/8/P7/8/7P/4K3 w - - 0 1", 1},
		{"only the one ahead", "passed.rank.3", "4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", 0},
		{"which is", "passed.rank.5", "4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", 1},
		{"Black's third", "passed.rank.3", "4k3/8/7p/8/8/8/8/4K3 w - - 0 1", -1},
		{"Black's sixth", "passed.rank.6", "4k3/8/8/8/8/7p/8/4K3 w - - 0 1", -1},

		{"by a king", "passed.blocked.7", "k7/P7/8/8/8/8/8/4K3 w - - 0 1", 1},
		{"by an own piece", "passed.blocked.6", "4k3/N7/P7/8/8/8/8/4K3 w - - 0 1", 0},
		{"by an enemy knight", "passed.blocked.6", "4k3/n7/P7/8/8/8/8/4K3 w - - 0 1", 1},
		{"not on the stop square", "passed.blocked.5", "4k3/n7/8/P7/8/8/8/4K3 w - - 0 1", 0},
		{"Black's fifth", "passed.blocked.5", "4k3/8/8/8/p7/N7/8/4K3 w - - 0 1", -1},
		{"on the fourth", "passed.blocked.4", "4k3/8/8/n7/P7/8/8/4K3 w - - 0 1", 1},

		{"nothing near", "passed.stop_free.5", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1},
		{"attacked by a knight", "passed.stop_free.5", "2n1k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1},
		{"attacked by another knight", "passed.stop_free.5", "1n2k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0},
		{"held", "passed.stop_free.6", "4k3/r7/P7/8/8/8/8/4K3 w - - 0 1", 0},
		{"own pieces may stand there", "passed.stop_free.6", "4k3/N7/P7/8/8/8/8/4K3 w - - 0 1", 1},
		{"attacked by the king", "passed.stop_free.4", "8/8/1k6/8/P7/8/8/4K3 w - - 0 1", 0},
		{"not on the second", "passed.stop_free.4", "4k3/8/8/8/P7/8/p7/4K3 w - - 0 1", 1},

		{"nothing near", "passed.free_path.5", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1},
		{"the promotion square is attacked", "passed.free_path.5", "4k2r/8/8/P7/8/8/4K3/8 w - - 0 1", 1},
		{"and seen", "passed.free_path.5", "7r/8/4k3/P7/8/8/4K3/8 w - - 0 1", 0},
		{"far ahead a piece stands", "passed.free_path.4", "n7/8/4k3/8/P7/8/8/4K3 w - - 0 1", 0},
		{"behind the pawn", "passed.free_path.4", "8/8/4k3/8/P7/n7/8/4K3 w - - 0 1", 1},
		{"on the sixth", "passed.free_path.6", "8/4k3/P7/8/8/8/8/4K3 w - - 0 1", 1},
		{"on the seventh", "passed.free_path.7", "8/P3k3/8/8/8/8/p7/1K6 w - - 0 1", 1},

		{"by the king", "passed.stop_defended.5", "4k3/1K6/8/P7/8/8/8/8 w - - 0 1", 1},
		{"by an own rook behind", "passed.stop_defended.5", "4k3/8/8/P7/8/8/8/R3K3 w - - 0 1", 0},
		{"by a knight", "passed.stop_defended.6", "4k3/8/P7/1N6/8/8/8/4K3 w - - 0 1", 1},
		{"Black's fourth", "passed.stop_defended.4", "8/8/8/p7/1k6/8/8/4K3 w - - 0 1", -1},
		{"on the fourth", "passed.stop_defended.4", "4k3/8/8/8/PK6/8/8/8 w - - 0 1", 1},
		{"on the seventh", "passed.stop_defended.7", "4k2R/P7/8/8/8/8/8/4K3 b - - 0 1", 0},
		{"on the seventh, seen", "passed.stop_defended.7", "7R/P7/4k3/8/8/8/8/4K3 b - - 0 1", 1},

		{"by a pawn", "passed.supported.5", "4k3/8/8/P7/1P6/8/8/4K3 w - - 0 1", 1},
		{"a pawn beside", "passed.supported.5", "4k3/8/8/PP6/8/8/8/4K3 w - - 0 1", 0},
		{"a pawn behind", "passed.supported.5", "4k3/8/8/P7/P7/8/8/4K3 w - - 0 1", 0},
		{"not passed", "passed.supported.5", "4k3/1p6/8/P7/1P6/8/8/4K3 w - - 0 1", 0},
		{"Black's seventh", "passed.supported.7", "4k3/8/8/8/8/6p1/7p/4K3 w - - 0 1", -1},
		{"on the sixth", "passed.supported.6", "4k3/8/P7/1P6/8/8/8/4K3 w - - 0 1", 1},
		{"on the fourth", "passed.supported.4", "4k3/8/8/8/P7/1P6/8/4K3 w - - 0 1", 1},

		{"beside", "passed.connected.5", "4k3/8/8/PP6/8/8/8/4K3 w - - 0 1", 2},
		{"one behind", "passed.connected.5", "4k3/8/8/P7/1P6/8/8/4K3 w - - 0 1", 1},
		{"the one behind", "passed.connected.4", "4k3/8/8/P7/1P6/8/8/4K3 w - - 0 1", 1},
		{"two ranks apart", "passed.connected.6", "4k3/8/P7/8/1P6/8/8/4K3 w - - 0 1", 0},
		{"two files apart", "passed.connected.6", "4k3/8/P1P5/8/8/8/8/4K3 w - - 0 1", 0},
		{"the other is not passed", "passed.connected.5", "4k3/8/8/P7/1P6/8/2p5/4K3 w - - 0 1", 1},
		{"the other is held up", "passed.connected.5", "4k3/8/2p5/P7/1P6/8/8/4K3 w - - 0 1", 0},
		{"the other is on the third", "passed.connected.4", "4k3/8/8/8/P7/1P6/8/4K3 w - - 0 1", 1},
		{"on the sixth and the seventh", "passed.connected.6", "4k3/1P6/P7/8/8/8/8/4K3 w - - 0 1", 1},
		{"on the seventh", "passed.connected.7", "4k3/1P6/P7/8/8/8/8/4K3 w - - 0 1", 1},

		{"from e1 to a6", "passed.own_king.5", "7k/8/8/P7/8/8/8/4K3 w - - 0 1", 5},
		{"from c4 to a6", "passed.own_king.5", "7k/8/8/P7/2K5/8/8/8 w - - 0 1", 2},
		{"on the stop square", "passed.own_king.5", "7k/8/K7/P7/8/8/8/8 w - - 0 1", 0},
		{"two pawns are summed", "passed.own_king.5", "7k/8/8/PP6/2K5/8/8/8 w - - 0 1", 4},
		{"far is five", "passed.own_king.7", "7k/P7/8/8/8/8/8/7K w - - 0 1", 5},
		{"Black's fourth", "passed.own_king.4", "8/8/8/pk6/8/8/8/7K w - - 0 1", -1},
		{"on the sixth", "passed.own_king.6", "7k/8/P7/8/K7/8/8/8 w - - 0 1", 3},
		{"from h8 to a6", "passed.enemy_king.5", "7k/8/8/P7/8/8/8/4K3 w - - 0 1", 5},
		{"from d8 to a6", "passed.enemy_king.5", "3k4/8/8/P7/8/8/8/4K3 w - - 0 1", 3},
		{"Black's", "passed.enemy_king.6", "7k/8/8/8/8/p7/2K5/8 w - - 0 1", -2},
		{"in the way", "passed.enemy_king.7", "k7/P7/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"beside", "passed.enemy_king.7", "1k6/P7/8/8/8/8/8/4K3 b - - 0 1", 1},
		{"on the fourth", "passed.enemy_king.4", "8/k7/8/8/P7/8/8/7K w - - 0 1", 2},

		{"right behind", "passed.own_rook_behind", "7k/8/8/P7/R7/8/8/4K3 w - - 0 1", 1},
		{"far behind", "passed.own_rook_behind", "7k/P7/8/8/8/8/8/R3K3 w - - 0 1", 1},
		{"ahead", "passed.own_rook_behind", "7k/R7/8/P7/8/8/8/4K3 w - - 0 1", 0},
		{"a piece between", "passed.own_rook_behind", "7k/P7/8/8/n7/8/8/R3K3 w - - 0 1", 0},
		{"no passed pawn", "passed.own_rook_behind", "7k/1p6/8/P7/8/8/8/R3K3 w - - 0 1", 0},
		{"a queen is not a rook", "passed.own_rook_behind", "6k1/8/8/P7/8/8/8/Q3K3 w - - 0 1", 0},
		{"an enemy rook", "passed.own_rook_behind", "7k/8/8/P7/8/8/r7/4K3 w - - 0 1", 0},
		{"an enemy rook", "passed.enemy_rook_behind", "7k/8/8/P7/8/8/r7/4K3 w - - 0 1", 1},
		{"Black's pawn, Black's rook", "passed.own_rook_behind", "r6k/8/p7/8/8/8/8/4K3 w - - 0 1", -1},
		{"Black's pawn, White's rook", "passed.enemy_rook_behind", "R6k/8/p7/8/8/8/8/4K3 b - - 0 1", -1},

		{"outside the square", "passed.unstoppable", "7k/8/8/P7/8/8/8/7K w - - 0 1", 1},
		{"the enemy steps into it", "passed.unstoppable", "8/8/4k3/P7/8/8/8/7K b - - 0 1", 0},
		{"too late", "passed.unstoppable", "8/8/4k3/P7/8/8/8/7K w - - 0 1", 1},
		{"inside it", "passed.unstoppable", "8/8/3k4/P7/8/8/8/7K w - - 0 1", 0},
		{"the double step", "passed.unstoppable", "6k1/8/8/8/8/8/P7/7K w - - 0 1", 1},
		{"from the third in as many", "passed.unstoppable", "6k1/8/8/8/8/P7/8/7K w - - 0 1", 1},
		{"inside its square", "passed.unstoppable", "5k2/8/8/8/8/8/P7/7K w - - 0 1", 0},
		{"the enemy has a knight", "passed.unstoppable", "7k/8/8/P7/8/8/8/n6K w - - 0 1", 0},
		{"the own side may have one", "passed.unstoppable", "7k/8/8/P7/8/8/8/N6K w - - 0 1", 1},
		{"a piece ahead", "passed.unstoppable", "7k/N7/8/P7/8/8/8/7K w - - 0 1", 0},
		{"once", "passed.unstoppable", "7k/8/8/PP6/8/8/8/7K w - - 0 1", 1},
		{"Black's, Black to move", "passed.unstoppable", "7k/8/8/8/p7/4K3/8/8 b - - 0 1", -1},
		{"Black's, White to move", "passed.unstoppable", "7k/8/8/8/p7/4K3/8/8 w - - 0 1", 0},
		{"not passed", "passed.unstoppable", "7k/1p6/8/P7/8/8/8/7K w - - 0 1", 0},

		{"one helper, one sentry", "passed.candidate.4", "4k3/1p6/8/8/PP6/8/8/4K3 w - - 0 1", 1},
		{"no helper", "passed.candidate.4", "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", 0},
		{"a helper ahead is none", "passed.candidate.4", "4k3/1p6/8/1P6/P7/8/8/4K3 w - - 0 1", 0},
		{"two sentries", "passed.candidate.4", "4k3/1p1p4/8/8/1PP5/8/8/4K3 w - - 0 1", 0},
		{"opposed", "passed.candidate.4", "4k3/pp6/8/8/PP6/8/8/4K3 w - - 0 1", 0},
		{"behind an own pawn", "passed.candidate.3", "4k3/2p5/8/1P6/8/1P6/P7/4K3 w - - 0 1", 0},
		{"passed is not a candidate", "passed.candidate.4", "4k3/8/8/8/PP6/8/8/4K3 w - - 0 1", 0},
		{"on the second", "passed.candidate.2", "4k3/1p6/8/8/8/8/PP6/4K3 w - - 0 1", 1},
		{"on the third", "passed.candidate.3", "4k3/1p6/8/8/8/P7/1P6/4K3 w - - 0 1", 1},
		{"Black's fifth", "passed.candidate.5", "4k3/8/8/1p6/p7/8/1P6/4K3 w - - 0 1", -1},
		{"on the sixth", "passed.candidate.6", "4k3/1p6/P7/1P6/8/8/8/4K3 w - - 0 1", 1},
	}, passedFamily, candidateFamily)
}

// slowPassed counts one side's passed pawns by their definitions.
func slowPassed(b slowBoard) map[string]int {
	n := map[string]int{}
	for file := range 8 {
		for rank := 2; rank <= 7; rank++ {
			switch {
			case b.passed(file, rank):
				b.slowPasser(n, file, rank)
			case b.candidate(file, rank):
				n[fmt.Sprintf("passed.candidate.%d", rank)]++
			}
		}
	}
	return n
}

// passed says whether an own passed pawn is there.
func (b slowBoard) passed(file, rank int) bool {
	if !b.own(file, rank) || slowCount(b.own, file, rank+1, 7) > 0 {
		return false
	}
	return slowCount(b.enemy, file-1, rank+1, 7)+slowCount(b.enemy, file, rank+1, 7)+slowCount(b.enemy, file+1, rank+1, 7) == 0
}

// candidate says whether an own pawn that may become passed is there.
func (b slowBoard) candidate(file, rank int) bool {
	if !b.own(file, rank) || slowCount(b.own, file, rank+1, 7)+slowCount(b.enemy, file, rank+1, 7) > 0 {
		return false
	}
	helpers := slowCount(b.own, file-1, 2, rank) + slowCount(b.own, file+1, 2, rank)
	sentries := slowCount(b.enemy, file-1, rank+1, 7) + slowCount(b.enemy, file+1, rank+1, 7)
	return helpers >= sentries
}

// slowPasser adds what one passed pawn counts.
func (b slowBoard) slowPasser(n map[string]int, file, rank int) {
	c := features.Context{Pos: b.p}
	add := func(name string, k int) { n[fmt.Sprintf("passed.%s.%d", name, rank)] += k }
	if is := map[bool]int{true: 1}; rank >= 4 {
		safe := func(file, rank int) bool {
			sq := b.square(file, rank)
			return !c.Side(b.color.Other()).All.Has(sq) && !b.p.ByColor(b.color.Other()).Has(sq)
		}
		connected := b.passed(file-1, rank-1) || b.passed(file-1, rank) || b.passed(file-1, rank+1) ||
			b.passed(file+1, rank-1) || b.passed(file+1, rank) || b.passed(file+1, rank+1)
		stop := b.square(file, rank+1)
		add("blocked", is[b.p.ByColor(b.color.Other()).Has(stop)])
		add("stop_free", is[safe(file, rank+1)])
		add("free_path", is[slowCount(safe, file, rank+1, 8) == 8-rank])
		add("stop_defended", is[c.Side(b.color).All.Has(stop)])
		add("supported", is[b.own(file-1, rank-1) || b.own(file+1, rank-1)])
		add("connected", is[connected])
		add("own_king", min(5, b.steps(b.color, stop)))
		add("enemy_king", min(5, b.steps(b.color.Other(), stop)))
	}
	add("rank", 1)
	behind := b.behind(file, rank)
	if behind == board.NewPiece(b.color, board.Rook) {
		n["passed.own_rook_behind"]++
	}
	if behind == board.NewPiece(b.color.Other(), board.Rook) {
		n["passed.enemy_rook_behind"]++
	}
	if b.runs(file, rank) {
		n["passed.unstoppable"] = 1
	}
}

// steps returns the moves of a king to a square, found by spreading from it.
func (b slowBoard) steps(color board.Color, to board.Square) (n int) {
	for reached := board.SquareBB(b.p.King(color)); !reached.Has(to); n++ {
		for from := reached; from != 0; {
			reached |= board.KingAttacks(from.Pop())
		}
	}
	return n
}

// behind returns the first piece behind a square on its file.
func (b slowBoard) behind(file, rank int) board.Piece {
	for rank--; rank >= 1; rank-- {
		if piece := b.p.PieceAt(b.square(file, rank)); piece != board.NoPiece {
			return piece
		}
	}
	return board.NoPiece
}

// runs says whether a passed pawn promotes before the enemy, who has no piece,
// is there: a move each in turn.
func (b slowBoard) runs(file, rank int) bool {
	for sq := range board.Square(64) {
		if piece := b.p.PieceAt(sq); piece != board.NoPiece && piece.Color() != b.color &&
			piece.Type() != board.Pawn && piece.Type() != board.King {
			return false
		}
	}
	empty := func(file, rank int) bool { return b.p.PieceAt(b.square(file, rank)) == board.NoPiece }
	if slowCount(empty, file, rank+1, 8) < 8-rank {
		return false
	}
	king := b.steps(b.color.Other(), b.square(file, 8)) // moves that it still needs
	for mover := b.p.SideToMove(); rank < 8; mover = mover.Other() {
		switch {
		case mover != b.color:
			king--
		case rank == 2:
			rank = 4
		default:
			rank++
		}
	}
	return king > 1 // after the promotion it has a move to take
}

func TestPassedIsTheSlowOne(t *testing.T) {
	compareSlow(t, passedFamily, slowPassed)
	compareSlow(t, candidateFamily, slowPassed)
}
