package records_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// scholar is a game as the description of viriformat prints it: 1. e4 e5 2. Qh5
// Ke7 3. Qxe5 mate.
const scholar = `ffff0000 0000ffff 16422561 00000000 88888888 9ecaade9 40 00 0100 0000 02 00
	0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000`

func TestParseGame(t *testing.T) {
	var g records.Game
	if err := records.ParseGame(unhex(t, scholar), &g); err != nil {
		t.Fatal(err)
	}
	if g.Start != board.Start() || g.WDL != 2 {
		t.Errorf("start %s, result %d", g.Start.FEN(), g.WDL)
	}
	var text strings.Builder
	var last board.Position
	for p, m := range g.Positions {
		text.WriteString(p.SAN(m.Move) + " " + m.Score.String() + " ")
		last = *p
		last.Make(m.Move)
	}
	if got, want := text.String(), "e4 +10 e5 +20 Qh5 -30 Ke7 #+ Qxe5# #+ "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if last.Status() != board.Checkmate {
		t.Errorf("it ends in %s", last.FEN())
	}
}

func TestParseGameFaults(t *testing.T) {
	start := scholar[:strings.Index(scholar, "\n")]
	tests := []struct {
		name, bytes string
		want        error
		text        string
		moves       int // read before the fault
	}{
		{"nothing", "", records.ErrUnending, "before the game does", 0},
		{"a start and no end", start, records.ErrUnending, "before the game does", 0},
		{"no zeros", start + "0c070a00", records.ErrUnending, "before the game does", 1},
		{"half a move after it", start + "0c070a00 0000", records.ErrUnending, "before the game does", 1},
		{"bytes after the end", start + "0c070a00 00000000 00000000", records.ErrUnending, "before the game does", 1},
		{"illegal move", start + "0c070a00 34091400 0c070a00 00000000", board.ErrIllegalMove, "ply 3: illegal move: e2e4 (0x070c)", 2},
		{"castling as two steps", start + "84810000 00000000", board.ErrIllegalMove, "ply 1", 0},
		{"en passant without its kind", "10000018 00000010  85d00000 00000000 00000000 00000000 94 00 0100 0000 01 00 1b050000 00000000", board.ErrIllegalMove, "ply 1", 0},
		{"score -32768", start + "0c070a00 34090080 00000000", records.ErrScore, "ply 2: bad score -32768", 1},
		{"result", start[:len(start)-5] + "03 00 00000000", records.ErrResult, "bad result 3", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var g records.Game
			err := records.ParseGame(unhex(t, tt.bytes), &g)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) || len(g.Moves) != tt.moves {
				t.Errorf("%v after %d moves, want %v and %d", err, len(g.Moves), tt.want, tt.moves)
			}
		})
	}
	long := make([]byte, records.MaxGame+4)
	if err := records.ParseGame(long, new(records.Game)); !errors.Is(err, records.ErrLong) {
		t.Errorf("a long game: %v", err)
	}
}

func TestAppendFaults(t *testing.T) {
	start := board.Start()
	e4 := board.NewMove(board.E2, board.E4)
	tests := []struct {
		name string
		game records.Game
		want error
	}{
		{"no result", records.Game{Start: start, WDL: 3}, records.ErrResult},
		{"no score", records.Game{Start: start, Moves: []records.Move{{e4, winprob.NoScore}}}, records.ErrScore},
		{"illegal move", records.Game{Start: start, Moves: []records.Move{{e4, 0}, {e4, 0}}}, board.ErrIllegalMove},
		{"null move", records.Game{Start: start, Moves: []records.Move{{board.NoMove, 0}}}, board.ErrIllegalMove},
		{"too long", records.Game{Start: start, Moves: make([]records.Move, records.MaxPlies+1)}, records.ErrLong},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := []byte("before")
			if b, err := tt.game.Append(before); !errors.Is(err, tt.want) || string(b) != "before" {
				t.Errorf("%q, %v, want %v", b, err, tt.want)
			}
		})
	}
}

// randomGames returns n games with scores and results.
func randomGames(n int) (games []records.Game) {
	for start, moves := range boardtest.RandomGames(5) {
		g := records.Game{Start: start, WDL: uint8(len(games) % 3)}
		for i, m := range moves {
			g.Moves = append(g.Moves, records.Move{Move: m, Score: winprob.Score(i*37%20_000 - 9_998)})
		}
		if games = append(games, g); len(games) == n {
			return games
		}
	}
	return games
}

// appendGames writes games one after the other.
func appendGames(t testing.TB, games []records.Game) (stream []byte) {
	t.Helper()
	for _, g := range games {
		var err error
		if stream, err = g.Append(stream); err != nil {
			t.Fatal(err)
		}
	}
	return stream
}

// extension is one of viriformat: zeros, an id, the length 5, as many bytes, zeros.
var extension = []byte{0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}

func TestScanner(t *testing.T) {
	games := randomGames(300)
	whole := append(bytes.Clone(extension), appendGames(t, games)...)
	whole = append(whole, extension...)
	readers := map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "halves": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	}
	for name, wrap := range readers {
		t.Run(name, func(t *testing.T) {
			s := records.NewScanner(wrap(bytes.NewReader(whole)))
			n := 0
			var g records.Game
			for ; s.Scan(); n++ {
				if err := records.ParseGame(s.Game(), &g); err != nil {
					t.Fatalf("game %d: %v", s.Number(), err)
				}
				if want := games[n]; g.Start != want.Start || g.WDL != want.WDL || !slices.Equal(g.Moves, want.Moves) {
					t.Fatalf("game %d is another one", s.Number())
				}
			}
			if err := s.Err(); err != nil || n != len(games) || s.Number() != n || s.Extensions() != 2 {
				t.Errorf("%d games, number %d, %d extensions, %v", n, s.Number(), s.Extensions(), err)
			}
		})
	}
}

func TestScannerFaults(t *testing.T) {
	game := unhex(t, scholar)
	broken := errors.New("broken")
	tests := []struct {
		name  string
		r     io.Reader
		games int
		want  error
		text  string
	}{
		{"nothing", strings.NewReader(""), 0, nil, ""},
		{"half a start", bytes.NewReader(game[:20]), 0, io.ErrUnexpectedEOF, "game 1: unexpected EOF"},
		{"half a game", bytes.NewReader(append(bytes.Clone(game), game[:40]...)), 1, io.ErrUnexpectedEOF, "game 2: unexpected EOF"},
		{"half an extension", bytes.NewReader(append(bytes.Clone(game), extension[:15]...)), 1, io.ErrUnexpectedEOF, "game 2"},
		{"no end", io.MultiReader(bytes.NewReader(game), strings.NewReader(strings.Repeat("abcd", 1<<17))), 1, records.ErrLong, "game 2: longer"},
		{"a broken stream", io.MultiReader(bytes.NewReader(game), iotest.ErrReader(broken)), 1, broken, "game 2: broken"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := records.NewScanner(tt.r)
			n := 0
			for ; s.Scan(); n++ {
				if !bytes.Equal(s.Game(), game) {
					t.Errorf("game %d: %x", n+1, s.Game())
				}
			}
			err := s.Err()
			if !errors.Is(err, tt.want) || n != tt.games || err != nil && !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%d games, %v; want %d, %v", n, err, tt.games, tt.want)
			}
			if s.Scan() {
				t.Error("it goes on after the end")
			}
		})
	}
}

// TestScannerGoesOn: a game with a fault does not hide the next one.
func TestScannerGoesOn(t *testing.T) {
	good := unhex(t, scholar)
	bad := bytes.Clone(good)
	bad[records.Size] = 1 // b1e4
	s := records.NewScanner(bytes.NewReader(slices.Concat(good, bad, good)))
	var faults []bool
	var g records.Game
	for s.Scan() {
		faults = append(faults, records.ParseGame(s.Game(), &g) != nil)
	}
	if want := []bool{false, true, false}; !reflect.DeepEqual(faults, want) || s.Err() != nil {
		t.Errorf("%v, %v", faults, s.Err())
	}
}

// TestParseGameMemory: reading games one after the other does not allocate.
func TestParseGameMemory(t *testing.T) {
	game := unhex(t, scholar)
	var g records.Game
	if n := testing.AllocsPerRun(100, func() {
		if err := records.ParseGame(game, &g); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
