package datasets_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
)

// TestSkeleton: pawns and material decide, not colours, not the other squares.
func TestSkeleton(t *testing.T) {
	positions, _ := boardtest.NumberedPositions(1, 3000)
	seen := map[uint32]string{}
	for _, p := range positions {
		m := p.Mirror()
		if got, want := game.Skeleton(&m), game.Skeleton(&p); got != want {
			t.Fatalf("%s: %#x, mirrored %#x", p.FEN(), want, got)
		}
		key := slowSkeleton(&p)
		if other, ok := seen[game.Skeleton(&p)]; ok && other != key {
			t.Fatalf("%s and %s share a hash", other, key)
		}
		seen[game.Skeleton(&p)] = key
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

// TestHashID: ids that are plain numbers are games of their file; others are the
// same game in every file.
func TestHashID(t *testing.T) {
	const may, june = "may.csv", "june.csv"
	if game.Hash([]byte("17"), may) == game.Hash([]byte("17"), june) {
		t.Error("game 17 of two files is one game")
	}
	if game.Hash([]byte("17"), may) == game.Hash([]byte("18"), may) {
		t.Error("games 17 and 18 of a file are one game")
	}
	if game.Hash([]byte("25f384-92"), may) != game.Hash([]byte("25f384-92"), june) {
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
		r, err := datasets.Open(files, datasets.Options{})
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
