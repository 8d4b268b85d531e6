package selfplay

import (
	"context"
	"errors"
	"iter"
	"sync"

	"centipawn/datasets"
	"centipawn/match/play"
	"centipawn/ordered"
	"centipawn/search"
	"centipawn/winprob"
)

// Relabelled counts what became of positions.
type Relabelled struct {
	Read    int `json:"read"`     // positions of the input
	Written int `json:"written"`  // with the player's score
	NoMove  int `json:"no_move"`  // omitted: the game is over
	NoScore int `json:"no_score"` // omitted: the player said none
}

// searchedTogether is the number of positions between two NewGame: a player may
// forget in them what it knew of others, so that scores do not depend on threads.
const searchedTogether = 64

// Relabel searches the positions that r has left with the player, under its limit,
// and writes them with its scores in place of their own, in the order of r: the
// first bad line ends it. threads players work at a time; what they write does not
// depend on it. progress is called after every batch.
func Relabel(ctx context.Context, r *datasets.Reader, w *datasets.Writer, who play.Entrant, threads int, progress func(*Relabelled)) (sum Relabelled, err error) {
	next, stop := iter.Pull2(r.All())
	defer stop()
	players := &labellers{who: who}
	pool := ordered.Pool[*batch]{
		Threads: threads,
		New:     func() *batch { return new(batch) },
		Fill:    func(b *batch) (bool, error) { return b.fill(next) },
		Worker:  players.worker,
		Take: func(b *batch) error {
			sum.add(b)
			defer progress(&sum)
			return b.write(w)
		},
	}
	err = pool.Run(ctx)
	return sum, errors.Join(err, players.close())
}

func (s *Relabelled) add(b *batch) {
	s.Read += len(b.samples)
	s.NoMove += b.over
	for i := range b.samples {
		if b.samples[i].Score != winprob.NoScore {
			s.Written++
		}
	}
	s.NoScore = s.Read - s.NoMove - s.Written
}

// A batch is positions that are searched one after the other.
type batch struct {
	samples []datasets.Sample
	over    int
}

func (b *batch) fill(next func() (datasets.Sample, error, bool)) (more bool, err error) {
	*b = batch{samples: b.samples[:0]}
	for len(b.samples) < searchedTogether {
		s, err, ok := next()
		if !ok || err != nil {
			return len(b.samples) > 0, err
		}
		b.samples = append(b.samples, s)
	}
	return true, nil
}

func (b *batch) write(w *datasets.Writer) error {
	for i := range b.samples {
		if s := &b.samples[i]; s.Score != winprob.NoScore {
			if err := w.Write(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// labellers are the players of a run.
type labellers struct {
	who play.Entrant

	mu   sync.Mutex
	list []play.Player
}

// worker returns what labels batches on one thread, whose player is started with the first.
func (p *labellers) worker(ctx context.Context) func(*batch) error {
	l := &labeller{ctx: ctx, who: p.who}
	return func(b *batch) (err error) {
		if l.player == nil {
			if l.player, err = p.start(ctx); err != nil {
				return err
			}
		}
		return l.label(b)
	}
}

func (p *labellers) start(ctx context.Context) (play.Player, error) {
	player, err := p.who.Start(ctx)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, player)
	return player, nil
}

// close waits until nothing of the players is left, once all threads have ended: another program
// was killed with the context of its thread.
func (p *labellers) close() (err error) {
	for _, player := range p.list {
		err = errors.Join(err, player.Close())
	}
	return err
}

// A labeller labels on one thread.
type labeller struct {
	ctx    context.Context
	who    play.Entrant
	player play.Player
}

func (l *labeller) label(b *batch) error {
	if err := l.player.NewGame(); err != nil {
		return err
	}
	for i := range b.samples {
		if err := l.ctx.Err(); err != nil {
			return context.Cause(l.ctx)
		}
		if err := l.one(&b.samples[i], b); err != nil {
			return err
		}
	}
	return nil
}

// one replaces the score of a position, and the depth and the move that belong to it.
func (l *labeller) one(s *datasets.Sample, b *batch) error {
	s.Score, s.Depth = winprob.NoScore, 0
	if s.Position.CountMoves() == 0 {
		b.over++
		return nil
	}
	limits := search.Limits{Nodes: l.who.Limit.Nodes, Depth: l.who.Limit.Depth, MoveTime: l.who.Limit.MoveTime}
	t, err := l.player.Search(search.NewGame(s.Position), limits)
	if err != nil {
		return err
	}
	s.Score = Label(t.Score, t.Scored, s.Position.SideToMove())
	s.Move, s.Depth = t.Move, uint8(min(t.Depth, 255))
	return nil
}
