package verdict

import (
	"example.org/centipawn/match/elo"
)

// duel fills in what is asked of two players.
func (s *Games) duel(v *Verdict, list []pair, first int, opt *Options) error {
	v.Unit = UnitGames
	j := s.byGames()
	if float64(2*len(list)) >= mostlyPaired*float64(len(s.games)) {
		v.Unit, j = UnitPairs, s.byPairs(list)
	}
	v.Repeated, v.Judged = j.repeated, s.record(first, j.games)
	fresh := s.byPairs(list).pairs
	counts := s.pentanomial(fresh, first, counted)
	v.Pentanomial, v.Alike = &counts, s.alike(fresh)
	estimate := s.estimate(v.Unit, &j, first, counted)
	v.Estimate = &estimate
	if len(v.Forfeits) > 0 {
		clean := s.estimate(v.Unit, &j, first, overTheBoard)
		v.Clean = &clean
	}
	v.Spoilt = v.spoilt()
	if opt.SPRT == nil {
		return nil
	}
	t := opt.SPRT.WithDefaults()
	if err := t.Validate(); err != nil {
		return err
	}
	if v.Unit == UnitPairs {
		v.Test = s.testPairs(j.pairs, first, t)
	} else {
		v.Test = s.testGames(j.games, first, t)
	}
	if v.Test.Decision != elo.Undecided && v.Test.Games == estimate.Games {
		estimate = estimate.AfterSPRT()
	}
	return nil
}

// Which games an estimate counts.
func counted(*game) bool        { return true }
func overTheBoard(g *game) bool { return g.forfeit == "" }

// estimate returns what the judged games say about the first player, of those pairs or
// games that which accepts.
func (s *Games) estimate(unit string, j *judged, first int, which func(*game) bool) elo.Estimate {
	if unit == UnitPairs {
		return elo.Of(s.pentanomial(j.pairs, first, which))
	}
	var results [3]int // losses, draws, wins
	for _, i := range j.games {
		if which(&s.games[i]) {
			results[s.games[i].points(first)]++
		}
	}
	return elo.OfGames(results[2], results[1], results[0])
}

// pentanomial counts the pairs both of whose games which accepts.
func (s *Games) pentanomial(list []pair, first int, which func(*game) bool) (counts elo.Pentanomial) {
	for _, p := range list {
		if which(&s.games[p[0]]) && which(&s.games[p[1]]) {
			counts.Add(s.games[p[0]].points(first) + s.games[p[1]].points(first))
		}
	}
	return counts
}

// testPairs runs a sequential test over the pairs.
func (s *Games) testPairs(list []pair, first int, t elo.SPRT) *Test {
	var counts elo.Pentanomial
	for _, p := range list {
		counts.Add(s.games[p[0]].points(first) + s.games[p[1]].points(first))
		if t.Decide(counts) != elo.Undecided {
			break
		}
	}
	return &Test{t.State(counts), counts.Games()}
}

// testGames runs a sequential test over single games.
func (s *Games) testGames(list []int, first int, t elo.SPRT) *Test {
	var results [3]int // losses, draws, wins
	n := 0
	lower, upper := t.Bounds()
	for _, i := range list {
		n++
		results[s.games[i].points(first)]++
		if llr := t.LLRGames(results[2], results[1], results[0]); llr <= lower || llr >= upper {
			break
		}
	}
	return &Test{t.StateGames(results[2], results[1], results[0]), n}
}

// pool rates more than two players together. Games that are known already are omitted
// as those of two players are.
func (s *Games) pool(v *Verdict, list []pair, alone []int, opt *Options) {
	j := s.byPairs(list)
	v.Repeated = j.repeated
	games := make([]elo.Game, 0, len(s.games))
	add := func(i, pair int) {
		g := &s.games[i]
		games = append(games, elo.Game{White: g.white, Black: g.black, Points: float64(g.halves) / 2, Pair: pair})
	}
	for i, p := range j.pairs {
		add(p[0], i)
		add(p[1], i)
	}
	for _, i := range alone {
		add(i, -1)
	}
	v.Spoilt = v.spoilt()
	anchors := make(map[int]float64, len(opt.Anchors))
	for name, rating := range opt.Anchors {
		anchors[s.numbers[name]] = rating
	}
	ratings, err := elo.Rate(len(s.names), games, elo.RateOptions{Anchors: anchors, Names: s.names})
	if err != nil {
		v.Unrated = err.Error()
		return
	}
	v.Ratings = ratings
}
