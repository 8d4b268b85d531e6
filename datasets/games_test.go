package datasets

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"centipawn/board"
)

// randomGames returns n positions of games whose moves are drawn by lot, in
// order: every phase, and any material.
func randomGames(t testing.TB, seed uint64, n int) (positions []board.Position, games []int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	p, game := board.Start(), 0
	var moves []board.Move
	for len(positions) < n {
		moves = p.LegalMoves(moves[:0])
		if len(moves) == 0 || p.Status() != board.Ongoing || rng.IntN(150) == 0 {
			positions, games = append(positions, p), append(games, game) // the end, if it is one, too
			p, game = board.Start(), game+1
			continue
		}
		positions, games = append(positions, p), append(games, game)
		p.Make(moves[rng.IntN(len(moves))])
	}
	return positions[:n], games[:n]
}

// TestSkeleton: pawns and material decide, not colours, not the other squares.
func TestSkeleton(t *testing.T) {
	positions, _ := randomGames(t, 1, 3000)
	seen := map[uint32]string{}
	for _, p := range positions {
		m := p.Mirror()
		if got, want := Skeleton(&m), Skeleton(&p); got != want {
			t.Fatalf("%s: %#x, mirrored %#x", p.FEN(), want, got)
		}
		key := slowSkeleton(&p)
		if other, ok := seen[Skeleton(&p)]; ok && other != key {
			t.Fatalf("%s and %s share a hash", other, key)
		}
		seen[Skeleton(&p)] = key
	}
	if len(seen) < 500 {
		t.Errorf("%d different skeletons in 3,000 positions", len(seen))
	}
}

// slowSkeleton writes what Skeleton hashes: the smaller of both views.
func slowSkeleton(p *board.Position) string {
	view := func(p *board.Position) string {
		text := make([]byte, 0, 80)
		counts := make([]byte, 12)
		for sq := board.A1; sq <= board.H8; sq++ {
			pc := p.PieceAt(sq)
			letter := byte('.')
			if pc != board.NoPiece && pc.Type() == board.Pawn {
				letter = pc.String()[0]
			} else if pc != board.NoPiece {
				counts[int(pc.Color())*6+int(pc.Type())]++
			}
			text = append(text, letter)
		}
		return string(append(text, counts...))
	}
	m := p.Mirror()
	return min(view(p), view(&m))
}

// TestFinished compares with the moves' generation, among stalemates and mates
// that random games seldom reach.
func TestFinished(t *testing.T) {
	positions, _ := randomGames(t, 2, 5000)
	for _, fen := range []string{
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",                           // checkmate
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                           // stalemate
		"k7/P7/K7/8/8/8/8/8 b - - 0 1",                             // stalemate
		"k7/1R6/K7/p7/P7/8/8/8 b - - 0 1",                          // stalemate, a pawn blocked
		"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",                          // stalemate
		"4k3/8/8/8/8/8/3NK3/4r3 w - - 0 1",                         // in check
		"k6r/8/8/8/8/8/6r1/K7 w - - 0 1",                           // only the king can move
		"8/8/8/8/k2r2BK/8/8/8 w - - 0 1",                           // a man on the line of a checker
		"6k1/8/8/8/8/8/r4PPK/6b1 w - - 0 1",                        // in check, pawns free
		"7k/8/8/8/7b/8/5PK1/8 w - - 0 1",                           // pinned along nothing
		"8/8/8/K1k5/8/8/8/8 w - - 0 1",                             // two kings
		"8/8/8/KBk5/8/8/8/8 w - - 0 1",                             // dead
		"4k3/8/8/8/4P3/8/8/4K3 w - - 150 90",                       // seventy-five moves
		"4k3/8/8/8/4P3/8/8/4K3 w - - 149 90",                       // not yet
		"8/8/8/8/8/p1p5/PpPk4/K7 w - - 0 1",                        // nothing but a king in a corner
		"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", // stalemate, many men
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p, p.Mirror())
	}
	var found [board.SeventyFiveMoves + 1]int
	for _, p := range positions {
		got, want := Finished(&p), p.Status()
		if got != want {
			t.Errorf("%s: %v, want %v", p.FEN(), got, want)
		}
		found[want]++
	}
	for status, n := range found {
		if n == 0 {
			t.Errorf("no position with status %v", board.Status(status))
		}
	}
}

// TestHashID: ids that are plain numbers are games of their file; others are the
// same game in every file.
func TestHashID(t *testing.T) {
	may, june := hashBytes([]byte("may.csv")), hashBytes([]byte("june.csv"))
	if hashID([]byte("17"), may) == hashID([]byte("17"), june) {
		t.Error("game 17 of two files is one game")
	}
	if hashID([]byte("17"), may) == hashID([]byte("18"), may) {
		t.Error("games 17 and 18 of a file are one game")
	}
	if hashID([]byte("25f384-92"), may) != hashID([]byte("25f384-92"), june) {
		t.Error("one id in two files is two games")
	}
}

// TestNamesakes: the games of two files of one name are not the same ones, where
// they are numbered; where they have names of their own they are.
func TestNamesakes(t *testing.T) {
	const table = "fen,eval,game\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,10,1\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1,10,g7\n"
	for name, content := range map[string]string{"games.csv": table, "games.pgn": "1. e4 e5 1-0\n"} {
		dir := t.TempDir()
		var files []string
		for _, folder := range []string{"a", "b"} {
			file := filepath.Join(dir, folder, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		r, err := Open(files, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var games []uint32
		for s, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, s.Game)
		}
		if len(games) != 4 || games[0] == games[2] || name == "games.csv" && games[1] != games[3] {
			t.Errorf("%s: games %v", name, games)
		}
	}
}
