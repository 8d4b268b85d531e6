package board

// Color is a side.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// PieceType is a piece without its colour; a pawn counts as a piece here.
type PieceType uint8

// The six types, and NoPieceType for an empty square or no promotion.
const (
	Pawn PieceType = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoPieceType
)

// String returns the English name, "knight", and "none" for NoPieceType.
func (pt PieceType) String() string {
	names := [...]string{"pawn", "knight", "bishop", "rook", "queen", "king"}
	if int(pt) >= len(names) {
		return "none"
	}
	return names[pt]
}

// Piece is a PieceType with its colour.
type Piece uint8

// NoPiece stands on empty squares. Its type is NoPieceType.
const NoPiece = Piece(NoPieceType)

// pieceColorShift separates the kind (low bits) from the colour.
const pieceColorShift = 3

// NewPiece returns the piece of a type and colour.
func NewPiece(c Color, pt PieceType) Piece { return Piece(c)<<pieceColorShift | Piece(pt) }

// Color returns the piece's side; it means nothing for NoPiece.
func (pc Piece) Color() Color { return Color(pc >> pieceColorShift) }

// Type returns the type, NoPieceType for NoPiece.
func (pc Piece) Type() PieceType { return PieceType(pc & 7) }

// pieceLetters are the FEN letters by Piece.
const pieceLetters = "PNBRQK. pnbrqk. "

// String returns the FEN letter, upper case for White, and "." for NoPiece.
func (pc Piece) String() string { return pieceLetters[pc&15 : pc&15+1] }
