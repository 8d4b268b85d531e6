package regret

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/search"
)

// Run measures the regret of players. What it returns depends on the options alone: neither on the
// cache nor on the number of threads, if limits are of nodes or depth. A run that is stopped goes
// on from its cache.
func Run(ctx context.Context, opt Options) (result *Result, spent Spent, err error) {
	opt, err = opt.filled()
	if err != nil {
		return nil, spent, err
	}
	r := &run{Options: opt}
	if r.cache, err = resume.OpenCache(opt.Cache, "regret"); err != nil {
		return nil, spent, err
	}
	defer func() { err = errors.Join(err, r.cache.Close()) }()
	r.Players = append([]Player(nil), r.Players...)
	result, err = r.measure(ctx)
	return result, Spent{r.cache.Asked, r.cache.Found, r.cache.Dropped}, err
}

// measure asks everybody and says what it comes to.
func (r *run) measure(ctx context.Context) (*Result, error) {
	if err := r.sign(ctx); err != nil {
		return nil, err
	}
	j, err := r.choose(ctx)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(r.Players); i++ {
		if err := r.move(ctx, j, i); err != nil {
			return nil, err
		}
	}
	if err := r.judge(ctx, j); err != nil {
		return nil, err
	}
	for i := range r.Players {
		if len(j.at(i)) == 0 {
			return nil, fmt.Errorf("no position is left for %s: %s", r.Players[i].Name, missing(r.faulty()))
		}
	}
	return r.result(j)
}

// move lets a candidate choose at its roots.
func (r *run) move(ctx context.Context, j *judged, player int) error {
	at := j.at(player)
	open := make([]question, len(at))
	for k, root := range at {
		open[k].root = &j.roots[root]
	}
	answers, err := r.ask(ctx, "moves of "+r.Players[player].Name, &r.Players[player], open)
	if err != nil {
		return err
	}
	j.moves[player] = make([]board.Move, len(j.roots))
	for k, a := range answers {
		if !a.failed {
			j.moves[player][at[k]] = a.move
		}
	}
	return nil
}

// judge asks the teacher about the moves that count.
func (r *run) judge(ctx context.Context, j *judged) error {
	var open []question
	j.values = make([]map[board.Move]float64, len(j.roots))
	for i := range j.roots {
		j.values[i] = map[board.Move]float64{}
		for _, m := range r.counting(j, i) {
			q := question{&j.roots[i], m}
			if v, over := ended(q.game()); over {
				j.values[i][m] = v
				continue
			}
			open = append(open, q)
		}
	}
	answers, err := r.ask(ctx, "teacher", &r.Teacher, open)
	if err != nil {
		return err
	}
	root := 0
	j.lost = map[int]bool{}
	for k, q := range open {
		for &j.roots[root] != q.root {
			root++
		}
		if answers[k].failed {
			j.lost[root] = true
			continue
		}
		if j.values[root][q.move], err = r.expected(answers[k]); err != nil {
			return err
		}
	}
	return nil
}

// counting returns the moves of a root that the teacher is asked about: all, or where somebody
// differs from the baseline those that were chosen.
func (r *run) counting(j *judged, root int) (list []board.Move) {
	if r.Full {
		return j.roots[root].Position.LegalMoves(nil)
	}
	seen := map[board.Move]bool{}
	for _, moves := range j.moves {
		if m := moves[root]; m != board.NoMove && !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	if len(list) == 1 {
		return nil
	}
	return list
}

// ended returns the points of a move that ends the game, to the side that made it.
func ended(g *search.Game) (points float64, over bool) {
	switch outcome := g.Outcome(); {
	case outcome == search.Checkmate:
		return 1, true
	case outcome.IsDraw():
		return 0.5, true
	}
	return 0, false
}

// Signed returns the ID of a player and, if it is of this program, what it finds in some positions:
// what its answers depend on.
func Signed(ctx context.Context, p Player) (id string, err error) {
	err = sign(ctx, &p)
	return p.ID, err
}

// sign adds to the ID of players of this program what they find in some positions: a search that
// has changed is another player.
func (r *run) sign(ctx context.Context) error {
	for i := range r.Players {
		if err := sign(ctx, &r.Players[i]); err != nil {
			return err
		}
	}
	return sign(ctx, &r.Teacher)
}

// The positions of a signature are openings of this many random moves, and of one more.
const (
	signatures     = 12
	signatureSeed  = 1
	signaturePlies = 14
)

func sign(ctx context.Context, p *Player) (err error) {
	if !p.Ours {
		return nil
	}
	w := &worker{pool: &pool{who: &p.Entrant}, ctx: ctx}
	if err := w.ready(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	limit := limits(p.Limit)
	if limit.MoveTime > 0 { // what is found in a time cannot be a signature
		limit = search.Limits{Nodes: DefaultNodes}
	}
	from := openings.Random(signatureSeed, signaturePlies, nil)
	for n := range signatures {
		o, err := from.Opening(n)
		if err != nil {
			return err
		}
		if err := w.player.NewGame(); err != nil {
			return err
		}
		t, err := w.player.Search(search.NewGame(o.End()), limit)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		p.ID += fmt.Sprintf(" %v/%d/%d", t.Move, t.Score, t.Nodes)
	}
	return nil
}
