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
	"example.org/centipawn/pgn"
)

// Seed returns the seed for openings of root games: no other seed of that size draws them, as of
// games for training.
func Seed(seed uint64) uint64 { return splitmix.Mix(seed ^ 0x7265677265740000) } // "regret"

// Played returns a source of positions of games that the baseline plays against itself, at a quarter
// of its nodes: all candidates share them.
func Played(g Games) Source { return newPlayed(g, "game", quarter, 0) }

// playedBy returns a source of positions of games that the player of a number plays against itself.
func playedBy(player int, g Games) Source { return newPlayed(g, "own game", whole, player) }

// playedByBoth returns a source of positions of games between the baseline and the player of a number, as
// a match has them: each has the whole limit, and White in every second game.
func playedByBoth(player int, g Games) Source { return newPlayed(g, "game of both", whole, 0, player) }

func newPlayed(g Games, kind string, limit func(play.Limit) play.Limit, players ...int) Source {
	g.PerGame = cmp.Or(g.PerGame, DefaultPerGame)
	return &played{Games: g, kind: kind, limit: limit, players: players}
}

type played struct {
	Games
	kind    string
	limit   func(play.Limit) play.Limit // of a move, from that of a player
	players []int                       // whose games: one against itself, or two
	next    int
}

// seat says who of the players has a colour in a game: each has White in every second one.
func (p *played) seat(number, color int) int { return (number + color) % len(p.players) }

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
	fault  error // by which a player has ended it
	guilty int   // which, within those of the source
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
		g.key = p.key(r, g.number)
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

// key is that of a game in the cache.
func (p *played) key(r *run, number int) resume.Key {
	parts := []string{p.kind}
	for _, player := range p.players {
		parts = append(parts, r.Players[player].ID)
	}
	return resume.KeyOf(append(parts, p.ID, strconv.FormatUint(p.Seed, 10), strconv.Itoa(p.PerGame), strconv.Itoa(number))...)
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
	pools, next := make([]*pool, len(p.players)), 0
	for i, player := range p.players {
		pools[i] = &pool{who: &r.Players[player].Entrant}
	}
	pace := &pace{report: r.Progress, stage: p.stage(r), done: (p.next - len(list)) * rules.MaxPlies, total: max(p.next, p.Most) * rules.MaxPlies}
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
			var both []*worker
			for _, pool := range pools {
				both = append(both, &worker{pool: pool, ctx: ctx})
			}
			return func(g **numbered) error { return p.playOne(both, *g, pace) }
		},
		Take: func(g **numbered) error { return p.take(r, *g) },
	}.Run(ctx)
	for _, pool := range pools {
		err = errors.Join(err, pool.close())
	}
	return err
}

// stage names the games for those who watch.
func (p *played) stage(r *run) string {
	if last := p.players[len(p.players)-1]; last > 0 {
		return "games of " + r.Players[last].Name
	}
	return "games"
}

// take counts a game as an answer of its players, and keeps its positions.
func (p *played) take(r *run, g *numbered) error {
	for i, player := range p.players {
		fault := g.fault
		if i != g.guilty {
			fault = nil
		}
		if err := r.answered(r.Players[player].Name, fault); err != nil {
			return err
		}
	}
	return r.cache.Put(g.key, g.fens)
}

// playOne plays a game and draws its positions. Of a game that a fault of a player has ended the
// positions before it are as good as others.
func (p *played) playOne(players []*worker, g *numbered, pace *pace) error {
	var sides [2]play.Side
	for c := range sides {
		w := players[p.seat(g.number, c)]
		if err := w.ready(); err != nil {
			return err
		}
		sides[c] = play.Side{Player: &paced{Player: w.player, pace: pace}, Limit: p.limit(w.who.Limit)}
	}
	o, err := p.Openings.Opening(g.number)
	if err != nil {
		return err
	}
	if len(players) == 1 {
		sides[board.Black] = sides[board.White]
	}
	if err = play.Play(players[0].ctx, o, sides[board.White], sides[board.Black], rules, &g.record); err != nil {
		return fmt.Errorf("root game %d of %s: %w", g.number+1, players[len(players)-1].who.Name, err)
	}
	if g.record.End.Forfeit() {
		loser := board.White
		if g.record.Result == pgn.WhiteWins {
			loser = board.Black
		}
		g.fault = fmt.Errorf("root game %d: %s", g.number+1, g.record.Reason)
		g.guilty = p.seat(g.number, int(loser))
		players[g.guilty].lose()
	}
	pace.step(rules.MaxPlies - (len(g.record.Moves) - g.record.Book)) // what the game might have been longer
	g.fens = p.draw(g.number, &g.record)
	return nil
}

// whole is a limit as it is.
func whole(l play.Limit) play.Limit { return l }

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
