package trace

import (
	"fmt"
	"maps"
	"slices"
)

// tableSize is how many factors a matrix can have: a code is one byte.
const tableSize = 256

// A palette collects the values of a factor.
type palette struct {
	values    map[float32]struct{} // the first tableSize+1
	low, high float32              // of all; meaningless without values
}

func newPalette() palette { return palette{values: map[float32]struct{}{}} }

func (p *palette) add(v float32) {
	if len(p.values) == 0 {
		p.low, p.high = v, v
	}
	p.low, p.high = min(p.low, v), max(p.high, v)
	if len(p.values) <= tableSize {
		p.values[v] = struct{}{}
	}
}

// merge adds what q collected.
func (p *palette) merge(q *palette) {
	for v := range q.values {
		p.add(v)
	}
	if len(q.values) > 0 {
		p.add(q.low)
		p.add(q.high)
	}
}

// A factorTable turns factors into the codes of a matrix, and codes into factors.
type factorTable struct {
	values []float32
	codes  map[float32]uint8 // nil: the values are evenly spaced instead
	low    float64
	step   float64 // between values, if they are evenly spaced; else 0
}

// table makes the table of the values: all of them if a code each suffices, else
// tableSize steps from the lowest to the highest.
func (p *palette) table() factorTable {
	var t factorTable
	if len(p.values) <= tableSize {
		t.values = slices.Sorted(maps.Keys(p.values))
		t.codes = make(map[float32]uint8, len(t.values))
		for i, v := range t.values {
			t.codes[v] = uint8(i)
		}
		return t
	}
	t.low = float64(p.low)
	t.step = (float64(p.high) - t.low) / (tableSize - 1)
	for i := range tableSize {
		t.values = append(t.values, float32(t.low+float64(i)*t.step))
	}
	return t
}

// code returns the code of the value nearest to v, which was collected.
func (t *factorTable) code(v float32) uint8 {
	if t.codes != nil {
		return t.codes[v]
	}
	return uint8(min((float64(v)-t.low)/t.step+0.5, tableSize-1))
}

// rounding says what is lost by rounding, "" if nothing is.
func (t *factorTable) rounding(name string) string {
	if t.step == 0 {
		return ""
	}
	return fmt.Sprintf("%s has more than %d values: it is rounded to steps of %.2g, by at most %.2g: print it with fewer digits, or as steps of the phase",
		name, tableSize, t.step, t.step/2)
}
