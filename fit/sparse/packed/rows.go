package packed

// Rows are some rows in compressed form: the entries of row r are Columns and
// Counts from Low[r] to High[r], columns ascending.
type Rows struct {
	Low, High []int64
	Columns   []uint16
	Counts    []float32

	MG, EG    []uint8   // codes of the factors
	Target    []float32 // t in [0,1]
	Weight    []float32 // more than 0; nil: all 1
	Offset    []float32 // centipawns; nil: all 0
	Intercept []uint16  // a column more, above those of Columns, with count 1; nil: none
	Cluster   []uint32  // rows that are not independent share it
	Group     []uint64  // for a Placer: rows of one group share an intercept; nil: none

	// Scratch is the source's own, kept from one block to the next.
	Scratch any
}

// Source gives the rows, block by block, the same whenever it is asked. Block is
// safe for concurrent use, with an into for each caller.
type Source interface {
	Blocks() int
	Block(b int, into *Rows) error
}

// A Placer gives every row a place, a number that is kept beside it. Its methods are called for every
// block, by several goroutines at a time: Count for all before Counted, Place after it.
type Placer interface {
	Count(block int, rows *Rows)
	Counted(weighted bool)

	// Place returns the places of the rows of a block, in the memory of places if it is enough.
	Place(block int, rows *Rows, places []uint32) []uint32
}

// WeightAt returns the weight of row i; of nil weights it is 1.
func WeightAt(weights []float32, i int) float64 {
	if weights == nil {
		return 1
	}
	return float64(weights[i])
}

// codes returns those of a row's factors, as one number.
func (rows *Rows) codes(r int) int { return int(rows.MG[r])<<8 + int(rows.EG[r]) }
