package eval

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// A Lack is terms of a set, of one family or table, that a weights file does not have.
// They are worth nothing.
type Lack struct {
	Group string   // such as "mobility" or "pst.queen"
	Terms []string // in the set's order
	All   bool     // the file has no term of the group
}

// Missing returns the terms of the file's set that the file does not have, by group.
func Missing(f *weights.File) ([]Lack, error) {
	set, err := features.Lookup(f.Set)
	if err != nil {
		return nil, err
	}
	return missing(set, f), nil
}

func missing(set *features.Set, f *weights.File) (list []Lack) {
	has, groups := map[string]bool{}, map[string]bool{}
	for _, g := range f.Groups() {
		groups[g.Name] = true
		for _, t := range g.Terms {
			has[t.Name] = true
		}
	}
	for _, def := range set.Terms() {
		if has[def.Name] {
			continue
		}
		group, _ := weights.GroupOf(def.Name)
		i := slices.IndexFunc(list, func(l Lack) bool { return l.Group == group })
		if i < 0 {
			i = len(list)
			list = append(list, Lack{Group: group, All: !groups[group]})
		}
		list[i].Terms = append(list[i].Terms, def.Name)
	}
	return list
}

// valued are the pieces that every evaluation gives a value.
var valued = [...]string{"pawn", "knight", "bishop", "rook", "queen"}

// checkPieces refuses a file in which a piece is worth nothing because it has none of the
// terms that the set has for its value.
func checkPieces(set *features.Set, f *weights.File) error {
	lacks := map[string]bool{}
	for _, l := range missing(set, f) {
		for _, term := range l.Terms {
			lacks[term] = true
		}
	}
	for _, piece := range valued {
		var terms []string
		for _, def := range set.Terms() {
			if def.Name == "material."+piece || strings.HasPrefix(def.Name, "pst."+piece+".") {
				terms = append(terms, def.Name)
			}
		}
		if n := len(terms); n > 0 && !slices.ContainsFunc(terms, func(term string) bool { return !lacks[term] }) {
			return fmt.Errorf("the weights lack all terms that set %s values a %s by, %s to %s: fit positions that have one, "+
				"or pass -prior published to fit", set.Name(), piece, terms[0], terms[n-1])
		}
	}
	return nil
}
