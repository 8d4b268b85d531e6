package selfplay

import (
	"context"
	"fmt"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// A table is where one thread plays: a player who sits on both sides of it.
type table struct {
	opt      *Options
	side     play.Side
	openings openings.Source
	failed   error // of the player, while he judged openings
	unscored int   // openings of this game without a score, in a row
}

// mostUnscored is how many openings in a row may have no score: an engine that never reports one cannot judge them.
const mostUnscored = 20

// judge says of a random opening whether to play it. It asks the thread's own
// player, so each thread has a source of its own. What is wrong with him ends the next game.
func (t *table) judge() func(*search.Game) bool {
	if t.opt.Balance == 0 {
		return nil
	}
	p := t.side.Player
	limits := search.Limits{Nodes: t.opt.Limit.Nodes, Depth: t.opt.Limit.Depth}
	return func(g *search.Game) bool {
		if t.failed = p.NewGame(); t.failed != nil {
			return true
		}
		var thought play.Thought
		if thought, t.failed = p.Search(g, limits); t.failed == nil && !thought.Scored {
			if t.unscored++; t.unscored < mostUnscored {
				return false
			}
			t.failed = fmt.Errorf("%s: the engine reports no score even at depth 1, so openings cannot be balanced: pass a balance of 0", g.Position().FEN())
		}
		t.unscored = 0
		score := thought.Score
		return t.failed != nil || !score.IsMate() && max(int(score), -int(score)) <= t.opt.Balance
	}
}

// play plays the game with a number.
func (t *table) play(ctx context.Context, number int, into *play.Record) error {
	t.unscored = 0
	o, err := t.openings.Opening(number)
	if err == nil {
		err = t.failed
	}
	if err == nil {
		err = play.Play(ctx, o, t.side, t.side, t.opt.Rules, into)
	}
	if err == nil && into.End.Forfeit() {
		err = fmt.Errorf("%v: %s", into.End, into.Reason) // a search that is broken makes no data
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", number, err)
	}
	return nil
}
