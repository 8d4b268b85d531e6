package selfplay_test

import (
	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
)

// searcher is a search made of a function.
type searcher func(g *search.Game) search.Result

func (s searcher) NewGame() {}

func (s searcher) Search(g *search.Game, _ *search.Control, _ func(*search.Info)) search.Result {
	return s(g)
}

// hasty plays any move and says any score, be it a mate, as the position's key has it:
// always the same, and without a search.
func hasty() (search.Searcher, error) {
	moves := make([]board.Move, 0, board.MaxMoves)
	return searcher(func(g *search.Game) search.Result {
		p := g.Position()
		key := p.Key() + uint64(p.HalfmoveClock())
		all := p.LegalMoves(moves)
		r := search.Result{Move: all[key%uint64(len(all))], Score: search.Score(key>>20%2001) - 1000, Depth: int(key >> 40 % 40), Nodes: key >> 50}
		switch key >> 60 {
		case 0:
			r.Score = search.MateIn(1 + int(key>>32%50))
		case 1:
			r.Score = search.MatedIn(2 + int(key>>32%50))
		}
		return r
	}), nil
}

// scored is hasty, but for its first iteration, which is always finished.
func scored() (search.Searcher, error) {
	s, _ := hasty()
	return searcher(func(g *search.Game) search.Result {
		r := s.Search(g, nil, nil)
		r.Depth++
		return r
	}), nil
}

// hastily are options for games of no more than some milliseconds.
func hastily(games int) selfplay.Options {
	return selfplay.Options{Games: games, Threads: 1, Seed: 7, Rules: play.Rules{MaxPlies: 300}}
}

// player returns a maker of the base search with weights, its table of so many MiB.
func player(w *weights.File, hash int) func() (search.Searcher, error) {
	return func() (search.Searcher, error) {
		return engine.New(engine.Options{Weights: w, Base: alphabeta.Options{Hash: max(hash, 1)}})
	}
}
