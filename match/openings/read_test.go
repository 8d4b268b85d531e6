package openings_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
)

const (
	sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	french   = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	mated    = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
)

// write makes a file for a test.
func write(t *testing.T, name string, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEPD(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // names and positions
		twice      int
	}{
		{"FEN", board.StartFEN + "\n" + sicilian + " 0 2\n", []string{":1 " + board.StartFEN, ":2 " + sicilian + " 0 2"}, 0},
		{"no counters", sicilian, []string{":1 " + sicilian + " 0 1"}, 0},
		{"operations", sicilian + ` id "B20"; bm Nf3;`, []string{":1 " + sicilian + " 0 1"}, 0},
		{"counters as operations", sicilian + " hmvc 3; fmvn 7;", []string{":1 " + sicilian + " 3 7"}, 0},
		{"one counter as operation", sicilian + " fmvn 7;", []string{":1 " + sicilian + " 0 7"}, 0},
		{"counters twice", sicilian + " 1 2 hmvc 3; fmvn 7;", []string{":1 " + sicilian + " 1 2"}, 0},
		{"en passant is not a counter", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 0; fmvn 9;", []string{":1 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9"}, 0},
		{"comments and empty lines", "# a book\n\n  \n" + sicilian + "\n\n", []string{":4 " + sicilian + " 0 1"}, 0},
		{"byte order mark, CR LF", "\ufeff" + sicilian + "\r\n" + french + "\r\n", []string{":1 " + sicilian + " 0 1", ":2 " + french + " 0 1"}, 0},
		{"duplicates", sicilian + "\n" + french + "\n" + sicilian + " 4 9\n", []string{":1 " + sicilian + " 0 1", ":2 " + french + " 0 1"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := openings.Open(write(t, "b.epd", []byte(tt.text)), openings.BookOptions{Sequential: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range b.Len() {
				o, err := b.Opening(i)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.TrimPrefix(o.Name, "b.epd")+" "+o.Start.FEN())
			}
			if !slices.Equal(got, tt.want) || b.Duplicates() != tt.twice {
				t.Errorf("got %q and %d duplicates, want %q and %d", got, b.Duplicates(), tt.want, tt.twice)
			}
		})
	}
}

const games = `[Event "a"]

1. e4 c5 2. Nf3 d6 1-0

[Event "b"]

1. Nf3 c5 2. e4 d6 *

[Event "c"]
[FEN "` + french + ` 0 2"]
[SetUp "1"]

2. d4 {the main line} d5 1/2-1/2

[Event "d"]

1. e4 e6 2. d4 d5 0-1
`

func TestPGN(t *testing.T) {
	tests := []struct {
		name  string
		plies int
		want  []string
		twice int
	}{
		{"all", 0, []string{":1 e2e4 c7c5 g1f3 d7d6", ":9 d2d4 d7d5"}, 2},
		{"three", 3, []string{":1 e2e4 c7c5 g1f3", ":9 d2d4 d7d5", ":15 e2e4 e7e6 d2d4"}, 1},
		{"one", 1, []string{":1 e2e4", ":5 g1f3", ":9 d2d4"}, 1},
		{"more than there are", 99, []string{":1 e2e4 c7c5 g1f3 d7d6", ":9 d2d4 d7d5"}, 2},
	}
	path := write(t, "b.pgn", []byte(games))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := openings.Open(path, openings.BookOptions{Sequential: true, Plies: tt.plies})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range b.Len() {
				o, err := b.Opening(i)
				if err != nil {
					t.Fatal(err)
				}
				text := strings.TrimPrefix(o.Name, "b.pgn")
				for _, m := range o.Moves {
					text += " " + m.String()
				}
				got = append(got, text)
			}
			if !slices.Equal(got, tt.want) || b.Duplicates() != tt.twice {
				t.Errorf("got %q and %d duplicates, want %q and %d", got, b.Duplicates(), tt.want, tt.twice)
			}
		})
	}
}

// archive is a zip archive of files with the same content.
func archive(t *testing.T, content string, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bzipped is the start position and a line end, compressed with bzip2.
const bzipped = "425a683931415926535922e46630000018df8004104002e0401009700010097080200021a86a1fa84d1b23d4281a686464c48c5746c9ef6c0134c3e032f1d563323425b69efeadc8962bfe0bb9229c28481172331800"

func TestCompression(t *testing.T) {
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte(board.StartFEN))
	w.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(board.StartFEN))
	z.Close()
	bz, err := hex.DecodeString(bzipped)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		file    string
		content []byte
		want    string
	}{
		{"a.epd", []byte(board.StartFEN), "a.epd:1"},
		{"a.FEN", []byte(board.StartFEN), "a.FEN:1"},
		{"a.epd.gz", gz.Bytes(), "a.epd:1"},
		{"a.epd.zst", zst.Bytes(), "a.epd:1"},
		{"a.epd.bz2", bz, "a.epd:1"},
		{"a.epd.zip", archive(t, board.StartFEN, "b.epd"), "b.epd:1"},
		{"a.zip", archive(t, board.StartFEN, "README.txt", "books/", "books/c.epd", "__MACOSX/._c.epd"), "c.epd:1"},
		{"unzipped.epd", archive(t, board.StartFEN, "c.epd"), "c.epd:1"},
		{"a.zip", archive(t, games, "c.pgn"), "c.pgn:1"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			b, err := openings.Open(write(t, tt.file, tt.content), openings.BookOptions{Sequential: true})
			if err != nil {
				t.Fatal(err)
			}
			if o, err := b.Opening(0); err != nil || o.Name != tt.want {
				t.Errorf("got %q, %v, want %q", o.Name, err, tt.want)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	const plainGame = "[Event \"a\"]\n\n1. e4 e5 *\n\n"
	tests := []struct {
		name, file string
		content    []byte
		plies      int
		want       string // after the file's path
	}{
		{"empty", "a.epd", nil, 0, ": no openings: pass a book of positions (EPD) or games (PGN)"},
		{"comments only", "a.epd", []byte("# nothing\n"), 0, ": no openings: pass a book"},
		{"empty games", "a.pgn", []byte("\n"), 0, ": no openings: pass a book"},
		{"unknown ending", "a.txt", []byte(sicilian), 0, ": unknown format: pass a book whose name ends in .epd, .fen or .pgn"},
		{"no position", "a.epd", []byte(sicilian + "\nhello\n"), 0, ":2: "},
		{"illegal position", "a.epd", []byte(sicilian + "\n\n8/8/8/8/8/8/8/K7 w - -\n"), 0, ":3: no king"},
		{"opposite check", "a.epd", []byte("4k3/8/8/8/8/8/8/K3R3 w - -"), 0, ":1: the side not to move is in check"},
		{"mate", "a.epd", []byte(sicilian + "\n" + mated), 0, ":2: the game is over: checkmate: omit the opening"},
		{"dead", "a.epd", []byte("4k3/8/8/8/8/8/8/K7 w - -"), 0, ":1: the game is over: dead position"},
		{"fifty moves", "a.epd", []byte("4k3/8/8/8/8/8/R7/K7 w - - 100 90"), 0, ":1: the game is over: fifty moves"},
		{"long line", "a.epd", []byte(sicilian + "\n" + strings.Repeat("x", 1<<17)), 0, ":2: longer than 65536 bytes"},
		{"plies of positions", "a.epd", []byte(sicilian), 4, ": 4 plies: the positions of an EPD book have no moves: pass 0"},
		{"plies below 0", "a.pgn", []byte(games), -1, ": -1 plies: pass a number of half-moves"},
		{"illegal move", "a.pgn", []byte(plainGame + "[Event \"b\"]\n\n1. e4 e5\n2. Ke3 *\n"), 0, ":8: game 2, ply 3: "},
		{"null move", "a.pgn", []byte(plainGame + "1. e4 -- 2. d4 *\n"), 0, ":5: half-move 2 is a null move: omit the game"},
		{"mate in a game", "a.pgn", []byte(plainGame + "1. f3 e5 2. g4 Qh4# 0-1\n"), 0, ":5: the game is over: checkmate: omit the opening, or take fewer"},
		{"repetition", "a.pgn", []byte("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n"), 0, ":1: the game is over: threefold repetition"},
		{"variant", "a.pgn", []byte("[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n"), 0, ":2: game 1: "},
		{"no book in the archive", "a.zip", archive(t, sicilian, "README"), 0, ": cannot be opened: 0 books (.epd, .fen, .pgn) in the archive"},
		{"two books in the archive", "a.zip", archive(t, sicilian, "a.epd", "b.epd"), 0, ": cannot be opened: 2 books"},
		{"torn archive", "a.zip", archive(t, sicilian, "a.epd")[:60], 0, ": cannot be opened: zip: not a valid zip file"},
		{"torn gzip", "a.epd.gz", []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2}, 0, ":1: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, tt.file, tt.content)
			_, err := openings.Open(path, openings.BookOptions{Plies: tt.plies})
			if err == nil || !strings.HasPrefix(err.Error(), path+tt.want) {
				t.Errorf("error %v, want %s%s…", err, path, tt.want)
			}
		})
	}
}

func TestNoFile(t *testing.T) {
	_, err := openings.Open("/no/book.epd", openings.BookOptions{})
	if want := "/no/book.epd: cannot be opened: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
