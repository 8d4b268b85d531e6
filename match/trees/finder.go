package trees

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/eval"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/winprob"
)

// A finder searches with the weights that are to be fitted. It serves one goroutine.
type finder struct {
	engine *engine.Engine
	static static
	quiet  *alphabeta.Searcher // for quiescence alone
	limits search.Limits
	alone  bool // no search but quiescence
	drawer drawer
	path   search.Path
}

func newFinder(o *Options) (*finder, error) {
	e, err := o.Player()
	if err != nil {
		return nil, err
	}
	file := e.Settings().Weights
	evaluator, err := eval.NewSearch(file)
	if err != nil {
		return nil, err
	}
	f := &finder{engine: e, static: static{evaluator}, limits: search.Limits{Nodes: o.Limit.Nodes, Depth: o.Limit.Depth}, alone: o.Limit == (play.Limit{})}
	f.quiet = alphabeta.New(func() search.Evaluator {
		own, err := eval.NewSearch(file)
		if err != nil {
			panic("trees: " + err.Error()) // it could be made a line ago
		}
		return own
	}, alphabeta.Options{Hash: 1, Threads: 1})
	if o.Kind == Leaves && !e.OnLeaf(nil) {
		return nil, fmt.Errorf("search %s has no quiescence whose leaves could be drawn: pass search %s or %s", e.Settings().Search, engine.DefaultSearch, engine.BaseSearch)
	}
	return f, nil
}

// Close frees the search's memory.
func (f *finder) Close() error { return f.engine.Close() }

// search searches a position, one half-move deep at least.
func (f *finder) search(g *search.Game) search.Result {
	side := g.Position().SideToMove()
	r := f.engine.Search(g, search.NewControl(f.limits, side, 0), nil)
	if r.Depth > 0 {
		return r
	}
	return f.engine.Search(g, search.NewControl(search.Limits{Depth: 1}, side, 0), nil)
}

// A leaf is where the value of a position comes from.
type leaf struct {
	position board.Position
	offset   int  // centipawns, White's view: value = evaluation of position + offset
	fixed    bool // value = offset: no evaluation is in it
}

// leaf finds the leaf of the position of a game.
func (f *finder) leaf(g *search.Game) leaf {
	p := *g.Position()
	switch o := g.Outcome(); {
	case o == search.Checkmate:
		return leaf{p, -sign(p.SideToMove()) * winprob.MaxCentipawns, true}
	case o != search.Ongoing:
		return leaf{p, 0, true}
	}
	score, line := f.value(g)
	if score.IsMate() {
		return leaf{p, mateSign(score) * winprob.MaxCentipawns, true}
	}
	end, drawn := f.follow(g, line)
	if drawn && score == 0 {
		return leaf{p, 0, true}
	}
	return leaf{end, int(score) - f.static.of(&end), false}
}

// value returns the score of the position of a game, White's view, and the line to its leaf.
func (f *finder) value(g *search.Game) (score search.Score, line []board.Move) {
	p := g.Position()
	if f.alone {
		white, line := f.quiet.Quiesce(p)
		return search.Score(white), line
	}
	r := f.search(g)
	return r.Score.White(p.SideToMove()), r.PV
}

// follow plays a line and reports whether it ends in a draw.
func (f *finder) follow(g *search.Game, line []board.Move) (end board.Position, drawn bool) {
	f.path.Reset(g)
	end = *g.Position()
	for _, m := range line {
		end.Make(m)
		f.path.Push(&end)
	}
	return end, f.path.IsDraw(&end) || !end.InCheck() && end.CountMoves() == 0
}

// mateSign is +1 of a mate by White, −1 of one by Black, in White's view.
func mateSign(s search.Score) int {
	if s > 0 {
		return 1
	}
	return -1
}

// sign is +1 of White and −1 of Black.
func sign(c board.Color) int { return 1 - 2*int(c) }
