package board

// Move is a move without its position: from, to, and what is special about it.
// Castling is the king taking its own rook, in standard chess as in Chess960.
type Move uint16

// NoMove is the zero Move; no legal move equals it.
const NoMove Move = 0

// MaxMoves is room enough for the legal moves of any valid position (218 is
// the largest number known).
const MaxMoves = 256

// A move's bits: to, from, promotion piece less Knight, kind.
const (
	fromShift  = 6
	promoShift = 12

	promotionMove Move = 1 << 14
	enPassantMove Move = 2 << 14
	castleMove    Move = 3 << 14
	moveKindMask  Move = 3 << 14
)

// NewMove returns a plain move or capture.
func NewMove(from, to Square) Move { return Move(from)<<fromShift | Move(to) }

// NewPromotion returns a pawn's move to the last rank; pt is Knight to Queen.
func NewPromotion(from, to Square, pt PieceType) Move {
	return NewMove(from, to) | Move((pt-Knight)&3)<<promoShift | promotionMove
}

// NewEnPassant returns an en passant capture; to is the square behind the
// captured pawn.
func NewEnPassant(from, to Square) Move { return NewMove(from, to) | enPassantMove }

// NewCastle returns the castling of the king on one square with the rook on
// another.
func NewCastle(king, rook Square) Move { return NewMove(king, rook) | castleMove }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m>>fromShift) & 63 }

// To returns the square the piece reaches; of a castling, the rook's square.
func (m Move) To() Square { return Square(m) & 63 }

// Promotion returns the piece a pawn becomes, NoPieceType for other moves.
func (m Move) Promotion() PieceType {
	if !m.IsPromotion() {
		return NoPieceType
	}
	return Knight + PieceType(m>>promoShift&3)
}

// IsPromotion reports whether a pawn becomes a piece.
func (m Move) IsPromotion() bool { return m&moveKindMask == promotionMove }

// IsEnPassant reports whether a pawn is taken en passant.
func (m Move) IsEnPassant() bool { return m&moveKindMask == enPassantMove }

// IsCastle reports whether the move is a castling.
func (m Move) IsCastle() bool { return m&moveKindMask == castleMove }

// String returns the squares and the promotion letter, "e7e8q"; of a castling
// the king's and the rook's square, which is UCI's notation for Chess960.
// [Position.UCI] writes standard castlings as "e1g1".
func (m Move) String() string {
	s := m.From().String() + m.To().String()
	if m.IsPromotion() {
		s += NewPiece(Black, m.Promotion()).String()
	}
	return s
}
