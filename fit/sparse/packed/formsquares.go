package packed

import "example.org/centipawn/internal/formula"

// alone reports by sum whether the square of a row's derivative by each of its weights is a count squared times a
// number of the row: no weight is of two columns or twice of one, or read by name, none is plain where both parts are read, and
// entries are symbols.
func (d *Coding) alone() []bool {
	columns, last := make([]int, len(d.Units)), make([]int, len(d.Units))
	for i := range d.FormSymbols {
		s := &d.FormSymbols[i]
		for slot, u := range s.Unit {
			if c := 1 + 3*int(s.Column) + slot; u >= 0 && last[u] != c {
				last[u] = c
				columns[u]++
			}
		}
	}
	for i, leaf := range d.Form.Program.Leaves {
		for u, w := range d.Units {
			if leaf.Kind == formula.Weight && d.Form.Leaves[i].Index == w {
				columns[u]++
			}
		}
	}
	alone := make([]bool, d.Form.Sums)
	for k := range alone {
		alone[k] = !d.FormValued
	}
	for i := range d.FormSymbols {
		s := &d.FormSymbols[i]
		k := d.place(s.Column)
		if k < 0 {
			continue
		}
		for slot, u := range s.Unit {
			if u >= 0 && (columns[u] > 1 || slot == 0 && d.Lanes[k][0] >= 0 && d.Lanes[k][1] >= 0) {
				alone[k] = false
			}
		}
	}
	return alone
}

// Squares adds v times the squares of the derivatives by single weights of the rows that Load has set, from low on:
// those of sums that are alone to what FlushSquares takes over, others to squares, which is by weight. Slopes must have found
// them.
func (t *FormTape) Squares(s *Segment, c *Cell, low int, v, squares []float64) {
	if t.apart == nil {
		t.apart = t.alone()
	}
	t.ready()
	for k, leaf := range t.Lanes {
		if !t.apart[k] {
			continue
		}
		for lane, l := range leaf {
			if l >= 0 {
				for i, f := range t.tape.Slope(int(l))[:len(v)] {
					t.by[lane][i] = v[i] * f * f
				}
			}
		}
		t.scatterSum(s, low, len(v), k)
	}
	for i, second := range v {
		for k := range t.Lanes {
			if f := t.slopes(k, i); !t.apart[k] && f != [2]float64{} {
				t.deriveSum(s, c, low+i, k, f)
			}
		}
		t.deriveWeights(i)
		t.collect()
		for j, u := range t.Unit {
			squares[t.Units[u]] += second * t.By[j] * t.By[j]
		}
	}
}

// FlushSquares takes what Squares has added by symbol over to squares by weight.
func (t *FormTape) FlushSquares(squares []float64) {
	t.flushSymbols(squares, func(count float64) float64 { return count * count })
}
