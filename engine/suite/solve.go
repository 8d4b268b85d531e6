package suite

import (
	"cmp"
	"context"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// An Attempt is what became of a problem.
type Attempt struct {
	Problem *Problem
	Solved  bool
	Points  int          // of the move played, where moves have points
	Played  []board.Move // by the solver; of a problem that is not solved the last one is wrong
	Line    []board.Move // all moves from Problem.Start, replies included
	Score   search.Score // of the last move, as the solver sees it
	Spent   Effort       // in all
	Needed  Effort       // until the right moves were there to stay, summed over the moves; of solved problems only
}

// Effort is what a search has cost.
type Effort struct {
	Nodes uint64
	Time  time.Duration
}

func (e *Effort) add(o Effort) { e.Nodes, e.Time = e.Nodes+o.Nodes, e.Time+o.Time }

// Solve gives a problem to a searcher, which has the limits for each move of its
// own; where any mate in time is right it may end when it has one. A new game begins
// first. If ctx is done the search is stopped, and the
// error is that of ctx; else it is that of a searcher that has failed.
func Solve(ctx context.Context, s search.Searcher, p *Problem, limits search.Limits, rule Rule) (*Attempt, error) {
	s.NewGame()
	t := newTrial(p, rule)
	a := &Attempt{Problem: p}
	for !a.Solved {
		found, needed := t.ask(ctx, s, limits)
		if err := cmp.Or(ctx.Err(), search.Err(s)); err != nil {
			return nil, err
		}
		a.Spent.add(Effort{found.Nodes, found.Time})
		a.Needed.add(needed)
		a.Played = append(a.Played, found.Move)
		a.Score = found.Score
		if p.Points != nil {
			a.Points = p.worth(found.Move)
		}
		if !t.game.Position().IsLegal(found.Move) || !t.right(found.Move) {
			a.Line = append(a.Line, t.game.Moves()...)
			a.Line = append(a.Line, found.Move)
			a.Needed = Effort{}
			return a, nil
		}
		a.Solved = t.play(found.Move)
	}
	a.Line = t.game.Moves()
	return a, nil
}

// ask has the solver look for one move. needed is what it had spent when it first
// had the right move and did not leave it again.
func (t *trial) ask(ctx context.Context, s search.Searcher, limits search.Limits) (found search.Result, needed Effort) {
	if t.mates() {
		limits.Mate = t.Mate - t.done
	}
	p := t.game.Position()
	c := search.NewControl(limits, p.SideToMove(), 0)
	defer context.AfterFunc(ctx, c.Stop)()
	steady := false
	found = s.Search(t.game, c, func(i *search.Info) {
		if len(i.PV) == 0 || i.MultiPV > 1 {
			return
		}
		right := t.right(i.PV[0])
		if right && !steady {
			needed = Effort{i.Nodes, i.Time}
		}
		steady = right
	})
	if !steady {
		needed = Effort{found.Nodes, found.Time}
	}
	return found, needed
}
