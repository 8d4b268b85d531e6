package candidates

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/features"
	"example.org/centipawn/features/catalog"
)

// A group is a term or a table among the base columns.
type group struct {
	name    string
	columns []int
}

// groupsOf returns the groups of base columns, as the catalog groups terms; families stay apart.
func groupsOf(base []Base) (list []group) {
	for first := 0; first < len(base); {
		end := first
		var defs []features.Definition
		for end < len(base) && base[end].Family == base[first].Family {
			defs = append(defs, base[end].Definition)
			end++
		}
		for g := range catalog.Groups(defs) {
			list = append(list, group{g.Name, span(first, len(g.Terms))})
			first += len(g.Terms)
		}
	}
	return list
}

// span returns n columns from first on.
func span(first, n int) []int {
	columns := make([]int, n)
	for i := range columns {
		columns[i] = first + i
	}
	return columns
}

// says says what a base column counts for one side.
func (b *Base) says() string {
	if b.Net && !b.Own {
		return "what a side has more than the other of: " + b.Formula
	}
	return b.Formula
}

// scalar returns the scalar of a group: the term, or the sum of the terms, each times its number.
func (g *group) scalar(base []Base) *Scalar {
	b := &base[g.columns[0]]
	s := &Scalar{Name: g.name, Formula: b.says(), Unit: b.Unit, Source: b.Source, Own: b.Own, Columns: g.columns}
	for _, column := range g.columns {
		weight := float32(1)
		if len(g.columns) > 1 {
			weight = number(base[column].Name)
			s.Formula = fmt.Sprintf("the sum of the %d terms %s, each times its number", len(g.columns), g.name)
		}
		s.Weights = append(s.Weights, weight)
	}
	return s
}

// number returns the number in which a name ends.
func number(name string) float32 {
	n, err := strconv.Atoi(name[strings.LastIndexByte(name, '.')+1:])
	if err != nil {
		return 1
	}
	return float32(n)
}

// ofSquares reports whether a group is a piece-square table, or a term of one: by the squares in its
// names, or, of numbers, because there are half as many as squares or more.
func (g *group) ofSquares(base []Base) bool {
	return len(g.columns) >= 32 || catalog.OfSquare(base[g.columns[0]].Name)
}
