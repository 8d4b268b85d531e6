package elo

import (
	"fmt"
	"maps"
	"slices"
)

// A pool is games added up, and what is fitted to them.
type pool struct {
	anchored []bool
	fixed    []bool    // not fitted: the anchors, or else player 0
	elo      []float64 // of the players, and White's advantage
	tallies  []tally
}

// A tally is all games of two players in which the same one was White.
type tally struct {
	white, black int
	games, draws float64
	points       float64 // White's
	lent         bool    // not played, and without White's advantage
}

func newPool(players int, games []Game, anchors map[int]float64) *pool {
	p := &pool{anchored: make([]bool, players), fixed: make([]bool, players), elo: make([]float64, players+1)}
	for i := range players { // begin near the anchors: far away all scores are 0 or 1, and show no way
		p.elo[i] = meanOf(anchors)
	}
	for i, elo := range anchors {
		p.anchored[i], p.fixed[i], p.elo[i] = true, true, elo
	}
	if len(anchors) == 0 && players > 0 {
		p.fixed[0] = true
	}
	at := map[[2]int]int{}
	for _, g := range games {
		key := [2]int{g.White, g.Black}
		if _, ok := at[key]; !ok {
			at[key] = len(p.tallies)
			p.tallies = append(p.tallies, tally{white: g.White, black: g.Black})
		}
		t := &p.tallies[at[key]]
		t.games++
		t.points += g.Points
		if g.Points == 0.5 {
			t.draws++
		}
	}
	return p
}

// meanOf returns the mean Elo, 0 of none.
func meanOf(anchors map[int]float64) (mean float64) {
	for _, i := range slices.Sorted(maps.Keys(anchors)) {
		mean += anchors[i] / float64(len(anchors))
	}
	return mean
}

func (p *pool) players() int { return len(p.anchored) }

// rating returns a player's with its games and points.
func (p *pool) rating(player int, elo Interval) Rating {
	r := Rating{Elo: elo, Anchor: p.anchored[player]}
	for _, t := range p.tallies {
		if t.lent {
			continue
		}
		if t.white == player {
			r.Games, r.Points = r.Games+int(t.games), r.Points+t.points
		}
		if t.black == player {
			r.Games, r.Points = r.Games+int(t.games), r.Points+t.games-t.points
		}
	}
	return r
}

// reach returns for each player whom one can come to from it along points: to whom it
// took one from, and on. Anchors are all one.
func (p *pool) reach() [][]bool {
	next := make([][]int, p.players())
	link := func(i, j int) { next[i] = append(next[i], j) }
	for _, t := range p.tallies {
		if t.points > 0 {
			link(t.white, t.black)
		}
		if t.points < t.games {
			link(t.black, t.white)
		}
	}
	if first := slices.Index(p.anchored, true); first >= 0 {
		for i, anchor := range p.anchored {
			if anchor {
				link(first, i)
				link(i, first)
			}
		}
	}
	reached := make([][]bool, p.players())
	for i := range reached {
		reached[i] = follow(next, i)
	}
	return reached
}

// follow returns which nodes can be come to from one, itself included.
func follow(next [][]int, from int) []bool {
	seen := make([]bool, len(next))
	seen[from] = true
	for open := []int{from}; len(open) > 0; {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		for _, j := range next[i] {
			if !seen[j] {
				seen[j] = true
				open = append(open, j)
			}
		}
	}
	return seen
}

// connected says which players no chain of games and anchors leads to.
func (p *pool) connected(opt RateOptions) error {
	if p.players() == 0 {
		return nil
	}
	next := make([][]int, p.players())
	first := max(0, slices.Index(p.anchored, true))
	link := func(i, j int) { next[i], next[j] = append(next[i], j), append(next[j], i) }
	for _, t := range p.tallies {
		link(t.white, t.black)
	}
	for i, anchor := range p.anchored {
		if anchor {
			link(first, i)
		}
	}
	var here, apart []int
	for i, seen := range follow(next, first) {
		if seen {
			here = append(here, i)
		} else {
			apart = append(apart, i)
		}
	}
	if apart == nil {
		return nil
	}
	return fmt.Errorf("unconnected pools: no games lead from %s to %s, so their strengths cannot be compared: play some between them, or pass an anchor in each pool",
		opt.names(here), opt.names(apart))
}

// bounded says whether the pool holds a player's rating from above and from below.
type bounded struct{ above, below bool }

// bounds returns what holds each player: from above if the others, along points, come to
// it, from below if it comes to them. The others are the anchors, or else the largest
// group of players who hold one another; of groups of one size each holds the rest.
//
// Source: L. Ford, "Solution of a Ranking Problem from Binary Comparisons" (1957).
func (p *pool) bounds(reached [][]bool) []bounded {
	b := make([]bounded, p.players())
	for i := range b {
		b[i] = bounded{true, true}
		for _, j := range p.reference(reached) {
			b[i].above = b[i].above && reached[j][i]
			b[i].below = b[i].below && reached[i][j]
		}
	}
	return b
}

// reference returns one player of the group that others are held by, or one of each if
// groups are of one size.
func (p *pool) reference(reached [][]bool) (members []int) {
	if anchor := slices.Index(p.anchored, true); anchor >= 0 {
		return []int{anchor}
	}
	most := 0
	for i := range reached {
		size, first := 0, true
		for j := range reached {
			if reached[i][j] && reached[j][i] {
				size++
				first = first && j >= i
			}
		}
		if size > most {
			most, members = size, nil
		}
		if size == most && first {
			members = append(members, i)
		}
	}
	return members
}

// lendDraws adds one drawn game of any two players who met and between whose groups all
// points went one way: without it the likelihood has no maximum.
func (p *pool) lendDraws(reached [][]bool) {
	lent := map[[2]int]bool{}
	for _, t := range p.tallies {
		i, j := min(t.white, t.black), max(t.white, t.black)
		if lent[[2]int{i, j}] || reached[i][j] && reached[j][i] {
			continue
		}
		lent[[2]int{i, j}] = true
		p.tallies = append(p.tallies, tally{white: i, black: j, games: 1, points: 0.5, lent: true})
	}
}
