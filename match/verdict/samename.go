package verdict

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/centipawn/pgn"
)

// A SameName says how players of one name are told apart: [Alternate], [ByColor], or the name of tags,
// X for WhiteX and BlackX. "" is by the first of [tellingTags] by which they differ.
type SameName string

// How players of one name are told apart.
const (
	Alternate SameName = "alternate" // the first has White in the first game of each pair
	ByColor   SameName = "color"     // the first has White always
)

// sameNames is what to do about players of one name.
const sameNames = "tell them apart by -same-name: alternate, if the first has White in the first game of each pair; color, if always; " +
	"or the name of tags that differ, as Command of WhiteCommand and BlackCommand"

// tellingTags are the names of tags, WhiteX and BlackX, that are of a player and not of a game.
var tellingTags = []string{"Command", "Version", "EngineVersion", "Network", "NNUE", "EvalFile", "Options", "Config", "Hash"}

// A turn is what the games of a pair have in common.
type turn struct {
	name, round string
	opening     uint64
}

// Tell sets how players of one name are told apart, before a game is read.
func (s *Games) Tell(how SameName) { s.tell = how }

// apart returns the names under which players of one name are counted; not ok if they cannot be told
// apart.
func (s *Games) apart(g *pgn.Game, name, round string) (white, black string, ok bool) {
	first, second := name, name+" (2)"
	switch s.tell {
	case ByColor:
		return first, second, true
	case Alternate:
		if s.later(g, name, round) {
			first, second = second, first
		}
		return first, second, true
	case "":
		for _, tag := range tellingTags {
			if white, black, ok = byTag(g, name, tag); ok {
				return white, black, true
			}
		}
		return name, name, false
	}
	return byTag(g, name, string(s.tell))
}

// byTag returns the names with the values of tags, if these differ.
func byTag(g *pgn.Game, name, tag string) (white, black string, ok bool) {
	w, _ := g.Tag("White" + tag)
	b, _ := g.Tag("Black" + tag)
	if w == b {
		return name, name, false
	}
	value := func(text string) string { return fmt.Sprintf("%s (%s)", name, cmp.Or(text, "no "+tag)) }
	return value(w), value(b), true
}

// later reports whether a game is the second of its pair: by its round, as 3.2, or else because another
// game of its round and opening was read before.
func (s *Games) later(g *pgn.Game, name, round string) bool {
	if _, part, ok := strings.Cut(round, "."); ok && (part == "1" || part == "2") {
		return part == "2"
	}
	if s.turns == nil {
		s.turns = make(map[turn]int)
	}
	opening, _ := hashes(g)
	key := turn{name, roundOf(round), opening}
	n := s.turns[key]
	s.turns[key]++
	return n%2 == 1
}
