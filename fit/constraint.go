package fit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tie makes the weights of a design equal that ties name: they become one, under
// the name of the first.
func (d *design) tie(ties []Tie) error {
	d.alias = make([]int, len(d.names))
	for j := range d.alias {
		d.alias[j] = j
	}
	for _, t := range ties {
		groups, err := d.tied(t)
		if err != nil {
			return err
		}
		for _, g := range groups {
			if err := d.tieable(g); err != nil {
				return err
			}
			for _, j := range g[1:] {
				d.merge(d.alias[j], d.alias[g[0]])
			}
		}
	}
	d.renumber()
	return nil
}

// merge makes the weights of from those of to.
func (d *design) merge(from, to int) {
	for j, a := range d.alias {
		if a == from {
			d.alias[j] = to
		}
	}
}

// tied returns groups of weights that a tie makes equal.
func (d *design) tied(t Tie) (groups [][]int, err error) {
	var lists [][]int
	for _, pattern := range t.Patterns {
		list, err := d.matching(pattern)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	if len(lists) == 1 {
		return d.byEnd(lists[0]), nil
	}
	for i := range lists[0] {
		var g []int
		for k, list := range lists {
			if len(list) != len(lists[0]) {
				return nil, fmt.Errorf("fit: %q matches %d weights and %q %d: tied patterns must match as many", t.Patterns[0], len(lists[0]), t.Patterns[k], len(list))
			}
			g = append(g, list[i])
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// byEnd cuts a list of weights into those of the middlegame, of the endgame, and
// plain ones, empty lists left out.
func (d *design) byEnd(list []int) (groups [][]int) {
	for _, end := range []string{".mg", ".eg", ""} {
		g := slices.DeleteFunc(slices.Clone(list), func(j int) bool { return endOf(d.names[j]) != end })
		if len(g) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// endOf returns ".mg", ".eg" or "".
func endOf(name string) string {
	for _, end := range []string{".mg", ".eg"} {
		if strings.HasSuffix(name, end) {
			return end
		}
	}
	return ""
}

// matching returns the weights that a pattern matches, in the order of columns.
func (d *design) matching(pattern string) (list []int, err error) {
	p := newPatterns([]string{pattern})
	for j, name := range d.names {
		if p.first(name, d.schema.Columns[d.column[j]].Name) >= 0 {
			list = append(list, j)
		}
	}
	return list, p.err()
}

// renumber leaves out the weights that are others by another name.
func (d *design) renumber() {
	number := make([]int32, len(d.names))
	var names []string
	var column []int
	for j, a := range d.alias {
		if a == j {
			number[j] = int32(len(names))
			names, column = append(names, d.names[j]), append(column, d.column[j])
		}
	}
	d.all, d.allColumn = d.names, d.column
	for j, a := range d.alias {
		d.alias[j] = int(number[a])
	}
	for c := range d.terms {
		for _, slot := range []*int32{&d.terms[c].plain, &d.terms[c].mg, &d.terms[c].eg} {
			if *slot >= 0 {
				*slot = int32(d.alias[*slot])
			}
		}
	}
	for i := range d.block {
		if j := &d.block[i].Weight; *j >= 0 {
			*j = int32(d.alias[*j])
		}
	}
	d.names, d.column = names, column
	d.plain = d.plain && len(names) == len(d.all)
}

// bounds returns the bounds of the weights; nil without any.
func (d *design) bounds(list []Bound) (low, high []float64, err error) {
	if len(list) == 0 {
		return nil, nil, nil
	}
	low, high = noBounds(len(d.names))
	for _, b := range list {
		matches, err := d.matching(b.Pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, j := range matches {
			low[j], high[j] = max(low[j], b.Low), min(high[j], b.High)
			if low[j] > high[j] {
				return nil, nil, fmt.Errorf("fit: %s: its bounds leave nothing: %g … %g", d.names[j], low[j], high[j])
			}
		}
	}
	return low, high, nil
}

// noBounds returns bounds that hold no weight.
func noBounds(n int) (low, high []float64) {
	return slices.Repeat([]float64{math.Inf(-1)}, n), slices.Repeat([]float64{math.Inf(1)}, n)
}

// chains returns the weights of each order, the lowest first.
func (d *design) chains(orders []Order) (chains [][]int, err error) {
	used := make(map[int]string)
	for _, o := range orders {
		list, err := d.matching(o.Pattern)
		if err != nil {
			return nil, err
		}
		for _, chain := range d.byEnd(list) {
			if o.Falling {
				slices.Reverse(chain)
			}
			for _, j := range chain {
				if other, both := used[j]; both {
					return nil, fmt.Errorf("fit: %s is ordered by %q and by %q: a weight can be in one order only", d.names[j], other, o.Pattern)
				}
				used[j] = o.Pattern
			}
			chains = append(chains, chain)
		}
	}
	return chains, nil
}

// A bend is three neighbours in a table; their second difference is
// w(a) − 2·w(b) + w(c). One may be [reference].
type bend [3]int

// reference stands for the one entry that a table of numbers leaves out, such as
// mobility.knight.5 between .4 and .6: the others are counted from it, so it is 0.
const reference = -1

// element is the name of an element of a table: what goes before, the place,
// and the end.
var element = regexp.MustCompile(`^(.*[^0-9a-z])([a-h]?)([0-9]+)(\.mg|\.eg)?$`)

// bends returns the second differences within tables. The weights that differ in a
// last number are a table, such as mobility.knight.0 to mobility.knight.8; those that
// differ in a last square, such as pst.knight.f3, one with ranks and files.
func (d *design) bends() (list []bend) {
	index := make(map[string]int, len(d.names))
	for j, name := range d.names {
		index[name] = j
	}
	for j, name := range d.names {
		m := element.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[3])
		if err != nil {
			continue // more digits than a place has
		}
		at := func(file, rank int) (int, bool) {
			f := ""
			if m[2] != "" {
				f = string(rune(m[2][0]) + rune(file))
			}
			k, ok := index[m[1]+f+strconv.Itoa(n+rank)+m[4]]
			return k, ok
		}
		if m[2] == "" {
			list = append(list, bendsBy(j, at)...)
			continue
		}
		for _, step := range [][2]int{{1, 0}, {0, 1}} {
			a, before := at(-step[0], -step[1])
			c, after := at(step[0], step[1])
			if before && after {
				list = append(list, bend{a, j, c})
			}
		}
	}
	return list
}

// bendsBy returns the bends of a table of numbers about its entry j, and about the
// reference behind j; at returns the entry so many numbers on.
func bendsBy(j int, at func(file, by int) (int, bool)) (list []bend) {
	next := func(by int) (int, bool) {
		k, ok := at(0, by)
		if _, beyond := at(0, 2*by); !ok && beyond {
			return reference, true
		}
		return k, ok
	}
	a, before := next(-1)
	c, after := next(1)
	if before && after {
		list = append(list, bend{a, j, c})
	}
	if after && c == reference {
		beyond, _ := at(0, 2)
		list = append(list, bend{j, reference, beyond})
	}
	return list
}
