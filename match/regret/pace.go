package regret

import (
	"sync"

	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// pace tells how far root games are, in half-moves: a game counts as long as it may be.
type pace struct {
	mu          sync.Mutex
	report      func(stage string, done, total int)
	stage       string
	done, total int
}

// step counts half-moves.
func (p *pace) step(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	p.report(p.stage, p.done, p.total)
}

// paced is a player whose moves are counted.
type paced struct {
	play.Player
	*pace
}

var _ play.Stopper = (*paced)(nil)

func (p *paced) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	t, err := p.Player.Search(g, lim)
	if err == nil {
		p.step(1)
	}
	return t, err
}

// Stop stops the player, if it can be.
func (p *paced) Stop() {
	if s, can := p.Player.(play.Stopper); can {
		s.Stop()
	}
}
