package sparse

import (
	"fmt"
	"slices"
)

// A Unit is a term of the block: the columns of each side's own counts, which have
// no weights of their own, and the weight of both.
type Unit struct {
	White, Black uint16
	Weight       int32   // index; −1: held at Value
	Value        float64 // while it is held
}

// BlockValue returns what the block adds to an evaluation, in centipawns, from the
// sums u of both sides and φ, see the package comment.
func BlockValue(white, black, phi float64) float64 {
	white, black = max(0, white), max(0, black)
	return blockUnit * phi * (white*white - black*black)
}

// blockUnit makes a sum of 100 worth a pawn in the middlegame.
const blockUnit = 0.01

// A CountError reports a count of the block that is not a whole number of 8 bits.
type CountError struct {
	Column int
	Count  float32
}

func (e *CountError) Error() string {
	return fmt.Sprintf("column %d counts %g: the counts of the block are whole numbers from -128 to 127", e.Column, e.Count)
}

// prepareBlock says where the counts of the block's columns go, and adds a column
// for each unit: its count in a row is the derivative of the row's evaluation by
// the weight, so that curvatures need know no more of the block.
func (d *Design) prepareBlock() {
	if len(d.Block) == 0 {
		return
	}
	d.slots = slices.Repeat([]int16{-1}, len(d.Columns))
	d.firstUnit = len(d.Columns)
	d.Columns = slices.Clip(d.Columns)
	for i, u := range d.Block {
		d.slots[u.White], d.slots[u.Black] = int16(i), int16(len(d.Block)+i)
		d.Columns = append(d.Columns, Column{Plain: u.Weight, MG: -1, EG: -1})
	}
}

// slot returns the place of a column among the counts of the block in a row, or −1.
func (d *Design) slot(column uint16) int {
	if d.slots == nil {
		return -1
	}
	return int(d.slots[column])
}

// sideCounts returns the counts of the block in a row: White's, then Black's.
func (s *segment) sideCounts(row int) []int8 {
	n := s.slots
	return s.sides[row*n:][:n]
}

// blockWeights stores the weights of the block in to.
func (d *Design) blockWeights(w, to []float64) []float64 {
	to = to[:0]
	for _, u := range d.Block {
		if u.Weight >= 0 {
			to = append(to, w[u.Weight])
		} else {
			to = append(to, u.Value)
		}
	}
	return to
}

// sums of a row: those of weight × count of both sides, those below 0 made 0.
type sideSums struct{ white, black float64 }

// value returns white² − black².
func (u sideSums) value() float64 { return u.white*u.white - u.black*u.black }

// sumSides returns the sums of a row.
func sumSides(weights []float64, counts []int8) (u sideSums) {
	white, black := counts[:len(weights)], counts[len(weights):][:len(weights)]
	for i, w := range weights {
		u.white += w * float64(white[i])
		u.black += w * float64(black[i])
	}
	return sideSums{max(0, u.white), max(0, u.black)}
}

// addSlopes adds v times the derivatives of half the value by the weights.
func (u sideSums) addSlopes(slopes []float64, counts []int8, v float64) {
	white, black := counts[:len(slopes)], counts[len(slopes):][:len(slopes)]
	vw, vb := v*u.white, v*u.black
	for i := range slopes {
		slopes[i] += vw*float64(white[i]) - vb*float64(black[i])
	}
}

// addBlock adds c times the block to z, the evaluations of rows from low on, and
// keeps the sums.
func (k *worker) addBlock(s *segment, c *cell, low int, z []float64) {
	f := k.d.Scale * blockUnit * k.d.pairs[c.codes()].mg
	if f == 0 {
		return
	}
	for i := range z {
		u := sumSides(k.block, s.sideCounts(low+i))
		k.sums[i] = u
		z[i] += f * u.value()
	}
}

// scatterBlock adds the derivatives in z, of rows from low on, to those of the
// block's weights.
func (k *worker) scatterBlock(s *segment, c *cell, low int, z []float64) {
	f := 2 * blockUnit * k.d.pairs[c.codes()].mg
	if f == 0 {
		return
	}
	clear(k.jacobian)
	for i, v := range z {
		if u := k.sums[i]; u != (sideSums{}) {
			u.addSlopes(k.jacobian, s.sideCounts(low+i), v)
		}
	}
	k.spreadBlock(f)
}

// spreadBlock adds f times the slopes to the gradient.
func (k *worker) spreadBlock(f float64) {
	for i, u := range k.d.Block {
		if u.Weight >= 0 {
			k.gradient[u.Weight] += f * k.jacobian[i]
		}
	}
}

// rowBlock returns c times the block of a row.
func (k *worker) rowBlock(s *segment, c *cell, row int) float64 {
	u := sumSides(k.block, s.sideCounts(row))
	return k.d.Scale * blockUnit * k.d.pairs[c.codes()].mg * u.value()
}

// derivatives returns those of a row's evaluation by the weights of the block.
func (k *worker) derivatives(s *segment, c *cell, row int) []float64 {
	counts := s.sideCounts(row)
	clear(k.jacobian)
	sumSides(k.block, counts).addSlopes(k.jacobian, counts, 2*blockUnit*k.d.pairs[c.codes()].mg)
	return k.jacobian
}

// addUnits appends the columns of the units, counted by their derivatives, to what
// load gives.
func (c *curve) addUnits(s *segment, cl *cell, row int) {
	for i, v := range c.derivatives(s, cl, row) {
		if v != 0 && c.d.Block[i].Weight >= 0 {
			c.columns = append(c.columns, uint16(c.d.firstUnit+i))
			c.counts = append(c.counts, v)
		}
	}
}

// addBend adds what the second derivatives of the block itself are to a row of
// which slope is the derivative of the loss by the evaluation times c: of a side
// whose sum is more than 0 the products of its counts.
func (c *curve) addBend(s *segment, cl *cell, row int, slope float64) {
	f := 2 * blockUnit * c.d.pairs[cl.codes()].mg * slope / c.d.Scale
	counts, n := s.sideCounts(row), len(c.d.Block)
	u := sumSides(c.block, counts)
	if u.white > 0 {
		c.addProducts(counts[:n], f)
	}
	if u.black > 0 {
		c.addProducts(counts[n:], -f)
	}
}

// addProducts adds f times the products of a side's counts.
func (c *curve) addProducts(counts []int8, f float64) {
	order := len(c.d.Columns)
	for i, a := range counts {
		column := c.d.firstUnit + i
		sums := c.gram[column*order-column*(column+1)/2+c.d.firstUnit:]
		if va := f * float64(a); va != 0 {
			for j, b := range counts[i:] {
				sums[i+j] += va * float64(b)
			}
		}
	}
}
