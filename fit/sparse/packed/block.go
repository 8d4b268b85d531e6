package packed

import "fmt"

// A Unit is a term of the block: the columns of each side's own counts, which have
// no weights of their own, and the weight of both.
type Unit struct {
	White, Black uint16
	Weight       int32   // index; −1: fixed at Value
	Value        float64 // of a fixed weight
}

// BlockValue returns what the block adds to an evaluation, in centipawns, from the
// sums u of both sides and φ, see the package comment.
func BlockValue(white, black, phi float64) float64 {
	white, black = max(0, white), max(0, black)
	return BlockUnit * phi * (white*white - black*black)
}

// BlockUnit makes a sum of 100 worth a pawn in the middlegame.
const BlockUnit = 0.01

// A CountError reports a count of the block that is not a whole number of 8 bits.
type CountError struct {
	Column int
	Count  float32
}

func (e *CountError) Error() string {
	return fmt.Sprintf("column %d counts %g: the counts of the block are whole numbers from -128 to 127", e.Column, e.Count)
}

// SideSums are the sums of a row: those of weight × count of both sides, those below 0 made 0.
type SideSums struct{ White, Black float64 }

// Value returns white² − black².
func (u SideSums) Value() float64 { return u.White*u.White - u.Black*u.Black }

// SumSides returns the sums of a row.
func SumSides(weights []float64, counts []int8) (u SideSums) {
	white, black := counts[:len(weights)], counts[len(weights):][:len(weights)]
	for i, w := range weights {
		u.White += w * float64(white[i])
		u.Black += w * float64(black[i])
	}
	return SideSums{max(0, u.White), max(0, u.Black)}
}

// AddSlopes adds v times the derivatives of half the value by the weights.
func (u SideSums) AddSlopes(slopes []float64, counts []int8, v float64) {
	white, black := counts[:len(slopes)], counts[len(slopes):][:len(slopes)]
	vw, vb := v*u.White, v*u.Black
	for i := range slopes {
		slopes[i] += vw*float64(white[i]) - vb*float64(black[i])
	}
}
