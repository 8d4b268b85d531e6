package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/pgn"
	"example.org/centipawn/winprob"
)

// write returns the text of games.
func write(tb testing.TB, games ...*pgn.Game) string {
	tb.Helper()
	var out strings.Builder
	w := pgn.NewWriter(&out)
	for _, g := range games {
		if err := w.Write(g); err != nil {
			tb.Fatalf("Write: %v", err)
		}
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// read returns the one game of a text, which lives on with it.
func read(tb testing.TB, text string) *pgn.Game {
	tb.Helper()
	r := pgn.NewReader("text", strings.NewReader(text))
	g := new(pgn.Game)
	if err := r.Next(g); err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	if err := r.Next(new(pgn.Game)); err != io.EOF {
		tb.Fatalf("a second game (%v) in\n%s", err, text)
	}
	return g
}

// words returns comments without regard to blanks.
func words(comments []pgn.Comment) (all []string) {
	for _, c := range comments {
		all = append(all, strings.Join(strings.FieldsFunc(string(c), func(r rune) bool {
			return strings.ContainsRune(" \t\r\n\v\f", r)
		}), " "))
	}
	return all
}

// checkRoundTrip: a game that was read is the same once it is written and read
// again, and what is written the second time has the same bytes.
func checkRoundTrip(tb testing.TB, g *pgn.Game) {
	tb.Helper()
	text := write(tb, g)
	back := read(tb, text)
	if line(back) != line(g) || back.Start != g.Start || back.Result != g.Result || back.Chess960 != g.Chess960 {
		tb.Fatalf("moves %s, result %v, start %s; read back %s, %v, %s", line(g), g.Result, g.Start.FEN(), line(back), back.Result, back.Start.FEN())
	}
	if !slices.Equal(words(back.Comments), words(g.Comments)) {
		tb.Fatalf("comments %q, read back %q", g.Comments, back.Comments)
	}
	for i, m := range g.Moves {
		b := back.Moves[i]
		if b.Note != m.Note || !bytes.Equal(b.NAGs, m.NAGs) || !slices.Equal(words(b.Comments), words(m.Comments)) {
			tb.Fatalf("move %d: %+v, read back %+v", i+1, m, b)
		}
	}
	for _, tag := range g.Tags {
		switch strings.ToLower(tag.Name) {
		case "fen", "setup", "result", "variant":
			continue // they follow from the game
		}
		want, _ := g.Tag(tag.Name)
		if got, ok := back.Tag(tag.Name); got != want || !ok {
			tb.Fatalf("tag %s %q, read back %q", tag.Name, want, got)
		}
	}
	if again := write(tb, back); again != text {
		tb.Fatalf("written again: %s", cmp.Diff(text, again))
	}
}

func TestRoundTripExamples(t *testing.T) {
	for _, tt := range examples {
		for g := range goodGames(t, tt.name, []byte(tt.text)) {
			checkRoundTrip(t, g)
		}
	}
}

func TestRoundTripNasty(t *testing.T) {
	names, files := nastyFiles(t)
	for _, name := range names {
		for g := range goodGames(t, name, files[name]) {
			checkRoundTrip(t, g)
			checkColumns(t, write(t, g))
		}
	}
}

// checkColumns: no line is longer than 80 bytes but those of tags, of one word
// alone, and of comments after ;.
func checkColumns(tb testing.TB, text string) {
	tb.Helper()
	for l := range strings.Lines(text) {
		if l = strings.TrimSuffix(l, "\n"); len(l) > 80 && l[0] != '[' && l[0] != ';' && strings.Contains(l, " ") {
			tb.Errorf("%d bytes: %s", len(l), l)
		}
	}
}

// TestWrite: the export format.
func TestWrite(t *testing.T) {
	g := read(t, "[White \"M\xfcller \\\"x\\\" \\\\\"]\n[ECO \"B00\"]\n[Result \"1-0\"]\n"+
		"{start\n{ of it} e4! {%x} (d4) e5 $13 {+0.31/12 0.5s} Nf3 ;a } b\n Nc6 Bb5 {} a6 {"+strings.Repeat("word ", 30)+"} 1-0")
	want := `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Müller \"x\" \\"]
[Black "?"]
[Result "1-0"]
[ECO "B00"]

{start { of it} 1. e4 $1 {%x} 1... e5 $13 {+0.31/12 0.5s} 2. Nf3
; a } b
2... Nc6 3. Bb5 {} 3... a6 {word word word word word word word word word word
word word word word word word word word word word word word word word word word
word word word word} 1-0

`
	if diff := cmp.Diff(want, write(t, g)); diff != "" {
		t.Error(diff)
	}
	checkRoundTrip(t, g)
}

// TestWriteStart: another start position needs its tags, Chess960 its variant.
func TestWriteStart(t *testing.T) {
	tests := []struct {
		name, text string
		want, not  []string
	}{
		{"standard", fen(board.StartFEN) + "1. e4 *", nil, []string{"[FEN", "[SetUp", "[Variant"}},
		{"position", fen("4k3/8/8/8/8/8/8/4K3 b - - 0 7") + "7... Kd8 *", []string{`[SetUp "1"]`, `[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 7"]`, "7... Kd8 *"}, []string{"[Variant"}},
		{"variant's name is kept", "[Variant \"From Position\"]\n1. e4 *", []string{`[Variant "From Position"]`}, []string{"[FEN"}},
		{"Chess960", fen("4k3/8/8/8/8/8/8/4KR2 w F - 0 1") + "O-O *", []string{`[Variant "Chess960"]`, `[FEN "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"]`, "1. O-O"}, nil},
		{"Chess960 by name", "[Variant \"fischerandom\"]\n1. e4 *", []string{`[Variant "fischerandom"]`, `[FEN "` + board.StartFEN}, []string{"Chess960"}},
	}
	for _, tt := range tests {
		g := read(t, tt.text)
		text := write(t, g)
		for _, part := range tt.want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %s in\n%s", tt.name, part, text)
			}
		}
		for _, part := range tt.not {
			if strings.Contains(text, part) {
				t.Errorf("%s: %s in\n%s", tt.name, part, text)
			}
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteNotes: annotations that no comment says are written.
func TestWriteNotes(t *testing.T) {
	const unknown = pgn.NoTime
	tests := []struct {
		note pgn.Annotation
		want string // after 1. e4, and with the score turned round after 1... e5
	}{
		{engine(31, 12, 500*time.Millisecond), "{+0.31/12 0.500s}"},
		{engine(-107, 0, unknown), "{-1.07/0}"},
		{engine(0, 3, 0), "{0.00/3 0.000s}"},
		{engine(winprob.MateIn(1, 5), 9, unknown), "{+M5/9}"},
		{engine(winprob.Centipawns(20000), 9, unknown), "{+99.99/9}"},
		{lichess(25, 18, time.Minute), "{[%eval +0.25,18] [%clk 0:01:00]}"},
		{lichess(winprob.MateIn(-1, 3), 0, unknown), "{[%eval #-3]}"},
		{pgn.Annotation{Score: winprob.NoScore, Clock: unknown, Elapsed: 3661500 * time.Millisecond, Book: true}, "{book} {[%emt 1:01:01.500]}"},
		{pgn.NoAnnotation(), ""},
	}
	for _, tt := range tests {
		g := &pgn.Game{Start: board.Start(), Moves: []pgn.Move{{Move: board.NewMove(board.E2, board.E4), Note: tt.note}}}
		text := write(t, g)
		if want := strings.TrimRight("1. e4 "+tt.want, " ") + " *\n"; !strings.Contains(text, want) {
			t.Errorf("%+v: no %q in\n%s", tt.note, want, text)
		}
		reply := g.Moves[0]
		reply.Move = board.NewMove(board.E7, board.E5)
		g.Moves = append(g.Moves, reply)
		back := read(t, write(t, g))
		for i, m := range back.Moves {
			if m.Note != tt.note {
				t.Errorf("%+v: read back %+v", g.Moves[i].Note, m.Note)
			}
		}
	}
}

// TestWriteErrors: nothing of a game that cannot be written is.
func TestWriteErrors(t *testing.T) {
	e4, e5 := pgn.Move{Move: board.NewMove(board.E2, board.E4)}, pgn.Move{Move: board.NewMove(board.E2, board.E5)}
	check := boardtest.Parse(t, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1")
	for _, tt := range []struct {
		game pgn.Game
		want error
	}{
		{pgn.Game{Start: board.Start(), Moves: []pgn.Move{e4, e5}}, board.ErrIllegalMove},
		{pgn.Game{Start: check, Moves: []pgn.Move{{}}}, board.ErrOppositeCheck},
		{pgn.Game{Start: board.Start(), Tags: []pgn.Tag{{Name: "a b"}}}, pgn.ErrTag},
		{pgn.Game{Start: board.Start(), Tags: []pgn.Tag{{Name: ""}}}, pgn.ErrTag},
	} {
		var out strings.Builder
		w := pgn.NewWriter(&out)
		if err := w.Write(&tt.game); !errors.Is(err, tt.want) {
			t.Errorf("Write: %v, want %v", err, tt.want)
		}
		if err := w.Flush(); err != nil || out.Len() > 0 {
			t.Errorf("wrote %q, %v", out.String(), err)
		}
	}
}

// randomGame returns a game with moves of boardtest and notes of all kinds.
func randomGame(start board.Position, moves []board.Move) *pgn.Game {
	g := &pgn.Game{Start: start, Tags: []pgn.Tag{{Name: "Round", Value: fmt.Sprint(len(moves))}}}
	for i, m := range moves {
		move := pgn.Move{Move: m, Note: pgn.NoAnnotation()}
		switch i % 4 {
		case 1:
			move.Note = engine(winprob.Centipawns(i*37%2000-1000), uint8(i), time.Duration(i)*time.Millisecond)
		case 2:
			move.Comments = []pgn.Comment{pgn.Comment("a comment } of " + fmt.Sprint(i))}
		case 3:
			move.NAGs = []byte{byte(i), 3}
		}
		g.Moves = append(g.Moves, move)
	}
	return g
}

// TestWriteRandomGames: random games, from Chess960's positions too, come back.
func TestWriteRandomGames(t *testing.T) {
	games, castlings := 0, 0
	for start, moves := range boardtest.RandomGames(5) {
		if games++; games > 120 {
			break
		}
		g := randomGame(start, moves[:min(len(moves), 80)])
		text := write(t, g)
		back := read(t, text)
		if back.Start != start || line(back) != line(g) {
			t.Fatalf("%s %s\nread back %s %s", start.FEN(), line(g), back.Start.FEN(), line(back))
		}
		for i, m := range back.Moves {
			if m.Note != g.Moves[i].Note || !bytes.Equal(m.NAGs, g.Moves[i].NAGs) {
				t.Fatalf("move %d: %+v, read back %+v", i+1, g.Moves[i], m)
			}
			if m.Move.IsCastle() && back.Chess960 {
				castlings++
			}
		}
		checkColumns(t, text)
		checkRoundTrip(t, back)
	}
	if castlings == 0 {
		t.Error("no castling of Chess960 among the games")
	}
}

// TestNotnilReadsOurs: notnil/chess reads what we write, and finds the same
// moves. It knows neither comments before the first move nor those after ;.
func TestNotnilReadsOurs(t *testing.T) {
	games := 0
	for start, moves := range boardtest.RandomGames(6) {
		if games++; games > 12 {
			break
		}
		g := randomGame(start, moves[:min(len(moves), 60)])
		for i := range g.Moves {
			g.Moves[i].Comments = []pgn.Comment{pgn.Comment("+0.31/12 0.5s")}
			g.Moves[i].Note = pgn.Annotation{}
		}
		text := write(t, g)
		if strings.Contains(text, "Chess960") {
			continue
		}
		option, err := chess.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var v verdict
		if err := v.compareMoves(g, chess.NewGame(option), nil); err != nil || v.whole != 1 {
			t.Errorf("%v, whole %d, in\n%s", err, v.whole, text)
		}
	}
}
