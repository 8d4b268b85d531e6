package alphaone

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/openings"
	"centipawn/match/play"
	"centipawn/note"
	"centipawn/weights"
)

// GameOptions configures [Games].
type GameOptions struct {
	Depth   int           // the deepest search, half-moves; zero means 4, the paper's
	Pairs   int           // of games with colours reversed, of each pairing; zero means 50
	Weights *weights.File // of V2 refitted; nil: it is omitted

	Openings openings.Source // nil: the start position, of which players without chance play one game only
	Seed     uint64          // of the openings: kept in the settings
	Settings any             // what the games are bound to beside these: where the openings come from
	Threads  int             // games at a time; zero means GOMAXPROCS

	// Anchors are players of a known rating. Each meets V1 at every depth, and all
	// ratings are on their scale. Without any the mean of the pool is 0.
	Anchors []Anchor

	Dir   string // a folder for each pairing's games; a run that is there is gone on with; "" keeps nothing
	Watch func(pairing string, p *match.Progress)
}

// An Anchor is a player whose rating is given.
type Anchor struct {
	play.Entrant
	Elo float64
}

// A Rated is a player with his rating.
type Rated struct {
	Player string  `json:"player"`
	Depth  int     `json:"depth,omitempty"` // 0: an anchor
	Paper  string  `json:"paper,omitempty"` // bracket of table 3
	Nodes  float64 `json:"nodes"`           // a move, mean

	elo.Rating
}

// name is that of the entrant.
func (r *Rated) name() string {
	if r.Depth == 0 {
		return r.Player
	}
	return entrantName(r.Player, r.Depth)
}

func entrantName(player string, depth int) string { return fmt.Sprintf("%s, depth %d", player, depth) }

// A GamesResult is a pool's games.
type GamesResult struct {
	Players []Rated         `json:"players"`
	Matches []match.Pairing `json:"matches"`
	Ratings *elo.Ratings    `json:"ratings"`

	Warnings []string `json:"warnings,omitempty"`
}

// difference returns the rating of a player less that of V1 at the same depth, and what
// they made of each other; nil if the two have not met.
func (r *GamesResult) difference(player string, depth int) (rated elo.Interval, direct *match.Pairing) {
	var of [2]int
	for i := range r.Players {
		switch r.Players[i].name() {
		case entrantName(player, depth):
			of[0] = i
		case entrantName("V1", depth):
			of[1] = i
		}
	}
	rated, _ = r.Ratings.Difference(of[0], of[1])
	for i, m := range r.Matches {
		if m.First == entrantName(player, depth) && m.Second == entrantName("V1", depth) {
			direct = &r.Matches[i]
		}
	}
	return rated, direct
}

// paperRatings is table 3: the brackets of depth 1 to 4.
var paperRatings = map[string][4]string{
	"V1": {"[0, 100]", "[300, 400]", "[1500, 1600]", "[2000, 2100]"},
	"V2": {"[0, 100]", "[300, 400]", "[1400, 1500]", "[1800, 1900]"},
}

// A pool is the players and who meets whom.
type pool struct {
	players  []Rated
	entrants []play.Entrant // by player
	used     []play.Used    // by player: moves and nodes
	anchors  map[int]float64
	pairings [][2]int
}

// newPool makes a player of every variant and depth. At every depth all variants meet,
// and each meets itself one half-move deeper: every pairing is between neighbours, whose
// games say most, and all hang together.
func newPool(opt GameOptions) *pool {
	p := &pool{anchors: map[int]float64{}}
	all := variants(opt.Weights)
	for depth := 1; depth <= opt.Depth; depth++ {
		for i, v := range all {
			r := Rated{Player: v.name, Depth: depth}
			if paper := paperRatings[v.name]; depth <= len(paper) {
				r.Paper = paper[depth-1]
			}
			me := p.add(r, v.entrant(depth))
			for j := range i {
				p.pairings = append(p.pairings, [2]int{me, me - i + j})
			}
			if depth > 1 {
				p.pairings = append(p.pairings, [2]int{me, me - len(all)})
			}
		}
	}
	for _, a := range opt.Anchors {
		me := p.add(Rated{Player: a.Name}, a.Entrant)
		p.anchors[me] = a.Elo
		for depth := range opt.Depth {
			p.pairings = append(p.pairings, [2]int{me, depth * len(all)})
		}
	}
	return p
}

func (p *pool) add(r Rated, e play.Entrant) int {
	p.players = append(p.players, r)
	p.entrants = append(p.entrants, e)
	p.used = append(p.used, play.Used{})
	return len(p.players) - 1
}

// entrant is the variant at a depth.
func (v variant) entrant(depth int) play.Entrant {
	return play.Entrant{
		Name:  entrantName(v.name, depth),
		Limit: play.Limit{Depth: depth},
		Start: func(context.Context) (play.Player, error) {
			s, err := v.searcher()
			if err != nil {
				return nil, err
			}
			return play.Ours(s), nil
		},
	}
}

// rules end games that both sides hold for decided. The laws of chess are those of
// tournaments: the third repetition and fifty moves are draws, which the published search
// does not see and the paper's games did not know.
var rules = play.Rules{ResignMoves: 4, ResignScore: 1000, ResignTwoSided: true, MaxPlies: 400}

// fewGames is the warning of a match whose interval is wide: here all matches together make
// the ratings, whose intervals are printed.
const fewGames = note.V01

// Games has the pool play and rates it.
func Games(ctx context.Context, opt GameOptions) (*GamesResult, error) {
	if opt.Depth == 0 {
		opt.Depth = len(paperRatings["V1"])
	}
	if opt.Pairs == 0 {
		opt.Pairs = 50
	}
	p, r := newPool(opt), new(GamesResult)
	var games []elo.Game
	for _, pair := range p.pairings {
		res, err := p.play(ctx, pair, opt)
		if err != nil {
			return nil, err
		}
		r.Matches = append(r.Matches, res.Pairings...)
		for _, w := range res.Warnings {
			if w.Code != fewGames {
				r.Warnings = append(r.Warnings, fmt.Sprintf("%s: %v", p.title(pair), w))
			}
		}
		games = append(games, p.rename(pair, res.Results, len(games))...)
		p.count(pair, res.Players)
	}
	var err error
	if r.Ratings, err = elo.Rate(len(p.players), games, elo.RateOptions{Anchors: p.anchors}); err != nil {
		return nil, err
	}
	for i, rating := range r.Ratings.Players {
		p.players[i].Rating = rating
		p.players[i].Nodes = float64(p.used[i].Nodes) / float64(max(1, p.used[i].Moves))
	}
	r.Players = p.players
	return r, nil
}

// title names a pairing.
func (p *pool) title(pair [2]int) string {
	return p.players[pair[0]].name() + " against " + p.players[pair[1]].name()
}

// play plays the match of a pairing, or what is left of it.
func (p *pool) play(ctx context.Context, pair [2]int, opt GameOptions) (*match.Result, error) {
	title := p.title(pair)
	plan := match.Plan{
		Event:    "AlphaOne, table 3: " + title,
		Entrants: []play.Entrant{p.entrants[pair[0]], p.entrants[pair[1]]},
		Pairs:    opt.Pairs, Openings: opt.Openings, Seed: opt.Seed, Rules: rules, Concurrency: opt.Threads,
	}
	plan.Settings = []any{opt.Settings}
	if opt.Weights != nil {
		plan.Settings = []any{opt.Settings, opt.Weights.Terms}
	}
	if opt.Dir != "" {
		plan.Dir = filepath.Join(opt.Dir, strings.NewReplacer(",", "", " ", "-").Replace(strings.ToLower(title)))
	}
	res, err := match.Run(ctx, plan, func(m *match.Progress) {
		if opt.Watch != nil {
			opt.Watch(title, m)
		}
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", title, err)
	case res.Stop == match.Interrupted:
		return nil, errors.Join(context.Cause(ctx), fmt.Errorf("%s was interrupted: call it again to go on", title))
	case res.Stop != match.AllPlayed:
		return nil, fmt.Errorf("%s: %v: %v", title, res.Stop, res.Faults)
	}
	return res, nil
}

// rename gives the games of a pairing the players' numbers of the pool, and their pairs
// numbers of their own.
func (p *pool) rename(pair [2]int, games []elo.Game, before int) []elo.Game {
	for i := range games {
		g := &games[i]
		g.White, g.Black, g.Pair = pair[g.White], pair[g.Black], g.Pair+before
	}
	return games
}

// count adds what players have spent.
func (p *pool) count(pair [2]int, of []match.Player) {
	for i, player := range pair {
		used := &p.used[player]
		used.Moves += of[i].Used.Moves
		used.Nodes += of[i].Used.Nodes
	}
}
