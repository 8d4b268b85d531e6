package measures

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/matrix"
)

// A Change is a weight that is changed.
type Change struct {
	Name  string  `json:"name"`
	Old   float64 `json:"old"`
	Value float64 `json:"value"`
	Half  float64 `json:"half"` // of the old value's 95 % interval
}

// A changed is the rows after a change: the rows that it touches have new scores and losses.
type changed struct {
	*testRows
	sums    measured
	touched []int32
	moved   []float64 // new less old scores, by row
	loss    []float64 // by row, of touched rows
	is      []bool    // by row: it is touched
}

// with measures changes by the rows that they touch.
func (t *testRows) with(changes []Change) *changed {
	n := len(t.row)
	c := &changed{testRows: t, sums: t.sums, moved: make([]float64, n), loss: make([]float64, n), is: make([]bool, n)}
	var white, black []float64 // changes of the block's sums
	for _, w := range changes {
		delta := w.Value - w.Old
		for _, p := range t.weights[w.Name] {
			if t.columns[p.column].side != matrix.Both {
				if white == nil {
					white, black = make([]float64, n), make([]float64, n)
				}
				c.inBlock(p, delta, white, black)
				continue
			}
			c.linear(p, delta)
		}
	}
	c.measure(func(i int32) {
		if white != nil && t.white != nil {
			c.moved[i] += packed.BlockValue(t.white[i]+white[i], t.black[i]+black[i], t.mg[i]) - packed.BlockValue(t.white[i], t.black[i], t.mg[i])
		}
	})
	return c
}

// portion is how many rows are measured together: sums are the same on any number of processors.
const portion = 1 << 14

// measure gives the touched rows their losses, once move has moved their scores.
func (c *changed) measure(move func(i int32)) {
	parts := slices.Collect(slices.Chunk(c.touched, portion))
	sums := make([]measured, len(parts))
	var all sync.WaitGroup
	for p, list := range parts {
		all.Go(func() {
			for _, i := range list {
				move(i)
				squared, entropy := c.lossesOf(int(i), c.score[i]+c.moved[i])
				c.loss[i] = squared
				sums[p].squared += squared - c.testRows.loss[i]
				if c.entropy != nil {
					sums[p].entropy += entropy - c.entropy[i]
				}
			}
		})
	}
	all.Wait()
	for _, s := range sums {
		c.sums.squared += s.squared
		c.sums.entropy += s.entropy
	}
}

func (c *changed) touch(i int32) {
	if !c.is[i] {
		c.is[i] = true
		c.touched = append(c.touched, i)
	}
}

// linear moves the scores of the rows of a column.
func (c *changed) linear(p place, delta float64) {
	column := &c.columns[p.column]
	for j, i := range column.rows {
		c.touch(i)
		d := delta * float64(column.counts[j])
		switch p.factor {
		case byMG:
			d *= c.mg[i]
		case byEG:
			d *= c.eg[i]
		}
		c.moved[i] += d
	}
}

// inBlock changes the sums of a side.
func (c *changed) inBlock(p place, delta float64, white, black []float64) {
	column := &c.columns[p.column]
	into := white
	if column.side == matrix.Black {
		into = black
	}
	for j, i := range column.rows {
		c.touch(i)
		into[i] += delta * float64(column.counts[j])
	}
}

// lossOf returns the weighted squared error of a row.
func (c *changed) lossOf(i int) float64 {
	if c.is[i] {
		return c.loss[i]
	}
	return c.testRows.loss[i]
}

// worst returns the n rows in which of is largest, the worst first.
func (c *changed) worst(n int, of func(i int) float64) []int {
	list, least := []int{}, math.Inf(-1) // of the list, once it is full
	for i := range c.row {
		size := of(i)
		if size <= least {
			continue
		}
		at, _ := slices.BinarySearchFunc(list, size, func(j int, s float64) int { return cmp.Or(cmp.Compare(s, of(j)), -1) })
		list = slices.Insert(list, at, i)
		if list = list[:min(n, len(list))]; len(list) == n {
			least = of(list[n-1])
		}
	}
	return list
}
