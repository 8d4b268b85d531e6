package play

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// TestEnds plays games to every end that is no player's fault.
func TestEnds(t *testing.T) {
	moves := func(text string) (lines []line) {
		for m := range strings.FieldsSeq(text) {
			lines = append(lines, line{move: m})
		}
		return lines
	}
	tests := []struct {
		name   string
		fen    string
		lines  []line
		rules  Rules
		end    End
		result pgn.Result
		reason string
	}{
		{"Black mates", "", moves("f2f3 e7e5 g2g4 d8h4"), Rules{}, Checkmate, pgn.BlackWins, "Black mates"},
		{"White mates", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", moves("a1a8"), Rules{}, Checkmate, pgn.WhiteWins, "White mates"},
		{"stalemate", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", moves("f6f7 h8h7 g1g6 h7h8 f7f8 h8h7 f8f7 h7h8 g6g7"), Rules{DrawMoves: 5, MaxPlies: 9},
			Stalemate, pgn.Draw, "Draw by stalemate"},
		{"dead position", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", moves("a1b2"), Rules{}, DeadPosition, pgn.Draw, "Draw by insufficient mating material"},
		{"threefold", "", moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), Rules{}, Threefold, pgn.Draw, "Draw by 3-fold repetition"},
		{"fifty moves", "7k/8/8/8/8/8/1r6/4K1R1 w - - 98 70", moves("g1f1 b2a2"), Rules{}, FiftyMoves, pgn.Draw, "Draw by fifty moves rule"},
		{"mate before fifty moves", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", moves("a1a8"), Rules{}, Checkmate, pgn.WhiteWins, "White mates"},
		{"mate before adjudication", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", moves("a1a8"), Rules{MaxPlies: 1}, Checkmate, pgn.WhiteWins, "White mates"},
		{"draw agreed", "4k3/8/8/8/8/8/8/R3K2r w Q - 0 39", moves("e1d2 h1h2 d2e3 h2h3"), Rules{DrawFrom: 40, DrawMoves: 1},
			DrawAgreed, pgn.Draw, "Draw by adjudication"},
		{"resigned", "", []line{{move: "e2e4"}, {move: "e7e5", score: -700}}, Rules{ResignMoves: 1, ResignScore: 600},
			Resigned, pgn.WhiteWins, "White wins by adjudication"},
		{"mate agreed", "", []line{{move: "e2e4", score: search.MatedIn(2)}, {move: "e7e5", score: search.MateIn(1)}}, Rules{MateMoves: 1},
			MateAgreed, pgn.BlackWins, "Black wins by adjudication: announced mate"},
		{"maximum length", "", moves("e2e4 e7e5"), Rules{MaxPlies: 2}, MaxPlies, pgn.Draw, "Draw by adjudication: maximum length"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			both := side(scripted(t, test.lines))
			var r Record
			if err := Play(t.Context(), opening(t, test.fen), both, both, test.rules, &r); err != nil {
				t.Fatal(err)
			}
			if r.End != test.end || r.Result != test.result || r.Reason != test.reason {
				t.Errorf("%v, %v, %q; want %v, %v, %q", r.End, r.Result, r.Reason, test.end, test.result, test.reason)
			}
			if len(r.Moves) != len(test.lines) || r.End.Forfeit() || r.Gone != [2]bool{} {
				t.Errorf("%d moves, forfeit %v, gone %v; want %d", len(r.Moves), r.End.Forfeit(), r.Gone, len(test.lines))
			}
		})
	}
}

// TestRecord looks at everything that a record says.
func TestRecord(t *testing.T) {
	lines := []line{{}, {}, {move: "g1f3", score: 31}, {move: "b8c6", score: -20, mute: true}, {move: "f1b5", score: 40}}
	white, black := side(scripted(t, lines)), side(scripted(t, lines))
	white.Limit = Limit{Time: time.Hour, Increment: time.Minute}
	r := Record{Moves: make([]Move, 7), End: Crash, Reason: "before", Gone: [2]bool{true, true}, Used: [2]Used{{Moves: 9}}}
	if err := Play(t.Context(), opening(t, "", "e2e4", "e7e5"), white, black, Rules{MaxPlies: 3}, &r); err != nil {
		t.Fatal(err)
	}
	var text []string
	for i := range r.Moves {
		m := &r.Moves[i]
		text = append(text, m.Move.String())
		if scored := i == 2 || i == 4; m.Scored != scored || m.Score != lines[i].score {
			t.Errorf("half-move %d: score %v, told %v", i+1, m.Score, m.Scored)
		}
	}
	if got := strings.Join(text, " "); got != "e2e4 e7e5 g1f3 b8c6 f1b5" || r.Book != 2 || r.Start != board.Start() {
		t.Errorf("%s, %d of a book", got, r.Book)
	}
	w, b := &r.Used[board.White], &r.Used[board.Black]
	if w.Moves != 2 || b.Moves != 1 || w.Time != r.Moves[2].Time+r.Moves[4].Time || w.Longest != max(r.Moves[2].Time, r.Moves[4].Time) {
		t.Errorf("used: %+v and %+v of %+v", w, b, r.Moves)
	}
	if want := time.Hour + 2*time.Minute - w.Time; r.Moves[4].Left != want || r.Moves[3].Left != 0 {
		t.Errorf("left: %v, want %v; %v, want none", r.Moves[4].Left, want, r.Moves[3].Left)
	}
}

// TestRecordIsReproducible plays the same game twice, into a record that is used again.
func TestRecordIsReproducible(t *testing.T) {
	players := [2]Side{{Ours(thinker(1)), Limit{Nodes: 200}}, {Ours(thinker(1)), Limit{Depth: 2}}}
	var used Record
	var fresh [2]Record
	for i := range fresh {
		for _, into := range []*Record{&used, &fresh[i]} {
			if err := Play(t.Context(), opening(t, "", "d2d4"), players[0], players[1], Rules{MaxPlies: 60}, into); err != nil {
				t.Fatal(err)
			}
			for n := range into.Moves {
				into.Moves[n].Time = 0
			}
			for c := range into.Used {
				into.Used[c].Time, into.Used[c].Longest = 0, 0
			}
		}
		if !reflect.DeepEqual(used, fresh[0]) || !reflect.DeepEqual(fresh[i], fresh[0]) {
			t.Fatalf("game %d:\n%+v\n%+v\n%+v", i, used, fresh[i], fresh[0])
		}
	}
	if used.Used[0].Nodes == 0 || used.Used[0].Nodes > 200*uint64(used.Used[0].Moves) {
		t.Errorf("%+v with 200 nodes a move", used.Used[0])
	}
}

// TestBadOpenings has openings from which no game can begin.
func TestBadOpenings(t *testing.T) {
	illegal := opening(t, "", "e2e4")
	illegal.Moves = append(illegal.Moves, illegal.Moves[0])
	none := opening(t, "")
	none.Start = board.Position{}
	tests := map[string]struct {
		o   openings.Opening
		err string
	}{
		"mated":                  {opening(t, "", "f2f3", "e7e5", "g2g4", "d8h4"), "book.epd:17: the game is over after the opening: checkmate in"},
		"stalemate at the start": {opening(t, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), "stalemate in"},
		"dead":                   {opening(t, "7k/5K2/8/8/8/8/8/8 b - - 0 1"), "dead position in"},
		"repeated":               {opening(t, "", strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")...), "threefold repetition in"},
		"fifty moves":            {opening(t, "7k/8/5K2/8/8/8/8/6R1 w - - 100 90"), "fifty moves in"},
		"illegal":                {illegal, "book.epd:17: half-move 2: e2e4: not legal in"},
		"no board":               {none, "book.epd:17: bad opening: no king"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var r Record
			err := Play(t.Context(), test.o, side(first()), side(first()), Rules{}, &r)
			if !errors.Is(err, ErrOpening) || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%v; want %q", err, test.err)
			}
			if r.End != Unfinished || r.Result != pgn.Unknown {
				t.Errorf("%v, %v", r.End, r.Result)
			}
		})
	}
}

// TestWrongInput has limits and rules by which no game can be played.
func TestWrongInput(t *testing.T) {
	good, none := side(first()), Side{Player: first()}
	tests := map[string]struct {
		white, black Side
		rules        Rules
		err          string
	}{
		"no limit of White's": {none, good, Rules{}, "White: no limit: pass nodes=1000"},
		"no limit of Black's": {good, none, Rules{}, "Black: no limit: pass nodes=1000"},
		"rules":               {good, good, Rules{MaxPlies: -1}, "rules: a number below 0"},
	}
	for name, test := range tests {
		err := Play(t.Context(), opening(t, ""), test.white, test.black, test.rules, new(Record))
		if err == nil || !strings.Contains(err.Error(), test.err) || errors.Is(err, ErrHarness) {
			t.Errorf("%s: %v; want %q", name, err, test.err)
		}
	}
}

// TestOwnFaults has players in this process that do wrong.
func TestOwnFaults(t *testing.T) {
	bad := func(how func(*search.Game) board.Move) Side {
		return side(Ours(searcher(func(g *search.Game, _ *search.Control) search.Result { return search.Result{Move: how(g), Nodes: 3} })))
	}
	slow := bad(func(g *search.Game) board.Move {
		time.Sleep(3 * time.Millisecond)
		return g.Position().LegalMoves(nil)[0]
	})
	slow.Limit = Limit{Time: time.Millisecond}
	tests := map[string]struct {
		side   Side
		end    End
		reason string
	}{
		"illegal":       {bad(func(*search.Game) board.Move { return board.NewMove(board.A1, board.H8) }), IllegalMove, " makes an illegal move: a1h8 in rnbq"},
		"none":          {bad(func(*search.Game) board.Move { return board.NoMove }), IllegalMove, " makes an illegal move: none in rnbq"},
		"late by clock": {slow, TimeLoss, " loses on time: "},
	}
	for name, test := range tests {
		for guilty := range board.Color(2) {
			sides := [2]Side{side(first()), side(first())}
			sides[guilty] = test.side
			var r Record
			if err := Play(t.Context(), opening(t, ""), sides[0], sides[1], Rules{}, &r); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if r.End != test.end || r.Result != wonBy(guilty.Other()) || !strings.HasPrefix(r.Reason, guilty.String()+test.reason) {
				t.Errorf("%s: %v, %v, %q; want %v, %q", name, r.End, r.Result, r.Reason, test.end, test.reason)
			}
			if u := r.Used[guilty]; u.Moves != 1 || u.Nodes != 3 || len(r.Moves) != int(guilty) || r.Gone != [2]bool{} || !r.End.Forfeit() {
				t.Errorf("%s: used %+v, %d moves, gone %v, forfeit %v", name, u, len(r.Moves), r.Gone, r.End.Forfeit())
			}
		}
	}
}

// failing is a searcher that depends on another program.
type failing struct {
	searcher
	err error
}

func (f failing) Err() error { return f.err }

// TestFailing: a player whose search within its search has died has died itself.
func TestFailing(t *testing.T) {
	f := failing{searcher(func(g *search.Game, _ *search.Control) search.Result {
		return search.Result{Move: g.Position().LegalMoves(nil)[0]}
	}), fmt.Errorf("InnerEngine: %w", &client.Death{Engine: "within", After: "go"})}
	var r Record
	if err := Play(t.Context(), opening(t, ""), side(first()), side(Ours(f)), Rules{}, &r); err != nil {
		t.Fatal(err)
	}
	if !r.End.Forfeit() || r.Result != wonBy(board.White) || !strings.Contains(r.Reason, "InnerEngine: engine within: died") {
		t.Errorf("%v, %v, %q", r.End, r.Result, r.Reason)
	}
}

// panicking is a searcher that panics.
type panicking struct{ early bool }

func (p panicking) NewGame() {
	if p.early {
		panic("table of\nsize 0")
	}
}

func (p panicking) Search(g *search.Game, _ *search.Control, _ func(*search.Info)) search.Result {
	var none []int
	return search.Result{Depth: none[len(g.Moves())]}
}

// TestPanic has a panic of a search be its crash, with the place named.
func TestPanic(t *testing.T) {
	for _, p := range []panicking{{true}, {false}} {
		var r Record
		if err := Play(t.Context(), opening(t, ""), side(first()), side(Ours(p)), Rules{}, &r); err != nil {
			t.Fatal(err)
		}
		if r.End != Crash || r.Result != pgn.WhiteWins || r.Gone != [2]bool{false, true} || !r.End.Forfeit() {
			t.Errorf("%v, %v, gone %v", r.End, r.Result, r.Gone)
		}
		if !strings.Contains(r.Reason, "panic: ") || !strings.Contains(r.Reason, "(play_test.go:") || strings.Contains(r.Reason, "\n") {
			t.Errorf("reason %q", r.Reason)
		}
		if !strings.Contains(string(r.Stack), "play.panicking.") {
			t.Errorf("stack %s", r.Stack)
		}
	}
}

// TestHarness has a player whose fault is no player's: no result.
func TestHarness(t *testing.T) {
	var r Record
	err := Play(t.Context(), opening(t, ""), side(first()), side(broken{}), Rules{}, &r)
	if !errors.Is(err, ErrHarness) || r.End != HarnessFault || r.Result != pgn.Unknown || !r.Gone[board.Black] || r.End.Forfeit() {
		t.Errorf("%v: %v, %v, gone %v", err, r.End, r.Result, r.Gone)
	}
	if !strings.Contains(r.Reason, "no room") || strings.Contains(r.Reason, "\n") {
		t.Errorf("reason %q", r.Reason)
	}
}

// TestPanicOutside has a panic that is no player's: a fault of the harness too.
func TestPanicOutside(t *testing.T) {
	var r Record
	err := Play(t.Context(), opening(t, ""), side(first()), side(outside{}), Rules{}, &r)
	if !errors.Is(err, ErrHarness) || r.End != HarnessFault || r.Result != pgn.Unknown || r.Gone != [2]bool{true, true} || len(r.Moves) != 1 {
		t.Errorf("%v: %v, %v, %d moves, gone %v", err, r.End, r.Result, len(r.Moves), r.Gone)
	}
	if !strings.Contains(r.Reason, "panic: no reply") || !strings.Contains(r.Reason, "(play_test.go:") {
		t.Errorf("reason %q", r.Reason)
	}
	if !strings.Contains(string(r.Stack), "play.outside.Search") {
		t.Errorf("stack %s", r.Stack)
	}
}

// outside is a player whose link with this program breaks: it is not rescued as a search is.
type outside struct{ shuffler }

func (outside) Search(*search.Game, search.Limits) (Thought, error) { panic("no reply") }

// broken is a player with whom the harness fails.
type broken struct{ shuffler }

func (broken) Search(*search.Game, search.Limits) (Thought, error) {
	return Thought{}, fmt.Errorf("%w: no room\nat all", ErrHarness)
}

// TestEndOfContext ends the context while a player thinks for ever.
func TestEndOfContext(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	thinks := make(chan bool, 100)
	p := Ours(searcher(func(g *search.Game, c *search.Control) search.Result {
		thinks <- true
		for !c.Expired(0) {
		}
		return search.Result{Move: g.Position().LegalMoves(nil)[0]}
	}))
	go func() {
		<-thinks
		cancel(why)
	}()
	endless := Side{p, Limit{Nodes: 1}}
	var r Record
	for range 2 { // the second time no one is asked
		if err := Play(ctx, opening(t, ""), endless, endless, Rules{}, &r); !errors.Is(err, why) {
			t.Fatalf("%v; want %v", err, why)
		}
		if r.End != Unfinished || r.Result != pgn.Unknown || len(r.Moves) != 0 {
			t.Errorf("%v, %v, %d moves", r.End, r.Result, len(r.Moves))
		}
	}
	if len(thinks) > 0 {
		t.Error("a player was asked after the end")
	}
	p.(Stopper).Stop()
	if th, err := p.Search(search.NewGame(board.Start()), search.Limits{}); err != nil || th.Move == board.NoMove {
		t.Errorf("after Stop: %+v, %v", th, err)
	}
}

// TestChess960 plays from a start that only Chess960 has: both sides castle.
func TestChess960(t *testing.T) {
	const fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"
	lines := []line{{move: "b1a1"}, {move: "b8e8"}}
	both := side(scripted(t, lines))
	var r Record
	if err := Play(t.Context(), opening(t, fen), both, both, Rules{MaxPlies: 2}, &r); err != nil {
		t.Fatal(err)
	}
	if !r.Moves[0].Move.IsCastle() || !r.Moves[1].Move.IsCastle() {
		t.Errorf("%+v", r.Moves)
	}
}

// TestEndWords goes through what is said of ends.
func TestEndWords(t *testing.T) {
	fastchess := map[string]bool{"normal": true, "adjudication": true, "time forfeit": true, "illegal move": true,
		"abandoned": true, "stalled connection": true, "unterminated": true}
	words := map[string]bool{}
	for e := range ends {
		if words[e.String()] || !fastchess[e.Termination()] {
			t.Errorf("%d: %v, termination %q", e, e, e.Termination())
		}
		words[e.String()] = true
	}
	if e := ends; e.String() != "End(18)" || e.Termination() != "unterminated" {
		t.Errorf("what is not an end: %v, %q", e, e.Termination())
	}
}

// TestNoMemoryPerPly compares what games of different length allocate, with players that allocate
// nothing.
func TestNoMemoryPerPly(t *testing.T) {
	allocations := func(plies int) float64 {
		p := Side{shuffler{}, Limit{Nodes: 1}}
		var r Record
		return testing.AllocsPerRun(20, func() {
			if err := Play(t.Context(), opening(t, ""), p, p, Rules{MaxPlies: plies}, &r); err != nil || len(r.Moves) != plies {
				t.Errorf("%d of %d half-moves, %v", len(r.Moves), plies, err)
			}
		})
	}
	short, long := allocations(7), allocations(250)
	if long-short > 12 { // what the growth of search.Game's slices takes
		t.Errorf("%v allocations in 7 half-moves, %v in 250", short, long)
	}
}

// A shuffler plays without thinking and without memory.
type shuffler struct{}

func (shuffler) NewGame() error { return nil }
func (shuffler) Close() error   { return nil }

func (shuffler) Search(g *search.Game, _ search.Limits) (Thought, error) {
	var room [board.MaxMoves]board.Move
	moves := g.Position().LegalMoves(room[:0])
	return Thought{Move: moves[g.Position().Key()>>32%uint64(len(moves))]}, nil
}
