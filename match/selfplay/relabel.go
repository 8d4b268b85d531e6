package selfplay

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"sync"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// Relabel searches the positions that r has left with the player, under its limit,
// and writes them to a file with its scores in place of their own, in the order of r: the
// first bad line ends it. threads players work at a time; what they write does not
// depend on it. progress is called after every batch.
//
// Until all are searched their values are in a journal beside the file, which no second run opens
// meanwhile. If there is one already, its positions are not searched again; settings, as JSON, says
// whether they are of the same kind: the inputs and the player with its limit. A report beside the
// finished file says the same of it: called again, Relabel returns that report and changes nothing.
// Any other file that exists is never written over. With settings nil, for inputs that no one can
// read again, there is neither journal nor report.
//
// inputs are the names of what r reads, for messages.
func Relabel(ctx context.Context, path string, r *datasets.Reader, inputs []string, who play.Entrant, threads int, settings any, progress func(*Relabelled)) (sum Relabelled, err error) {
	var j *values
	if settings != nil {
		var done *Relabelled
		if j, done, err = openValues(path, settings); done != nil || err != nil {
			return *cmp.Or(done, &sum), err
		}
	}
	w, err := datasets.NewWriter(path, inputs)
	if err != nil {
		return sum, errors.Join(err, j.leave())
	}
	next, stop := iter.Pull2(r.All())
	defer stop()
	run := &relabelling{next: next, journal: j, out: w, sum: &sum, progress: progress}
	if err = run.replay(); err == nil {
		err = run.search(ctx, who, threads)
	}
	if err != nil {
		return sum, errors.Join(err, w.Discard(), j.leave())
	}
	if err := w.Close(); err != nil {
		return sum, errors.Join(err, j.leave())
	}
	return sum, j.finish(path, sum)
}

// A relabelling is a run of [Relabel].
type relabelling struct {
	next     func() (datasets.Sample, error, bool)
	journal  *values // nil: nothing is kept
	out      *datasets.Writer
	sum      *Relabelled
	progress func(*Relabelled)
}

// replay writes the positions whose values the journal has.
func (r *relabelling) replay() error {
	if r.journal == nil {
		return nil
	}
	if dropped := r.journal.dropped; dropped != "" {
		r.sum.Notes = append(r.sum.Notes, dropped+"; these positions are searched again")
	}
	b := new(batch)
	_, err := r.journal.replay(func(record []byte) error {
		if _, err := b.fill(r.next); err != nil {
			return err
		}
		if err := b.parse(record); err != nil {
			return err
		}
		r.sum.Resumed += len(b.samples)
		return r.take(b)
	})
	return err
}

// search searches the positions that are left.
func (r *relabelling) search(ctx context.Context, who play.Entrant, threads int) error {
	players := &labellers{who: who}
	err := ordered.Pool[*batch]{
		Threads: threads,
		New:     func() *batch { return new(batch) },
		Fill:    func(b *batch) (bool, error) { return b.fill(r.next) },
		Worker:  players.worker,
		Take: func(b *batch) error {
			if err := r.journal.add(b); err != nil {
				return err
			}
			return r.take(b)
		},
	}.Run(ctx)
	return errors.Join(err, players.close())
}

// take counts and writes a batch.
func (r *relabelling) take(b *batch) error {
	r.sum.add(b)
	defer r.progress(r.sum)
	return b.write(r.out)
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
