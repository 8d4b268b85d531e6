package syzygy

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/internal/long"
)

const shared = "../../../shared/data/tables/syzygy"

// openShared opens all tables of three and four pieces; the test is skipped where they are not.
func openShared(tb testing.TB) *Tables {
	tb.Helper()
	if _, err := os.Stat(shared); err != nil {
		tb.Skip("needs ../shared/data/tables/syzygy")
	}
	t, err := Open(shared)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := t.Close(); err != nil {
			tb.Error(err)
		}
	})
	return t
}

// names returns the names of the shared tables.
func names(tb testing.TB) (list []string) {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(shared, "*"+Ending))
	if err != nil || len(files) != 35 {
		tb.Fatalf("%d tables, want 35: %v", len(files), err)
	}
	for _, f := range files {
		list = append(list, strings.TrimSuffix(filepath.Base(f), Ending))
	}
	return list
}

var all = flag.Bool("all", false, "solve more endgames of four pieces, a minute for each")

// TestTables: what tables say of a position is what the best of its moves reaches, on random positions
// of each table, with either color as the stronger side.
func TestTables(t *testing.T) {
	tables := openShared(t)
	if len(tables.release) != 35 || tables.most != 4 {
		t.Fatalf("%d tables of up to %d pieces", len(tables.release), tables.most)
	}
	positions := 3000
	if long.Short(t) {
		positions = 300
	}
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			rng, pieces := rand.New(rand.NewPCG(1, uint64(len(name)))), piecesOf(t, name)
			for range positions {
				p := random(rng, pieces)
				checkMoves(t, tables, &p)
			}
		})
	}
}

// TestPassing: the same of positions of pawns that may be taken in passing, of which tables know nothing.
func TestPassing(t *testing.T) {
	tables := openShared(t)
	rng, ends := rand.New(rand.NewPCG(5, 5)), map[WDL]int{}
	for range 2000 {
		p := passing(rng)
		checkMoves(t, tables, &p)
		end, _ := tables.Probe(&p)
		ends[end]++
	}
	if ends[Win] < 100 || ends[Draw] < 100 {
		t.Errorf("too few positions: %v", ends)
	}
}

// passing returns a position of kings and pawns in which White may take a pawn in passing, or the same
// with the colors exchanged.
func passing(rng *rand.Rand) board.Position {
	for {
		s, file := board.NewSetup(), rng.IntN(8)
		beside := file - 1 + 2*rng.IntN(2)
		if beside < 0 || beside > 7 {
			continue
		}
		s.Pieces[rng.IntN(64)] = board.NewPiece(board.White, board.King)
		s.Pieces[rng.IntN(64)] = board.NewPiece(board.Black, board.King)
		s.Pieces[board.NewSquare(file, 4)] = board.NewPiece(board.Black, board.Pawn)
		s.Pieces[board.NewSquare(beside, 4)] = board.NewPiece(board.White, board.Pawn)
		s.EnPassant = board.NewSquare(file, 5)
		p, err := s.Position()
		if err != nil || p.EnPassant() == board.NoSquare {
			continue
		}
		if rng.IntN(2) == 0 {
			return p.Mirror()
		}
		return p
	}
}

// random returns a position of pieces, those of the colors exchanged as often.
func random(rng *rand.Rand, pieces []board.Piece) board.Position {
	exchange := board.Piece(rng.IntN(2)) << 3
	for {
		s := board.NewSetup()
		squares := rng.Perm(64)
		for i, pc := range pieces {
			s.Pieces[squares[i]] = pc ^ exchange
		}
		s.SideToMove = board.Color(rng.IntN(2))
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}

// checkMoves compares the end of a position with those after its moves.
func checkMoves(t *testing.T, tables *Tables, p *board.Position) {
	t.Helper()
	got, known := tables.Probe(p)
	want := Loss
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		next := *p
		next.Make(m)
		end, ok := tables.Probe(&next)
		known = known && ok
		want = max(want, -end)
	}
	if len(moves) == 0 && !p.InCheck() {
		want = Draw
	}
	if got != want || !known {
		t.Errorf("%s: %v, the moves say %v; known %v", p.FEN(), got, want, known)
	}
}

// TestSolved: tables say what the slow twin does, of every position of three pieces and of many of
// four; with -all of more endgames of four.
func TestSolved(t *testing.T) {
	tables := openShared(t)
	list := []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}
	if !long.Short(t) {
		list = append(list, "KBBvK")
	}
	if *all {
		list = append(list, "KQvKR", "KBNvK", "KNNvK", "KRvKN", "KRvKR", "KQRvK")
	}
	for _, name := range list {
		t.Run(name, func(t *testing.T) {
			e := solve(t, piecesOf(t, name), solved)
			rng, counts := rand.New(rand.NewPCG(2, 3)), [3]int{}
			for i, want := range e.value {
				if want == impossible || len(e.pieces) > 3 && rng.IntN(50) > 0 {
					continue
				}
				p, ok := e.position(e.placement(i))
				if !ok {
					continue
				}
				counts[want+1]++
				if got, known := tables.Probe(&p); got != Draw+2*WDL(want) || !known {
					t.Fatalf("%s: %v, solved %d; known %v", p.FEN(), got, want, known)
				}
			}
			t.Logf("%d losses, %d draws, %d wins", counts[0], counts[1], counts[2])
		})
	}
}

// TestEnds: positions whose end everybody knows.
func TestEnds(t *testing.T) {
	tables := openShared(t)
	for fen, want := range map[string]WDL{
		"8/8/8/4k3/8/8/8/K6Q w - - 0 1":    Win,
		"8/8/8/4k3/8/8/8/K6Q b - - 0 1":    Loss,
		"k7/8/8/8/8/8/8/K7 w - - 0 1":      Draw,
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":   Draw, // stalemate
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1":   Loss, // mate
		"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1":  Loss, // the king before his pawn
		"8/8/8/8/4p3/4k3/8/4K3 w - - 0 1":  Loss, // the same for Black
		"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1":  Draw,
		"8/8/8/8/1pP5/8/8/K1k5 b - c3 0 1": Win,
	} {
		p := boardtest.Parse(t, fen)
		if got, known := tables.Probe(&p); got != want || !known {
			t.Errorf("%s: %v, known %v, want %v", fen, got, known, want)
		}
	}
	for _, fen := range []string{board.StartFEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"} {
		p := boardtest.Parse(t, fen)
		if end, known := tables.Probe(&p); known {
			t.Errorf("%s: %v, want nothing known", fen, end)
		}
	}
}

// TestNoAllocation: a lookup allocates nothing.
func TestNoAllocation(t *testing.T) {
	tables := openShared(t)
	p := boardtest.Parse(t, "8/8/8/4k3/1r6/8/8/K6Q w - - 0 1")
	if n := testing.AllocsPerRun(100, func() { tables.Probe(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkProbe measures lookups in tables of four pieces.
func BenchmarkProbe(b *testing.B) {
	tables := openShared(b)
	rng := rand.New(rand.NewPCG(1, 2))
	var list []board.Position
	for range 1000 {
		list = append(list, random(rng, piecesOf(b, "KRvKP")))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tables.Probe(&list[i%len(list)])
	}
}
