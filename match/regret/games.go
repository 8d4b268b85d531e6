package regret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/play"
)

// Seed returns the seed for openings of root games: no other seed of that size draws them, as of
// games for training.
func Seed(seed uint64) uint64 { return splitmix.Mix(seed ^ 0x7265677265740000) } // "regret"

// Played returns a source of positions of games that the baseline plays against itself, at a quarter
// of its nodes: roots need not be of good games.
func Played(g Games) Source { return playedBy(0, g) }

// playedBy returns a source of positions of games that the player of a number plays against itself.
func playedBy(player int, g Games) Source {
	g.PerGame = cmp.Or(g.PerGame, DefaultPerGame)
	return &played{Games: g, player: player}
}

type played struct {
	Games
	player int // whose games; 0: the baseline's
	next   int
}

// gamesAtOnce is how many games are played before it is known how many are needed.
const gamesAtOnce = 8

// rules end a game where a side is far ahead: what follows holds no roots.
var rules = play.Rules{DrawMoves: 8, DrawScore: 2, ResignMoves: 3, ResignScore: 1000, ResignTwoSided: true, MaxPlies: 160}

// A numbered game is one that is played, or known.
type numbered struct {
	number int
	key    resume.Key
	fens   string // of its roots, a line each
	record play.Record
	fault  error // by which the player has ended it
}

func (p *played) more(ctx context.Context, r *run) (list []Root, err error) {
	n := gamesAtOnce
	if p.Most > 0 {
		n = min(n, p.Most-p.next)
	}
	games, open := make([]numbered, max(0, n)), []*numbered{}
	for i := range games {
		g := &games[i]
		g.number, p.next = p.next, p.next+1
		g.key = resume.KeyOf("game", r.Players[p.player].ID, p.ID, strconv.FormatUint(p.Seed, 10), strconv.Itoa(p.PerGame), strconv.Itoa(g.number))
		fens, ok := r.cache.Get(g.key)
		if g.fens = fens; !ok {
			open = append(open, g)
		}
	}
	if err := p.play(ctx, r, open); err != nil {
		return nil, err
	}
	for i := range games {
		roots, err := games[i].roots(p.Seed)
		if err != nil {
			return nil, err
		}
		list = append(list, roots...)
	}
	return list, nil
}

// roots reads the positions of a game.
func (g *numbered) roots(seed uint64) (list []Root, err error) {
	for fen := range strings.Lines(g.fens) {
		p, err := board.ParseFEN(strings.TrimSuffix(fen, "\n"))
		if err != nil {
			return nil, fmt.Errorf("a root of the cache: %w", err)
		}
		list = append(list, Root{p, uint32(splitmix.Mix(seed ^ splitmix.Mix(uint64(g.number))))})
	}
	return list, nil
}

// play plays games, several at a time, and keeps the positions that are drawn of them.
func (p *played) play(ctx context.Context, r *run, list []*numbered) error {
	if len(list) == 0 {
		return nil
	}
	players, next := &pool{who: &r.Players[p.player].Entrant}, 0
	pace := &pace{report: r.Progress, done: (p.next - len(list)) * rules.MaxPlies, total: max(p.next, p.Most) * rules.MaxPlies}
	pace.step(0)
	err := ordered.Pool[**numbered]{
		Threads: r.Threads,
		New:     func() **numbered { return new(*numbered) },
		Fill: func(g **numbered) (bool, error) {
			if next == len(list) {
				return false, nil
			}
			*g, next = list[next], next+1
			return true, nil
		},
		Worker: func(ctx context.Context) func(**numbered) error {
			w := &worker{pool: players, ctx: ctx}
			return func(g **numbered) error { return p.playOne(w, *g, pace) }
		},
		Take: func(g **numbered) error {
			if err := r.answered(players.who.Name, (*g).fault); err != nil {
				return err
			}
			return r.cache.Put((*g).key, (*g).fens)
		},
	}.Run(ctx)
	return errors.Join(err, players.close())
}

// playOne plays a game and draws its positions. Of a game that a fault of the player has ended the
// positions before it are as good as others.
func (p *played) playOne(w *worker, g *numbered, pace *pace) error {
	if err := w.ready(); err != nil {
		return err
	}
	o, err := p.Openings.Opening(g.number)
	if err != nil {
		return err
	}
	side := play.Side{Player: &paced{Player: w.player, pace: pace}, Limit: quarter(w.who.Limit)}
	if err = play.Play(w.ctx, o, side, side, rules, &g.record); err != nil {
		return fmt.Errorf("root game %d of %s: %w", g.number+1, w.who.Name, err)
	}
	if g.record.End.Forfeit() {
		g.fault = fmt.Errorf("root game %d: %s", g.number+1, g.record.Reason)
		w.lose()
	}
	pace.step(rules.MaxPlies - (len(g.record.Moves) - g.record.Book)) // what the game might have been longer
	g.fens = p.draw(g.number, &g.record)
	return nil
}

// quarter is a quarter of the nodes of a limit, if it has any.
func quarter(l play.Limit) play.Limit {
	if l.Nodes >= 4 {
		l.Nodes /= 4
	}
	return l
}

// draw draws positions of a game, a FEN a line, in their order.
func (p *played) draw(number int, rec *play.Record) string {
	type moment struct {
		lot uint64
		ply int
	}
	var list []moment
	for ply := rec.Book; ply < len(rec.Moves); ply++ {
		list = append(list, moment{p.lot(number, ply), ply})
	}
	slices.SortFunc(list, func(a, b moment) int { return cmp.Compare(a.lot, b.lot) })
	drawn := map[int]bool{}
	for _, m := range list[:min(len(list), p.PerGame)] {
		drawn[m.ply] = true
	}
	var text strings.Builder
	at := rec.Start
	for ply := range rec.Moves {
		if drawn[ply] {
			text.WriteString(at.FEN() + "\n")
		}
		at.Make(rec.Moves[ply].Move)
	}
	return text.String()
}

// lot is the number by which a position of a game is drawn.
func (p *played) lot(number, ply int) uint64 {
	return splitmix.Mix(Seed(p.Seed) ^ splitmix.Mix(uint64(number)<<16|uint64(ply)))
}
