package source

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A spot is number index of an array.
type spot struct {
	array *scan.Array
	index int
}

func (s spot) number() float64 { return s.array.Values[s.index] }
func (s spot) where() string   { return s.array.Where(s.index) }

// holds reports whether the number is the weight, rounded to its digits.
func (s spot) holds(weight float64) bool {
	return s.array.Holds(s.index, weight)
}

// A location is where a weight stands in source code, or why it does not. A weight of a
// folded table has one for each wing.
type location struct {
	weight  weights.Named
	spots   []spot      // of all definitions
	near    *scan.Array // without spots: what has the name; nil: nothing
	twice   bool        // there are two definitions, which differ
	problem string
}

// where returns file:line, "" of a weight that has none; of an element that is not a number
// file:line:column.
func (c *location) where() string {
	switch {
	case len(c.spots) > 0:
		return c.spots[0].where()
	case c.near != nil && c.near.Err != nil:
		return c.near.Fault().Where()
	case c.near != nil:
		return fmt.Sprintf("%s:%d", c.near.File, c.near.Line)
	}
	return ""
}

// A want is the terms that stand together in the source, in its order: nil for a square
// that has none.
type want struct {
	terms []*weights.Term
	side  string // "mg" or "eg": only this half; "": all
}

// halves is how many numbers there are for each term.
func (w *want) halves() int {
	if w.side == "" && slices.ContainsFunc(w.terms, func(t *weights.Term) bool { return t != nil && t.Tapered }) {
		return 2
	}
	return 1
}

// weights returns those of term i.
func (w *want) weights(i int) []weights.Named {
	if w.terms[i] == nil {
		return nil
	}
	all := w.terms[i].Weights()
	switch w.side {
	case "mg":
		return all[:1]
	case "eg":
		return all[1:]
	}
	return all
}

// at returns where the wanted weights stand: those of term i and half 0 or 1 where spot
// says.
func (w *want) at(spotOf func(i, half int) spot) (list []location) {
	for i := range w.terms {
		for half, named := range w.weights(i) {
			list = append(list, location{weight: named, spots: []spot{spotOf(i, half)}})
		}
	}
	return list
}

// absent is the problem of a weight whose name the source does not have.
const absent = "not in the source"

// missing returns the wanted weights as not found, for a reason that what has their name
// gives.
func (w *want) missing(same []*scan.Array) (list []location) {
	var near *scan.Array
	problem := absent
	if len(same) > 0 {
		near = same[0]
		problem = w.against(near)
	}
	return w.without(near, problem)
}

// without returns the wanted weights as not found.
func (w *want) without(near *scan.Array, problem string) (list []location) {
	for i := range w.terms {
		for _, named := range w.weights(i) {
			list = append(list, location{weight: named, near: near, problem: problem})
		}
	}
	return list
}

// against says why an array does not hold what is wanted.
func (w *want) against(a *scan.Array) string {
	switch {
	case a.Err != nil:
		return a.Fault().Reason()
	case a.Pairs && w.halves() == 1 && w.side == "" && a.Size() == len(w.terms):
		return fmt.Sprintf("%d pairs%s, want %d numbers: add \"tapered\" to its name", a.Size(), left(a), len(w.terms))
	case a.Pairs:
		return fmt.Sprintf("%d pairs%s, %s", a.Size(), left(a), w.what())
	case w.halves() == 2 && !a.Pairs && a.Flat() && len(a.Values) == 2*len(w.terms):
		return fmt.Sprintf("%d numbers in a row%s: say whether the halves stand one after the other, NAME.{mg,eg}[%d] = %s, or in pairs, NAME.{0..%d}.{mg,eg} = %[4]s",
			len(a.Values), left(a), len(w.terms), a.Name, len(w.terms)-1)
	case w.halves() == 2 && len(a.Values) == len(w.terms):
		return fmt.Sprintf("%d numbers%s, want %d pairs: name each half with its table, NAME.mg = %s and NAME.eg = …", len(a.Values), left(a), len(w.terms), a.Name)
	}
	return fmt.Sprintf("%d numbers%s, %s", len(a.Values), left(a), w.what())
}

// left says which elements of an array are not numbers.
func left(a *scan.Array) string {
	if len(a.Left) == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d that are not, such as %s", len(a.Left), a.Left[0])
}

// what says how many are wanted, or which number.
func (w *want) what() string {
	if len(w.terms) == 1 && w.terms[0] != nil {
		if _, path := weights.Indices(w.terms[0].Name); len(path) > 0 {
			return "without number " + strings.Trim(fmt.Sprint(path), "[]")
		}
	}
	return fmt.Sprintf("want %d", len(w.terms))
}

// in returns where the wanted weights stand below a path of an array, nil if it does not
// hold as many. rows are the sizes of the levels of the path, for arrays that are written
// as one row.
func (w *want) in(a *scan.Array, path, rows []int, opt Options) []location {
	n := len(w.terms)
	slots := below(a, path, rows, n)
	flip := func(half int) int {
		if opt.EndgameFirst && !a.Keyed {
			return 1 - half
		}
		return half
	}
	switch halves := w.halves(); {
	case halves == 1 && len(path) == 0 && len(a.Values) == n:
		return w.at(func(i, _ int) spot { return spot{a, i} })
	case halves == 1 && !a.Pairs && len(slots) == n:
		return w.at(func(i, _ int) spot { return spot{a, slots[i]} })
	case halves == 1 && a.Pairs && n == 1 && len(path) > 0 && path[len(path)-1] < 2 && len(a.Under(path[:len(path)-1])) == 1:
		pair := a.Under(path[:len(path)-1])[0]
		return w.at(func(int, int) spot { return spot{a, a.Value(pair, path[len(path)-1])} })
	case halves == 2 && a.Pairs && len(slots) == n:
		return w.at(func(i, half int) spot { return spot{a, a.Value(slots[i], flip(half))} })
	case halves == 2 && !a.Pairs && len(path) == 0 && len(slots) == 2*n && (len(a.Under([]int{0})) == n || n == 1):
		return w.at(func(i, half int) spot { return spot{a, slots[n*flip(half)+i]} })
	case halves == 2 && !a.Pairs && len(path) > 0 && len(a.Under([]int{2})) == 0:
		sides := [2][]int{a.Under(append([]int{0}, path...)), a.Under(append([]int{1}, path...))}
		if len(sides[0]) == n && len(sides[1]) == n {
			return w.at(func(i, half int) spot { return spot{a, sides[flip(half)][i]} })
		}
	}
	return nil
}

// below returns the slots below a path: as the lists of the array are nested, or, of one
// row, n for each place of rows.
func below(a *scan.Array, path, rows []int, n int) []int {
	slots := a.Under(path)
	if len(slots) == 0 && a.Wrap > 0 && len(path) > 0 && path[0] == 0 {
		slots = a.Under(path[1:]) // x[1][28] counts as x[28]
	}
	if len(slots) == n || len(path) != len(rows) || len(path) == 0 || !a.Flat() {
		return slots
	}
	first, total := 0, n
	for level, size := range rows {
		first = first*size + path[level]
		total *= size
	}
	if total != a.Size() {
		return slots
	}
	slots = make([]int, n)
	for i := range slots {
		slots[i] = first*n + i
	}
	return slots
}

// merge joins the definitions of the same weights, of which all must have the same
// numbers: which of them the program uses is not known here.
func merge(all [][]location) []location {
	for i := range all[0] {
		c := &all[0][i]
		for _, other := range all[1:] {
			c.join(other, i)
		}
	}
	return all[0]
}

// join adds another definition, where the weight is number i too, or elsewhere in a table
// of another size.
func (c *location) join(other []location, i int) {
	if i >= len(other) || other[i].weight.Name != c.weight.Name {
		i = slices.IndexFunc(other, func(o location) bool { return o.weight.Name == c.weight.Name })
	}
	second := other[i].spots[0]
	if number := c.spots[0].number(); number != second.number() && !c.twice {
		c.twice = true
		c.problem = fmt.Sprintf("defined twice: %g, and %g at %s: leave one, or %s", number, second.number(), second.where(), c.choice(second))
	}
	c.spots = append(c.spots, second)
}

// shared notes that the number of a spot is found by another weight's name, too.
func (c *location) shared(s spot, other string) {
	c.twice = true
	c.problem = fmt.Sprintf("%s is found by the name of %s, too: say which it is by a line of -names: NAME = %s", s.array.Name, other, s.array.Name)
}

// choice says how to name the one of two definitions that counts.
func (c *location) choice(second spot) string {
	first := c.spots[0].array
	by := fmt.Sprintf("%s:%d", first.File, first.Line)
	if one, other := qualified(first), qualified(second.array); one != other && one != first.Name {
		by += " or " + one
	}
	return fmt.Sprintf("choose by a line of -names: NAME = %s", by)
}

// spelling reduces a name to what all spellings of it have in common.
func spelling(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || isDigit(r) || r > '~' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// numbersApart is a spelling in which numbers that are side by side stay two: it tells
// Mob_1_10 from Mob_11_0.
func numbersApart(name string) string {
	var b strings.Builder
	last, apart := 'x', false
	for _, r := range strings.ToLower(name) {
		if spelling(string(r)) == "" {
			apart = true
			continue
		}
		if apart && isDigit(last) && isDigit(r) {
			b.WriteByte('.')
		}
		b.WriteRune(r)
		last, apart = r, false
	}
	return b.String()
}
