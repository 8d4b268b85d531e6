package match

// A schedule numbers the games, from 0: first a pair of every pairing, then the next pair of every
// pairing. So all pairings are equally far at any time, and a match of more pairs begins with the
// games of one of fewer.
type schedule struct {
	pairings [][2]int // numbers of entrants; the first has White in a pair's first game
	rounds   int      // pairs of each pairing
}

func newSchedule(p *Plan) schedule {
	return schedule{pairings: p.Format.Pairings(len(p.Entrants)), rounds: p.Pairs}
}

// Pairings returns which of n players, from 0, meet, in the order of the schedule.
func (f Format) Pairings(players int) (list [][2]int) {
	firsts := players
	if f == Gauntlet {
		firsts = min(1, players)
	}
	for i := range firsts {
		for j := i + 1; j < players; j++ {
			list = append(list, [2]int{i, j})
		}
	}
	return list
}

// games is the number of games.
func (s *schedule) games() int { return 2 * s.pairs() }

func (s *schedule) pairs() int { return s.rounds * len(s.pairings) }

// A slot is the place of a game in the schedule. All numbers count from 0.
type slot struct {
	game, pair   int
	round        int
	pairing      int
	white, black int // entrants
}

func (s *schedule) slot(game int) slot {
	pair := game / 2
	pairing := pair % len(s.pairings)
	white, black := s.pairings[pairing][0], s.pairings[pairing][1]
	if game%2 == 1 {
		white, black = black, white
	}
	return slot{game, pair, pair / len(s.pairings), pairing, white, black}
}
