package planes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// back is the way back from a number to a move's squares and promotion: the slow twin of Move, by the
// planes as the paper tells them.
func back(us board.Color, number uint16) (from, to board.Square, promotion board.PieceType) {
	plane, square := int(number)/squares, board.Square(int(number)%squares)
	right, up, promotion := 0, 0, board.NoPieceType
	switch {
	case plane >= promotions:
		right, up = (plane-promotions)/3-1, 1
		promotion = []board.PieceType{board.Knight, board.Bishop, board.Rook}[(plane-promotions)%3]
	case plane >= knights:
		step := [][2]int{{-2, -1}, {-1, -2}, {-2, 1}, {-1, 2}, {2, -1}, {1, -2}, {2, 1}, {1, 2}}[plane-knights]
		right, up = step[0], step[1]
	default:
		step := [][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}[plane/7]
		right, up = step[0]*(plane%7+1), step[1]*(plane%7+1)
	}
	return view(us, square), view(us, board.NewSquare(square.File()+right, square.Rank()+up)), promotion
}

// walk calls visit for the positions of random games from the positions that all tests share.
func walk(t *testing.T, games, plies int, visit func(p *board.Position, moves []board.Move)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 0))
	var moves []board.Move
	for _, fen := range boardtest.FENs() {
		for range games {
			p := boardtest.Parse(t, fen)
			for range plies {
				if moves = p.LegalMoves(moves[:0]); len(moves) == 0 {
					break
				}
				visit(&p, moves)
				p.Make(moves[random.IntN(len(moves))])
			}
		}
	}
}

// TestMove: over a million moves every legal move of a position has a number of its own, which leads
// back to it.
func TestMove(t *testing.T) {
	count := 0
	walk(t, 40, 60, func(p *board.Position, moves []board.Move) {
		var seen [MovePlanes * squares]bool
		for _, m := range moves {
			number := Move(p.SideToMove(), m)
			if seen[number] {
				t.Fatalf("%s: two moves have the number %d, one is %v", p.FEN(), number, m)
			}
			seen[number] = true
			promotion := board.NoPieceType
			if m.IsPromotion() && m.Promotion() != board.Queen {
				promotion = m.Promotion()
			}
			if from, to, piece := back(p.SideToMove(), number); from != m.From() || to != m.To() || piece != promotion {
				t.Fatalf("%s: %v has the number %d, which is %v%v %v", p.FEN(), m, number, from, to, piece)
			}
			count++
		}
	})
	if count < 1_000_000 {
		t.Errorf("%d moves", count)
	}
}

// TestMirror: with colours exchanged, planes and numbers stay, but for the plane that says who moves.
func TestMirror(t *testing.T) {
	a, b := make([]float32, Draws.Size()), make([]float32, Draws.Size())
	walk(t, 1, 30, func(p *board.Position, moves []board.Move) {
		q := p.Mirror()
		Draws.Encode(p, 1, a)
		Draws.Encode(&q, 1, b)
		for i := range a {
			if a[i] != b[i] && i/squares != white {
				t.Fatalf("%s: plane %d, square %d: %g, mirrored %g", p.FEN(), i/squares, i%squares, a[i], b[i])
			}
		}
		if a[white*squares] == b[white*squares] {
			t.Fatalf("%s: both are White's", p.FEN())
		}
		numbers := make(map[uint16]bool)
		for _, m := range moves {
			numbers[Move(p.SideToMove(), m)] = true
		}
		for _, m := range q.LegalMoves(nil) {
			if !numbers[Move(q.SideToMove(), m)] {
				t.Fatalf("%s: %v is not a move of the mirror image", q.FEN(), m)
			}
		}
	})
}

// TestEncode: planes of positions by hand.
func TestEncode(t *testing.T) {
	for _, c := range []struct {
		fen    string
		before int
		want   map[int]float32 // plane·64 + square
		sums   map[int]float32 // of planes
	}{
		{"4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 1", 1,
			map[int]float32{5*64 + 4: 1, 3*64 + 7: 1, 0*64 + 28 + 7: 1, 6*64 + 36: 1, 16*64 + 44: 1},
			map[int]float32{0: 1, 6: 1, 12: 64, 13: 0, 14: 0, 15: 64, 16: 1, 17: 0, 18: 0, 19: 64, 20: 0, 21: 0}},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 50 90", 2,
			map[int]float32{0*64 + 12: 1, 5*64 + 4: 1, 11*64 + 60: 1},
			map[int]float32{0: 1, 5: 1, 6: 0, 11: 1, 12: 0, 16: 0, 17: 0, 18: 64, 19: 64, 20: 64, 21: 32}},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 120 90", 0, nil, map[int]float32{17: 64, 18: 64, 19: 0, 21: 64}},
	} {
		p := boardtest.Parse(t, c.fen)
		dst := make([]float32, Draws.Size())
		Draws.Encode(&p, c.before, dst)
		for i, want := range c.want {
			if dst[i] != want {
				t.Errorf("%s: plane %d, square %d is %g", c.fen, i/64, i%64, dst[i])
			}
		}
		for plane, want := range c.sums {
			sum := float32(0)
			for _, v := range dst[plane*64:][:64] {
				sum += v
			}
			if sum != want {
				t.Errorf("%s: plane %d has the sum %g, want %g", c.fen, plane, sum, want)
			}
		}
		printed := make([]float32, Printed.Size())
		Printed.Encode(&p, c.before, printed)
		for i, v := range printed {
			want := dst[i]
			switch i / 64 {
			case 16:
				want = float32(min(p.FullmoveNumber(), 100)) / 100
			case 17:
				want = float32(min(p.HalfmoveClock(), 100)) / 100
			}
			if v != want {
				t.Errorf("%s: plane %d of the printed ones has %g, want %g", c.fen, i/64, v, want)
			}
		}
		paper := make([]float32, Paper.Size())
		Paper.Encode(&p, c.before, paper)
		for i, v := range paper {
			if v != dst[i] {
				t.Errorf("%s: plane %d of the paper's differs", c.fen, i/64)
			}
		}
	}
}

// TestPrintedFault: the planes of the paper's text are the same whether a pawn can be taken en passant or not,
// though the moves are others; those of its program are not.
func TestPrintedFault(t *testing.T) {
	with := boardtest.Parse(t, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
	without := boardtest.Parse(t, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")
	if with.CountMoves() == without.CountMoves() {
		t.Fatal("en passant is no move more")
	}
	for e, same := range map[Encoding]bool{Paper: false, Printed: true} {
		a, b := make([]float32, e.Size()), make([]float32, e.Size())
		e.Encode(&with, 0, a)
		e.Encode(&without, 0, b)
		if slices.Equal(a, b) != same {
			t.Errorf("%v: equal planes %t, want %t", e, !same, same)
		}
	}
}

// TestNames: names are read as they are written.
func TestNames(t *testing.T) {
	for e, planes := range map[Encoding]int{Paper: 19, Draws: 22, Printed: 19} {
		text, err := e.MarshalText()
		var got Encoding
		if err != nil || got.UnmarshalText(text) != nil || got != e || e.Planes() != planes {
			t.Errorf("%v: error %v, read %v, %d planes", e, err, got, e.Planes())
		}
	}
	var e Encoding
	if e.UnmarshalText([]byte("planes")) == nil {
		t.Error("another name is taken")
	}
}

func BenchmarkEncode(b *testing.B) {
	p := board.Start()
	dst := make([]float32, Paper.Size())
	for b.Loop() {
		Paper.Encode(&p, 0, dst)
	}
}
