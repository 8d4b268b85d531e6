package board

//go:generate go run gen_magics.go

// magic finds a slider's attacks from one square: the blockers on its inner
// rays, multiplied by a factor, have a perfect hash in their top bits.
//
// Source: P. Kannan, Magic Move-Bitboard Generation in Computer Chess (2007).
type magic struct {
	mask   Bitboard // squares whose occupation matters: rays without their ends
	factor uint64
	offset uint32 // start of this square's part of attackTable
	shift  uint32 // 64 − number of squares in mask
}

var (
	bishopMagics [64]magic
	rookMagics   [64]magic

	// attackTable holds the attack sets of all squares: 5,248 of bishops and
	// 102,400 of rooks, 861 kB.
	attackTable [5248 + 102400]Bitboard
)

func (m *magic) index(occ Bitboard) uint32 {
	return m.offset + uint32(uint64(occ&m.mask)*m.factor>>(m.shift&63))
}

// BishopAttacks returns the squares a bishop on sq attacks on a board with occ
// occupied, blockers included.
func BishopAttacks(sq Square, occ Bitboard) Bitboard {
	return attackTable[bishopMagics[sq&63].index(occ)]
}

// RookAttacks returns the squares a rook on sq attacks on a board with occ
// occupied, blockers included.
func RookAttacks(sq Square, occ Bitboard) Bitboard {
	return attackTable[rookMagics[sq&63].index(occ)]
}

// A ray is a direction as the step of a set of one square.
type ray func(Bitboard) Bitboard

var (
	bishopRays = [4]ray{
		func(b Bitboard) Bitboard { return b.North().East() },
		func(b Bitboard) Bitboard { return b.North().West() },
		func(b Bitboard) Bitboard { return b.South().East() },
		func(b Bitboard) Bitboard { return b.South().West() },
	}
	rookRays = [4]ray{Bitboard.North, Bitboard.South, Bitboard.East, Bitboard.West}
)

// initMagics fills attackTable; it takes about 5 ms.
func initMagics() {
	offset := uint32(0)
	for sq := A1; sq <= H8; sq++ {
		bishopMagics[sq] = newMagic(sq, bishopRays, bishopFactors[sq], &offset)
	}
	for sq := A1; sq <= H8; sq++ {
		rookMagics[sq] = newMagic(sq, rookRays, rookFactors[sq], &offset)
	}
}

// newMagic fills the table of one square from *offset on and moves *offset
// behind it.
func newMagic(sq Square, rays [4]ray, factor uint64, offset *uint32) magic {
	edges := (FileA|FileH)&^FileMask(sq.File()) | (Rank1|Rank8)&^RankMask(sq.Rank())
	m := magic{factor: factor, offset: *offset}
	m.mask = slide(sq, rays, 0) &^ edges
	m.shift = uint32(64 - m.mask.Count())
	*offset += 1 << m.mask.Count()
	for occ := Bitboard(0); ; {
		attackTable[m.index(occ)] = slide(sq, rays, occ)
		if occ = (occ - m.mask) & m.mask; occ == 0 { // next subset of the mask
			return m
		}
	}
}

// slide walks the rays from sq, each up to its first blocker.
func slide(sq Square, rays [4]ray, occ Bitboard) (attacks Bitboard) {
	for _, step := range rays {
		for b := step(SquareBB(sq)); b != 0; b = step(b &^ occ) {
			attacks |= b
		}
	}
	return attacks
}
