package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
)

// A column's counts that stand far from all its others are most often a byte that wrapped, -1 as 255,
// or a counter that overflowed: farTimes as large as the largest of the others and more, in one row,
// or one of farShare rows of the column at most. Fewer than farLeast others say nothing.
const (
	farTimes = 8
	farShare = 100
	farLeast = 20
	farNamed = 5 // columns that the warning names
)

// sizes are the counts of a column by the power of two below their size, as far as it occurs.
type sizes []size

// A size is the counts between a power of two and the next.
type size struct {
	power      int
	n          int
	low, high  float32 // of their sizes
	file, line int     // of the first
	sample     float32 // the count there
}

// add takes a count into account.
func (s *sizes) add(count float32, file, line int) {
	v := float32(math.Abs(float64(count)))
	power := int(math.Float32bits(v) >> 23)
	for i := range *s {
		if b := &(*s)[i]; b.power == power {
			b.n++
			b.low, b.high = min(b.low, v), max(b.high, v)
			return
		}
	}
	*s = append(*s, size{power, 1, v, v, file, line, count})
}

// merge takes those of other rows into account.
func (s *sizes) merge(t sizes) {
	for _, o := range t {
		i := slices.IndexFunc(*s, func(b size) bool { return b.power == o.power })
		if i < 0 {
			*s = append(*s, o)
			continue
		}
		b := &(*s)[i]
		b.n += o.n
		b.low, b.high = min(b.low, o.low), max(b.high, o.high)
		if cmp.Or(cmp.Compare(o.file, b.file), cmp.Compare(o.line, b.line)) < 0 {
			b.file, b.line, b.sample = o.file, o.line, o.sample
		}
	}
}

// far returns the counts that stand far from all others, the number of them, and the largest of the
// others; 0 if there are none. The first is the first in the files of the smallest size among them.
func (s sizes) far() (first size, n int, others float32) {
	all := slices.SortedFunc(slices.Values(s), func(a, b size) int { return cmp.Compare(b.power, a.power) })
	total := 0
	for _, b := range all {
		total += b.n
	}
	above := 0
	for i, b := range all[:max(0, len(all)-1)] {
		above += b.n
		if above > max(1, total/farShare) || total-above < farLeast {
			break
		}
		if next := all[i+1].high; b.low >= farTimes*next {
			first, n, others = b, above, next
		}
	}
	return first, n, others
}

// A spread is the sizes of the counts by column.
type spread []sizes

// add takes the counts of a row into account.
func (s *spread) add(r *row, f *file, line int) {
	for _, e := range r.entries {
		for int(e.column) >= len(*s) {
			*s = append(*s, nil)
		}
		(*s)[e.column].add(e.count, int(f.index), line)
	}
}

// merge takes another spread into account.
func (s *spread) merge(t spread) {
	for column, sizes := range t {
		for column >= len(*s) {
			*s = append(*s, nil)
		}
		(*s)[column].merge(sizes)
	}
}

// warn names the counts that stand far from all others of their column (D24).
func (s spread) warn(columns []matrix.Column, files []*file, list *note.List) {
	var says, names []string
	for column, sizes := range s {
		first, n, others := sizes.far()
		if n == 0 {
			continue
		}
		names = append(names, columns[column].Name)
		more := ""
		if n > 1 {
			more = " and " + plaintext.Count(n-1, "more row")
		}
		says = append(says, fmt.Sprintf("%s is %g at %s:%d%s, and at most %g in all others", columns[column].Name, first.sample, files[first.file].base, first.line, more, others))
	}
	if says == nil {
		return
	}
	rest := ""
	if n := len(says) - farNamed; n > 0 {
		says, rest = says[:farNamed], fmt.Sprintf("; %s more", plaintext.Count(n, "column"))
	}
	list.Add(note.D24, "counts stand far from all others of their column: %s%s: look for a byte that wrapped, or a counter that overflowed; one such row moves its weight by far, so correct or remove the rows",
		strings.Join(says, "; "), rest).Columns = names
}
