package selfplay_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

var manyGames = flag.Bool("many-games", false, "play 10,000 games where else 400 are enough")

// games returns what games are played, one after the other, but for times.
func games(t *testing.T, player func() (search.Searcher, error), opt selfplay.Options) (all []play.Record) {
	t.Helper()
	s, err := selfplay.Run(t.Context(), player, opt, func(n int, g *play.Record) error {
		if n != opt.First+len(all) {
			t.Errorf("game %d comes after %d others", n, len(all))
		}
		all = append(all, timeless(g))
		return nil
	})
	if err != nil || s.Games != len(all) || len(all) != opt.Games-opt.First {
		t.Fatalf("%v: %d of %d games: %v", err, len(all), opt.Games-opt.First, s)
	}
	return all
}

// timeless returns a copy without times, and without what times are told by.
func timeless(g *play.Record) play.Record {
	c := *g
	c.Moves = slices.Clone(g.Moves)
	for i := range c.Moves {
		c.Moves[i].Time = 0
	}
	for i := range c.Used {
		c.Used[i].Time, c.Used[i].Longest = 0, 0
	}
	return c
}

// TestRunThreads: a game depends on its number, not on who plays beside it or what
// was played before.
func TestRunThreads(t *testing.T) {
	opt := selfplay.Options{Games: 7, Threads: 1, Seed: 3, Balance: 200, Limit: play.Limit{Nodes: 80}, Rules: selfplay.Rules()}
	engine := player(weights.Builtin(), 1)
	one := games(t, engine, opt)
	opt.Threads = 5
	if five := games(t, engine, opt); !reflect.DeepEqual(five, one) {
		t.Error("five threads play other games than one")
	}
	opt.Threads, opt.First = 2, 4
	if rest := games(t, engine, opt); !reflect.DeepEqual(rest, one[4:]) {
		t.Error("games 4 to 6 are others if those before them are not played")
	}
	opt.Seed, opt.First = 4, 0
	if reflect.DeepEqual(games(t, engine, opt), one) {
		t.Error("another seed plays the same games")
	}
}

// TestRunOrder: whatever the length of the games, they come in order; more than
// there is room for, too.
func TestRunOrder(t *testing.T) {
	opt := hastily(160)
	one := games(t, hasty, opt)
	opt.Threads = 4
	var players atomic.Int32
	player := func() (search.Searcher, error) {
		s, err := hasty()
		if players.Add(1) > 1 {
			return s, err
		}
		return searcher(func(g *search.Game) search.Result {
			time.Sleep(10 * time.Microsecond) // one thread falls after
			return s.Search(g, nil, nil)
		}), nil
	}
	if four := games(t, player, opt); !reflect.DeepEqual(four, one) {
		t.Error("four threads play other games than one")
	}
}

// TestBalance: openings are drawn until the search that plays calls them even; with
// a balance of 0 any is played.
func TestBalance(t *testing.T) {
	engine := player(weights.Builtin(), 1)
	opt := selfplay.Options{Games: 8, Threads: 2, Seed: 1, Limit: play.Limit{Nodes: 200}, Rules: play.Rules{MaxPlies: 1}}
	lopsided := func(all []play.Record) (n int) {
		for i := range all {
			if first := &all[i].Moves[all[i].Book]; first.Score > 30 || first.Score < -30 {
				n++
			}
		}
		return n
	}
	if n := lopsided(games(t, engine, opt)); n == 0 {
		t.Error("every opening is even, though any was to be played")
	}
	opt.Balance = 30
	if n := lopsided(games(t, engine, opt)); n > 0 {
		t.Errorf("%d openings are more than 30 centipawns off", n)
	}
}

// TestBalanceWithoutScore: where the nodes do not suffice for a score an opening is judged one half-move
// deep, and a player who has none then either cannot judge.
func TestBalanceWithoutScore(t *testing.T) {
	scoring := func(deep bool) func() (search.Searcher, error) {
		return func() (search.Searcher, error) { return &blind{deep}, nil }
	}
	opt := selfplay.Options{Games: 6, Threads: 2, Seed: 1, Balance: 100, Limit: play.Limit{Nodes: 80}, Rules: play.Rules{MaxPlies: 1}}
	for _, g := range games(t, scoring(true), opt) {
		o := g.Start
		for _, m := range g.Moves[:g.Book] {
			o.Make(m.Move)
		}
		if v := lead(&o); v > 100 {
			t.Errorf("%s is played, %d centipawns from even", o.FEN(), v)
		}
	}
	_, err := selfplay.Run(t.Context(), scoring(false), opt, func(int, *play.Record) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "pass a balance of 0") {
		t.Errorf("without any score: %v", err)
	}
}

// blind has no score by nodes, and one half-move deep it may have one: [lead].
type blind struct{ deep bool }

func (*blind) NewGame() {}

func (b *blind) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	r := search.Result{Move: g.Position().LegalMoves(nil)[0], Nodes: 1}
	if b.deep && c.Limits().Depth == 1 {
		r.Depth, r.Score = 1, search.Score(lead(g.Position()))
	}
	return r
}

// lead is how far a position is from even: up to 299 centipawns, by its hash.
func lead(p *board.Position) int { return int(p.Key() % 300) }

// TestOpeningsWithoutScore: an opening of which the player says nothing is drawn again, and the same games come out at any
// number of threads.
func TestOpeningsWithoutScore(t *testing.T) {
	some := func() (search.Searcher, error) {
		s, _ := scored()
		return searcher(func(g *search.Game) search.Result {
			r := s.Search(g, nil, nil)
			if g.Position().Key()%3 == 0 { // as after mate 0 of an engine
				r.Score, r.Depth = 0, 0
			}
			return r
		}), nil
	}
	opt := hastily(8)
	opt.Balance = 900
	one := games(t, some, opt)
	opt.Threads = 3
	for i, g := range games(t, some, opt) {
		if g.Start != one[i].Start || len(g.Moves) != len(one[i].Moves) {
			t.Errorf("game %d differs with three threads", i)
		}
	}
}

// TestOpenings: a source is asked by the number of the game.
func TestOpenings(t *testing.T) {
	opt := hastily(6)
	opt.Openings = openings.None()
	for _, g := range games(t, hasty, opt) {
		if g.Book != 0 || g.Start != board.Start() {
			t.Errorf("%d moves of an opening, from %s", g.Book, g.Start.FEN())
		}
	}
	opt.Openings, opt.Plies = nil, 4
	for _, g := range games(t, hasty, opt) {
		if g.Book != 4 && g.Book != 5 {
			t.Errorf("%d random moves, want 4 or 5", g.Book)
		}
	}
}

func TestRunFails(t *testing.T) {
	bad := errors.New("bad")
	illegal := func() (search.Searcher, error) {
		return searcher(func(*search.Game) search.Result { return search.Result{Move: board.NewMove(board.A1, board.H8)} }), nil
	}
	panics := func() (search.Searcher, error) {
		return searcher(func(*search.Game) search.Result { panic("help") }), nil
	}
	tests := []struct {
		name   string
		player func() (search.Searcher, error)
		opt    selfplay.Options
		each   func(int, *play.Record) error
		want   error // that is wrapped
		text   string
	}{
		{"no player", func() (search.Searcher, error) { return nil, bad }, hastily(9), nil, bad, "bad"},
		{"illegal move", illegal, hastily(9), nil, nil, "game 0: illegal move"},
		{"panic", panics, hastily(9), nil, nil, "game 0: crash: "},
		{"taker", hasty, hastily(9), func(n int, _ *play.Record) error {
			if n == 4 {
				return bad
			}
			return nil
		}, bad, "bad"},
		{"time", hasty, selfplay.Options{Games: 1, Limit: play.Limit{MoveTime: time.Second}}, nil, nil, "limit nodes or depth"},
		{"clock", hasty, selfplay.Options{Games: 1, Limit: play.Limit{Nodes: 1, Time: time.Second}}, nil, nil, "limit nodes or depth"},
		{"threads", hasty, selfplay.Options{Games: 1, Threads: -1}, nil, nil, "a negative number of threads"},
		{"numbers", hasty, selfplay.Options{Games: 3, First: -1}, nil, nil, "games -1 to 3"},
		{"rules", hasty, selfplay.Options{Games: 1, Rules: play.Rules{MaxPlies: -1}}, nil, nil, "rules: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.each == nil {
				tt.each = func(int, *play.Record) error { return nil }
			}
			_, err := selfplay.Run(t.Context(), tt.player, tt.opt, tt.each)
			if err == nil || !errors.Is(err, tt.want) && tt.want != nil || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want %q", err, tt.text)
			}
		})
	}
}

// closing counts how often it is closed.
type closing struct {
	search.Searcher
	closed *atomic.Int32
}

func (c closing) Close() error { c.closed.Add(1); return nil }

// TestRunCloses: the search of every thread is closed, however the run ends.
func TestRunCloses(t *testing.T) {
	for _, enough := range []error{nil, errors.New("enough")} {
		var made, closed atomic.Int32
		player := func() (search.Searcher, error) {
			made.Add(1)
			s, err := hasty()
			return closing{s, &closed}, err
		}
		opt := hastily(60)
		opt.Threads = 3
		_, err := selfplay.Run(t.Context(), player, opt, func(n int, _ *play.Record) error { return enough })
		if !errors.Is(err, enough) || made.Load() == 0 || closed.Load() != made.Load() {
			t.Errorf("%v: %d searches, %d closed", err, made.Load(), closed.Load())
		}
	}
}

// TestRunEnds: when the context ends so does the run, and no one plays on.
func TestRunEnds(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	opt := hastily(1_000_000)
	opt.Threads = 3
	before, n := runtime.NumGoroutine(), 0
	s, err := selfplay.Run(ctx, hasty, opt, func(int, *play.Record) error {
		if n++; n == 5 {
			cancel(why)
		}
		return nil
	})
	if !errors.Is(err, why) || s.Games < 5 || s.Games == opt.Games {
		t.Errorf("%v after %d games", err, s.Games)
	}
	// One that has said its last word may still be counted for a moment.
	for until := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
	if s, err := selfplay.Run(t.Context(), hasty, selfplay.Options{Games: 3, First: 3}, nil); err != nil || s.Games != 0 {
		t.Errorf("nothing to play: %v, %d games", err, s.Games)
	}
}

// TestMemory: however many games are played, the memory stays.
func TestMemory(t *testing.T) {
	n := 400
	if *manyGames {
		n = 10_000
	}
	opt := hastily(n)
	opt.Threads = 2
	var early, late uint64
	if _, err := selfplay.Run(t.Context(), hasty, opt, func(i int, _ *play.Record) error {
		switch i {
		case n / 5:
			early = live()
		case n - 1:
			late = live()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	// What is kept of a game is the hash by which it gets from others.
	if most := early + uint64(64*n) + 256<<10; late > most {
		t.Errorf("%d bytes live after %d games, %d after %d: want at most %d", early, n/5, late, n, most)
	}
}

// live returns how many bytes of the heap are in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestSummary(t *testing.T) {
	opt := hastily(40)
	var want selfplay.Summary
	different := make(map[string]bool)
	ends := make(map[string]int)
	for _, g := range games(t, hasty, opt) {
		want.Games++
		want.Positions += len(g.Moves) - g.Book
		want.Nodes += g.Used[0].Nodes + g.Used[1].Nodes
		ends[g.End.String()]++
		different[fmt.Sprint(g.Moves)] = true
	}
	s, err := selfplay.Run(t.Context(), hasty, opt, func(int, *play.Record) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if s.Games != want.Games || s.Positions != want.Positions || s.Nodes != want.Nodes || s.Unique != len(different) || !reflect.DeepEqual(s.Ends, ends) {
		t.Errorf("%+v, want %+v, %d different, ends %v", s, want, len(different), ends)
	}
	if s.White+s.Draws+s.Black != s.Games || s.White == 0 || s.Draws == 0 || s.Black == 0 {
		t.Errorf("results: %+v", s)
	}
	opt.Openings = openings.None() // hasty plays the same game each time
	if s, err = selfplay.Run(t.Context(), hasty, opt, func(int, *play.Record) error { return nil }); err != nil || s.Unique != 1 || s.Games != 40 {
		t.Errorf("%v, %+v: want 40 games, one of them different", err, s)
	}
}

// TestRules: by mates alone no other score ends a game; by scores a big one does.
func TestRules(t *testing.T) {
	loud := func() (search.Searcher, error) { // White is far ahead, and says so
		s, err := scored()
		return searcher(func(g *search.Game) search.Result {
			r := s.Search(g, nil, nil)
			r.Score = search.Score(3000).White(g.Position().SideToMove())
			return r
		}), err
	}
	opt := hastily(10)
	opt.Rules = selfplay.Rules()
	for i, g := range games(t, loud, opt) {
		if g.End != play.Resigned || g.Result.String() != "1-0" || len(g.Moves)-g.Book != 4+g.Book%2 { // the second move of White, who began does not matter, and the next of Black
			t.Errorf("game %d by scores: %v, %v, after %d half-moves", i, g.Result, g.End, len(g.Moves)-g.Book)
		}
	}
	opt.Rules = selfplay.MateRules()
	for i, g := range games(t, loud, opt) {
		if g.End == play.Resigned || g.End == play.DrawAgreed || g.End == play.MateAgreed {
			t.Errorf("game %d by mates: %v, though none was announced", i, g.End)
		}
	}
}
