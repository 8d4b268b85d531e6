package verdict

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
)

// judged are the games that a verdict goes by: all that are evidence of their own, in
// their order.
type judged struct {
	pairs    []pair
	games    []int // their numbers; where pairs are the unit those of the pairs alone
	repeated int   // units, pairs or games, that count as no evidence
}

// A played game is known by who played it with which color, its start, its moves and
// its result.
type played struct {
	white, black, halves int
	whole                uint64
}

func (g *game) played() played { return played{g.white, g.black, g.halves, g.whole} }

// byPairs returns the pairs of which at least one game is new. Players who play alike
// from openings that come again say the same again.
func (s *Games) byPairs(list []pair) (j judged) {
	seen := make(map[played]bool)
	for _, p := range list {
		first, second := s.games[p[0]].played(), s.games[p[1]].played()
		if seen[first] && seen[second] {
			j.repeated++
			continue
		}
		seen[first], seen[second] = true, true
		j.pairs = append(j.pairs, p)
		j.games = append(j.games, p[0], p[1])
	}
	return j
}

// byGames returns the games that are new.
func (s *Games) byGames() (j judged) {
	seen := make(map[played]bool)
	for i := range s.games {
		if key := s.games[i].played(); !seen[key] {
			seen[key] = true
			j.games = append(j.games, i)
		} else {
			j.repeated++
		}
	}
	return j
}

// alike reports whether the players of the pairs look like one: there are several, and
// both games of every pair have the same moves and result. That all pairs end 1-1 tells
// nothing: where nine games of ten are drawn, so do ten pairs in a row in one of eight
// matches. Nor do games that one side has lost before a move.
func (s *Games) alike(list []pair) bool {
	other := slices.ContainsFunc(list, func(p pair) bool {
		a, b := &s.games[p[0]], &s.games[p[1]]
		return a.whole != b.whole || a.halves != b.halves
	})
	return len(list) > 1 && !other
}

// record returns the record of a player in games.
func (s *Games) record(player int, games []int) *Player {
	p := &Player{Name: s.names[player]}
	for _, i := range games {
		p.add(s.games[i].points(player))
	}
	return p
}

// Forfeited returns the number of games that were lost beside the board.
func (v *Verdict) Forfeited() (n int) {
	for _, f := range v.Forfeits {
		n += f.Games
	}
	return n
}

// grossForfeits is the share of forfeits from which on games measure who is stable.
const grossForfeits = 0.05

// spoilt reports whether forfeits leave no measurement: there are that many, or the
// estimate says something else without them.
func (v *Verdict) spoilt() bool {
	n := v.Forfeited()
	gross := float64(n) > grossForfeits*float64(v.Games)
	return n > 1 && (gross || v.Clean != nil && better(v.Estimate) != better(v.Clean))
}

// grossUnfinished is the share of unfinished games from which on the others are no sample.
const grossUnfinished = 0.5

// leftOut says why games that could not be read, or are not finished, leave no measurement: what is left
// is no fair sample. "" where they are few. A single one is the end of a file that is still written.
func (v *Verdict) leftOut() string {
	all := v.Games + v.Unfinished + v.Itself + v.Faulty
	switch {
	case v.Faulty > 1 && float64(v.Faulty) > grossForfeits*float64(all):
		return fmt.Sprintf("%s of %s could not be read", plaintext.Thousands(v.Faulty), plaintext.Count(all, "game"))
	case v.Unfinished > 1 && float64(v.Unfinished) > grossUnfinished*float64(all):
		return fmt.Sprintf("%s of %s are not finished", plaintext.Thousands(v.Unfinished), plaintext.Count(all, "game"))
	}
	return ""
}

// better returns +1 of an estimate that finds the first better, −1 if worse, else 0.
func better(e *elo.Estimate) int {
	switch {
	case e.Elo.Low > 0:
		return 1
	case e.Elo.High < 0:
		return -1
	}
	return 0
}

// Repeats reports whether most of the games, or pairs of games, repeat evidence
// that is known.
func (v *Verdict) Repeats() bool {
	units := v.Games
	if v.Unit != UnitGames {
		units = v.Pairs
	}
	return 2*v.Repeated > units
}
