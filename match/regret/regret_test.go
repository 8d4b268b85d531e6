package regret

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// options are of three fakes and a teacher, at random positions.
func options(searches *int) Options {
	return Options{
		Players: []Player{player("old", searches, hashed(1)), player("new", searches, hashed(2)), player("other", searches, hashed(3))},
		Teacher: player("teacher", searches, hashed(4)), K: 0.8,
		From: Positions(roots(40), 1), Threads: 1,
	}
}

func measure(t *testing.T, opt Options) (*Result, Spent) {
	t.Helper()
	r, spent, err := Run(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r, spent
}

// naive is the regret of a move, by a teacher that is asked about every legal move.
func naive(p board.Position, chosen board.Move, teacher func(p *board.Position) (board.Move, search.Score), k float64) float64 {
	best, mine := math.Inf(-1), 0.0
	for _, m := range p.LegalMoves(nil) {
		next := p
		next.Make(m)
		value := 0.5
		switch {
		case next.Status() == board.Checkmate:
			value = 1
		case next.Status() == board.Ongoing:
			_, score := teacher(&next)
			value = 1 - winprob.Expected(k, float64(score))
		}
		if best = max(best, value); m == chosen {
			mine = value
		}
	}
	return best - mine
}

// TestTwin: the room finds what a naive loop finds, whether it judges all moves or those that count.
func TestTwin(t *testing.T) {
	for _, full := range []bool{false, true} {
		n := 0
		opt := options(&n)
		opt.Full = full
		got, _ := measure(t, opt)
		list := roots(40)
		for i, seed := range []uint64{1, 2, 3} {
			var mine, theirs, other float64
			for _, root := range list {
				p := root.Position
				a, _ := hashed(seed)(&p)
				b, _ := hashed(1)(&p)
				mine += naive(p, a, hashed(4), opt.K) / float64(len(list))
				theirs += naive(p, b, hashed(4), opt.K) / float64(len(list))
				if a != b {
					other += 1 / float64(len(list))
				}
			}
			m := &got.Players[i]
			if math.Abs(m.Difference.Value-(mine-theirs)) > 1e-12 || math.Abs(m.Different-other) > 1e-12 {
				t.Errorf("full %v, %s: difference %v, other moves %v; want %v, %v", full, m.Name, m.Difference.Value, m.Different, mine-theirs, other)
			}
			if full && math.Abs(m.Regret.Value-mine) > 1e-12 || !full && m.Regret != nil {
				t.Errorf("full %v, %s: regret %v, want %v", full, m.Name, m.Regret, mine)
			}
		}
	}
}

// TestBestMove: a player that mates has no regret; one that does not has what the move leaves to a full point.
func TestBestMove(t *testing.T) {
	n := 0
	mate := Root{position(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), 1}
	again := Root{position(t, "6k1/5ppp/8/8/8/7P/5PP1/R5K1 w - - 0 1"), 2}
	opt := Options{
		Players: []Player{player("mates", &n, plays("a1a8")), player("waits", &n, plays("g1f1"))},
		Teacher: player("teacher", &n, plays("")), K: 1, From: Positions([]Root{mate, again}, 1), Full: true,
	}
	r, _ := measure(t, opt)
	if got := r.Players[0].Regret; got.Value != 0 || got.StdErr != 0 {
		t.Errorf("who mates regrets %v", got)
	}
	if got := r.Players[1]; got.Regret.Value != 0.5 || got.Difference.Value != 0.5 || got.Different != 1 {
		t.Errorf("who waits regrets %v, %v above who mates", got.Regret, got.Difference)
	}
}

// TestSame: a candidate that is the baseline has no difference, and the teacher is not asked.
func TestSame(t *testing.T) {
	n := 0
	opt := options(&n)
	opt.Players = []Player{player("old", &n, hashed(1)), player("copy", &n, hashed(1))}
	opt.Teacher = player("teacher", &n, func(*board.Position) (board.Move, search.Score) { panic("asked") })
	r, _ := measure(t, opt)
	m := r.Players[1]
	if m.Difference.Value != 0 || m.Difference.StdErr != 0 || m.Different != 0 || m.Elo.Low != 0 || m.Elo.High != 0 || m.RootsFor10 != 0 {
		t.Errorf("a copy differs: %+v", m)
	}
}

// TestClusteredError: by hand. Of 1, 2 in a game and 3, 6 in another the mean is 3, the residuals sum
// to −3 and 3, and 2/1·(9+9)/4² = 1.5².
func TestClusteredError(t *testing.T) {
	m := meanOf([]float64{1, 2, 3, 6}, []uint32{7, 7, 9, 9})
	if want := (Mean{Value: 3, StdErr: 1.5, Roots: 4, Games: 2}); m != want {
		t.Errorf("got %+v, want %+v", m, want)
	}
	if one := meanOf([]float64{1, 2}, []uint32{7, 7}); one.StdErr != 0 || !math.IsInf(one.Half95(), 1) {
		t.Errorf("of one game %+v ±%v", one, one.Half95())
	}
}

// TestCache: answers that are known change nothing, a second candidate costs its own moves, and the
// number of threads shows nowhere.
func TestCache(t *testing.T) {
	n := 0
	opt := options(&n)
	want, _ := measure(t, opt)
	opt.Cache = filepath.Join(t.TempDir(), "cache")
	opt.From, opt.Threads = Positions(roots(40), 1), 1
	measure(t, opt)
	file, _ := os.ReadFile(opt.Cache)
	n = 0
	opt.From = Positions(roots(40), 1)
	got, spent := measure(t, opt)
	if !reflect.DeepEqual(got, want) || n != 0 || spent.Known != spent.Answers || spent.Answers == 0 {
		t.Errorf("from the cache: %d searches, %+v\n%+v\nwant\n%+v", n, spent, got, want)
	}
	opt.From = Positions(roots(40), 1)
	opt.Players[2] = player("third", &n, hashed(5))
	measure(t, opt)
	if n > 80 { // its moves, and what they lead to where no one has moved so
		t.Errorf("another candidate took %d searches", n)
	}
	again := options(new(int))
	again.Cache = filepath.Join(t.TempDir(), "cache")
	measure(t, again)
	if bytes, _ := os.ReadFile(again.Cache); string(bytes) != string(file) {
		t.Error("the same measure leaves another cache")
	}
}

// TestThreads: the same result and the same cache for any number of players at a time.
func TestThreads(t *testing.T) {
	var results []*Result
	var files []string
	for _, threads := range []int{1, 3} {
		opt := options(new(int))
		for i := range opt.Players { // no counter: they run at once
			opt.Players[i] = own(opt.Players[i].Name, hashed(uint64(i)))
		}
		opt.Teacher = own("teacher", hashed(9))
		opt.Threads, opt.Cache = threads, filepath.Join(t.TempDir(), "cache")
		r, _ := measure(t, opt)
		text, _ := os.ReadFile(opt.Cache)
		results, files = append(results, r), append(files, string(text))
	}
	if !reflect.DeepEqual(results[0], results[1]) || files[0] != files[1] {
		t.Error("three threads find something else than one")
	}
}

// own is a fake that counts for itself.
func own(name string, think func(p *board.Position) (board.Move, search.Score)) Player {
	p := player(name, nil, think)
	p.Start = func(context.Context) (play.Player, error) { return &fake{think: think, searches: new(int)}, nil }
	return p
}

// TestResume: a run that is stopped goes on from its cache, also from one that a kill has torn.
func TestResume(t *testing.T) {
	n := 0
	want, _ := measure(t, options(&n))
	all := n
	opt := options(&n)
	opt.Cache = filepath.Join(t.TempDir(), "cache")
	ctx, cancel := context.WithCancel(t.Context())
	opt.Progress = func(stage string, done, _ int) {
		if stage == "teacher" && done == 10 {
			cancel()
		}
	}
	if _, _, err := Run(ctx, opt); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	text, _ := os.ReadFile(opt.Cache)
	if err := os.WriteFile(opt.Cache, text[:len(text)-5], 0o666); err != nil {
		t.Fatal(err)
	}
	n = 0
	opt.Progress, opt.From = nil, Positions(roots(40), 1)
	got, spent := measure(t, opt)
	if !reflect.DeepEqual(got, want) || spent.Dropped == "" || n >= all-100 {
		t.Errorf("resumed with %d of %d searches, dropped %q:\n%+v\nwant\n%+v", n, all, spent.Dropped, got, want)
	}
	if err := os.WriteFile(opt.Cache, []byte("something else\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "pass another file as -cache") {
		t.Errorf("of another file: %v", err)
	}
}

// TestPlayed: roots are drawn from games of the baseline, and come from the cache the second time.
func TestPlayed(t *testing.T) {
	n := 0
	opt := options(&n)
	games := Games{Openings: openings.Random(Seed(1), 8, nil), Seed: 1, PerGame: 3}
	opt.From, opt.Roots, opt.Cache = Played(games), 20, filepath.Join(t.TempDir(), "cache")
	want, _ := measure(t, opt)
	if want.Roots != 20 || want.Games < 7 {
		t.Errorf("%d roots of %d games", want.Roots, want.Games)
	}
	n, opt.From = 0, Played(games)
	if got, _ := measure(t, opt); !reflect.DeepEqual(got, want) || n != 0 {
		t.Errorf("played again with %d searches", n)
	}
	games.Most = 4
	opt.From = Played(games)
	if few, _ := measure(t, opt); few.Games > 4 || few.Roots > 12 {
		t.Errorf("%d roots of %d games, want at most 4", few.Roots, few.Games)
	}
}

// TestDecided: roots in which there is no choice, or that are decided by the baseline, are skipped.
func TestDecided(t *testing.T) {
	n := 0
	list := append(roots(8),
		Root{position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 50},                           // stalemate
		Root{position(t, "7k/8/6K1/8/8/8/8/5Q2 b - - 0 1"), 51},                           // one move
		Root{position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 100 90"), 52}) // fifty moves
	opt := options(&n)
	opt.Players[0] = player("old", &n, func(p *board.Position) (board.Move, search.Score) {
		m, _ := hashed(1)(p)
		if p.Key() == list[3].Position.Key() {
			return m, 401
		}
		return m, -400
	})
	opt.From = Positions(list, 1)
	if r, _ := measure(t, opt); r.Roots != 7 {
		t.Errorf("%d roots, want 7", r.Roots)
	}
	opt.From = Positions(list[:4], 1) // of one game
	if _, _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "pass positions of more games") {
		t.Errorf("of one game: %v", err)
	}
}

// TestWarnings: a teacher that knows what a player knows, few roots, a line of other conditions.
func TestWarnings(t *testing.T) {
	n := 0
	opt := options(&n)
	opt.Teacher.Knows = "new"
	opt.Players[2].Limit.Nodes = 101
	r, _ := measure(t, opt)
	var codes []note.Code
	for _, w := range r.Warnings {
		codes = append(codes, w.Code)
	}
	if want := []note.Code{note.V11, note.V11, note.V12, note.V12, note.V13}; !slices.Equal(codes, want) {
		t.Errorf("%v, want %v", r.Warnings, want)
	}
	if !strings.Contains(r.Warnings[2].Text, "pass -positions") {
		t.Errorf("%v does not say how many roots", r.Warnings[2])
	}
}

// TestOwn: half of a candidate's roots are of its own games; there no one else moves, the difference is the
// mean of both halves, and what others measure does not depend on it.
func TestOwn(t *testing.T) {
	n := 0
	opt := options(&n)
	opt.From, opt.Roots = Positions(roots(40), 1), 20
	half := opt
	half.Roots = 10
	common, _ := measure(t, half)
	opt.From = Positions(roots(40), 1)
	opt.Own = &Games{Openings: openings.Random(5, 6, nil), ID: "five", Seed: 9, PerGame: 3}
	both, _ := measure(t, opt)
	for i := 1; i < len(opt.Players); i++ {
		p := &both.Players[i]
		if p.Own == nil || p.Own.Roots != 10 || p.Difference.Roots != 20 || p.Own.Games < 3 {
			t.Fatalf("%+v of %+v", p.Own, p)
		}
		if want := (common.Players[i].Difference.Value + p.Own.Value) / 2; math.Abs(p.Difference.Value-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", p.Name, p.Difference.Value, want)
		}
		alone := opt
		alone.From, alone.Players = Positions(roots(40), 1), []Player{opt.Players[0], opt.Players[i]}
		if r, _ := measure(t, alone); r.Players[1].Difference != p.Difference || *r.Players[1].Own != *p.Own {
			t.Errorf("%s alone: %+v, with others %+v", p.Name, r.Players[1], p)
		}
	}
	if *both.Players[1].Own == *both.Players[2].Own || both.Players[0].Own != nil || both.Roots != 20 {
		t.Errorf("%+v", both)
	}
	opt.From, opt.Full = Positions(roots(40), 1), true
	full, _ := measure(t, opt)
	for i := range full.Players {
		if p := full.Players[i]; p.Regret.Roots != p.Difference.Roots || p.Difference != both.Players[i].Difference {
			t.Errorf("%s, all moves judged: %+v, %+v", p.Name, p.Regret, p.Difference)
		}
	}
}

// TestOwnIsKept: games and answers of own roots are in the cache.
func TestOwnIsKept(t *testing.T) {
	n := 0
	opt := options(&n)
	opt.Roots, opt.Cache = 20, filepath.Join(t.TempDir(), "cache")
	opt.Own = &Games{Openings: openings.Random(5, 6, nil), ID: "five", Seed: 9}
	first, _ := measure(t, opt)
	searches := n
	opt.From = Positions(roots(40), 1)
	again, spent := measure(t, opt)
	if n != searches || spent.Known != spent.Answers || !reflect.DeepEqual(first, again) {
		t.Errorf("%d searches more, %+v", n-searches, spent)
	}
}

// TestRootsWithoutGames: a warning names roots for which pawn skeletons stand in place of games; one that names
// its game is enough.
func TestRootsWithoutGames(t *testing.T) {
	n := 0
	list := roots(40)
	for i := range list {
		list[i].Game = game.Skeleton(&list[i].Position)
	}
	opt := options(&n)
	opt.From = Positions(list, 1)
	if r, _ := measure(t, opt); !r.Warnings.Has(note.V14) {
		t.Errorf("%v", r.Warnings)
	}
	list[0].Game++
	opt.From = Positions(list, 1)
	if r, _ := measure(t, opt); r.Warnings.Has(note.V14) {
		t.Errorf("%v", r.Warnings)
	}
}

// TestOneIn: where a measure has one root in two V12 asks for twice as many.
func TestOneIn(t *testing.T) {
	asked := func(oneIn int) (n int) {
		opt := options(new(int))
		opt.OneIn = oneIn
		r, _ := measure(t, opt)
		i := slices.IndexFunc(r.Warnings, func(w note.Note) bool { return w.Code == note.V12 })
		if i < 0 {
			t.Fatalf("%v", r.Warnings)
		}
		_, after, _ := strings.Cut(r.Warnings[i].Text, "pass -positions ")
		if _, err := fmt.Sscan(after, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if one, two := asked(0), asked(2); two != 2*one || one == 0 {
		t.Errorf("%d roots, and of halves %d", one, two)
	}
}

// TestRefused: errors say what to pass.
func TestRefused(t *testing.T) {
	n := 0
	for want, change := range map[string]func(o *Options){
		"pass a baseline and at least one candidate": func(o *Options) { o.Players = o.Players[:1] },
		"pass a number above 0":                      func(o *Options) { o.K = 0 },
		"pass positions":                             func(o *Options) { o.From = nil },
		"pass 1 or more":                             func(o *Options) { o.Roots = -1 },
		"a position has no clock":                    func(o *Options) { o.Players[1].Limit = play.Limit{Time: 1e9} },
		"pass nodes=1000":                            func(o *Options) { o.Teacher.Limit = play.Limit{} },
		"illegal move": func(o *Options) {
			o.Players[1] = player("bad", &n, func(*board.Position) (board.Move, search.Score) { return 0, 0 })
		},
	} {
		opt := options(&n)
		change(&opt)
		if _, _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestRead: of a file, of which every second position is taken, those come first that are drawn, in
// any order of its lines.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, list []Root) string {
		var text strings.Builder
		for _, r := range list {
			text.WriteString(r.Position.FEN() + "\n")
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list := roots(40)
	there, back := write("there.epd", list), slices.Clone(list)
	slices.Reverse(back)
	a, err := Read([]string{there}, 1, 7, 3, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Read([]string{write("back.epd", back)}, 1, 7, 3, datasets.Options{})
	if err != nil || len(a) != 7 || !slices.EqualFunc(a, b, func(x, y Root) bool { return x.Position == y.Position }) {
		t.Errorf("%d and %d roots differ by the order of the lines: %v", len(a), len(b), err)
	}
	all, err := Read([]string{there}, 2, 1000, 3, datasets.Options{})
	if err != nil || len(all) > 20 || len(all) < 15 {
		t.Errorf("%d of every second position, %v", len(all), err)
	}
}
