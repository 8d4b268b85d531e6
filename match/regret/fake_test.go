package regret

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A fake chooses by a function, and counts its searches.
type fake struct {
	think    func(p *board.Position) (board.Move, search.Score)
	searches *int
	fresh    bool
}

// counting guards the counts, which fakes of one player share.
var counting sync.Mutex

func (f *fake) NewGame() error { f.fresh = true; return nil }
func (f *fake) Close() error   { return nil }

func (f *fake) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	if !f.fresh && len(g.Moves()) < 2 { // within a game there is one before its first move
		return play.Thought{}, errors.New("searched without a new game")
	}
	f.fresh = false
	counting.Lock()
	*f.searches++
	counting.Unlock()
	m, score := f.think(g.Position())
	return play.Thought{Move: m, Score: score, Scored: true, Nodes: lim.Nodes}, nil
}

// player returns a fake that is another program; searches counts.
func player(name string, searches *int, think func(p *board.Position) (board.Move, search.Score)) Player {
	start := func(context.Context) (play.Player, error) { return &fake{think: think, searches: searches}, nil }
	return Player{Entrant: play.Entrant{Name: name, Limit: play.Limit{Nodes: 100}, Start: start}, ID: name, Knows: name}
}

// hashed is a player who chooses and values by a hash of the position.
func hashed(seed uint64) func(p *board.Position) (board.Move, search.Score) {
	return func(p *board.Position) (board.Move, search.Score) {
		h := splitmix.Mix(p.Key() ^ seed)
		moves := p.LegalMoves(nil)
		return moves[h%uint64(len(moves))], search.Score(h>>32%601) - 300
	}
}

// plays is a player who plays the move if it can, else the first.
func plays(uci string) func(p *board.Position) (board.Move, search.Score) {
	return func(p *board.Position) (board.Move, search.Score) {
		moves := p.LegalMoves(nil)
		i := max(0, slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == uci }))
		return moves[i], 0
	}
}

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// roots returns so many positions of games of random moves, four a game.
func roots(n int) (list []Root) {
	for i := range n {
		p := board.Start()
		for ply := range 6 + 3*(i%4) {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[splitmix.Mix(uint64(i/4*1000+ply))%uint64(len(moves))])
		}
		list = append(list, Root{p, uint32(i / 4)})
	}
	return list
}
