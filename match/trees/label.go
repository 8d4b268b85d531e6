package trees

import (
	"context"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// A Label says whose values rows get: static evaluations by weights, or searches by a player under
// its limit.
type Label struct {
	Static *weights.File
	By     play.Entrant // if Static is nil
}

// A judge gives values, White's view. It serves one goroutine.
type judge interface {
	NewGame() error
	value(g *search.Game) (score winprob.Score, depth uint8, err error)
	Close() error
}

func (l *Label) judge(ctx context.Context) (judge, error) {
	if l.Static != nil {
		e, err := eval.NewSearch(l.Static)
		return static{e}, err
	}
	p, err := l.By.Start(ctx)
	if err != nil {
		return nil, err
	}
	return &searching{selfplay.Scoring(p), search.Limits{Nodes: l.By.Limit.Nodes, Depth: l.By.Limit.Depth, MoveTime: l.By.Limit.MoveTime}}, nil
}

// static is a judge that does not search.
type static struct{ *eval.SearchEvaluator }

func (static) NewGame() error { return nil }
func (static) Close() error   { return nil }

func (s static) value(g *search.Game) (winprob.Score, uint8, error) {
	return winprob.Centipawns(s.of(g.Position())), 0, nil
}

// of returns the evaluation of a position, in centipawns, White's view.
func (s static) of(p *board.Position) int {
	s.Reset(p)
	return s.Evaluate(p)
}

// searching is a judge that searches.
type searching struct {
	play.Player
	limits search.Limits
}

func (s *searching) value(g *search.Game) (winprob.Score, uint8, error) {
	t, err := s.Search(g, s.limits)
	return selfplay.Label(t.Score, t.Scored, g.Position().SideToMove()), uint8(min(t.Depth, 255)), err
}
