package syzygy

import (
	"fmt"
	"slices"
	"testing"

	"example.org/centipawn/board"
)

// solved are the endgames that a test has solved: another test takes them from here.
var solved = map[string]*endgame{}

// An endgame is solved backwards from its mates: the slow twin of a table. It knows neither castling nor
// fifty moves, nor en passant, so that only one side may have pawns.
type endgame struct {
	pieces []board.Piece // White's king, Black's, the others
	value  []int8        // by placement, in the view of the side to move
	left   []uint8       // moves that may hold a draw
	solved map[string]*endgame
}

// Values of a placement.
const (
	impossible = 2
	undecided  = 0 // in the end: a draw
)

// placement is a side to move and the squares of the pieces.
type placement struct {
	side board.Color
	at   [4]board.Square
}

// solve returns the solved endgame of pieces; solved holds those that are known.
func solve(t testing.TB, pieces []board.Piece, solved map[string]*endgame) *endgame {
	key := fmt.Sprint(pieces)
	if e := solved[key]; e != nil {
		return e
	}
	n := 2 << (6 * len(pieces))
	e := &endgame{pieces: slices.Clone(pieces), value: make([]int8, n), left: make([]uint8, n), solved: solved}
	solved[key] = e
	queue := e.begin(t)
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = e.back(int(i), queue[:len(queue)-1])
	}
	return e
}

// index numbers a placement, with White's king on files a to d, and without pawns on ranks 1 to 4.
func (e *endgame) index(p placement) int {
	turn := board.Square(0)
	if p.at[0]&7 > 3 {
		turn ^= 7
	}
	if p.at[0]>>3 > 3 && !slices.ContainsFunc(e.pieces, func(pc board.Piece) bool { return pc.Type() == board.Pawn }) {
		turn ^= 56
	}
	i := int(p.side)
	for k := range e.pieces {
		i = i<<6 | int(p.at[k]^turn)
	}
	return i
}

func (e *endgame) placement(i int) (p placement) {
	for k := len(e.pieces) - 1; k >= 0; k-- {
		p.at[k], i = board.Square(i&63), i>>6
	}
	p.side = board.Color(i)
	return p
}

// occupied returns the squares of all pieces but one.
func (e *endgame) occupied(p *placement, but int) (b board.Bitboard) {
	for k := range e.pieces {
		if k != but {
			b |= board.SquareBB(p.at[k])
		}
	}
	return b
}

// inCheck reports whether a side's king is attacked by a piece other than one that was captured.
func (e *endgame) inCheck(p *placement, c board.Color, captured int) bool {
	occ := e.occupied(p, captured)
	for k, pc := range e.pieces {
		if k == captured || pc.Color() == c {
			continue
		}
		attacks := board.Attacks(pc.Type(), p.at[k], occ)
		if pc.Type() == board.Pawn {
			attacks = board.PawnAttacks(pc.Color(), p.at[k])
		}
		if attacks.Has(p.at[c]) {
			return true
		}
	}
	return false
}

// possible reports whether a placement can stand on a board.
func (e *endgame) possible(p *placement) bool {
	if e.occupied(p, -1).Count() != len(e.pieces) {
		return false
	}
	for k, pc := range e.pieces {
		if pc.Type() == board.Pawn && (p.at[k] < 8 || p.at[k] >= 56) {
			return false
		}
	}
	return !e.inCheck(p, p.side.Other(), -1)
}

// targets returns where a piece may go, its king's safety aside.
func (e *endgame) targets(p *placement, k int) board.Bitboard {
	pc, occ := e.pieces[k], e.occupied(p, -1)
	own, enemy := board.Bitboard(0), board.Bitboard(0)
	for j := range e.pieces {
		if e.pieces[j].Color() == pc.Color() {
			own |= board.SquareBB(p.at[j])
		} else {
			enemy |= board.SquareBB(p.at[j])
		}
	}
	if pc.Type() != board.Pawn {
		return board.Attacks(pc.Type(), p.at[k], occ) &^ own
	}
	from := board.SquareBB(p.at[k])
	push := from.Forward(pc.Color()) &^ occ
	if rank := p.at[k].Rank(); rank == 1 && pc.Color() == board.White || rank == 6 && pc.Color() == board.Black {
		push |= push.Forward(pc.Color()) &^ occ
	}
	return push | board.PawnAttacks(pc.Color(), p.at[k])&enemy
}

// begin decides mates, and what captures and promotions decide. It returns what is decided.
func (e *endgame) begin(t testing.TB) (queue []uint32) {
	for i := range e.value {
		p := e.placement(i)
		if e.index(p) != i || !e.possible(&p) {
			e.value[i] = impossible
			continue
		}
		moves, left, won := 0, 0, false
		for k, pc := range e.pieces {
			if pc.Color() != p.side {
				continue
			}
			for b := e.targets(&p, k); b != 0; {
				value, legal := e.outcome(t, p, k, b.Pop())
				if !legal {
					continue
				}
				moves++
				won = won || value == -1
				if value != 1 {
					left++
				}
			}
		}
		if moves == 0 && !e.inCheck(&p, p.side, -1) {
			left++ // stalemate
		}
		e.left[i] = uint8(left)
		switch {
		case won:
			e.value[i] = 1
		case left == 0:
			e.value[i] = -1
		default:
			continue
		}
		queue = append(queue, uint32(i))
	}
	return queue
}

// outcome plays a move and says what it reaches in the view of the other side: undecided where that is
// a placement of the same pieces.
func (e *endgame) outcome(t testing.TB, p placement, k int, to board.Square) (value int8, legal bool) {
	captured := slices.Index(p.at[:len(e.pieces)], to)
	p.at[k] = to
	if e.inCheck(&p, p.side, captured) {
		return 0, false
	}
	p.side = p.side.Other()
	pieces, at := slices.Clone(e.pieces), p.at[:len(e.pieces)]
	promotes := pieces[k].Type() == board.Pawn && (to < 8 || to >= 56)
	if captured < 0 && !promotes {
		return undecided, true
	}
	best := int8(1)
	for _, pt := range []board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight} {
		if promotes {
			pieces[k] = board.NewPiece(pieces[k].Color(), pt)
		}
		left, squares := slices.Clone(pieces), slices.Clone(at)
		if captured >= 0 {
			left, squares = slices.Delete(left, captured, captured+1), slices.Delete(squares, captured, captured+1)
		}
		value := int8(undecided)
		if len(left) > 2 {
			sub := solve(t, left, e.solved)
			q := placement{side: p.side}
			copy(q.at[:], squares)
			value = sub.value[sub.index(q)]
		}
		best = min(best, value)
	}
	return best, true
}

// back decides what a placement that is decided decides of those before it.
func (e *endgame) back(i int, queue []uint32) []uint32 {
	p, value := e.placement(i), e.value[i]
	p.side = p.side.Other()
	occ := e.occupied(&p, -1)
	for k, pc := range e.pieces {
		if pc.Color() != p.side {
			continue
		}
		for b := unmoves(pc, p.at[k], occ); b != 0; {
			before := p
			before.at[k] = b.Pop()
			j := e.index(before)
			switch {
			case e.value[j] != undecided:
				continue
			case value == -1:
				e.value[j] = 1
			default:
				if e.left[j]--; e.left[j] > 0 {
					continue
				}
				e.value[j] = -1
			}
			queue = append(queue, uint32(j))
		}
	}
	return queue
}

// unmoves returns where a piece may have come from without a capture or a promotion.
func unmoves(pc board.Piece, sq board.Square, occ board.Bitboard) board.Bitboard {
	if pc.Type() != board.Pawn {
		return board.Attacks(pc.Type(), sq, occ) &^ occ
	}
	from := board.SquareBB(sq).Forward(pc.Color().Other()) &^ occ
	if rank := sq.Rank(); rank == 3 && pc.Color() == board.White || rank == 4 && pc.Color() == board.Black {
		from |= from.Forward(pc.Color().Other()) &^ occ
	}
	return from &^ (board.Rank1 | board.Rank1<<56)
}

// position returns the position of a placement; not ok if board has it for impossible.
func (e *endgame) position(p placement) (board.Position, bool) {
	s := board.NewSetup()
	for k, pc := range e.pieces {
		s.Pieces[p.at[k]] = pc
	}
	s.SideToMove = p.side
	q, err := s.Position()
	return q, err == nil
}

// piecesOf returns the pieces of a table's name, the kings first.
func piecesOf(tb testing.TB, name string) []board.Piece {
	tb.Helper()
	m, err := parseName(name)
	if err != nil {
		tb.Fatal(err)
	}
	list := []board.Piece{board.NewPiece(board.White, board.King), board.NewPiece(board.Black, board.King)}
	for c := board.White; c <= board.Black; c++ {
		for _, pt := range pieceTypes {
			pc := board.NewPiece(c, pt)
			for range m.count(pc) {
				list = append(list, pc)
			}
		}
	}
	return list
}

// TestRetrograde: the slow twin knows textbook endings.
func TestRetrograde(t *testing.T) {
	for _, tt := range []struct {
		name string
		side board.Color
		at   [4]board.Square
		want int8
	}{
		{"KQvK", board.White, [4]board.Square{board.A1, board.E5, board.H1}, 1},
		{"KQvK", board.Black, [4]board.Square{board.C2, board.A1, board.B3}, -1 + 1}, // stalemate
		{"KRvK", board.Black, [4]board.Square{board.A1, board.E5, board.H1}, -1},
		{"KRvK", board.Black, [4]board.Square{board.A1, board.E5, board.E4}, 0}, // the rook is taken
		{"KNvK", board.White, [4]board.Square{board.A1, board.E5, board.H1}, 0},
		{"KPvK", board.White, [4]board.Square{board.E6, board.E8, board.E5}, 1},
		{"KPvK", board.White, [4]board.Square{board.E5, board.E7, board.E4}, 0},
		{"KPvK", board.Black, [4]board.Square{board.E5, board.E7, board.E4}, -1},
		{"KPvK", board.White, [4]board.Square{board.A6, board.A8, board.A5}, 0},
	} {
		e := solve(t, piecesOf(t, tt.name), solved)
		if got := e.value[e.index(placement{tt.side, tt.at})]; got != tt.want {
			t.Errorf("%s %v %v: %d, want %d", tt.name, tt.side, tt.at, got, tt.want)
		}
	}
}
