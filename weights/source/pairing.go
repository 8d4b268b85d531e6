package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"example.org/centipawn/weights/source/scan"
)

// A half is one of two tables that together hold pairs: the name of the terms, and which half.
type half struct{ base, side string }

// sides are the words of names that say which half of a pair a table or a number is. Those of
// more meanings count in the names of tables alone.
var sides = map[string]half{
	"mg": {"", "mg"}, "middlegame": {"", "mg"}, "midgame": {"", "mg"}, "opening": {"", "mg"},
	"eg": {"", "eg"}, "endgame": {"", "eg"}, "ending": {"", "eg"},
	"op": {"tables", "mg"}, "early": {"tables", "mg"}, "earlygame": {"", "mg"}, "mid": {"tables", "mg"}, "middle": {"tables", "mg"}, "start": {"tables", "mg"},
	"late": {"tables", "eg"}, "lategame": {"", "eg"}, "end": {"tables", "eg"},
}

// paired returns the halves among the arrays: two of one form, with names that differ in the words
// of the halves.
func (n *namer) paired() map[*scan.Array]half {
	type pair struct{ mg, eg []*scan.Array }
	found, order, bases := map[string]*pair{}, []string{}, map[*scan.Array]string{}
	plain := map[string][]*scan.Array{} // without the word of a half, which may be the middlegame's
	for _, a := range n.listed {
		base, whole, side := sideOf(a)
		b := unpaired(a)
		levels, even := shape(b, nil)
		key := fmt.Sprint(a.Stands, a.Keys, levels, even, len(a.Values), " ", whole)
		if side == "" && a.Size() > 1 && !a.Pairs {
			plain[key], bases[a] = append(plain[key], a), base
		}
		if side == "" || b.Pairs {
			continue
		}
		if found[key] == nil {
			found[key] = &pair{}
			order = append(order, key)
		}
		if bases[a] = base; side == "mg" {
			found[key].mg = append(found[key].mg, a)
		} else {
			found[key].eg = append(found[key].eg, a)
		}
	}
	halves := map[*scan.Array]half{}
	for _, key := range order {
		p := found[key]
		if len(p.mg) == 0 {
			p.mg = plain[key]
		}
		if len(p.mg) != 1 || len(p.eg) != 1 || !n.take(bases[p.mg[0]], p.mg[0]) {
			continue
		}
		halves[p.mg[0]], halves[p.eg[0]] = half{bases[p.mg[0]], "mg"}, half{bases[p.mg[0]], "eg"}
	}
	return halves
}

// unpaired is an array whose {1, 2} are two numbers, where its name says that it holds one half.
func unpaired(a *scan.Array) *scan.Array {
	if !a.Pairs || a.Keyed {
		return a
	}
	return a.Unpaired()
}

// sideOf returns the name of an array's terms and all names around it without the word of a half,
// and the half, "" without one; no names where there are two such words.
func sideOf(a *scan.Array) (base, whole, side string) {
	names := append(slices.Clone(a.Scope), a.Name)
	for i, name := range names {
		rest, found := withoutSide(name, a.Size() > 1)
		if found == "" {
			continue
		}
		if side != "" {
			return "", "", ""
		}
		names[i], side = rest, found
	}
	own := names[len(names)-1-a.Keys:]
	if own[0] == "" && len(names) > len(own) {
		own = names[len(names)-1-len(own):]
	}
	own = slices.DeleteFunc(slices.Clone(own), func(s string) bool { return s == "" })
	if len(own) == 0 {
		return "", "", ""
	}
	return termName(strings.Join(own, ".")), spelling(strings.Join(names, "/")) + " " + a.File, side
}

// withoutSide takes the word of a half out of a name: PawnPst and mg of EarlyPawnPst.
func withoutSide(name string, table bool) (rest, side string) {
	words := wordsOf(name)
	for i := range words {
		for n := min(2, len(words)-i); n > 0; n-- {
			first, last := words[i], words[i+n-1]
			s, known := sides[strings.ToLower(strings.ReplaceAll(name[first.at:last.end], "_", ""))]
			if !known || s.base != "" && !table {
				continue
			}
			head, tail := strings.TrimRight(name[:first.at], "_-."), strings.TrimLeft(name[last.end:], "_-.")
			if head != "" && tail != "" && first.at != len(head) {
				head += "_"
			}
			return head + tail, s.side
		}
	}
	return name, ""
}

// A word of a name: PawnPst and PAWN_PST have two.
type word struct{ at, end int }

func wordsOf(name string) (words []word) {
	begin := -1
	runes := []rune(name)
	i := -1
	for at, r := range name {
		i++
		letter := unicode.IsLetter(r)
		next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		starts := letter && unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || next && unicode.IsLetter(runes[i-1]))
		if begin >= 0 && (!letter || starts) {
			words, begin = append(words, word{begin, at}), -1
		}
		if letter && begin < 0 {
			begin = at
		}
	}
	if begin >= 0 {
		words = append(words, word{begin, len(name)})
	}
	return words
}
