package matrix

import (
	"fmt"
	"math"
	"slices"
)

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

// A Block is a run of consecutive rows, in compressed sparse row form: the
// entries of row i are Columns[Start[i]:Start[i+1]] and Counts[Start[i]:Start[i+1]].
// Scores, results and material are White-relative.
//
// The zero value is an empty block. Whoever builds one appends to the slices,
// with 0 as the first Start. A block that was read shares memory with its
// matrix: do not change its slices, and do not use them after [Matrix.Close].
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
	b.Game, b.Ply, b.Source = b.Game[:0], b.Ply[:0], b.Source[:0]
	b.Material, b.Hash = b.Material[:0], b.Hash[:0]
}

// check reports the first fault of a block that was handed to a writer of s.
func (b *Block) check(s *Schema) error {
	if b.Rows() > BlockRows {
		return fmt.Errorf("block of %d rows: at most %d", b.Rows(), BlockRows)
	}
	if err := b.checkLengths(s.Optional); err != nil {
		return err
	}
	if err := b.checkEntries(s.Columns); err != nil {
		return err
	}
	if err := b.checkCounts(s); err != nil {
		return err
	}
	if err := b.checkCodes(s); err != nil {
		return err
	}
	return b.checkFloats()
}

func (b *Block) checkLengths(have Optional) error {
	rows := b.Rows()
	for _, a := range []struct {
		name string
		n    int
	}{
		{"mg", len(b.MG)}, {"eg", len(b.EG)}, {"score", len(b.Score)}, {"result", len(b.Result)}, {"game", len(b.Game)},
		{"ply", len(b.Ply)}, {"material", len(b.Material)}, {"hash", len(b.Hash)},
	} {
		if a.n != rows {
			return fmt.Errorf("%s has %d values for %d rows", a.name, a.n, rows)
		}
	}
	for i, n := range []int{len(b.Source), len(b.Weight), len(b.Offset), len(b.Expected)} {
		switch {
		case n == 0:
		case n != rows:
			return fmt.Errorf("%s has %d values for %d rows", optionalNames[i], n, rows)
		case !have.Has(1 << i):
			return fmt.Errorf("%s is given, but the schema declares none", optionalNames[i])
		}
	}
	return nil
}

// checkEntries checks the sparse structure.
func (b *Block) checkEntries(columns []Column) error {
	if len(b.Columns) != len(b.Counts) {
		return fmt.Errorf("%d columns for %d counts", len(b.Columns), len(b.Counts))
	}
	if len(b.Start) == 0 && len(b.Columns) == 0 {
		return nil
	}
	if len(b.Start) == 0 || b.Start[0] != 0 || b.Start[len(b.Start)-1] != int64(len(b.Columns)) {
		return fmt.Errorf("start must run from 0 to the number of entries, %d", len(b.Columns))
	}
	for i := range b.Rows() {
		lo, hi := b.Start[i], b.Start[i+1]
		if lo > hi || hi > int64(len(b.Columns)) {
			return fmt.Errorf("row %d: start falls from %d to %d", i, lo, hi)
		}
		last := -1
		for _, c := range b.Columns[lo:hi] {
			switch {
			case int(c) >= len(columns):
				return fmt.Errorf("row %d: column %d of %d", i, c, len(columns))
			case int(c) <= last:
				return fmt.Errorf("row %d: column %q comes after %q: columns must ascend", i, columns[c].Name, columns[last].Name)
			}
			last = int(c)
		}
	}
	return nil
}

// checkCounts finds counts that the schema's type cannot hold.
func (b *Block) checkCounts(s *Schema) error {
	k := firstMisfit(b.Counts, s.Counts)
	if k < 0 {
		return nil
	}
	row, _ := slices.BinarySearchFunc(b.Start, int64(k), func(start, k int64) int {
		if start <= k {
			return -1
		}
		return 1
	})
	return fmt.Errorf("row %d: column %q: count %v cannot be stored as %v", row-1, s.Columns[b.Columns[k]].Name, b.Counts[k], s.Counts)
}

// firstMisfit returns the index of the first count that t cannot hold, or -1.
func firstMisfit(counts []float32, t CountType) int {
	if t == Float32 {
		return slices.IndexFunc(counts, func(v float32) bool { return !finite(v) })
	}
	limit := int32(1) << 7
	if t == Int16 {
		limit = 1 << 15
	}
	for k, v := range counts {
		// For v out of int32's range the conversion gives some int32; then it is
		// either out of the limits or not equal to v.
		if i := int32(v); float32(i) != v || i < -limit || i >= limit {
			return k
		}
	}
	return -1
}

// checkCodes checks the values that others use as indices.
func (b *Block) checkCodes(s *Schema) error {
	if code := largest(b.MG); b.Rows() > 0 && int(code) >= max(1, len(s.MG)) {
		return fmt.Errorf("mg code %d, but the table has %d factors", code, len(s.MG))
	}
	if code := largest(b.EG); b.Rows() > 0 && int(code) >= max(1, len(s.EG)) {
		return fmt.Errorf("eg code %d, but the table has %d factors", code, len(s.EG))
	}
	if r := largest(b.Result); r > ResultWhite {
		return fmt.Errorf("result %d: want 0 (unknown), 1 (Black won), 2 (draw) or 3 (White won)", r)
	}
	return nil
}

func (b *Block) checkFloats() error {
	for _, w := range b.Weight {
		if !finite(w) || w < 0 {
			return fmt.Errorf("weight %v", w)
		}
	}
	for _, o := range b.Offset {
		if !finite(o) {
			return fmt.Errorf("offset %v", o)
		}
	}
	return checkExpected(b.Expected)
}

// checkExpected finds an expected score that is neither in [0, 1] nor NaN.
func checkExpected(expected []float32) error {
	for _, e := range expected {
		if e < 0 || e > 1 {
			return fmt.Errorf("expected score %v: want 0 to 1, or NaN for none", e)
		}
	}
	return nil
}

// none is the expected score of a row without one.
var none = float32(math.NaN())
