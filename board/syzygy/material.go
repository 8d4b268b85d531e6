package syzygy

import (
	"fmt"
	"strings"

	"example.org/centipawn/board"
)

// mostPieces is how many pieces and pawns the largest tables have.
const mostPieces = 7

// material says how many pieces of each kind stand on the board, kings aside: four bits for each
// type and color.
type material uint64

const (
	countBits = 4
	sideBits  = countBits * int(board.King)
	sideMask  = material(1)<<sideBits - 1
)

// shift returns where the count of a kind stands.
func shift(pc board.Piece) int { return sideBits*int(pc.Color()) + countBits*int(pc.Type()) }

// count returns how many pieces there are of a kind, no king.
func (m material) count(pc board.Piece) int { return int(m >> shift(pc) & (1<<countBits - 1)) }

// exchanged returns the material with the colors exchanged.
func (m material) exchanged() material { return m>>sideBits | m&sideMask<<sideBits }

// materialOf returns the material of a position of few pieces.
func materialOf(p *board.Position) (m material) {
	for c := board.White; c <= board.Black; c++ {
		for pt := board.Pawn; pt < board.King; pt++ {
			m |= material(p.Pieces(c, pt).Count()) << shift(board.NewPiece(c, pt))
		}
	}
	return m
}

// pieces returns how many there are, with the kings.
func (m material) pieces() (n int) {
	for n = 2; m != 0; m >>= countBits {
		n += int(m & (1<<countBits - 1))
	}
	return n
}

// hasUnique reports whether some kind of piece stands on the board once.
func (m material) hasUnique() bool {
	for ; m != 0; m >>= countBits {
		if m&(1<<countBits-1) == 1 {
			return true
		}
	}
	return false
}

// pieceLetters are the pieces in the order of names of tables.
const pieceLetters = "QRBNP"

var pieceTypes = [len(pieceLetters)]board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}

// parseName returns the material of a table by its name, such as KQvKR.
func parseName(name string) (m material, err error) {
	white, black, ok := strings.Cut(name, "v")
	bad := fmt.Errorf("the name %.40q is not of the form KQvKR, with up to %d pieces", name, mostPieces)
	if !ok || len(white)+len(black) > mostPieces || len(white)+len(black) < 3 {
		return 0, bad
	}
	for c, side := range []string{white, black} {
		letters, ok := strings.CutPrefix(side, "K")
		if !ok {
			return 0, bad
		}
		for _, letter := range letters {
			i := strings.IndexRune(pieceLetters, letter)
			if i < 0 {
				return 0, bad
			}
			m += 1 << shift(board.NewPiece(board.Color(c), pieceTypes[i]))
		}
	}
	return m, nil
}

// String returns the name of a table of the material.
func (m material) String() string {
	var b strings.Builder
	for c := board.White; c <= board.Black; c++ {
		b.WriteString([]string{"K", "vK"}[c])
		for i, pt := range pieceTypes {
			b.WriteString(strings.Repeat(pieceLetters[i:i+1], m.count(board.NewPiece(c, pt))))
		}
	}
	return b.String()
}
