package matrix

// BlockRows is the largest number of rows in a block.
const BlockRows = 8192

// NoScore is the code of a row without a score in Block.Score.
const NoScore int16 = -32768

// MaxScore bounds the centipawns in Block.Score: scores beyond ±MaxScore are mate
// marks, positive when White wins.
const MaxScore int16 = 30000

// Codes of Block.Result.
const (
	ResultUnknown uint8 = iota
	ResultBlack         // Black won
	ResultDraw
	ResultWhite // White won
)

// Codes of Block.Side.
const (
	SideWhite uint8 = iota
	SideBlack
)

// A Block is a run of consecutive rows, in compressed sparse row form: the
// entries of row i are Columns[Start[i]:Start[i+1]] and Counts[Start[i]:Start[i+1]].
// Scores, results and material are White-relative.
//
// The zero value is an empty block. To build one, append to the slices,
// with 0 as the first Start. A block that was read shares memory with its matrix: do not
// change its slices, do not use them after [Matrix.Close], and read them within [memory.Guard].
type Block struct {
	Start   []int64   // Rows()+1 offsets into Columns and Counts; Start[0] is 0
	Columns []uint16  // column of each entry, ascending within a row, none twice
	Counts  []float32 // count of each entry, White minus Black

	MG, EG []uint8 // codes of the factors, see Schema

	Score  []int16 // centipawns, a mate mark (beyond ±MaxScore), or NoScore
	Result []uint8 // ResultUnknown, ResultBlack, ResultDraw, ResultWhite

	Weight []float32 // of the row in a fit, finite and not negative; nil: all 1
	Offset []float32 // centipawns of an evaluation that is not fitted; nil: all 0

	// Expected is White's expected score by the label, 0 to 1, where that is a
	// probability and no result; NaN if there is none; nil: none anywhere.
	Expected []float32

	Tree []uint32 // rows of one search tree, or of the moves of one root, share it; 0: none; nil: all 0
	Side []uint8  // SideWhite, SideBlack: to move, or, of the moves of a root, to move at the root; nil: all SideWhite

	Game     []uint32 // cluster: hash of the game's id, or of pawn skeleton and material
	Ply      []uint16 // half-moves since the start of the game; 0 if unknown
	Source   []uint8  // index into Provenance.Sources; nil: all 0
	Material []int8   // balance in pawns (1 3 3 5 9), White minus Black
	Hash     []uint64 // of the position; the same for its mirror image

	// borrowed says that slices above belong to a matrix. What had to be
	// converted is in own, which the next read uses again.
	borrowed bool
	own      struct {
		start                    []int64
		counts                   []float32
		source                   []uint8
		weight, offset, expected []float32
		tree                     []uint32
		side                     []uint8
	}
}

// Rows returns the number of rows.
func (b *Block) Rows() int { return max(0, len(b.Start)-1) }

// Row returns the columns and counts of row i.
func (b *Block) Row(i int) (columns []uint16, counts []float32) {
	lo, hi := b.Start[i], b.Start[i+1]
	return b.Columns[lo:hi], b.Counts[lo:hi]
}

// Reset empties the block for the next rows and keeps the memory that it owns.
func (b *Block) Reset() {
	if b.borrowed {
		*b = Block{own: b.own}
	}
	b.Start = append(b.Start[:0], 0)
	b.Columns, b.Counts = b.Columns[:0], b.Counts[:0]
	b.MG, b.EG = b.MG[:0], b.EG[:0]
	b.Score, b.Result = b.Score[:0], b.Result[:0]
	b.Weight, b.Offset, b.Expected = b.Weight[:0], b.Offset[:0], b.Expected[:0]
	b.Tree, b.Side = b.Tree[:0], b.Side[:0]
	b.Game, b.Ply, b.Source = b.Game[:0], b.Ply[:0], b.Source[:0]
	b.Material, b.Hash = b.Material[:0], b.Hash[:0]
}
