package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// searcher is a search.Searcher made of a function.
type searcher func(g *search.Game, c *search.Control) search.Result

func (s searcher) NewGame() {}

func (s searcher) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	return s(g, c)
}

// first plays the first legal move and thinks that the game is even.
func first() Player {
	moves := make([]board.Move, 0, board.MaxMoves)
	return Ours(searcher(func(g *search.Game, _ *search.Control) search.Result {
		return search.Result{Move: g.Position().LegalMoves(moves)[0], Depth: 1, Nodes: 1}
	}))
}

// random plays any move.
func random(seed uint64) Player {
	moves := make([]board.Move, 0, board.MaxMoves)
	source := rand.New(rand.NewPCG(seed, 1))
	return Ours(searcher(func(g *search.Game, _ *search.Control) search.Result {
		all := g.Position().LegalMoves(moves)
		return search.Result{Move: all[source.IntN(len(all))], Depth: 1, Nodes: uint64(len(all))}
	}))
}

// A line is what a scripted player does: a move, and a score if there is one.
type line struct {
	move  string
	score search.Score
	mute  bool // no score gets
}

// scripted plays the lines of both sides: line n at half-move n of the game.
func scripted(t *testing.T, lines []line) Player {
	return Ours(searcher(func(g *search.Game, _ *search.Control) search.Result {
		n := len(g.Moves())
		if n >= len(lines) {
			t.Fatalf("asked for half-move %d of a script of %d", n+1, len(lines))
		}
		m, err := g.Position().ParseUCI(lines[n].move)
		if err != nil {
			t.Fatal(err)
		}
		r := search.Result{Move: m, Score: lines[n].score, Depth: 1}
		if lines[n].mute {
			r.Depth = 0
		}
		return r
	}))
}

// opening is a game from a FEN with moves in UCI's notation; "" is the start position.
func opening(t testing.TB, fen string, moves ...string) openings.Opening {
	t.Helper()
	o := openings.Opening{Start: board.Start(), Name: "book.epd:17"}
	if fen != "" {
		var err error
		if o.Start, err = board.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	p := o.Start
	for _, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		o.Moves = append(o.Moves, m)
	}
	return o
}

// side is a player with a limit that nothing here keeps to.
func side(p Player) Side { return Side{Player: p, Limit: Limit{Nodes: 1}} }

// flat is an evaluator that sees no difference.
type flat struct{}

func (flat) Reset(*board.Position)            {}
func (flat) Push(*board.Position, board.Move) {}
func (flat) Pop()                             {}
func (flat) Evaluate(*board.Position) int     { return 0 }

// thinker is the base search with an evaluation of nothing.
func thinker(hash int) *alphabeta.Searcher {
	return alphabeta.New(func() search.Evaluator { return flat{} }, alphabeta.Options{Hash: hash})
}

// TestOverhead: of a clock a player in this process leaves as much as one over UCI does by default.
func TestOverhead(t *testing.T) {
	for _, tt := range []struct {
		lim  search.Limits
		want time.Duration
	}{
		{search.Limits{Time: [2]time.Duration{time.Second, time.Second}}, 10 * time.Millisecond},
		{search.Limits{MoveTime: time.Second}, 2 * time.Millisecond},
		{search.Limits{Nodes: 100}, 2 * time.Millisecond},
	} {
		if got := overhead(&tt.lim); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.lim, got, tt.want)
		}
	}
}
