package elo

import (
	"fmt"
	"math"
)

// Rate rates players together by their games. White's expected score is the logistic of
// its Elo, less Black's, plus White's advantage; draws come by Davidson's rule, their
// chance in proportion to the geometric mean of those to win and to lose. The estimates
// are those at which each player's points, White's points and the number of draws are
// what was expected: with draws as half a win and half a loss the model is that of
// Bradley and Terry, and two players get the Elo that [Of] gives but for White's part.
//
// Intervals are the sandwich's, pairs its clusters. White's advantage has a normal prior
// with a standard deviation of 400 Elo, which separates it from strength where colours do not.
// Pools that no game and no anchor connects are an error. Players who hold one another,
// each having come to the others along points, are rated by their own games: how they won
// against players who took nothing from them says nothing of who of them is stronger.
//
// Source: R. Bradley, M. Terry, "Rank Analysis of Incomplete Block Designs" (1952);
// R. Davidson, "On Extending the Bradley–Terry Model to Accommodate Ties" (1970).
func Rate(players int, games []Game, opt RateOptions) (*Ratings, error) {
	if err := opt.check(players, games); err != nil {
		return nil, err
	}
	pool := newPool(players, games, opt.Anchors)
	if err := pool.connected(opt); err != nil {
		return nil, err
	}
	r := &Ratings{Players: make([]Rating, players), reached: pool.reach(), groups: make([]group, players)}
	bounds := pool.bounds(r.reached)
	pool.lendDraws(r.reached)
	if err := pool.fit(); err != nil {
		return nil, err
	}
	r.DrawRate = pool.drawRate()
	r.errors, r.model, r.Notes = pool.covariance(games)
	if err := r.rateGroups(pool, games, opt); err != nil {
		return nil, err
	}
	for i := range r.Players {
		r.Players[i] = pool.rating(i, r.interval(pool.elo[i], i))
		r.Players[i].limit(bounds[i], r.model.interval(pool.elo[i], i, i))
	}
	white := pool.players()
	r.WhiteAdvantage = r.errors.interval(pool.elo[white], white, white)
	r.Notes = append(r.Notes, r.unbounded(opt)...)
	return r, nil
}

// check says what is wrong with games and anchors.
func (opt RateOptions) check(players int, games []Game) error {
	for n, g := range games {
		switch {
		case min(g.White, g.Black) < 0 || max(g.White, g.Black) >= players:
			return fmt.Errorf("game %d: players %d and %d: there are %d, counted from 0", n, g.White, g.Black, players)
		case g.White == g.Black:
			return fmt.Errorf("game %d: %s against itself: says nothing: omit it", n, opt.name(g.White))
		case g.Points != 0 && g.Points != 0.5 && g.Points != 1:
			return fmt.Errorf("game %d: %g points: pass White's 0, 0.5 or 1", n, g.Points)
		}
	}
	for i, elo := range opt.Anchors {
		if i < 0 || i >= players || !(math.Abs(elo) <= 1e5) {
			return fmt.Errorf("anchor %d at %g Elo: pass a player's number, 0 to %d, and its Elo", i, elo, players-1)
		}
	}
	return nil
}

// limit makes the ends infinite that nothing bounds, and the other one that of a loose
// interval.
func (r *Rating) limit(b bounded, loose Interval) {
	if r.Anchor || b.above && b.below {
		return
	}
	r.Elo = loose
	if !b.above {
		r.Elo.High = math.Inf(1)
		r.Unbounded++
	}
	if !b.below {
		r.Elo.Low = math.Inf(-1)
		r.Unbounded--
	}
}

// unbounded names the players whose rating has an open end.
func (r *Ratings) unbounded(opt RateOptions) (notes []string) {
	var open []int
	for i, p := range r.Players {
		if math.IsInf(p.Elo.High, 1) || math.IsInf(p.Elo.Low, -1) {
			open = append(open, i)
		}
	}
	if open == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: all points went one way between them and the others, so any larger difference fits as well; rated as if one game more with each such opponent had been drawn", opt.names(open))}
}

// Difference returns how much stronger player i is than j, and the likelihood that it is
// stronger at all; 0, infinite ends and ½ of players that there are not. An end is
// infinite if no points lead from the one to the other: the other end is then that of
// independent games, with one draw more where all points went one way. Where both are, the
// games do not compare the two: the likelihood is ½, and the value is that of the table.
func (r *Ratings) Difference(i, j int) (elo Interval, los float64) {
	if min(i, j) < 0 || max(i, j) >= len(r.groups) {
		return unknown(), 0.5
	}
	if i == j {
		return Interval{}, 0.5
	}
	if g, h := r.groups[i], r.groups[j]; g.ratings != nil && g.ratings == h.ratings {
		return g.ratings.Difference(g.place, h.place)
	}
	difference, errors := r.Players[i].Elo.Value-r.Players[j].Elo.Value, r.errors
	above, below := r.reached[j][i], r.reached[i][j]
	if !above || !below {
		errors = r.model
	}
	elo = errors.interval(difference, i, j)
	if !above {
		elo.High = math.Inf(1)
	}
	if !below {
		elo.Low = math.Inf(-1)
	}
	if !above && !below {
		return elo, 0.5
	}
	return elo, errors.above0(difference, i, j)
}
