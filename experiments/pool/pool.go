// Package pool is what experiments that play share: matches of two, each in a folder of its own
// that a later run goes on with, and the flags that say how they are played.
package pool

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// Options say how matches are played.
type Options struct {
	Pairs    int               // of games with colours reversed, of each match
	Openings openings.Source   // nil: the start position, of which players without chance play one game only
	From     entrants.Openings // what they are: games of specs are bound to it
	Seed     uint64            // of the openings: kept in the settings
	Rules    play.Rules
	Settings any    // what the games are bound to beside these; nil of specs: see [Pool.Specs]
	Threads  int    // games at a time; zero means GOMAXPROCS
	Event    string // begins the name of every match in its PGN
	Dir      string // a folder for each match; one that is there is gone on with; "" keeps nothing
	Watch    func(title string, p *match.Progress)
}

// A Pool is players and who meets whom. Numbers are those of the entrants.
type Pool struct {
	Entrants []play.Entrant
	Specs    []entrants.Spec // that they are made of, by number; nil: of something else. The games are bound to them
	Pairings [][2]int
}

// Of returns a pool of players who are made, and have been tried, of specs. They have limits.
func Of(ctx context.Context, specs []entrants.Spec, opt Options) (*Pool, error) {
	all, err := entrants.All(ctx, specs, opt.Openings, opt.Rules.TimeMargin)
	return &Pool{Entrants: all, Specs: specs}, err
}

// A Result is what the players of a pool have done.
type Result struct {
	Matches  []Outcome  // in the order of the pairings; of one that was not begun the zero value
	Players  []Player   // by number
	Games    []elo.Game // of all matches, with the players' numbers
	Warnings []string
}

// An Outcome is how a match of two has come out.
type Outcome struct {
	match.Pairing
	Alike  bool `json:"alike,omitempty"`  // both games of all pairs had the same moves: one player under two names
	Faulty bool `json:"faulty,omitempty"` // it was given up: too many games had faults
}

// Games is the number of games that count.
func (o *Outcome) Games() int { return o.Wins + o.Draws + o.Losses }

// A Player is what an entrant has spent and lost in all of its games.
type Player struct {
	Games  int        `json:"games"`
	Faults int        `json:"faults"` // games lost by one, such as time
	Used   match.Used `json:"used"`
}

// PerMove returns the mean number of nodes of a move, 0 of a player without one.
func (p *Player) PerMove() float64 { return float64(p.Used.Nodes) / float64(max(1, p.Used.Moves)) }

// PlayerTable has what players have spent and lost under a budget: title says which. A node is what the budget
// counts, by its plural: "iterations". Those a second are there under a budget of time alone, as other tables are
// to be the same on every machine.
func PlayerTable(title, nodes string, timed bool, names []string, players []Player) (*report.Table, error) {
	header, rows := []string{"player", "games", "forfeits", nodes + " a move"}, [][]string{}
	if timed {
		header = append(header, nodes+" a second")
	}
	for i := range players {
		p := &players[i]
		row := []string{names[i], fmt.Sprint(p.Games), fmt.Sprint(p.Faults), fmt.Sprintf("%.0f", p.PerMove())}
		if timed {
			row = append(row, fmt.Sprintf("%.0f", p.Used.NPS()))
		}
		rows = append(rows, row)
	}
	return report.NewTable(title, header, rows)
}

// Play plays the matches one after the other. One with too many faults is given up with a warning, and the
// next is played. If it is stopped the error wraps that of ctx, and the result holds what was played.
func (p *Pool) Play(ctx context.Context, opt Options) (*Result, error) {
	r := &Result{Matches: make([]Outcome, len(p.Pairings)), Players: make([]Player, len(p.Entrants))}
	for i, pair := range p.Pairings {
		if err := p.bind(pair, &opt); err != nil {
			return r, err
		}
		res, err := Match(ctx, p.Entrants[pair[0]], p.Entrants[pair[1]], opt)
		if res != nil {
			r.add(i, pair, res)
		}
		switch {
		case errors.Is(err, ErrFaults):
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s was given up: %v", Title(res.Players[0].Name, res.Players[1].Name), ErrFaults))
		case err != nil:
			return r, err
		}
	}
	return r, nil
}

// bind binds the games of a pairing to the specs of its players.
func (p *Pool) bind(pair [2]int, opt *Options) error {
	if p.Specs == nil {
		return nil
	}
	s, err := entrants.NewSettings([]entrants.Spec{p.Specs[pair[0]], p.Specs[pair[1]]}, opt.From)
	opt.Settings = s
	return err
}

// add takes the result of a pairing's match.
func (r *Result) add(number int, pair [2]int, res *match.Result) {
	r.Matches[number] = Outcome{res.Pairings[0], res.Stop == match.Alike, res.Stop == match.Faulty}
	before := 0
	if n := len(r.Games); n > 0 {
		before = r.Games[n-1].Pair + 1
	}
	for _, g := range res.Results {
		g.White, g.Black, g.Pair = pair[g.White], pair[g.Black], g.Pair+before
		r.Games = append(r.Games, g)
	}
	for i, number := range pair {
		p, from := &r.Players[number], &res.Players[i]
		p.Games += from.Games()
		p.Faults += from.Faults
		p.Used.Add(from.Used)
	}
	r.Warnings = append(r.Warnings, Warnings(res)...)
}

// Rate rates some of the players by the games among them, in their order. The error says that
// no game connects them.
func (r *Result) Rate(players []int, opt elo.RateOptions) (*elo.Ratings, error) {
	place := make(map[int]int, len(players))
	for i, number := range players {
		place[number] = i
	}
	var among []elo.Game
	for _, g := range r.Games {
		white, ok1 := place[g.White]
		black, ok2 := place[g.Black]
		if ok1 && ok2 {
			among = append(among, elo.Game{White: white, Black: black, Points: g.Points, Pair: g.Pair})
		}
	}
	return elo.Rate(len(players), among, opt)
}

// Title names a match.
func Title(a, b string) string { return a + " against " + b }

// ErrFaults says that a match was given up because too many of its games had faults.
var ErrFaults = errors.New("too many faults")

// Match plays a match of two, or what is left of it. That it was not played to its end is an
// error, but for players who play alike; the result holds what was played. A match that was
// stopped can go on.
func Match(ctx context.Context, a, b play.Entrant, opt Options) (*match.Result, error) {
	title := Title(a.Name, b.Name)
	plan := match.Plan{
		Event: strings.TrimPrefix(opt.Event+": "+title, ": "), Entrants: []play.Entrant{a, b},
		Pairs: opt.Pairs, Openings: opt.Openings, Seed: opt.Seed, Rules: opt.Rules, Settings: opt.Settings,
		Concurrency: opt.Threads,
	}
	if opt.Dir != "" {
		plan.Dir = filepath.Join(opt.Dir, Folder(title))
	}
	res, err := match.Run(ctx, plan, func(m *match.Progress) {
		if opt.Watch != nil {
			opt.Watch(title, m)
		}
	})
	switch {
	case err != nil:
		return res, fmt.Errorf("%s: %w", title, err)
	case res.Stop == match.Interrupted:
		return res, errors.Join(context.Cause(ctx), fmt.Errorf("%s was interrupted: call it again to go on", title))
	case res.Stop == match.Faulty:
		return res, fmt.Errorf("%s: %w: %v", title, ErrFaults, res.Faults)
	case res.Stop != match.AllPlayed && res.Stop != match.Alike:
		return res, fmt.Errorf("%s: %v: %v", title, res.Stop, res.Faults)
	}
	return res, nil
}

// Folder returns what the folder of the match of a title is called, in [Options.Dir].
func Folder(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ',':
			return -1
		case c == '-' || c == '.' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
			return unicode.ToLower(c)
		}
		return '-'
	}, title)
}

// Warnings returns the warnings of a match of two, each with the match's name; not that its
// interval is wide, for the interval is printed, nor that the players play alike, which is a result.
func Warnings(res *match.Result) (list []string) {
	title := Title(res.Players[0].Name, res.Players[1].Name)
	for _, w := range res.Warnings {
		if w.Code != note.V01 && !(w.Code == note.V02 && res.Stop == match.Alike) {
			list = append(list, fmt.Sprintf("%s: %v", title, w))
		}
	}
	return list
}
