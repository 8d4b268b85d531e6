package tapered

// A Packed is a pair of whole numbers in one: the middlegame's in the upper half,
// the endgame's in the lower. One addition adds both, and one multiplication by a
// whole number multiplies both, exactly as long as each stays within 32 bits.
//
// Source: the packed scores of Glaurung and Stockfish, chessprogramming.org,
// "Tapered Eval".
type Packed int64

// Pack returns the pair of two numbers of 32 bits.
func Pack(mg, eg int) Packed { return Packed(mg)<<32 + Packed(eg) }

// EG returns the endgame's number.
func (p Packed) EG() int { return int(int32(p)) }

// MG returns the middlegame's number. A negative endgame's number has borrowed one
// from it, which the addition gives back.
func (p Packed) MG() int { return int((p + 1<<31) >> 32) }
