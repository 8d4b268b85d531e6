package packed

import (
	"slices"

	"example.org/centipawn/internal/formula"
)

// A weighed is a unit that a leaf has, with the derivative of the leaf by it.
type weighed struct {
	unit int32
	x    float64
}

// Bend adds to gram f times the second derivatives of the form by its units in the row at i, that of
// units u ≤ v at to(u)+v: a matrix of which the upper triangle is used. Run must have evaluated it.
func (t *FormTape) Bend(s *Segment, c *Cell, row, i int, f float64, gram []float64, to func(unit int) int) {
	n := len(t.of)
	t.bend = slices.Grow(t.bend[:0], n*n)[:n*n]
	t.tape.Bend(i, t.bend)
	for a := range t.of {
		if !t.moves(a) {
			continue
		}
		t.side[0] = t.units(s, c, row, a, t.side[0][:0])
		for b := a; b < n; b++ {
			v := f * t.bend[a*n+b]
			if v == 0 || !t.moves(b) {
				continue
			}
			t.side[1] = t.units(s, c, row, b, t.side[1][:0])
			t.addBend(v, a == b, gram, to)
		}
	}
}

// addBend adds v·x·yᵀ of two leaves' units, and its mirror image unless they are one leaf.
func (t *FormTape) addBend(v float64, one bool, gram []float64, to func(unit int) int) {
	for _, x := range t.side[0] {
		for _, y := range t.side[1] {
			switch {
			case x.unit == y.unit && !one:
				gram[to(int(x.unit))+int(x.unit)] += 2 * v * x.x * y.x
			case !one || x.unit <= y.unit:
				gram[to(int(min(x.unit, y.unit)))+int(max(x.unit, y.unit))] += v * x.x * y.x
			}
		}
	}
}

// moves reports whether a weight moves a leaf.
func (t *FormTape) moves(leaf int) bool {
	of := &t.of[leaf]
	return of.kind == formula.SumMG || of.kind == formula.SumEG || of.kind == formula.Weight && of.index >= 0
}

// units appends the units of a leaf in a row, and the leaf's derivatives by them.
func (t *FormTape) units(s *Segment, c *Cell, row, leaf int, list []weighed) []weighed {
	of := &t.of[leaf]
	if of.kind == formula.Weight {
		return append(list, weighed{of.index, 1})
	}
	lane := 1
	if of.kind == formula.SumEG {
		lane = 2
	}
	lo, hi := s.FormRange(c, row, int(of.index))
	for j, e := range s.FormEntries[lo:hi] {
		sym := &t.FormSymbols[e]
		x := sym.Count
		if s.FormValues != nil {
			x *= float64(s.FormValues[lo+j])
		}
		for _, u := range [...]int32{sym.Unit[0], sym.Unit[lane]} {
			if u >= 0 && x != 0 {
				list = append(list, weighed{u, x})
			}
		}
	}
	return list
}

// Turn makes direction v the one that Along goes.
func (t *FormTape) Turn(v []float64) {
	if t.tangent == nil {
		t.tangent, t.along = new(lanes), make([]float64, len(t.of))
	}
	t.fill(t.tangent, v, false)
	for i, of := range t.of {
		if of.kind == formula.Weight && of.index >= 0 {
			t.along[i] = v[t.Units[of.index]]
		}
	}
}

// Along adds to to f times the derivatives along the direction of the rows that Load has set, from low on. Slopes must
// have found those by leaf.
func (t *FormTape) Along(s *Segment, low int, f float64, to []float64) {
	for i, of := range t.of {
		slope := t.tape.Slope(i)
		switch {
		case of.kind == formula.SumMG, of.kind == formula.SumEG:
			t.alongSum(s, low, int(of.index), int(of.kind-formula.SumMG), f, slope, to)
		case of.kind == formula.Weight && of.index >= 0:
			for r := range to {
				to[r] += f * slope[r] * t.along[i]
			}
		}
	}
}

// alongSum adds what one part of sum k does.
func (t *FormTape) alongSum(s *Segment, low, k, lane int, f float64, slope, to []float64) {
	oneSum(t.tangent, s, low, len(to), k, lane, t.by[0][:])
	for r := range to {
		to[r] += f * slope[r] * t.by[0][r]
	}
}
