package match

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	endings "example.org/centipawn/datasets/pgn"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// scholar is a game with what was thought of it: three moves of the book, then a score, none, a
// mate, 0 and a mate again. White's third move after the book is mate.
func scholar(t *testing.T) *play.Record {
	t.Helper()
	r := &play.Record{Start: board.Start(), Book: 2}
	p := r.Start
	for i, m := range []play.Move{
		{}, {},
		{Scored: true, Score: 31, Depth: 8, Time: 51 * time.Millisecond},
		{Time: 7*time.Minute + 3*time.Millisecond},
		{Scored: true, Score: search.MateIn(3), Depth: 20, Time: 1234567 * time.Microsecond},
		{Scored: true, Score: 0, Depth: 300},
		{Scored: true, Score: search.MateIn(1), Depth: 1, Time: time.Millisecond},
	} {
		var err error
		if m.Move, err = p.ParseUCI(strings.Fields("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")[i]); err != nil {
			t.Fatal(err)
		}
		p.Make(m.Move)
		r.Moves = append(r.Moves, m)
	}
	return r
}

// TestPGN writes games of every end, and reads them with the package pgn and as labelled data.
func TestPGN(t *testing.T) {
	for _, tt := range []struct {
		end    play.End
		result pgn.Result
		reason string
		moves  int // of scholar's
		tag    string
		want   datasets.End
	}{
		{play.Checkmate, pgn.WhiteWins, "White mates", 7, "normal", datasets.EndNormal},
		{play.Threefold, pgn.Draw, "Draw by 3-fold repetition", 6, "normal", datasets.EndNormal},
		{play.DrawAgreed, pgn.Draw, "Draw by adjudication", 6, "adjudication", datasets.EndAdjudicated},
		{play.Resigned, pgn.BlackWins, "Black wins by adjudication", 4, "adjudication", datasets.EndAdjudicated},
		{play.TimeLoss, pgn.BlackWins, "White loses on time: 51 ms over", 4, "time forfeit", datasets.EndForfeit},
		{play.IllegalMove, pgn.WhiteWins, "Black makes an illegal move: {e9e8}", 3, "illegal move", datasets.EndForfeit},
		{play.Crash, pgn.WhiteWins, "Black disconnects: exit status 3", 2, "abandoned", datasets.EndForfeit},
		{play.Hang, pgn.BlackWins, "White's connection stalls", 5, "stalled connection", datasets.EndForfeit},
		{play.HarnessFault, pgn.Unknown, "Fault of the harness", 5, "unterminated", datasets.EndUnterminated},
		{play.Crash, pgn.BlackWins, "White disconnects", 0, "abandoned", datasets.EndForfeit},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := scholar(t)
			r.End, r.Result, r.Reason, r.Moves = tt.end, tt.result, tt.reason, r.Moves[:tt.moves]
			r.Book = min(r.Book, tt.moves)
			g, text := throughPGN(t, r)
			if got, end := endings.EndOf(g); end != tt.want || got != datasets.Result(tt.result) {
				t.Errorf("read as %v, %v; want %v, %v\n%s", got, end, tt.result, tt.want, text)
			}
			if tag, _ := g.Tag("Termination"); tag != tt.tag {
				t.Errorf("termination %q, want %q", tag, tt.tag)
			}
			if plies, _ := g.Tag("PlyCount"); plies != strconv.Itoa(tt.moves) || len(g.Moves) != tt.moves {
				t.Errorf("%d moves, PlyCount %s, want %d", len(g.Moves), plies, tt.moves)
			}
			if !strings.Contains(strings.ReplaceAll(text, "\n", " "), tt.reason) {
				t.Errorf("no reason in\n%s", text)
			}
			for i := range g.Moves {
				sameThought(t, i, &g.Moves[i].Note, &r.Moves[i], i < r.Book)
			}
		})
	}
}

// throughPGN writes the record's game and reads it back.
func throughPGN(t *testing.T, r *play.Record) (*pgn.Game, string) {
	t.Helper()
	p := quick(1, mover{}, mover{})
	p.Event = "centipawn match"
	p.Rules = play.Rules{DrawFrom: 40, DrawMoves: 8, DrawScore: 10, MaxPlies: 400}
	p.Entrants[0].Limit = play.Limit{Time: 10 * time.Second, Increment: 100 * time.Millisecond}
	schedule := newSchedule(&p)
	line := newGame(schedule.slot(0), &p, &openings.Opening{Start: r.Start, Name: "book.epd:17"}, r)
	path := filepath.Join(t.TempDir(), "games.pgn")
	f, err := createGames(path, &p)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.add(line); err != nil {
		t.Fatal(err)
	}
	if err := f.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`[Event "centipawn match"]`, `[Round "1"]`, `[White "A"]`, `[Black "B"]`, `[GameDuration "00:00:00"]`,
		`[WhiteTimeControl "10+0.1"]`, `[BlackTimeControl "-"]`, `[BlackLimit "nodes=100"]`,
		`[Adjudication "draw from move 40 after 8 moves each within 10 centipawns; a draw after 400 half-moves"]`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	g := new(pgn.Game)
	in := pgn.NewReader(path, strings.NewReader(string(text)))
	if err := in.Next(g); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := in.Next(new(pgn.Game)); err != io.EOF {
		t.Fatalf("after the game: %v", err)
	}
	return g, string(text)
}

// sameThought compares what is read of a move with what was thought.
func sameThought(t *testing.T, ply int, got *pgn.Annotation, m *play.Move, book bool) {
	t.Helper()
	want := pgn.NoAnnotation()
	want.Book = book
	if !book {
		want.Elapsed = m.Time.Round(time.Millisecond)
	}
	if m.Scored {
		want.Depth = uint8(min(m.Depth, 255))
		want.Score = winprob.Centipawns(int(m.Score))
		if m.Score.IsMate() {
			want.Score = winprob.MateIn(1, int(search.Mate-m.Score))
		}
	}
	if *got != want {
		t.Errorf("ply %d: %+v, want %+v", ply, *got, want)
	}
}

// TestChess960 writes a game of Chess960 that castles.
func TestChess960(t *testing.T) {
	start, err := board.ParseFEN("1k6/8/8/8/8/8/8/5KR1 w G - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	r := &play.Record{Start: start, End: play.MaxPlies, Result: pgn.Draw, Reason: "Draw by adjudication"}
	castling, err := start.ParseUCI("f1g1")
	if err != nil {
		t.Fatal(err)
	}
	r.Moves = []play.Move{{Move: castling, Scored: true, Score: 5}}
	g, text := throughPGN(t, r)
	if !g.Chess960 || g.Start != start || len(g.Moves) != 1 || g.Moves[0].Move != castling {
		t.Errorf("read as %+v\n%s", g, text)
	}
}
