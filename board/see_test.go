package board_test

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

func TestSEE(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            int
	}{
		{"hanging pawn", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100},
		{"knight for pawn", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200},
		{"quiet and safe", board.StartFEN, "e4", 0},
		{"quiet into a pawn", "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "Ne5", -300},
		{"rook behind rook", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", -400},
		{"queen behind rook behind rook", "3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "Rxd5", 100},
		{"bishop behind pawn", "4k3/8/2p5/3n4/4P3/5B2/8/4K3 w - - 0 1", "exd5", 300},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100},
		{"en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0},
		{"en passant opens the file", "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6", 100},
		{"promotion", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q", 800},
		{"promotion, taken back", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q", -100},
		{"capture and promotion", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=Q", 1300},
		{"capture and knight", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=N", 700},
		{"taken back by a pawn that promotes", "k7/8/8/8/8/8/2p5/K2n1R2 w - - 0 1", "Rxd1", 300 - 500 - 800},
		{"and that is taken", "k7/8/8/8/8/8/2p5/KR1n1R2 w - - 0 1", "Rfxd1", 300 - 500 - 800 + 900},
		{"king takes", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", 100},
		{"king may not take back", "8/8/8/3k4/4p3/8/4R3/4RK2 w - - 0 1", "Rxe4", 100},
		{"king takes back", "8/8/8/3k4/4p3/8/8/4RK2 w - - 0 1", "Rxe4", 100 - 500},
		{"a pinned piece takes like any other", "4k3/4n3/8/3p4/8/4R3/8/3RK3 w - - 0 1", "Rxd5", 100 - 500},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0},
	} {
		p := boardtest.Parse(t, c.fen)
		m, err := p.ParseSAN(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if !board.SEE(&p, m, c.want) || board.SEE(&p, m, c.want+1) {
			t.Errorf("%s: %s is not worth %d, by the slow twin %d", c.name, c.move, c.want, slowSEE(&p, m))
		}
		if got := slowSEE(&p, m); got != c.want {
			t.Errorf("%s: %s is worth %d by the slow twin, want %d", c.name, c.move, got, c.want)
		}
	}
}

// slowBoard is a board for the slow twin: pieces by square.
type slowBoard [64]board.Piece

// slowSEE exchanges to the end on a board of its own and sums up backwards.
func slowSEE(p *board.Position, m board.Move) int {
	if m.IsCastle() {
		return 0
	}
	var b slowBoard
	for sq := range board.NoSquare {
		b[sq] = p.PieceAt(sq)
	}
	gain := b.take(m.From(), m.To(), m.Promotion())
	if m.IsEnPassant() {
		gain += board.SEEValues[board.Pawn]
		b[board.NewSquare(m.To().File(), m.From().Rank())] = board.NoPiece
	}
	return gain - b.answer(p.SideToMove().Other(), m.To())
}

// take moves a piece and returns what that gains.
func (b *slowBoard) take(from, to board.Square, promotion board.PieceType) int {
	pc := b[from]
	gain := board.SEEValues[b[to].Type()]
	if promotion != board.NoPieceType {
		gain += board.SEEValues[promotion] - board.SEEValues[board.Pawn]
		pc = board.NewPiece(pc.Color(), promotion)
	}
	b[from], b[to] = board.NoPiece, pc
	return gain
}

// answer returns what a side wins at best by taking on a square, 0 if it had
// better not.
func (b slowBoard) answer(side board.Color, to board.Square) int {
	from, ok := b.leastAttacker(side, to)
	if !ok {
		return 0
	}
	piece := b[from].Type()
	promotion := board.NoPieceType
	if piece == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		promotion = board.Queen
	}
	gain := b.take(from, to, promotion)
	if _, defended := b.leastAttacker(side.Other(), to); defended && piece == board.King {
		return 0
	}
	return max(0, gain-b.answer(side.Other(), to))
}

// leastAttacker returns the square of a side's least piece that attacks sq, of
// equal ones the lowest square.
func (b *slowBoard) leastAttacker(side board.Color, sq board.Square) (from board.Square, ok bool) {
	for s := range board.NoSquare {
		if b[s] == board.NoPiece || b[s].Color() != side || !b.attacks(s, sq) {
			continue
		}
		if !ok || b[s].Type() < b[from].Type() {
			from, ok = s, true
		}
	}
	return from, ok
}

// attacks reports whether the piece on one square attacks another.
func (b *slowBoard) attacks(from, to board.Square) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	far := max(df, -df, dr, -dr)
	straight, diagonal := (df == 0) != (dr == 0), df != 0 && (df == dr || df == -dr)
	switch b[from].Type() {
	case board.Pawn:
		ahead := 1 - 2*int(b[from].Color())
		return dr == ahead && (df == 1 || df == -1)
	case board.Knight:
		return df*df+dr*dr == 5
	case board.King:
		return far == 1
	case board.Bishop:
		return diagonal && b.free(from, df, dr, far)
	case board.Rook:
		return straight && b.free(from, df, dr, far)
	default:
		return (straight || diagonal) && b.free(from, df, dr, far)
	}
}

// free reports whether nothing stands between a square and the one that is far
// steps away.
func (b *slowBoard) free(from board.Square, df, dr, far int) bool {
	for i := 1; i < far; i++ {
		if b[board.NewSquare(from.File()+df/far*i, from.Rank()+dr/far*i)] != board.NoPiece {
			return false
		}
	}
	return true
}

// agreeSEE compares all moves of a position and returns how many there are, and
// how many exchanges among them are not over with the first answer.
func agreeSEE(t *testing.T, p *board.Position) (moves, long int) {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		want := slowSEE(p, m)
		for _, threshold := range []int{want - 100, want, want + 1, want + 100} {
			if board.SEE(p, m, threshold) != (want >= threshold) {
				t.Fatalf("%s: %v is worth %d, but SEE says %t for %d", p.FEN(), m, want, want < threshold, threshold)
			}
		}
		moves++
		if p.AttackersTo(m.To(), p.Occupied()).Count() >= 4 {
			long++
		}
	}
	return moves, long
}

// TestSEETwin compares all moves of positions from random games, and of others
// in which many pieces stand about.
func TestSEETwin(t *testing.T) {
	moves, long := 0, 0
	add := func(p *board.Position) {
		a, b := agreeSEE(t, p)
		moves, long = moves+a, long+b
	}
	for p := range boardtest.RandomPositions(8, 4000) {
		add(&p)
	}
	rng := rand.New(rand.NewPCG(8, 9))
	for n := 0; n < 2000; {
		if p, err := crowd(rng); err == nil {
			add(&p)
			n++
		}
	}
	t.Logf("%d moves, %d of them to squares with four attackers or more", moves, long)
	if long < 10_000 {
		t.Errorf("only %d of %d moves are to squares with four attackers", long, moves)
	}
}

// crowd puts two kings and up to 28 pieces on a board; not every such position is
// possible.
func crowd(rng *rand.Rand) (board.Position, error) {
	s := board.NewSetup()
	squares := rng.Perm(64)
	for i := range 12 + rng.IntN(19) {
		sq := board.Square(squares[i])
		pt := board.Queen // the last ones: two of a side
		switch {
		case i < 2:
			pt = board.King
		case i < 18 && sq.Rank() > 0 && sq.Rank() < 7:
			pt = board.PieceType(rng.IntN(int(board.Queen)))
		case i < 26:
			pt = board.PieceType(1 + rng.IntN(int(board.Rook)))
		}
		s.Pieces[sq] = board.NewPiece(board.Color(i%2), pt)
	}
	s.SideToMove = board.Color(rng.IntN(2))
	return s.Position()
}

// FuzzSEE compares all moves of any position.
func FuzzSEE(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		if p, err := board.ParseFEN(fen); err == nil {
			agreeSEE(t, &p)
		}
	})
}

func BenchmarkSEE(b *testing.B) {
	var positions []board.Position
	var captures [][]board.Move
	for p := range boardtest.RandomPositions(3, 1000) {
		if noisy := p.NoisyMoves(nil); len(noisy) > 0 {
			positions, captures = append(positions, p), append(captures, noisy)
		}
	}
	b.ReportAllocs()
	n, won := 0, 0
	for b.Loop() {
		i := n % len(positions)
		for _, m := range captures[i] {
			if board.SEE(&positions[i], m, 0) {
				won++
			}
		}
		n++
	}
	if won == 0 {
		b.Error("no capture wins")
	}
}
