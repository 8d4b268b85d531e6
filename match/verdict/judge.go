package verdict

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"example.org/centipawn/internal/plaintext"
)

// Verdict judges the games. It fails if there is no game between two players, or if a
// named player does not play.
func (s *Games) Verdict(opt Options) (*Verdict, error) {
	switch {
	case len(s.games) == 0 && s.itself > 0:
		return nil, fmt.Errorf("no game between two players: in %s both are called %q: %s", plaintext.Count(s.itself, "game"), s.same, sameNames)
	case len(s.games) == 0:
		return nil, fmt.Errorf("no finished game: nothing to judge: %s unfinished, %s that could not be read", plaintext.Thousands(s.unfinished), plaintext.Thousands(s.faulty))
	}
	first, err := s.first(&opt)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Games: len(s.games), Unfinished: s.unfinished, Itself: s.itself, Faulty: s.faulty, Unique: s.unique()}
	v.Players, v.Forfeits = s.tables(first)
	list, alone := pairs(s.games)
	v.Pairs, v.Unpaired = len(list), len(alone)
	if len(s.names) == 2 {
		err = s.duel(v, list, first, &opt)
	} else {
		s.pool(v, list, alone, &opt)
	}
	if v.LeftOut = v.leftOut(); v.LeftOut != "" {
		v.Spoilt = true
	}
	v.warn()
	return v, err
}

// first returns the number of the player A, and checks what the options name.
func (s *Games) first(opt *Options) (int, error) {
	if err := s.checkAnchors(opt); err != nil {
		return 0, err
	}
	many := len(s.names) > 2
	n, ok := s.numbers[opt.A]
	switch {
	case opt.SPRT != nil && many:
		return 0, fmt.Errorf("a test is of two players, here are %d: %s", len(s.names), s.some())
	case opt.A == "":
		return 0, nil
	case !ok:
		return 0, fmt.Errorf("player %q does not play: these do: %s", opt.A, s.some())
	case many:
		return 0, fmt.Errorf("the view of %q: of %d players there are ratings, and no view: omit it", opt.A, len(s.names))
	}
	return n, nil
}

// checkAnchors returns what is wrong with the anchors.
func (s *Games) checkAnchors(opt *Options) error {
	for _, name := range slices.Sorted(maps.Keys(opt.Anchors)) {
		rating := opt.Anchors[name]
		if _, ok := s.numbers[name]; !ok {
			return fmt.Errorf("anchor %q does not play: these do: %s", name, s.some())
		}
		if math.IsNaN(rating) || math.IsInf(rating, 0) {
			return fmt.Errorf("anchor %q of %v: pass a number of Elo", name, rating)
		}
	}
	if len(opt.Anchors) > 0 && len(s.names) == 2 {
		return errors.New("anchors of two players, who get their difference and no ratings: omit them")
	}
	return nil
}

// someNames is how many players an error names.
const someNames = 20

// some returns the names of the players, in the order of the alphabet, and of many
// only the first.
func (s *Games) some() string {
	names := slices.Sorted(slices.Values(s.names))
	if more := len(names) - someNames; more > 1 {
		return fmt.Sprintf("%q and %d more", names[:someNames], more)
	}
	return fmt.Sprintf("%q", names)
}

// unique returns the number of different games.
func (s *Games) unique() int {
	seen := make(map[uint64]bool, len(s.games))
	for i := range s.games {
		seen[s.games[i].whole] = true
	}
	return len(seen)
}

// tables returns the players' records, a given one of two first, and who has forfeited how
// many games.
func (s *Games) tables(first int) ([]Player, []Forfeit) {
	players := make([]Player, len(s.names))
	for i, name := range s.names {
		players[i] = Player{Name: name}
	}
	type guilt struct {
		player int
		how    string
	}
	guilty := make(map[guilt]int)
	for i := range s.games {
		g := &s.games[i]
		players[g.white].add(g.halves)
		players[g.black].add(2 - g.halves)
		if g.forfeit != "" {
			guilty[guilt{g.loser(), g.forfeit}]++
		}
	}
	var forfeits []Forfeit
	for who, n := range guilty {
		forfeits = append(forfeits, Forfeit{s.names[who.player], who.how, n})
	}
	slices.SortFunc(forfeits, Forfeit.compare)
	if len(players) == 2 && first == 1 {
		slices.Reverse(players)
	}
	return players, forfeits
}
