package alphaone

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// GameOptions configures [Games]. Of what the games are bound to, its Settings are the openings.
type GameOptions struct {
	pool.Options
	Depth   int           // the deepest search, half-moves; zero means 4, the paper's
	Weights *weights.File // of V2 refitted; nil: it is omitted

	// Anchors are players of a known rating. Each meets V1 at every depth, and all
	// ratings are on their scale. Without any the mean of the pool is 0.
	Anchors []Anchor
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
	Players []Rated        `json:"players"`
	Matches []pool.Outcome `json:"matches"`
	Ratings *elo.Ratings   `json:"ratings"`

	Warnings []string `json:"warnings,omitempty"`
}

// difference returns the rating of a player less that of V1 at the same depth, and what
// they made of each other; nil if the two have not met.
func (r *GamesResult) difference(player string, depth int) (rated elo.Interval, direct *pool.Outcome) {
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

// A field is the players and who meets whom.
type field struct {
	pool.Pool
	players []Rated
	anchors map[int]float64
}

// newField makes a player of every variant and depth. At every depth all variants meet,
// and each meets itself one half-move deeper: every pairing is between neighbours, whose
// games say most, and all hang together.
func newField(opt GameOptions) *field {
	p := &field{anchors: map[int]float64{}}
	all := variants(opt.Weights)
	for depth := 1; depth <= opt.Depth; depth++ {
		for i, v := range all {
			r := Rated{Player: v.name, Depth: depth}
			if paper := paperRatings[v.name]; depth <= len(paper) {
				r.Paper = paper[depth-1]
			}
			me := p.add(r, v.entrant(depth))
			for j := range i {
				p.Pairings = append(p.Pairings, [2]int{me, me - i + j})
			}
			if depth > 1 {
				p.Pairings = append(p.Pairings, [2]int{me, me - len(all)})
			}
		}
	}
	for _, a := range opt.Anchors {
		me := p.add(Rated{Player: a.Name}, a.Entrant)
		p.anchors[me] = a.Elo
		for depth := range opt.Depth {
			p.Pairings = append(p.Pairings, [2]int{me, depth * len(all)})
		}
	}
	return p
}

func (p *field) add(r Rated, e play.Entrant) int {
	p.players = append(p.players, r)
	p.Entrants = append(p.Entrants, e)
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

// rules end games that both sides take for decided. The laws of chess are those of
// tournaments: the third repetition and fifty moves are draws, which the published search
// does not see and the paper's games did not know.
var rules = play.Rules{ResignMoves: 4, ResignScore: 1000, ResignTwoSided: true, MaxPlies: 400}

// defaultPairs are those of each pairing.
const defaultPairs = 50

// Games has the pool play and rates it.
func Games(ctx context.Context, opt GameOptions) (*GamesResult, error) {
	if opt.Depth == 0 {
		opt.Depth = len(paperRatings["V1"])
	}
	if opt.Pairs == 0 {
		opt.Pairs = defaultPairs
	}
	opt.Rules, opt.Event = rules, "AlphaOne, table 3"
	bound := []any{opt.Settings}
	if opt.Weights != nil {
		bound = append(bound, opt.Weights.Terms)
	}
	opt.Settings = bound
	f := newField(opt)
	res, err := f.Play(ctx, opt.Options)
	if err != nil {
		return nil, err
	}
	r := &GamesResult{Players: f.players, Matches: res.Matches, Warnings: res.Warnings}
	if r.Ratings, err = elo.Rate(len(f.players), res.Games, elo.RateOptions{Anchors: f.anchors}); err != nil {
		return nil, err
	}
	for i, rating := range r.Ratings.Players {
		r.Players[i].Rating, r.Players[i].Nodes = rating, res.Players[i].PerMove()
	}
	return r, nil
}
