package board

// Position is a legal chess position: the pieces, the side to move, castling
// rights, en passant square and the two counters. The zero value is an empty
// board, which no method is meant for; use [Start] or [ParseFEN].
type Position struct {
	byType  [6]Bitboard
	byColor [2]Bitboard
	squares [64]Piece

	checkers  Bitboard // enemy pieces that attack the king of the side to move
	castling  Bitboard // rooks that may still castle
	key       uint64
	enPassant Square // behind the pawn, NoSquare unless a capture is legal
	side      Color
	halfmoves uint16 // half-moves since the last capture or pawn move
	fullmoves uint16 // number of the move, from 1
}

// emptySquares is the mailbox of an empty board.
var emptySquares = func() (squares [64]Piece) {
	for sq := range squares {
		squares[sq] = NoPiece
	}
	return squares
}()

// StartFEN is the start position of standard chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the start position of standard chess.
func Start() Position {
	p, _ := ParseFEN(StartFEN) // a constant: cannot fail
	return p
}

// Pieces returns the pieces of one side and type.
func (p *Position) Pieces(c Color, pt PieceType) Bitboard { return p.byColor[c&1] & p.byType[pt] }

// ByColor returns the pieces of one side.
func (p *Position) ByColor(c Color) Bitboard { return p.byColor[c&1] }

// ByType returns the pieces of one type, of both sides.
func (p *Position) ByType(pt PieceType) Bitboard { return p.byType[pt] }

// Occupied returns all pieces.
func (p *Position) Occupied() Bitboard { return p.byColor[White] | p.byColor[Black] }

// PieceAt returns the piece on a square, NoPiece if there is none.
func (p *Position) PieceAt(sq Square) Piece { return p.squares[sq&63] }

// King returns the square of c's king.
func (p *Position) King(c Color) Square { return p.Pieces(c, King).First() }

// SideToMove returns the side whose turn it is.
func (p *Position) SideToMove() Color { return p.side }

// EnPassant returns the square on which a pawn can be taken en passant,
// NoSquare if no such capture is legal.
func (p *Position) EnPassant() Square { return p.enPassant }

// CastlingRooks returns the rooks of both sides that may still castle. A rook
// to the east of its king castles on the king's side.
func (p *Position) CastlingRooks() Bitboard { return p.castling }

// HalfmoveClock returns the number of half-moves since the last capture or
// pawn move.
func (p *Position) HalfmoveClock() int { return int(p.halfmoves) }

// FullmoveNumber returns the number of the move, 1 at the start, increased
// after Black's moves.
func (p *Position) FullmoveNumber() int { return int(p.fullmoves) }

// Checkers returns the enemy pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// AttackersTo returns the pieces of both sides that attack sq on a board with occ
// occupied. A piece outside occ is still counted, as an attacker but no blocker.
func (p *Position) AttackersTo(sq Square, occ Bitboard) Bitboard {
	return PawnAttacks(Black, sq)&p.byType[Pawn]&p.byColor[White] |
		PawnAttacks(White, sq)&p.byType[Pawn]&p.byColor[Black] |
		KnightAttacks(sq)&p.byType[Knight] |
		KingAttacks(sq)&p.byType[King] |
		BishopAttacks(sq, occ)&(p.byType[Bishop]|p.byType[Queen]) |
		RookAttacks(sq, occ)&(p.byType[Rook]|p.byType[Queen])
}

// attacked reports whether c attacks sq on a board with occ occupied.
func (p *Position) attacked(c Color, sq Square, occ Bitboard) bool {
	return p.AttackersTo(sq, occ)&p.byColor[c&1] != 0
}

// findCheckers returns the pieces that attack the king of the side to move.
func (p *Position) findCheckers() Bitboard {
	return p.AttackersTo(p.King(p.side), p.Occupied()) & p.byColor[p.side^1]
}

// enPassantLegal reports whether the pawn on from may take en passant on to
// without leaving its king in check: from the pawn just moved, from another
// checker, or along a line that the two pawns leave, their common rank
// included.
func (p *Position) enPassantLegal(from, to Square) bool {
	captured := SquareBB(to ^ 8)
	occ := p.Occupied()&^(captured|SquareBB(from)) | SquareBB(to)
	attackers := p.AttackersTo(p.King(p.side), occ) & p.byColor[p.side^1]
	return attackers&^captured == 0
}

// enPassantCaptors returns the pawns that may legally take en passant on to.
func (p *Position) enPassantCaptors(to Square) (captors Bitboard) {
	for pawns := PawnAttacks(p.side^1, to) & p.Pieces(p.side, Pawn); pawns != 0; {
		if from := pawns.Pop(); p.enPassantLegal(from, to) {
			captors |= SquareBB(from)
		}
	}
	return captors
}
