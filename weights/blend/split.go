package blend

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/weights"
)

// By is what a fit is split by into directions.
type By string

// What a fit is split by.
const (
	ByFit    By = "fit"    // not at all
	ByPhase  By = "phase"  // middlegame, endgame, and terms with one weight
	ByFamily By = "family" // families of terms, by their names
	ByPiece  By = "piece"  // the piece that a term's name has in it
)

// Ways are what -by takes.
var Ways = []string{string(ByFit), string(ByPhase), string(ByFamily), string(ByPiece)}

// DefaultParts is how many directions a fit has at most that is split by family or piece, and AboutParts says it as a flag's
// help.
const (
	DefaultParts = 4
	AboutParts   = "at most `n` families or pieces a fit; the smaller ones are one part together"
)

// rest is what the smaller families are together.
const rest = "rest"

// Split returns the directions that a fit has, split in a way. Of families and pieces there are at most most: the
// smaller ones, by the sum of squares of what they move, are one direction together. Parts that move nothing are left
// out.
func Split(old *weights.File, name string, fit *weights.File, by By, most int) ([]Direction, error) {
	whole := Direction{Name: name, Fit: fit}
	switch by {
	case ByFit:
		return []Direction{whole}, nil
	case ByPhase:
		if _, err := New(old, []Direction{whole}); err != nil {
			return nil, err
		}
		var list []Direction
		for _, phase := range []Phase{Middlegame, Endgame, Plain} {
			d := Direction{Name: name + "." + string(phase), Fit: fit, Phase: phase}
			if _, err := New(old, []Direction{d}); err == nil {
				list = append(list, d)
			}
		}
		return list, nil
	case ByFamily:
		return groups(old, whole, most, family)
	case ByPiece:
		return groups(old, whole, most, piece)
	}
	return nil, fmt.Errorf("%s: pass one of %s", by, strings.Join(Ways, ", "))
}

// Only returns the directions that have these names, in the order of the names.
func Only(list []Direction, names []string) (some []Direction, err error) {
	for _, name := range names {
		place := slices.IndexFunc(list, func(d Direction) bool { return d.Name == name })
		if place < 0 {
			var all []string
			for _, d := range list {
				all = append(all, d.Name)
			}
			return nil, fmt.Errorf("no part is called %s: pass some of %s", name, strings.Join(all, ", "))
		}
		some = append(some, list[place])
	}
	return some, nil
}

// groups splits a direction by the groups that terms belong to.
func groups(old *weights.File, whole Direction, most int, group func(term string) string) (list []Direction, err error) {
	b, err := New(old, []Direction{whole})
	if err != nil {
		return nil, err
	}
	sizes := map[string]float64{}
	for _, s := range b.steps[0] {
		sizes[group(old.Terms[s.term].Name)] += s.change * s.change
	}
	var names []string
	for name := range sizes {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b))
	})
	own := map[string]bool{}
	if len(names) > most {
		names = append(names[:max(most-1, 0)], rest)
	}
	for _, name := range names {
		own[name] = true
	}
	of := func(term string) string {
		if name := group(term); own[name] {
			return name
		}
		return rest
	}
	for _, name := range names {
		d := whole
		d.Name = whole.Name + "." + name
		d.Moves = func(term string) bool { return of(term) == name }
		list = append(list, d)
	}
	return list, nil
}

// family is the family or board of a term, or the array that its number is of.
func family(term string) string {
	name, board := weights.GroupOf(term)
	if name == "" {
		return term
	}
	if base, numbers := weights.Indices(term); len(numbers) > 0 && !board {
		return base
	}
	return name
}

// piece is the piece whose name a term's has in it, the last of several; other where it has none.
func piece(term string) string {
	name, at := "other", math.MinInt
	for _, p := range weights.PieceNames {
		if i := strings.LastIndex(strings.ToLower(term), strings.ToLower(p)); i >= 0 && i > at {
			name, at = strings.ToLower(p), i
		}
	}
	return name
}
