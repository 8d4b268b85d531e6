// Package game tells the rows of one game from those of others: they are not independent. A game's
// id is hashed to 32 bits; where rows have none, the pawn skeleton and the material stand for it.
package game

import (
	"math/bits"
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/splitmix"
)

// Skeleton returns a hash of the pawn skeleton and the material of p: the
// squares of all pawns and the number of the other pieces. Positions of one game
// that lie between two pawn moves or captures share it, so it stands for the
// game where a data set has no ids. It is the same for a position and its
// mirror with the colours exchanged, and does not depend on the side to move.
func Skeleton(p *board.Position) uint32 {
	w, b := uint64(p.Pieces(board.White, board.Pawn)), uint64(p.Pieces(board.Black, board.Pawn))
	mw, mb := pieces(p, board.White), pieces(p, board.Black)
	// A sum does not know which of the two views came first. Reversing the bytes
	// of a bitboard flips its ranks.
	h := hashSide(w, b, mw<<16|mb) + hashSide(bits.ReverseBytes64(b), bits.ReverseBytes64(w), mb<<16|mw)
	return uint32(h >> 32)
}

// pieces packs c's knights, bishops, rooks and queens, four bits each.
func pieces(p *board.Position, c board.Color) uint64 {
	n := uint64(0)
	for pt := board.Knight; pt <= board.Queen; pt++ {
		n = n<<4 | uint64(p.Pieces(c, pt).Count())
	}
	return n
}

// hashSide hashes one view. The factors are odd and random, so that no small
// change of one argument makes up for one of another.
func hashSide(own, their, pieces uint64) uint64 {
	return splitmix.Mix(own*0xd6e8feb86659fd93 + their*0xa0761d6478bd642f + pieces*0xe7037ed1a0b428db)
}

// Mark begins an id that is the hash of one, in eight hexadecimal digits.
const (
	Mark         = '#'
	gameIDLength = 1 + 8
)

// HashID returns the hash of a game's id, cut to 32 bits. Of a million games
// about a hundred pairs share a hash; they are one cluster more or less. An id
// that is a plain number is one only within its file, and one that a [datasets.Writer]
// wrote is the hash already.
func HashID(id []byte, file uint64) uint32 {
	if len(id) == gameIDLength && id[0] == Mark {
		if h, err := strconv.ParseUint(string(id[1:]), 16, 32); err == nil {
			return uint32(h)
		}
	}
	h := HashName(id)
	if isNumber(id) {
		h ^= file
	}
	return uint32(splitmix.Mix(h) >> 32)
}

// isNumber reports whether an id is nothing but digits.
func isNumber(id []byte) bool {
	for _, c := range id {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// HashName hashes the name of a file by FNV-1a.
//
// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic
// Hash Algorithm" (2019).
func HashName(text []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range text {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// Hash returns the hash that a sample has as its Game: of an id in the file
// of that base name. An id that is a plain number is one only within its file.
func Hash(id []byte, base string) uint32 { return HashID(id, HashName([]byte(base))) }
