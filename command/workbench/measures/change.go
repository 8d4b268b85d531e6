package measures

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/internal/formula"
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
	moved   []float64 // new minus old scores, by row
	loss    []float64 // by row, of touched rows
	is      []bool    // by row: it is touched
}

// with measures changes by the rows that they touch. The error is of a row of which the formula has no value then.
func (t *testRows) with(changes []Change) (*changed, error) {
	n := len(t.row)
	c := &changed{testRows: t, sums: t.sums, moved: make([]float64, n), loss: make([]float64, n), is: make([]bool, n)}
	var leaves [][]float64 // of the form, how far they move by row; nil: no leaf does
	if t.form != nil {
		leaves = make([][]float64, len(t.form.values))
	}
	for _, w := range changes {
		delta := w.Value - w.Old
		for _, p := range t.weights[w.Name] {
			c.move(p, delta, leaves)
		}
		if t.form != nil {
			c.parameter(w.Name, delta, leaves)
		}
	}
	return c, c.measure(leaves)
}

// portion is how many rows are measured together: sums are the same on any number of processors.
const portion = 1 << 14

// measure gives the touched rows their losses, once those leaves of the form that move have moved their scores.
func (c *changed) measure(leaves [][]float64) error {
	parts := slices.Collect(slices.Chunk(c.touched, portion))
	sums, faults := make([]measured, len(parts)), make([]error, len(parts))
	formed := slices.ContainsFunc(leaves, func(l []float64) bool { return l != nil })
	var all sync.WaitGroup
	for p, list := range parts {
		all.Go(func() {
			if formed {
				faults[p] = c.reform(list, leaves)
			}
			for _, i := range list {
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
	return cmp.Or(faults...)
}

// reform moves the scores of rows by what their leaves make of the formula.
func (c *changed) reform(list []int32, leaves [][]float64) error {
	values := make([]float64, len(list))
	if err := c.form.evaluate(list, leaves, values); err != nil {
		return err
	}
	for k, i := range list {
		c.moved[i] += values[k] - c.form.result[i]
	}
	return nil
}

func (c *changed) touch(i int32) {
	if !c.is[i] {
		c.is[i] = true
		c.touched = append(c.touched, i)
	}
}

// move moves leaves of the form by a change of a weight; one that is none of the form moves scores.
func (c *changed) move(p place, delta float64, leaves [][]float64) {
	column := &c.columns[p.column]
	if c.form == nil || !c.form.has(&column.of) {
		c.linear(p, delta)
		return
	}
	for _, i := range column.rows {
		c.touch(i)
	}
	for _, i := range c.form.read(&column.of, p.factor) {
		if leaves[i] == nil {
			leaves[i] = make([]float64, len(c.row))
		}
		column.add(delta, leaves[i])
	}
}

// parameter moves a weight that the formula reads by name, if it does: it touches every row.
func (c *changed) parameter(name string, delta float64, leaves [][]float64) {
	i, ok := c.form.leaf[formula.Leaf{Kind: formula.Weight, Name: name}]
	if !ok {
		return
	}
	leaves[i] = []float64{delta}
	for row := range c.row {
		c.touch(int32(row))
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

// relative returns the share by which a change moves the mean squared error, and half the 95 % interval of this share
// over games: 1.96 standard errors of the ratio of two sums over the same games. It is nil for fewer games than a
// [bootstrap] takes.
func (c *changed) relative() (share float64, half *float64) {
	before, n := c.testRows.sums.squared, float64(len(c.games))
	if before == 0 {
		return 0, nil
	}
	share = c.sums.squared/before - 1
	if len(c.games) < bootstrap.LeastGames {
		return share, nil
	}
	moved, squares := make([]float64, len(c.games)), 0.0
	for _, i := range c.touched {
		moved[c.game[i]] += c.loss[i] - c.testRows.loss[i]
	}
	for g, d := range moved {
		d -= share * c.games[g]
		squares += d * d
	}
	width := 1.96 * math.Sqrt(squares*n/(n-1)) / before
	return share, &width
}
