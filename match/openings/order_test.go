package openings_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/search"
)

// afterFirstMoves is a book of the positions after two half-moves: 400 lines.
func afterFirstMoves(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	start := board.Start()
	for _, m := range start.LegalMoves(nil) {
		p := start
		p.Make(m)
		for _, m := range p.LegalMoves(nil) {
			q := p
			q.Make(m)
			fmt.Fprintln(&b, q.FEN())
		}
	}
	return write(t, "two.epd", []byte(b.String()))
}

// names returns the names of so many openings.
func names(t *testing.T, s openings.Source, n int) (list []string) {
	t.Helper()
	for i := range n {
		o, err := s.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, o.Name)
	}
	return list
}

func TestOrder(t *testing.T) {
	path := afterFirstMoves(t)
	open := func(opt openings.BookOptions) []string {
		b, err := openings.Open(path, opt)
		if err != nil {
			t.Fatal(err)
		}
		if b.Len() != 400 {
			t.Fatalf("%d openings, want 400", b.Len())
		}
		list := names(t, b, 2*b.Len())
		if !slices.Equal(list[:400], list[400:]) {
			t.Error("after the last opening the first does not come again")
		}
		return list[:400]
	}
	sequential := open(openings.BookOptions{Sequential: true, Seed: 7})
	one, two := open(openings.BookOptions{Seed: 1}), open(openings.BookOptions{Seed: 2})
	if !slices.Equal(one, open(openings.BookOptions{Seed: 1})) {
		t.Error("the same seed gives another order")
	}
	if slices.Equal(one, two) || slices.Equal(one, sequential) {
		t.Error("seeds do not shuffle")
	}
	for i, name := range sequential {
		if want := fmt.Sprintf("two.epd:%d", i+1); name != want {
			t.Fatalf("opening %d is %s, want %s", i, name, want)
		}
	}
	for _, list := range [][]string{one, two, sequential} {
		slices.Sort(list)
	}
	if !slices.Equal(one, sequential) || !slices.Equal(two, sequential) {
		t.Error("a shuffled book has other openings")
	}
	b, err := openings.Open(path, openings.BookOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, b, 3); !slices.Equal(got, []string{"two.epd:67", "two.epd:153", "two.epd:84"}) {
		t.Errorf("seed 1 begins with %v", got) // a match that goes on relies on it
	}
	if _, err := b.Opening(-1); err == nil {
		t.Error("pair -1 has an opening")
	}
}

func TestNone(t *testing.T) {
	o, err := openings.None().Opening(3)
	if err != nil || o.Start != board.Start() || len(o.Moves) > 0 || openings.None().Len() != 1 {
		t.Errorf("%+v, %v, Len %d", o, err, openings.None().Len())
	}
}

func TestChess960(t *testing.T) {
	tests := []struct {
		fen  string
		want bool
	}{
		{board.StartFEN, false},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"4k2r/8/8/8/8/8/8/1K6 b k - 0 1", false},
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", true},
		{"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true},
		{"4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", true},
		{"r4k2/8/8/8/8/8/8/R3K3 w Qq - 0 1", true},
	}
	for _, tt := range tests {
		p, err := board.ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if o := (openings.Opening{Start: p}); o.Chess960() != tt.want {
			t.Errorf("%s: Chess960 %v", tt.fen, o.Chess960())
		}
		// The letters of the castling field say the same.
		if letters := strings.Trim(strings.Fields(p.FEN())[2], "KQkq-") != ""; letters != tt.want {
			t.Errorf("%s: as FEN %s", tt.fen, p.FEN())
		}
	}
}

// text is all there is to an opening.
func text(o openings.Opening) string {
	return fmt.Sprint(o.Name, " ", o.Start.FEN(), " ", o.Moves)
}

func TestRandom(t *testing.T) {
	const n, plies = 200, 8
	s := openings.Random(42, plies, nil)
	if s.Len() != 0 {
		t.Errorf("Len %d, want 0", s.Len())
	}
	var want [n]string
	lengths, seen := map[int]int{}, map[uint64]bool{}
	for i := range n {
		o, err := s.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = text(o)
		lengths[len(o.Moves)]++
		p := o.Start
		for _, m := range o.Moves {
			if !slices.Contains(p.LegalMoves(nil), m) {
				t.Fatalf("%s: %v is not legal in %s", o.Name, m, p.FEN())
			}
			p.Make(m)
		}
		if p != o.End() || p.Status() != board.Ongoing {
			t.Errorf("%s ends in %s", o.Name, p.FEN())
		}
		seen[p.Key()] = true
	}
	if lengths[plies] < n/3 || lengths[plies+1] < n/3 || lengths[plies]+lengths[plies+1] != n {
		t.Errorf("half-moves: %v, want 8 and 9 as often", lengths)
	}
	if len(seen) < n-2 {
		t.Errorf("%d positions in %d openings", len(seen), n)
	}
	again := openings.Random(42, plies, nil)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := n - 1 - worker; i >= 0; i -= 4 {
				if o, err := again.Opening(i); err != nil || text(o) != want[i] {
					t.Errorf("opening %d is %s when asked otherwise, %v, want %s", i, text(o), err, want[i])
				}
			}
		})
	}
	wg.Wait()
	if o, _ := openings.Random(43, plies, nil).Opening(0); text(o)[10:] == want[0][10:] {
		t.Error("the seed changes nothing")
	}
}

func TestRandomIsFixed(t *testing.T) {
	o, err := openings.Random(1, 4, nil).Opening(0)
	if want := "random 1/0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 [b2b3 a7a6 f2f4 e7e5]"; err != nil || text(o) != want {
		t.Errorf("%s, %v, want %s", text(o), err, want)
	}
}

func TestRandomBalance(t *testing.T) {
	asked := 0
	castlesAway := func(g *search.Game) bool { // something rare
		asked++
		return len(g.Moves()) == 6 && g.Position().PieceAt(board.D1) == board.NoPiece
	}
	s := openings.Random(9, 6, castlesAway)
	for i := range 20 {
		o, err := s.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		if end := o.End(); len(o.Moves) != 6 || end.PieceAt(board.D1) != board.NoPiece {
			t.Errorf("%s is not what was asked for: %s", o.Name, end.FEN())
		}
	}
	if asked < 40 {
		t.Errorf("asked %d times for 20 openings", asked)
	}
}

func TestRandomGivesUp(t *testing.T) {
	asked := 0
	s := openings.Random(5, 8, func(*search.Game) bool { asked++; return false })
	_, err := s.Opening(3)
	want := "opening random 5/3: not one of 1000 draws of 8 half-moves is balanced: allow more for balance, or pass another number of half-moves"
	if err == nil || err.Error() != want || asked > 1000 {
		t.Errorf("error %v after %d questions, want %s", err, asked, want)
	}
	if _, err := openings.Random(5, -1, nil).Opening(0); err == nil {
		t.Error("-1 half-moves are possible")
	}
}

// A judge has the score of the material, and cannot be asked twice without NewGame.
type materialist struct {
	fresh bool
	made  *sync.Map
}

func (m *materialist) NewGame() { m.fresh = true }

func (m *materialist) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	if !m.fresh || c.Limits().Nodes != 77 {
		return search.Result{Score: search.Infinity}
	}
	m.fresh = false
	m.made.Store(m, true)
	return search.Result{Score: material(g.Position())}
}

// material is the balance in the view of the side to move, with queens as mates.
func material(p *board.Position) (score search.Score) {
	us, them := p.SideToMove(), p.SideToMove().Other()
	if p.Pieces(us, board.Queen).Count() > p.Pieces(them, board.Queen).Count() {
		return search.MateIn(3)
	}
	for pt := board.Pawn; pt < board.King; pt++ {
		score += search.Score(board.SEEValues[pt] * (p.Pieces(us, pt).Count() - p.Pieces(them, pt).Count()))
	}
	return score
}

func TestBalanced(t *testing.T) {
	var made sync.Map
	newSearcher := func() search.Searcher { return &materialist{made: &made} }
	s := openings.Random(3, 20, openings.Balanced(newSearcher, search.Limits{Nodes: 77}, 100))
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < 60; i += 4 {
				o, err := s.Opening(i)
				if err != nil {
					t.Error(err)
					return
				}
				if end := o.End(); material(&end) > 100 || material(&end) < -100 {
					t.Errorf("%s: %v in %s", o.Name, material(&end), end.FEN())
				}
			}
		})
	}
	wg.Wait()
	searchers := 0
	made.Range(func(any, any) bool { searchers++; return true })
	if searchers == 0 {
		t.Error("no player was asked")
	}
}

// TestBalancedWidely: a margin beyond all scores takes any.
func TestBalancedWidely(t *testing.T) {
	var made sync.Map
	ahead, err := board.ParseFEN("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	balanced := openings.Balanced(func() search.Searcher { return &materialist{made: &made} }, search.Limits{Nodes: 77}, math.MaxInt)
	if !balanced(search.NewGame(ahead)) {
		t.Error("a rook is more than all that there is")
	}
}

func BenchmarkRandom(b *testing.B) {
	s := openings.Random(1, 8, nil)
	for i := range b.N {
		if _, err := s.Opening(i); err != nil {
			b.Fatal(err)
		}
	}
}
