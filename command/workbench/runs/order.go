package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Mark gives the rows that have the same test rows a letter, the group with the most rows the first, and each its rank
// in the group by its error: that as an engine plays if all of the group have it, else that of the fit. A row that nothing
// else can be compared with has a letter and no rank.
func Mark(rows []*Row) {
	groups := make(map[string][]*Row)
	for _, r := range rows {
		r.Group, r.Rank, r.By = "", 0, ""
		if r.tested != "" && r.Test != nil {
			groups[r.tested] = append(groups[r.tested], r)
		}
	}
	var list [][]*Row
	for _, g := range groups {
		slices.SortFunc(g, byName)
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b []*Row) int { return cmp.Or(cmp.Compare(len(b), len(a)), byName(a[0], b[0])) })
	for i, g := range list {
		of, by := func(r *Row) float64 { return r.Plays.Value }, fieldPlays
		if slices.ContainsFunc(g, func(r *Row) bool { return r.Plays == nil }) {
			of, by = func(r *Row) float64 { return r.Test.Value }, fieldTest
		}
		for _, r := range g {
			r.Group = letter(i)
			if len(g) == 1 {
				continue
			}
			r.Rank, r.By = 1, by
			for _, other := range g {
				if of(other) < of(r) {
					r.Rank++
				}
			}
		}
	}
}

const letters = 26

// letter names a group: A to Z, then A2.
func letter(i int) string {
	name := string(rune('A' + i%letters))
	if i >= letters {
		name += fmt.Sprint(i/letters + 1)
	}
	return name
}

// Sort orders rows by a field, with a minus downwards; without one the newest comes first. Rows that lack it come last.
// By an error, rows that cannot be compared do not mix: groups follow each other.
func Sort(rows []*Row, by string) error {
	name, down := strings.CutPrefix(by, "-")
	if name == "" {
		name = "age"
	}
	f, ok := lookUp(name)
	if !ok {
		return fmt.Errorf("sort: %q: unknown field; there are %s", name, strings.Join(FieldNames(), ", "))
	}
	sign := 1
	if down {
		sign = -1
	}
	slices.SortStableFunc(rows, func(a, b *Row) int {
		if f.number == nil {
			return cmp.Or(missing(textOf(f, a) != "", textOf(f, b) != ""), sign*cmp.Compare(textOf(f, a), textOf(f, b)), byName(a, b))
		}
		x, known := f.number(a)
		y, also := f.number(b)
		order := missing(known, also)
		if f.name == fieldTest || f.name == fieldPlays {
			order = cmp.Or(missing(a.Group != "", b.Group != ""), cmp.Compare(len(a.Group), len(b.Group)), cmp.Compare(a.Group, b.Group), order)
		}
		return cmp.Or(order, sign*cmp.Compare(x, y), byName(a, b))
	})
	return nil
}

// textOf is the text by which a row is sorted.
func textOf(f field, r *Row) string { return strings.ToLower(strings.Join(f.text(r), " ")) }

// missing orders what is there before what is not.
func missing(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
