package regret

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// ask returns the answers of a player, from the cache or from its searches.
func (r *run) ask(ctx context.Context, stage string, who *Player, list []question) ([]answer, error) {
	answers, open := make([]answer, len(list)), []*asked{}
	for i, q := range list {
		k := q.key(who.ID)
		text, ok := r.cache.Get(k)
		if a, fits := decode(text); ok && fits {
			answers[i] = a
			if err := r.answered(who.Name, nil); err != nil {
				return nil, err
			}
			continue
		}
		open = append(open, &asked{question: q, key: k, into: &answers[i]})
	}
	return answers, r.search(ctx, stage, who, open)
}

// An asked question is one that is searched.
type asked struct {
	question
	key   resume.Key
	into  *answer
	fault error // why there is none
}

// search lets players answer, several at a time. What is answered is kept in the order of the list,
// so that nothing depends on their number.
func (r *run) search(ctx context.Context, stage string, who *Player, list []*asked) error {
	if len(list) == 0 {
		return nil
	}
	players := &pool{who: &who.Entrant}
	next, done := 0, 0
	err := ordered.Pool[**asked]{
		Threads: r.Threads, Ahead: questionsEach * r.Threads,
		New: func() **asked { return new(*asked) },
		Fill: func(q **asked) (bool, error) {
			if next == len(list) {
				return false, nil
			}
			*q, next = list[next], next+1
			return true, nil
		},
		Worker: func(ctx context.Context) func(**asked) error {
			w := &worker{pool: players, ctx: ctx}
			return func(q **asked) error { return w.answer(*q) }
		},
		Take: func(q **asked) error {
			done++
			r.Progress(stage, done, len(list))
			if err := r.answered(who.Name, (*q).fault); err != nil || (*q).fault != nil {
				return err // what is missing is asked for again by the next run
			}
			return r.cache.Put((*q).key, (*q).into.encode())
		},
	}.Run(ctx)
	return errors.Join(err, players.close())
}

// questionsEach is how many questions a thread may be ahead of the slowest.
const questionsEach = 16

// A pool holds the players of one entrant that are running.
type pool struct {
	who *play.Entrant

	mu   sync.Mutex
	list []play.Player
}

// start starts another player.
func (p *pool) start(ctx context.Context) (play.Player, error) {
	player, err := p.who.Start(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.who.Name, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, player)
	return player, nil
}

// lose ends a player that has failed: another one takes its place.
func (p *pool) lose(player play.Player) {
	_ = player.Close() // it may be dead
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(other play.Player) bool { return other == player })
}

// close ends the players, once all threads have ended.
func (p *pool) close() (err error) {
	for _, player := range p.list {
		err = errors.Join(err, player.Close())
	}
	return err
}

// A worker is a thread with a player of its own, which is started by the first question.
type worker struct {
	*pool
	ctx    context.Context
	player play.Player
}

// lose ends the thread's player.
func (w *worker) lose() {
	w.pool.lose(w.player)
	w.player = nil
}

// ready starts the player if there is none yet.
func (w *worker) ready() (err error) {
	if w.player != nil {
		return nil
	}
	if w.player, err = w.start(w.ctx); err != nil {
		return err
	}
	if p, can := w.player.(play.Stopper); can {
		context.AfterFunc(w.ctx, p.Stop) // a deep search does not keep Ctrl-C waiting
	}
	return nil
}

// answer lets the player search, after it has forgotten all other searches. A player that fails has no
// answer, and is started again for the next question.
func (w *worker) answer(q *asked) error {
	if err := w.ready(); err != nil {
		return err
	}
	err := w.player.NewGame()
	if err == nil {
		*q.into, err = think(w.player, q.game(), limits(w.who.Limit))
	}
	switch {
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx) // the thought was cut short
	case play.IsFault(err):
		q.fault, q.into.failed = err, true
		w.lose()
		return nil
	case err != nil:
		return fmt.Errorf("%s in %s: %w", w.who.Name, q.game().Position().FEN(), err)
	}
	return nil
}

// think asks for a move and its score. Where the limit has not sufficed for a score the player
// searches once more, one half-move deep: a teacher's value is needed of every move.
func think(p play.Player, g *search.Game, lim search.Limits) (a answer, err error) {
	t, err := p.Search(g, lim)
	if err == nil && !g.Position().IsLegal(t.Move) {
		err = &client.IllegalMove{Engine: "in this process", Move: t.Move.String(), Position: g.Position().FEN(), Err: errors.New("not among the legal ones")}
	}
	a = answer{move: t.Move, score: t.Score, scored: t.Scored}
	if err == nil && !t.Scored {
		t, err = p.Search(g, search.Limits{Depth: 1})
		a.score, a.scored = t.Score, t.Scored
	}
	return a, err
}

func limits(l play.Limit) search.Limits {
	return search.Limits{Nodes: l.Nodes, Depth: l.Depth, MoveTime: l.MoveTime}
}
