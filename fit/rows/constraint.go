package rows

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Bound holds the weights that Pattern matches between Low and High.
type Bound struct {
	Pattern   string
	Low, High float64 // centipawns; ±Inf for none
}

// A Tie makes weights equal. One pattern ties all that it matches, middlegame
// and endgame apart; several tie the first matches of each, the second ones, and so on.
type Tie struct{ Patterns []string }

// An Order makes the weights that Pattern matches, in the order of the columns, not
// fall, or not rise; middlegame and endgame apart.
type Order struct {
	Pattern string
	Falling bool
}

// tie makes the weights of a design equal that ties name: they become one, under
// the name of the first.
func (d *Design) tie(ties []Tie) error {
	d.Alias = make([]int, len(d.Names))
	for j := range d.Alias {
		d.Alias[j] = j
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
				d.merge(d.Alias[j], d.Alias[g[0]])
			}
		}
	}
	d.renumber()
	return nil
}

// merge makes the weights of from those of to.
func (d *Design) merge(from, to int) {
	for j, a := range d.Alias {
		if a == from {
			d.Alias[j] = to
		}
	}
}

// tied returns groups of weights that a tie makes equal.
func (d *Design) tied(t Tie) (groups [][]int, err error) {
	var lists [][]int
	for _, pattern := range t.Patterns {
		list, err := d.Matching(pattern)
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
func (d *Design) byEnd(list []int) (groups [][]int) {
	for _, end := range []string{".mg", ".eg", ""} {
		g := slices.DeleteFunc(slices.Clone(list), func(j int) bool { return EndOf(d.Names[j]) != end })
		if len(g) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// EndOf returns ".mg", ".eg" or "".
func EndOf(name string) string {
	for _, end := range []string{".mg", ".eg"} {
		if strings.HasSuffix(name, end) {
			return end
		}
	}
	return ""
}

// Matching returns the weights that a pattern matches, in the order of columns.
func (d *Design) Matching(pattern string) (list []int, err error) {
	p := newPatterns([]string{pattern})
	for j, name := range d.Names {
		if p.first(name, d.Schema.Columns[d.Column[j]].Name) >= 0 {
			list = append(list, j)
		}
	}
	return list, p.err()
}

// renumber leaves out the weights that are others by another name.
func (d *Design) renumber() {
	number := make([]int32, len(d.Names))
	var names []string
	var column []int
	for j, a := range d.Alias {
		if a == j {
			number[j] = int32(len(names))
			names, column = append(names, d.Names[j]), append(column, d.Column[j])
		}
	}
	d.All, d.allColumn = d.Names, d.Column
	for j, a := range d.Alias {
		d.Alias[j] = int(number[a])
	}
	for c := range d.Terms {
		for _, slot := range []*int32{&d.Terms[c].Plain, &d.Terms[c].MG, &d.Terms[c].EG} {
			if *slot >= 0 {
				*slot = int32(d.Alias[*slot])
			}
		}
	}
	d.Names, d.Column = names, column
	if d.Form != nil {
		d.Form.alias(d)
	}
	d.Plain = d.Plain && len(names) == len(d.All)
}

// Bounds returns the bounds of the weights; nil without any.
func (d *Design) Bounds(list []Bound) (low, high []float64, err error) {
	if len(list) == 0 {
		return nil, nil, nil
	}
	low, high = NoBounds(len(d.Names))
	for _, b := range list {
		matches, err := d.Matching(b.Pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, j := range matches {
			low[j], high[j] = max(low[j], b.Low), min(high[j], b.High)
			if low[j] > high[j] {
				return nil, nil, fmt.Errorf("fit: %s: its bounds leave nothing: %g … %g", d.Names[j], low[j], high[j])
			}
		}
	}
	return low, high, nil
}

// NoBounds returns bounds that hold no weight.
func NoBounds(n int) (low, high []float64) {
	return slices.Repeat([]float64{math.Inf(-1)}, n), slices.Repeat([]float64{math.Inf(1)}, n)
}

// Chains returns the weights of each order, the lowest first.
func (d *Design) Chains(orders []Order) (chains [][]int, err error) {
	used := make(map[int]string)
	for _, o := range orders {
		list, err := d.Matching(o.Pattern)
		if err != nil {
			return nil, err
		}
		for _, chain := range d.byEnd(list) {
			if o.Falling {
				slices.Reverse(chain)
			}
			for _, j := range chain {
				if other, both := used[j]; both {
					return nil, fmt.Errorf("fit: %s is ordered by %q and by %q: a weight can be in one order only", d.Names[j], other, o.Pattern)
				}
				used[j] = o.Pattern
			}
			chains = append(chains, chain)
		}
	}
	return chains, nil
}

// A Bend is three neighbours in a table; their second difference is
// w(a) − 2·w(b) + w(c). One may be [reference].
type Bend [3]int

// Reference stands for the one entry that a table of numbers leaves out, such as
// mobility.knight.5 between .4 and .6: the others are counted from it, so it is 0.
const Reference = -1

// element is the name of an element of a table: what goes before, the place,
// and the end.
var element = regexp.MustCompile(`^(.*[^0-9a-z])([a-h]?)([0-9]+)(\.mg|\.eg)?$`)

// Bends returns the second differences within tables. The weights that differ in a
// last number are a table, such as mobility.knight.0 to mobility.knight.8; those that
// differ in a last square, such as pst.knight.f3, one with ranks and files.
func (d *Design) Bends() (list []Bend) {
	index := make(map[string]int, len(d.Names))
	for j, name := range d.Names {
		index[name] = j
	}
	for j, name := range d.Names {
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
				list = append(list, Bend{a, j, c})
			}
		}
	}
	return list
}

// bendsBy returns the bends of a table of numbers about its entry j, and about the
// reference behind j; at returns the entry so many numbers on.
func bendsBy(j int, at func(file, by int) (int, bool)) (list []Bend) {
	next := func(by int) (int, bool) {
		k, ok := at(0, by)
		if _, beyond := at(0, 2*by); !ok && beyond {
			return Reference, true
		}
		return k, ok
	}
	a, before := next(-1)
	c, after := next(1)
	if before && after {
		list = append(list, Bend{a, j, c})
	}
	if after && c == Reference {
		beyond, _ := at(0, 2)
		list = append(list, Bend{j, Reference, beyond})
	}
	return list
}

// TableOf returns the name of a weight's table: the name without the place of
// an element, itself if it is none.
func TableOf(name string) string {
	if m := element.FindStringSubmatch(name); m != nil {
		return m[1] + m[4]
	}
	return name
}
