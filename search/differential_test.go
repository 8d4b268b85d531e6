package search_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/board/oracle"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

var games = flag.Int("games", 100, "compare the end of this `number` of games with notnil/chess; 10,000 take some minutes")

// ends counts what the comparison met.
type ends struct {
	sync.Mutex
	games, positions int
	first            [search.FiftyMoves + 1]int // of a game, by the first outcome that is not Ongoing
	idle             int                        // positions in which notnil/chess misses a repetition
}

func (e *ends) String() string {
	s := fmt.Sprintf("%d games, %d positions", e.games, e.positions)
	for o, n := range e.first {
		s += fmt.Sprintf("; %v %d", search.Outcome(o), n)
	}
	return s + fmt.Sprintf("; repetitions that notnil/chess misses: %d", e.idle)
}

// compare plays a game with both libraries and compares in every position, until
// notnil/chess ends it.
func (e *ends) compare(t *testing.T, start board.Position, moves []board.Move) {
	g := search.NewGame(start)
	theirs, err := oracle.Game(start, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, idle := search.Ongoing, 0
	for i := 0; ; i++ {
		got, want := g.Outcome(), theirOutcome(theirs)
		if first == search.Ongoing {
			first = got
		}
		if got == search.Threefold && got != want && missesRepetition(g, theirs) {
			idle++
		} else if got != want {
			t.Fatalf("%s: %v, notnil/chess %v; from %s %v", g.Position().FEN(), got, want, start.FEN(), g.Moves())
		}
		if i == len(moves) || theirs.Outcome() != chess.NoOutcome {
			break
		}
		cm, err := oracle.Move(g.Position(), theirs.Position(), moves[i])
		if err == nil {
			err = theirs.Move(cm)
		}
		if err != nil {
			t.Fatal(err)
		}
		if g.Make(moves[i]); g.Position().HalfmoveClock() == 0 {
			theirs = restarted(t, theirs.Position())
		}
	}
	e.add(first, len(g.Keys()), idle)
}

// restarted returns a game that begins at a position. Games are begun again after every
// capture and pawn move, because notnil/chess compares a position with all before
// it by their texts, and none of those can come back.
func restarted(t *testing.T, p *chess.Position) *chess.Game {
	option, err := chess.FEN(p.String())
	if err != nil {
		t.Fatal(err)
	}
	return chess.NewGame(option)
}

// add counts a game.
func (e *ends) add(first search.Outcome, positions, idle int) {
	e.Lock()
	defer e.Unlock()
	e.games++
	e.positions += positions
	e.first[first]++
	e.idle += idle
}

// theirOutcome maps the rules of notnil/chess. Mate, stalemate, dead positions,
// the fifth repetition and the seventy-fifth move end its games; the third
// repetition and the fiftieth move are claims, and count as the end here. It has
// no order among them: ours is taken.
func theirOutcome(g *chess.Game) search.Outcome {
	switch g.Method() {
	case chess.Checkmate:
		return search.Checkmate
	case chess.Stalemate:
		return search.Stalemate
	case chess.InsufficientMaterial:
		return search.DeadPosition
	}
	draws := g.EligibleDraws()
	switch {
	case slices.Contains(draws, chess.ThreefoldRepetition):
		return search.Threefold
	case slices.Contains(draws, chess.FiftyMoveRule):
		return search.FiftyMoves
	}
	return search.Ongoing
}

// missesRepetition reports whether one of the equal positions has, for
// notnil/chess, an en passant square on which no capture is legal: the bug that
// TestBugIdleEnPassant of board/oracle proves.
func missesRepetition(g *search.Game, theirs *chess.Game) bool {
	last := len(g.Keys()) - 1
	offset := last - (len(theirs.Positions()) - 1)
	p := g.Start()
	for i, key := range g.Keys() {
		if i > 0 {
			p.Make(g.Moves()[i-1])
		}
		idle := i >= offset && p.EnPassant() == board.NoSquare && theirs.Positions()[i-offset].EnPassantSquare() != chess.NoSquare
		if idle && key == g.Keys()[last] {
			return true
		}
	}
	return false
}

// TestEnds compares games of engines and people, up to half of all, and then
// random ones that are led to each of the outcomes.
func TestEnds(t *testing.T) {
	total := *games
	if long.Short(t) {
		total /= 5
	}
	var data, random ends
	t.Run("data", func(t *testing.T) { data.compareFiles(t, total/2) })
	t.Log("data: ", &data)
	t.Run("random", func(t *testing.T) { random.compareRandom(t, total-data.games) })
	t.Log("random: ", &random)
	for o, n := range random.first {
		if n < random.games/10 && search.Outcome(o) != search.Ongoing {
			t.Errorf("only %d random games end by %v", n, search.Outcome(o))
		}
	}
	if n := data.games + random.games; n != total && !t.Failed() {
		t.Errorf("%d games compared, want %d", n, total)
	}
}

// compareRandom compares n random games.
func (e *ends) compareRandom(t *testing.T, n int) {
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprint("part ", part), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(part), 1))
			for i := range (n + part) / parts {
				wish := search.Checkmate + search.Outcome((i*parts+part)%5)
				start, moves := leadTo(t, rng, wish)
				e.compare(t, start, moves)
			}
		})
	}
}

// leadTo returns the first of up to 20 random games that meets the outcome it is led
// to, or the last: so every outcome is compared, however few the games.
func leadTo(t *testing.T, rng *rand.Rand, wish search.Outcome) (start board.Position, moves []board.Move) {
	for range 20 {
		start = startOf(t, rng, wish)
		moves = lead(rng, start, wish)
		if firstEnd(start, moves) == wish {
			break
		}
	}
	return start, moves
}

// firstEnd returns the first outcome that a game meets.
func firstEnd(start board.Position, moves []board.Move) search.Outcome {
	g := search.NewGame(start)
	for _, m := range moves {
		if g.Outcome() != search.Ongoing {
			break
		}
		g.Make(m)
	}
	return g.Outcome()
}

// starts are positions from which any outcome can be reached, and others from
// which one is near.
var starts = [search.FiftyMoves + 1][]string{
	search.Ongoing: {
		board.StartFEN,
		"r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1",
	},
	search.Checkmate:    {"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", "8/8/3k4/8/3K4/8/1QR5/8 w - - 0 1"},
	search.Stalemate:    {"8/8/8/8/3k4/8/2Q5/K7 w - - 0 1", "7k/7P/8/6K1/8/8/8/8 w - - 0 1", "k7/2p5/P1P5/8/3K4/8/8/1R6 w - - 0 1"},
	search.DeadPosition: {"4k3/8/8/2b5/8/5B2/4P3/4K3 w - - 0 1", "4k3/3p4/8/2n5/8/5N2/4P3/4K3 w - - 0 1"},
	search.Threefold:    {"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"},
	search.FiftyMoves:   {"r3k3/p7/8/8/8/8/7P/4K2R w Kq - 0 1"},
}

// startOf returns a position to start from; every second one has a late clock.
func startOf(t *testing.T, rng *rand.Rand, wish search.Outcome) board.Position {
	fens := starts[search.Ongoing]
	if rng.IntN(2) == 0 {
		fens = starts[wish]
	}
	p := boardtest.Parse(t, fens[rng.IntN(len(fens))])
	if rng.IntN(2) == 0 {
		return p
	}
	fields := strings.Fields(p.FEN())
	fields[4] = fmt.Sprint(60 + rng.IntN(45))
	return boardtest.Parse(t, strings.Join(fields, " "))
}

// lead returns the moves of a random game of up to 120 half-moves that is led
// towards an outcome, and up to 8 moves beyond a draw that can be claimed.
func lead(rng *rand.Rand, start board.Position, wish search.Outcome) []board.Move {
	g := search.NewGame(start)
	for beyond := 0; len(g.Moves()) < 120 && beyond < 8; {
		legal := g.Position().LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		g.Make(towards(rng, g, legal, wish))
		if g.Outcome() != search.Ongoing {
			beyond++
		}
	}
	return g.Moves()
}

// towards chooses any move, or more often the one that leads nearest to the wish.
func towards(rng *rand.Rand, g *search.Game, legal []board.Move, wish search.Outcome) board.Move {
	best, least := legal[rng.IntN(len(legal))], 1<<30
	if rng.IntN(6) == 0 {
		return best
	}
	for _, m := range legal {
		if d := distance(g, m, wish) + rng.IntN(8); d < least {
			best, least = m, d
		}
	}
	return best
}

// distance is small for moves that lead to the wish.
func distance(g *search.Game, m board.Move, wish search.Outcome) int {
	next := *g.Position()
	next.Make(m)
	switch wish {
	case search.DeadPosition:
		return 20 * next.Occupied().Count()
	case search.Threefold:
		return -10 * slices.Index(g.Keys(), next.Key())
	case search.FiftyMoves:
		return -next.HalfmoveClock()
	}
	moves := next.CountMoves()
	switch over := moves == 0; {
	case next.InCheck() != (wish == search.Checkmate):
		return moves + 10
	case over:
		return -100
	}
	return moves
}

// compareFiles compares the first games of each file of the public data: n in all,
// or fewer where a file has not so many.
func (e *ends) compareFiles(t *testing.T, n int) {
	names, err := filepath.Glob("../../shared/data/pgn/[eh]*/*.pgn.zst")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Skip("no games in ../../shared/data/pgn here")
	}
	for i, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			e.compareFile(t, name, (n+i)/len(names))
		})
	}
}

// compareFile compares the first n games of a file that notnil/chess can express.
func (e *ends) compareFile(t *testing.T, name string, n int) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	r := pgn.NewReader(name, z)
	var g pgn.Game
	for n > 0 {
		var fault *pgn.Error
		switch err := r.Next(&g); {
		case err == io.EOF:
			return
		case errors.As(err, &fault) || g.Chess960:
			continue
		case err != nil:
			t.Fatal(err)
		}
		moves := make([]board.Move, len(g.Moves))
		for i, m := range g.Moves {
			moves[i] = m.Move
		}
		if slices.Contains(moves, board.NoMove) {
			continue
		}
		e.compare(t, g.Start, moves)
		n--
	}
}
