package search

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// walker goes up and down below a game, with a Path and with a slow twin that
// remembers whole positions and looks at all of them.
type walker struct {
	path      Path
	positions []board.Position
	moves     []board.Move // NoMove is the null move
	root      int          // index of the root
}

// newWalker stands at the end of g.
func newWalker(g *Game) *walker {
	w := &walker{positions: []board.Position{g.Start()}, root: len(g.Moves())}
	w.path.Reset(g)
	for _, m := range g.Moves() {
		w.enter(m)
	}
	return w
}

func (w *walker) here() *board.Position { return &w.positions[len(w.positions)-1] }

// enter makes a move on the twin.
func (w *walker) enter(m board.Move) {
	p := *w.here()
	if m == board.NoMove {
		p.MakeNull()
	} else {
		p.Make(m)
	}
	w.positions, w.moves = append(w.positions, p), append(w.moves, m)
}

// step goes up or down at random and reports whether that was down.
func (w *walker) step(rng *rand.Rand) bool {
	legal := w.here().LegalMoves(nil)
	switch {
	case len(w.moves) > w.root && (len(legal) == 0 || rng.IntN(5) == 0):
		w.positions, w.moves = w.positions[:len(w.moves)], w.moves[:len(w.moves)-1]
		w.path.Pop()
		return false
	case len(legal) == 0:
		return false
	case !w.here().InCheck() && rng.IntN(12) == 0:
		w.enter(board.NoMove)
		w.path.PushNull(w.here())
	default:
		w.enter(shuffling(rng, w.moves, legal))
		w.path.Push(w.here())
	}
	return true
}

// repeated is the slow twin of Path.Repeated below the given root.
func (w *walker) repeated(root int) bool {
	here := placement(w.here())
	before, inTree := 0, false
	for i := len(w.moves); i > 0 && w.moves[i-1] != board.NoMove; {
		i--
		if placement(&w.positions[i]) == here {
			before++
			inTree = inTree || i >= root
		}
	}
	return inTree || before >= 2
}

// compare takes 60 steps and compares the path with the twin. It returns the
// number of repetitions, and of those among them that are threefold.
func (w *walker) compare(t *testing.T, rng *rand.Rand) (repeated, thrice int) {
	t.Helper()
	for range 60 {
		if !w.step(rng) {
			continue
		}
		got, want := w.path.Repeated(), w.repeated(w.root)
		if got != want {
			t.Fatalf("%s, %d half-moves from the root: repeated %t, want %t", w.here().FEN(), len(w.moves)-w.root, got, want)
		}
		if !got {
			continue
		}
		repeated++
		if nothing := len(w.positions); w.repeated(nothing) {
			thrice++ // even without the tree's privilege
		}
	}
	return repeated, thrice
}

// TestPathRandom walks below random games.
func TestPathRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	repeated, thrice := 0, 0
	for range 20 {
		for _, fen := range boardtest.FENs() {
			g := NewGame(boardtest.Parse(t, fen))
			for range rng.IntN(30) {
				if legal := g.Position().LegalMoves(nil); len(legal) > 0 {
					g.Make(shuffling(rng, g.Moves(), legal))
				}
			}
			a, b := newWalker(g).compare(t, rng)
			repeated, thrice = repeated+a, thrice+b
		}
	}
	if repeated < 100 || thrice < 10 {
		t.Errorf("%d repetitions, %d of them threefold: they test little", repeated, thrice)
	}
}

func TestPathIsDraw(t *testing.T) {
	for _, c := range []struct {
		name, fen, game, line string
		want                  bool
	}{
		{"a move", board.StartFEN, "", "Nf3", false},
		{"the root comes back", board.StartFEN, "", "Nf3 Nf6 Ng1 Ng8", true},
		{"a node comes back", board.StartFEN, "", "e3 e6 Nf3 Nf6 Ng1 Ng8", true},
		{"a position of the game, once", board.StartFEN, "Nf3 Nf6", "Ng1 Ng8", false},
		{"a position of the game, twice", board.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6", "Ng1 Ng8", true},
		{"after a pawn move", board.StartFEN, "Nf3 Nf6 Ng1 Ng8 e3 Nf6 Nf3 Ng8", "Ng1", false},
		{"100 half-moves", "4k2r/8/8/8/8/8/8/4K2R w - - 98 80", "", "Kd1 Kd8", true},
		{"99 half-moves", "4k2r/8/8/8/8/8/8/4K2R w - - 98 80", "", "Kd1", false},
		{"100 half-moves with check", "4k3/7R/8/8/8/8/8/4K3 w - - 99 80", "", "Rh8", true},
		{"100 half-moves with mate", "4k3/7R/R7/8/8/8/8/4K3 w - - 99 80", "", "Ra8", false},
		{"the last pawn", "8/8/4k3/8/8/4p3/4K3/2B5 w - - 0 1", "", "Bxe3", true},
		{"bishop and knight", "8/8/4k3/8/8/4p3/4K3/2B1N3 w - - 0 1", "", "Bxe3", false},
	} {
		g := play(t, c.fen, c.game)
		var path Path
		path.Reset(g)
		line := play(t, g.Position().FEN(), c.line)
		p := line.Start()
		for _, m := range line.Moves() {
			p.Make(m)
			path.Push(&p)
		}
		if got := path.IsDraw(&p); got != c.want {
			t.Errorf("%s: draw %t, want %t", c.name, got, c.want)
		}
	}
}

// TestPathAllocs goes as deep as a search can below a game with a full clock.
func TestPathAllocs(t *testing.T) {
	g := play(t, "kr6/pp6/8/8/8/8/PP6/KR6 w - - 0 1", "")
	for range 25 {
		for _, san := range []string{"Rc1", "Rc8", "Rb1", "Rb8"} {
			m, err := g.Position().ParseSAN(san)
			if err != nil {
				t.Fatal(err)
			}
			g.Make(m)
		}
	}
	var path Path
	path.Reset(g)
	p := *g.Position()
	draws := 0
	if n := testing.AllocsPerRun(10, func() {
		path.Reset(g)
		for range 2 * MaxPly {
			path.Push(&p)
			if path.IsDraw(&p) {
				draws++
			}
		}
		for range 2 * MaxPly {
			path.Pop()
		}
	}); n != 0 {
		t.Errorf("%v allocations a walk", n)
	}
	if draws == 0 {
		t.Error("no draw seen")
	}
}
