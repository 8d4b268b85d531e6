package sparring

import (
	"bytes"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// game returns the game of moves from a FEN on.
func game(t *testing.T, fen, moves string) *Game {
	t.Helper()
	start, err := board.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(start, moves)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestEnds: a game ends by the laws or by giving up, with its result, no moves more, and a record that is read back.
func TestEnds(t *testing.T) {
	const queen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
	for _, c := range []struct{ name, fen, moves, resigned, end, result string }{
		{"goes on", "startpos", "e2e4", "", "ongoing", "*"},
		{"mate", queen, "g6g7", "", "checkmate", "1-0"},
		{"mate by Black", "startpos", "f2f3 e7e5 g2g4 d8h4", "", "checkmate", "0-1"},
		{"stalemate", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "", "stalemate", "1/2-1/2"},
		{"bare kings", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "", "dead position", "1/2-1/2"},
		{"third time", "startpos", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "", "threefold repetition", "1/2-1/2"},
		{"fifty moves", "7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1a2", "", "fifty moves", "1/2-1/2"},
		{"White gives up", "startpos", "e2e4", "white", "White has resigned", "0-1"},
		{"Black gives up", "startpos", "", "black", "Black has resigned", "1-0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.fen, c.moves)
			if c.resigned != "" {
				if err := g.Resign(map[string]board.Color{"white": board.White, "black": board.Black}[c.resigned]); err != nil {
					t.Fatal(err)
				}
			}
			s := g.State()
			if s.End != c.end || s.Result != c.result || s.Over != (c.end != "ongoing") || s.Over != (len(s.Moves) == 0) {
				t.Errorf("%+v", s)
			}
			if s.Over && g.Resign(board.White) == nil {
				t.Error("a game that is over can be given up")
			}
			var text bytes.Buffer
			if err := g.WritePGN(&text, Tags{White: "a", Black: "b"}); err != nil {
				t.Fatal(err)
			}
			var back pgn.Game
			if err := pgn.Parse(text.Bytes(), 1, &back); err != nil {
				t.Fatalf("%v:\n%s", err, &text)
			}
			if back.Result.String() != c.result || len(back.Moves) != len(s.Played) || back.Start.FEN() != s.Start || s.Over != strings.Contains(text.String(), "{"+c.end+"}") {
				t.Errorf("read back: %v, %d moves from %s:\n%s", back.Result, len(back.Moves), back.Start.FEN(), &text)
			}
		})
	}
}

// TestState: what a page is told of each move agrees with a game that is played move by move.
func TestState(t *testing.T) {
	g := game(t, "startpos", "e2e4 f7f5 d1h5 g7g6 h5g6")
	p := g.Start()
	for i, m := range g.State().Played {
		next, err := p.ParseSAN(m.SAN)
		if err != nil || p.UCI(next) != m.UCI {
			t.Fatalf("move %d: %+v, %v", i+1, m, err)
		}
		p.Make(next)
		want := ""
		if p.InCheck() {
			want = map[board.Color]string{board.White: "e1", board.Black: "e8"}[p.SideToMove()]
		}
		if p.FEN() != m.FEN || m.Check != want {
			t.Errorf("move %d: %+v, want %s and check %q", i+1, m, p.FEN(), want)
		}
	}
	if first := g.State().Played[2]; first.Check != "e8" {
		t.Errorf("1.e4 f5 2.Qh5+: %+v", first)
	}
}

// TestKept: an engine goes on in the game that it has played in, as the same opponent; others have their own, and no
// more than a few are kept.
func TestKept(t *testing.T) {
	var k Engines
	of := Opponent{Search: "mcts-sigmazero", Weights: weights.Builtin()}
	take := func(of Opponent, moves string) (*Player, *search.Game) {
		g := game(t, "startpos", moves).Game
		p, err := k.Take(of, g)
		if err != nil {
			t.Fatal(err)
		}
		return p, g
	}
	give := func(p *Player, g *search.Game) {
		if err := k.Give(p, g); err != nil {
			t.Fatal(err)
		}
	}
	first, g := take(of, "e2e4")
	r := first.Search(g, search.NewControl(search.Limits{Nodes: 200}, board.Black, 0), nil)
	answer := g.Position().UCI(r.Move)
	give(first, g)
	for moves, other := range map[string]Opponent{"d2d4": of, "e2e4 " + answer + " a2a3": {Search: "base", Weights: weights.Builtin()}} {
		if p, _ := take(other, moves); p == first {
			t.Errorf("%s by %s is another game", moves, other.Search)
		}
	}
	again, g := take(of, "e2e4 "+answer+" a2a3")
	if again != first || k.Kept() != 0 {
		t.Fatalf("the game goes on with another engine, %d are kept", k.Kept())
	}
	fresh, err := of.Engine()
	if err != nil {
		t.Fatal(err)
	}
	limits := search.Limits{Nodes: 50}
	more := visits(again, g, limits)
	if alone := visits(&Player{Engine: fresh}, g, limits); more < alone {
		t.Errorf("%d visits with the tree of the moves before, %d without", more, alone)
	}
	give(again, g)
	for _, moves := range []string{"a2a3", "b2b3", "c2c3", "d2d3"} {
		give(take(Opponent{Search: "base", Weights: weights.Builtin()}, moves))
	}
	if k.Kept() != mostKept {
		t.Errorf("%d engines are kept", k.Kept())
	}
	if p, _ := take(of, "e2e4 "+answer+" a2a3"); p == first {
		t.Error("the engine that was asked longest ago is kept")
	}
}

// visits searches and returns the visits of all moves.
func visits(p *Player, g *search.Game, limits search.Limits) (n int) {
	r := p.Search(g, search.NewControl(limits, g.Position().SideToMove(), 0), nil)
	a := p.NewAnalysis(g.Position())
	a.Finish(p.Engine, &r)
	for _, m := range a.Moves {
		n += m.Visits
	}
	return n
}

// TestNames: a record names what has played: the network in place of the weights, and neither where neither is asked.
func TestNames(t *testing.T) {
	for search, want := range map[string]string{"": "full, w.json", "mcts-sigmazero": "mcts-sigmazero, w.json", "base": "base, w.json"} {
		if got := strings.Join(Opponent{Search: search}.Names("w.json", ""), ", "); got != want {
			t.Errorf("%q: %q, want %q", search, got, want)
		}
	}
}
