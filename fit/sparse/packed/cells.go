package packed

import (
	"cmp"
	"slices"
)

// A cellCount is the number of rows of a cell in a block.
type cellCount struct {
	key  uint64 // codes<<32 + entries
	rows int
	form int // entries of the form of all of them
}

// byCell holds a value for each cell, by codes of the factors and number of
// entries: a map that rows look into without hashing.
type byCell[T any] struct {
	slot   [1 << 16]uint32 // by codes; 0: none yet
	codes  []int           // by slot less 1
	values [][]T           // by slot less 1 and entries
}

// at returns the value of a cell.
func (m *byCell[T]) at(codes, entries int) *T {
	s := int(m.slot[codes])
	if s == 0 {
		m.codes, m.values = append(m.codes, codes), append(m.values, nil)
		s = len(m.codes)
		m.slot[codes] = uint32(s)
	}
	v := &m.values[s-1]
	if entries >= len(*v) {
		*v = append(*v, make([]T, entries+1-len(*v))...)
	}
	return &(*v)[entries]
}

// take returns the cells that are not zero, in order, and makes them zero.
func take(m *byCell[cellCount]) (list []cellCount) {
	for s, codes := range m.codes {
		for n, of := range m.values[s] {
			if of.rows != 0 {
				of.key = uint64(codes)<<32 + uint64(n)
				list = append(list, of)
			}
		}
		clear(m.values[s])
	}
	slices.SortFunc(list, func(a, b cellCount) int { return cmp.Compare(a.key, b.key) })
	return list
}
