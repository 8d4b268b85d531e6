package verdict

// A pair is two games of two players, colours reversed, from one opening: their
// numbers, the earlier first.
type pair [2]int

// between is the key under which the partner of a game is looked for: who plays whom,
// the lower number first, with which colours, from where, in which round.
type between struct {
	low, high int
	reversed  bool // the player of the higher number has White
	opening   uint64
	round     string
}

// pairs finds the partners: games of the same opening and round first, then of the
// same opening, in the order of the games. Games whose opening is not known are
// partners by their round. The pairs are in the order in which they were completed;
// alone are the games without a partner.
func pairs(games []game) (list []pair, alone []int) {
	partner := make([]int, len(games))
	for i := range partner {
		partner[i] = -1
	}
	match(games, partner, func(k *between) bool { return k.round != "" })
	match(games, partner, func(k *between) bool {
		k.round = ""
		return k.opening != 0
	})
	for i, other := range partner {
		switch {
		case other < 0:
			alone = append(alone, i)
		case other < i:
			list = append(list, pair{other, i})
		}
	}
	return list, alone
}

// match makes partners of games without one whose keys differ in the colours alone.
// loosen takes from a key what need not agree, and reports whether the rest is
// enough to go by.
func match(games []game, partner []int, loosen func(*between) bool) {
	waiting := make(map[between][]int)
	for i := range games {
		key := keyOf(&games[i])
		if partner[i] >= 0 || !loosen(&key) {
			continue
		}
		mirror := key
		mirror.reversed = !key.reversed
		if first := waiting[mirror]; len(first) > 0 {
			partner[i], partner[first[0]] = first[0], i
			waiting[mirror] = first[1:]
			continue
		}
		waiting[key] = append(waiting[key], i)
	}
}

func keyOf(g *game) between {
	return between{
		low: min(g.white, g.black), high: max(g.white, g.black), reversed: g.white > g.black,
		opening: g.opening, round: g.round,
	}
}
