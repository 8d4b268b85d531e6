package advice

import (
	"fmt"
	"slices"
)

// A vector is a sparse row: places and values.
type vector struct {
	at    []int32
	value []float64
}

func (v *vector) reset() { v.at, v.value = v.at[:0], v.value[:0] }

func (v *vector) add(at int, x float64) {
	v.at, v.value = append(v.at, int32(at)), append(v.value, x)
}

func (v *vector) dot(dense []float64) (sum float64) {
	for k, at := range v.at {
		sum += v.value[k] * dense[at]
	}
	return sum
}

// A block holds the columns of a candidate by row: of the rows in which any counts, in order, the columns and
// their counts.
type block struct {
	columns int
	names   []string
	rows    []uint32
	start   []int32 // by place in rows, and the end
	column  []uint16
	count   []float32

	place []int32 // by row, its place or -1; nil: not indexed
}

// newBlock turns columns into rows. Counts of 0 are left out, and those that are not finite refused.
func newBlock(columns []Column) (*block, error) {
	b := &block{columns: len(columns)}
	last := 0
	for _, c := range columns {
		b.names = append(b.names, c.Name)
		if n := len(c.Rows); n > 0 {
			last = max(last, int(c.Rows[n-1])+1)
		}
	}
	sizes := make([]int32, last+1)
	for _, c := range columns {
		for k, row := range c.Rows {
			n := c.White[k] - c.Black[k]
			if n-n != 0 {
				return nil, fmt.Errorf("%s: row %d: the count, %g less %g, is not a finite number", c.Name, row, c.White[k], c.Black[k])
			}
			if n != 0 {
				sizes[row]++
			}
		}
	}
	next := make([]int32, last)
	var sum int32
	for row, n := range sizes[:last] {
		next[row] = sum
		if n > 0 {
			b.rows, b.start = append(b.rows, uint32(row)), append(b.start, sum)
			sum += n
		}
	}
	b.start = append(b.start, sum)
	b.column, b.count = make([]uint16, sum), make([]float32, sum)
	for j, c := range columns {
		for k, row := range c.Rows {
			if n := c.White[k] - c.Black[k]; n != 0 {
				b.column[next[row]], b.count[next[row]] = uint16(j), n
				next[row]++
			}
		}
	}
	return b, nil
}

// index lets find look up rows.
func (b *block) index(rows int) {
	b.place = slices.Repeat([]int32{-1}, rows)
	for k, row := range b.rows {
		b.place[row] = int32(k)
	}
}

// find returns the place of a row, or -1. The block must be indexed.
func (b *block) find(row int) int { return int(b.place[row]) }

// evaluate returns the sum of counts × weights, of mg and eg by column, in a row at a phase. The block must be
// indexed.
func (b *block) evaluate(row int, weights []float64, phase float64) (sum float64) {
	k := b.place[row]
	if k < 0 {
		return 0
	}
	for e := b.start[k]; e < b.start[k+1]; e++ {
		j := 2 * int(b.column[e])
		sum += float64(b.count[e]) * (weights[j]*phase + weights[j+1]*(1-phase))
	}
	return sum
}
