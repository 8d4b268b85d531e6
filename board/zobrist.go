package board

// Random numbers of the position keys: one for each piece on each square, each
// castling rook's square, each en passant file, and Black to move. They come
// from a fixed seed, so that keys may be stored in files.
//
// Source: A. L. Zobrist, A New Hashing Method with Application for Game
// Playing, University of Wisconsin, Technical Report 88 (1970).
var (
	pieceKeys     [16][64]uint64 // by Piece
	castleKeys    [64]uint64     // by the rook's square
	enPassantKeys [8]uint64      // by file
	blackKey      uint64
)

func init() {
	next := splitMix64(0x63656e7469) // any seed will do; changing it changes every stored key
	for c := White; c <= Black; c++ {
		for pt := Pawn; pt <= King; pt++ {
			for sq := range pieceKeys[0] {
				pieceKeys[NewPiece(c, pt)][sq] = next()
			}
		}
	}
	for sq := range castleKeys {
		castleKeys[sq] = next()
	}
	for file := range enPassantKeys {
		enPassantKeys[file] = next()
	}
	blackKey = next()
}

// splitMix64 returns a generator of 64-bit random numbers.
//
// Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014, figure 16.
func splitMix64(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// stateKey returns the part of the key that the pieces do not decide, with every
// square exclusive-or'ed with flip: 0 for the position as it is, 56 for its
// mirror image.
func (p *Position) stateKey(flip Square) uint64 {
	key := uint64(0)
	if p.side^Color(flip>>5) == Black {
		key = blackKey
	}
	for rooks := p.castling; rooks != 0; {
		key ^= castleKeys[(rooks.Pop()^flip)&63]
	}
	if p.enPassant != NoSquare {
		key ^= enPassantKeys[p.enPassant&7]
	}
	return key
}

// Key returns the Zobrist key: of the pieces, the side to move, the castling
// rights and the en passant square, not of the counters. Equal positions have
// equal keys in every run and version of the program.
func (p *Position) Key() uint64 { return p.key }

// CanonicalKey returns the key of the position with White to move among the
// position and its [Position.Mirror]: one key for both, whatever the counters.
func (p *Position) CanonicalKey() uint64 {
	if p.side == White {
		return p.key
	}
	mirrored := p.stateKey(56)
	for occ := p.Occupied(); occ != 0; {
		sq := occ.Pop()
		other := p.squares[sq&63] ^ 1<<pieceColorShift
		mirrored ^= pieceKeys[other&15][sq.Flip()&63]
	}
	return mirrored
}
