package measures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/command/workbench/items"
)

// A Suggestion is a weight that is worth a try, with why.
type Suggestion struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// suggestions is how many weights are suggested.
const suggestions = 6

// Suggest names weights that are worth a try: those with the largest |t|, with warnings, and that moved most against the
// old file unless that is nil. Where these are too few, the largest weights make up for them.
func Suggest(of, old *items.Item) []Suggestion {
	table := TableOf(of, old)
	s := suggester{all: slices.DeleteFunc(slices.Clone(table.Weights), func(w Weight) bool { return w.Value == 0 && w.Half == 0 }), list: []Suggestion{}, groups: map[string]bool{}}
	const each = suggestions / 3
	byT := func(w Weight) float64 { return math.Abs(w.T) }
	sayT := func(w Weight) string { return fmt.Sprintf("among the largest |t|: %.1f", math.Abs(w.T)) }
	s.take(each, byT, sayT)
	s.take(each, func(w Weight) float64 { return float64(len(w.Warnings)) }, func(w Weight) string {
		first := table.Warnings[w.Warnings[0]]
		return "warning " + string(first.Code) + ": " + first.Text
	})
	s.take(each, func(w Weight) float64 {
		switch {
		case w.Move == nil:
			return 0
		case w.MoveT != nil:
			return math.Abs(*w.MoveT)
		}
		return math.Abs(*w.Move) * leastStep
	}, func(w Weight) string {
		if w.MoveT != nil {
			return fmt.Sprintf("among the farthest from %s: %+.1f, %.1f standard errors", old.Label, *w.Move, math.Abs(*w.MoveT))
		}
		return fmt.Sprintf("among the farthest from %s: %+.1f", old.Label, *w.Move)
	})
	s.take(suggestions-len(s.list), byT, sayT)
	s.take(suggestions-len(s.list), func(w Weight) float64 { return math.Abs(w.Value) }, func(w Weight) string { return fmt.Sprintf("among the largest: %.1f", w.Value) })
	return s.list
}

// A suggester takes weights, at most one of a group, such as a table.
type suggester struct {
	all    []Weight
	list   []Suggestion
	groups map[string]bool
}

// take suggests the n weights of which a number is largest, if it is above 0, with what is said of each.
func (s *suggester) take(n int, of func(Weight) float64, say func(Weight) string) {
	ranked := slices.Clone(s.all)
	slices.SortStableFunc(ranked, func(a, b Weight) int { return cmp.Compare(of(b), of(a)) })
	for _, w := range ranked {
		if n <= 0 || !(of(w) > 0) {
			return
		}
		group := cmp.Or(w.Group, w.Name)
		if s.groups[group] {
			continue
		}
		s.groups[group] = true
		s.list = append(s.list, Suggestion{w.Name, say(w)})
		n--
	}
}
