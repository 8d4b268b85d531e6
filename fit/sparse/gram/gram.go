// Package gram adds up the products of sparse rows, Σ v·x·xᵀ, by column. The sums are an upper triangle, of
// which row a begins at a·order − a·(a+1)/2: that is where its column 0 would be.
package gram

import "example.org/centipawn/fit/sparse/packed"

// slack is what follows the sums, so that each row can be taken for a table of all columns.
type slack [1 << 16]float64

// Size is the number of sums.
func Size(order int) int { return order * (order + 1) / 2 }

// Make returns sums of 0, and slack that is never touched.
func Make(size int) []float64 { return make([]float64, size+len(slack{})) }

// Row returns where row a begins.
func Row(order, a int) int { return a*order - a*(a+1)/2 }

// Add adds v·x·xᵀ to sums that [Make] has made. Columns ascend, none twice. Each row of the sums is long
// enough, with the slack, to be taken for a table: then no index need be checked. Two rows of them at a time take two
// thirds of the time of one.
func Add(sums []float64, order int, columns []uint16, x []float64, v float64) {
	for len(columns) > 1 && len(x) > 1 {
		a, b, y := int(columns[0]), int(columns[1]), x[0]
		va, vb := v*y, v*x[1]
		sums[Row(order, a)+a] += va * y
		columns, x = columns[1:], x[1:]
		first, second := (*slack)(sums[Row(order, a):]), (*slack)(sums[Row(order, b):])
		for j, b := range columns[:len(x)] {
			y := x[j]
			first[b] += va * y
			second[b] += vb * y
		}
		columns, x = columns[1:], x[1:]
	}
	if len(columns) == 1 && len(x) == 1 {
		a := int(columns[0])
		sums[Row(order, a)+a] += v * x[0] * x[0]
	}
}

// A Spread takes sums by column over to those of what the columns are made of.
type Spread struct {
	List  []packed.Share // of the columns, those of column j from Start[j] to Start[j+1]
	Start []int
	To    []float64       // the sums, an upper triangle or the upper half of a square
	Row   func(i int) int // where in To row i begins
}

// Add takes row a of the sums over, from its diagonal on; those before it are not looked at.
func (s *Spread) Add(a int, row []float64) {
	own := s.List[s.Start[a]:s.Start[a+1]]
	for k, x := range own {
		to := s.To[s.Row(x.Weight):]
		for m, y := range own[k:] { // the column with itself
			s.put(x, y, row[a], m > 0)
		}
		for b := a + 1; b < len(row); b++ {
			if row[b] == 0 {
				continue
			}
			v := row[b] * x.Factor
			for _, y := range s.List[s.Start[b]:s.Start[b+1]] {
				if y.Weight > x.Weight {
					to[y.Weight] += v * y.Factor
				} else {
					s.put(x, y, row[b], true)
				}
			}
		}
	}
}

// put adds the product of two shares, whichever is of the smaller weight: the way of columns that share a weight. A
// product of two columns stands for its mirror image too, and so does that of two shares of a column.
func (s *Spread) put(x, y packed.Share, v float64, mirrored bool) {
	v *= x.Factor * y.Factor
	if x.Weight == y.Weight && mirrored {
		v *= 2
	}
	s.To[s.Row(min(x.Weight, y.Weight))+max(x.Weight, y.Weight)] += v
}
