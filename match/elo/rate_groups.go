package elo

import "slices"

// A group is players who hold one another, with ratings by their own games; nil of one
// who is alone, and where all are one group.
type group struct {
	ratings *Ratings
	place   int // of the player in it
}

// rateGroups rates the groups of several players, but of anchors alone, and gives the pool
// their differences.
func (r *Ratings) rateGroups(p *pool, games []Game, opt RateOptions) error {
	for first := range r.Players {
		var members []int
		known := true
		for i := range r.Players {
			if r.reached[first][i] && r.reached[i][first] {
				members = append(members, i)
				known = known && p.anchored[i]
			}
		}
		if known || len(members) == 1 || len(members) == len(r.Players) || members[0] != first {
			continue
		}
		ratings, err := rateGroup(members, games, opt)
		if err != nil {
			return err
		}
		for place, i := range members {
			r.groups[i] = group{ratings, place}
		}
		p.move(members, ratings)
		for _, note := range ratings.Notes {
			if !slices.Contains(r.Notes, note) {
				r.Notes = append(r.Notes, note)
			}
		}
	}
	return nil
}

// rateGroup rates members by the games among them.
func rateGroup(members []int, games []Game, opt RateOptions) (*Ratings, error) {
	place := make(map[int]int, len(members))
	own := RateOptions{Anchors: map[int]float64{}}
	for n, i := range members {
		place[i] = n
		own.Names = append(own.Names, opt.name(i))
		if elo, anchored := opt.Anchors[i]; anchored {
			own.Anchors[n] = elo
		}
	}
	var among []Game
	for _, g := range games {
		white, ok1 := place[g.White]
		black, ok2 := place[g.Black]
		if ok1 && ok2 {
			among = append(among, Game{white, black, g.Points, g.Pair})
		}
	}
	return Rate(len(members), among, own)
}

// move gives the members of a group the differences of their own ratings. Their mean
// stays, but that of the anchors' group, whose Elo is known.
func (p *pool) move(members []int, own *Ratings) {
	shift, anchored := 0.0, false
	for place, i := range members {
		shift += (p.elo[i] - own.Players[place].Elo.Value) / float64(len(members))
		anchored = anchored || p.anchored[i]
	}
	if anchored {
		shift = 0
	}
	for place, i := range members {
		p.elo[i] = own.Players[place].Elo.Value + shift
	}
}

// interval returns that of a player's rating, of who is in a group that of its own ratings.
func (r *Ratings) interval(elo float64, player int) Interval {
	g := r.groups[player]
	if g.ratings == nil {
		return r.errors.interval(elo, player, player)
	}
	own := g.ratings.Players[g.place].Elo
	return Interval{elo, elo + own.Low - own.Value, elo + own.High - own.Value}
}
