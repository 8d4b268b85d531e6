package verdict

import (
	"cmp"

	"centipawn/match/elo"
)

// The units of an estimate.
const (
	UnitPairs = "pairs"
	UnitGames = "games"
)

// duel fills in what is asked of two players.
func (s *Games) duel(v *Verdict, list []pair, first int, opt *Options) error {
	var all, clean elo.Pentanomial
	var results, cleanResults [3]int // losses, draws, wins
	for _, p := range list {
		halves := s.games[p[0]].points(first) + s.games[p[1]].points(first)
		all.Add(halves)
		if s.games[p[0]].forfeit == "" && s.games[p[1]].forfeit == "" {
			clean.Add(halves)
		}
	}
	for i := range s.games {
		results[s.games[i].points(first)]++
		if s.games[i].forfeit == "" {
			cleanResults[s.games[i].points(first)]++
		}
	}
	estimate, without := elo.OfGames(results[2], results[1], results[0]), elo.OfGames(cleanResults[2], cleanResults[1], cleanResults[0])
	v.Unit, v.Pentanomial = UnitGames, &all
	if float64(2*len(list)) >= mostlyPaired*float64(len(s.games)) {
		v.Unit = UnitPairs
		estimate, without = elo.Of(all), elo.Of(clean)
	}
	v.Estimate = &estimate
	if len(v.Forfeits) > 0 {
		v.Clean = &without
	}
	if opt.SPRT == nil {
		return nil
	}
	t := opt.SPRT.WithDefaults()
	if err := t.Validate(); err != nil {
		return err
	}
	if v.Unit == UnitPairs {
		v.Test = s.testPairs(list, first, t)
	} else {
		v.Test = s.testGames(first, t)
	}
	if v.Test.Decision != elo.Undecided {
		estimate = estimate.AfterSPRT()
	}
	return nil
}

// points returns the points of a player in his game, doubled.
func (g *game) points(player int) int {
	if g.white == player {
		return g.halves
	}
	return 2 - g.halves
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
func (s *Games) testGames(first int, t elo.SPRT) *Test {
	var results [3]int // losses, draws, wins
	n := 0
	lower, upper := t.Bounds()
	for ; n < len(s.games); n++ {
		results[s.games[n].points(first)]++
		if llr := t.LLRGames(results[2], results[1], results[0]); llr <= lower || llr >= upper {
			n++
			break
		}
	}
	return &Test{t.StateGames(results[2], results[1], results[0]), n}
}

// pool rates more than two players together.
func (s *Games) pool(v *Verdict, list []pair, opt *Options) {
	games := make([]elo.Game, len(s.games))
	for i := range s.games {
		g := &s.games[i]
		games[i] = elo.Game{White: g.white, Black: g.black, Points: float64(g.halves) / 2, Pair: -1}
	}
	for i, p := range list {
		games[p[0]].Pair, games[p[1]].Pair = i, i
	}
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

// compare orders forfeits: the most frequent first.
func (f Forfeit) compare(o Forfeit) int {
	return cmp.Or(cmp.Compare(o.Games, f.Games), cmp.Compare(f.Player, o.Player), cmp.Compare(f.How, o.How))
}
