package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A mover is a player who draws his moves by his seed and the position: a game of movers depends on
// nothing else. It tells a score, and costs a microsecond a move.
type mover struct {
	seed   uint64
	moves  int // asked for since it was started
	dies   int // at this one; 0: never
	panics bool
	alive  *atomic.Int64 // players that are open; may be nil
}

func (m *mover) NewGame() error { return nil }

func (m *mover) Close() error {
	if m.alive != nil {
		m.alive.Add(-1)
	}
	return nil
}

func (m *mover) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	m.moves++
	if m.dies > 0 && m.moves >= m.dies {
		if m.panics {
			return play.Thought{}, fmt.Errorf("%w: a panic", play.ErrHarness)
		}
		return play.Thought{}, &client.Death{Engine: "mover", After: "go", State: "exit status 3"}
	}
	lots := rand.New(rand.NewPCG(m.seed, g.Position().Key()+uint64(len(g.Moves()))))
	var room [board.MaxMoves]board.Move
	moves := g.Position().LegalMoves(room[:0])
	return play.Thought{
		Move: moves[lots.IntN(len(moves))], Scored: true, Score: search.Score(lots.IntN(400) - 200), Depth: 1 + lots.IntN(9),
		Nodes: lim.Nodes, Time: time.Duration(lots.IntN(1000)) * time.Microsecond,
	}, nil
}

// entrantOf returns an entrant who starts as the given mover.
func entrantOf(name string, m mover) play.Entrant {
	return play.Entrant{Name: name, Limit: play.Limit{Nodes: 100}, Start: func(context.Context) (play.Player, error) {
		fresh := m
		if m.alive != nil {
			m.alive.Add(1)
		}
		return &fresh, nil
	}}
}

// shortGames end movers' games soon, and as often by a win as by a draw.
var shortGames = play.Rules{MaxPlies: 40, ResignMoves: 2, ResignScore: 150}

// quick is a plan of short games between movers.
func quick(pairs int, movers ...mover) Plan {
	p := Plan{Pairs: pairs, Openings: openings.Random(7, 4, nil), Rules: shortGames, Concurrency: 2}
	for i, m := range movers {
		p.Entrants = append(p.Entrants, entrantOf(string(rune('A'+i)), m))
	}
	return p
}

func mustRun(t *testing.T, p Plan) *Result {
	t.Helper()
	r, err := Run(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// gamesOf returns what a journal says of the games, without what differs between runs, by their
// number.
func gamesOf(t *testing.T, dir string) map[int]string {
	t.Helper()
	list := map[int]string{}
	j, err := openJournal(filepath.Join(dir, "games.jsonl"), func(g *Game) error {
		if list[g.Number] != "" {
			return errors.New("the game stands there twice")
		}
		g.Began, g.Seconds, g.Times, g.Left = time.Time{}, 0, nil, nil
		for color := range g.Used {
			g.Used[color].Time, g.Used[color].Longest = 0, 0
		}
		text, err := json.Marshal(g)
		list[g.Number] = string(text)
		return err
	})
	if err == nil {
		err = j.close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}
