package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// play returns the game from a FEN with moves in SAN.
func play(t *testing.T, fen, sans string) *Game {
	t.Helper()
	g := NewGame(boardtest.Parse(t, fen))
	for _, san := range strings.Fields(sans) {
		m, err := g.Position().ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		g.Make(m)
	}
	return g
}

func TestOutcome(t *testing.T) {
	const rooks = "4k2r/8/8/8/8/8/8/4K2R w - - "
	for _, c := range []struct {
		name, fen, moves string
		want             Outcome
	}{
		{"start", board.StartFEN, "", Ongoing},
		{"fool's mate", board.StartFEN, "f3 e5 g4 Qh4", Checkmate},
		{"stalemate", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", Stalemate},
		{"stalemate without material", "k7/2K5/8/8/8/8/8/1N6 b - - 0 1", "Ka7", DeadPosition},
		{"bare kings", "8/8/4k3/8/8/4p3/4K3/8 w - - 0 1", "Kxe3", DeadPosition},
		{"bishops of one colour", "8/8/4k3/4b3/8/4p3/4K3/2B5 w - - 0 1", "Bxe3", DeadPosition},
		{"bishops of two colours", "8/8/4k3/5b2/8/4p3/4K3/2B5 w - - 0 1", "Bxe3", Ongoing},
		{"twice", board.StartFEN, "Nf3 Nf6 Ng1 Ng8", Ongoing},
		{"three times", board.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Threefold},
		{"three times from a late clock", rooks + "60 80", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", Threefold},
		{"idle en passant square", board.StartFEN, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", Threefold},
		{"castling right lost", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", Ongoing},
		{"castling right lost, then three times", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8", Threefold},
		{"99 half-moves", rooks + "98 80", "Kd1", Ongoing},
		{"100 half-moves", rooks + "99 80", "Kd1", FiftyMoves},
		{"a pawn at half-move 100", "4k2r/8/8/8/8/8/P7/4K2R w - - 99 80", "a3", Ongoing},
		{"mate at half-move 100", "4k3/7R/R7/8/8/8/8/4K3 w - - 99 80", "Ra8", Checkmate},
		{"past the claim", rooks + "149 90", "Kd1", FiftyMoves},
		{"repetition before fifty moves", rooks + "92 80", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", Threefold},
	} {
		if got := play(t, c.fen, c.moves).Outcome(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOutcomeWords(t *testing.T) {
	for o, want := range []string{"ongoing", "checkmate", "stalemate", "dead position", "threefold repetition", "fifty moves", "unknown"} {
		if got := Outcome(o).String(); got != want {
			t.Errorf("outcome %d is %q, want %q", o, got, want)
		}
		if got, want := Outcome(o).IsDraw(), o >= 2; got != want {
			t.Errorf("%v is a draw: %t, want %t", Outcome(o), got, want)
		}
	}
}

// FuzzGame plays the legal moves that the bytes name and compares keys, moves and
// repetitions with what a slow look at all positions gives.
func FuzzGame(f *testing.F) {
	for i, fen := range boardtest.FENs() {
		f.Add(fen, []byte{byte(i), 3, 5, 3, 1, 250, 17})
	}
	f.Add(board.StartFEN, []byte(strings.Repeat("\x01\x01\x00\x00", 12)))
	f.Add("kr6/pp6/8/8/8/8/PP6/KR6 w - - 91 1", make([]byte, 60))
	f.Fuzz(func(t *testing.T, fen string, moves []byte) {
		start, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		g := NewGame(start)
		for _, b := range moves[:min(len(moves), 200)] {
			legal := g.Position().LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			g.Make(legal[int(b)%len(legal)])
			checkGame(t, g)
		}
	})
}

// checkGame holds a game against one replayed from its start.
func checkGame(t *testing.T, g *Game) {
	t.Helper()
	p := g.Start()
	positions := []board.Position{p}
	for _, m := range g.Moves() {
		p.Make(m)
		positions = append(positions, p)
	}
	if p != *g.Position() || len(g.Keys()) != len(positions) {
		t.Fatalf("%s with %d keys, want %s with %d", g.Position().FEN(), len(g.Keys()), p.FEN(), len(positions))
	}
	stands := 0
	for i, q := range positions {
		fresh, err := board.ParseFEN(q.FEN())
		if err != nil || fresh.Key() != g.Keys()[i] {
			t.Fatalf("%s: key %x, recomputed %x, %v", q.FEN(), g.Keys()[i], fresh.Key(), err)
		}
		if placement(&q) == placement(&p) {
			stands++
		}
	}
	if got := board.Repetitions(g.reversible()); got != stands {
		t.Fatalf("%s stands %d times by keys, %d by FEN", p.FEN(), got, stands)
	}
	if o := g.Outcome(); p.Status() == board.Ongoing && (o == Threefold) != (stands >= 3) {
		t.Fatalf("%s stands %d times: %v", p.FEN(), stands, o)
	}
}

// placement returns a FEN without its counters.
func placement(p *board.Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// TestGamesReplay does the fuzzing's check at the end of random games that
// shuffle.
func TestGamesReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	threefold, again := 0, new(Game)
	for _, fen := range boardtest.FENs() {
		g := NewGame(boardtest.Parse(t, fen))
		for range 120 {
			legal := g.Position().LegalMoves(nil)
			if len(legal) == 0 || g.Outcome() == Threefold {
				break
			}
			g.Make(shuffling(rng, g.Moves(), legal))
		}
		checkGame(t, g)
		if g.Outcome() == Threefold {
			threefold++
		}
		again.Reset(g.Start())
		for _, m := range g.Moves() {
			again.Make(m)
		}
		if again.Outcome() != g.Outcome() || !slices.Equal(again.Keys(), g.Keys()) || *again.Position() != *g.Position() {
			t.Errorf("%s: a game in the memory of another differs", fen)
		}
	}
	if threefold < 5 {
		t.Errorf("only %d games end by repetition: they test nothing", threefold)
	}
}

// shuffling takes the side's last move back where that is legal, most of the time.
func shuffling(rng *rand.Rand, moves, legal []board.Move) board.Move {
	if n := len(moves); n >= 2 && rng.IntN(4) > 0 {
		last := moves[n-2]
		if back := board.NewMove(last.To(), last.From()); slices.Contains(legal, back) {
			return back
		}
	}
	return legal[rng.IntN(len(legal))]
}
