package features

import "example.org/centipawn/board"

// A Side is what the terms need to know of one side of a position: its pieces and
// what they attack. Squares are those of the board, for Black too.
type Side struct {
	Skeleton // of the pawns

	PawnAttacks  board.Bitboard // squares that own pawns attack
	PawnAttacks2 board.Bitboard // squares that two own pawns attack

	King board.Square

	// KingZone are the nine squares around the king, those of a king at the edge
	// moved one square inwards: of a king on g1 or h1 the squares f1 to h3.
	KingZone board.Bitboard

	Pinned board.Bitboard // own pieces that would expose the own king

	// Pieces are the knights, bishops, rooks and queens, in this order.
	Pieces []Piece

	// Numbers holds how many pieces there are of each kind but the king.
	Numbers ByPiece

	// OnZone are the pieces that attack the enemy king's zone, and ZoneAttacks is
	// the number of pairs of one and a square next to that king that it attacks.
	OnZone      board.Bitboard
	ZoneAttacks int

	// KnightSteps and BishopSteps sum the own king's steps to its knights and bishops
	// on an empty board.
	KnightSteps, BishopSteps int

	// ByType holds the squares that are attacked by a kind of piece, pawns and
	// king included; All those by any and Twice those by two or more.
	// Pieces attack as their Attacks say; pinned pawns and the king attack
	// whatever they look at.
	ByType     [board.King + 1]board.Bitboard
	All, Twice board.Bitboard

	// MobilityArea are the squares on which the reach of pieces counts: not
	// attacked by an enemy pawn, and not held by the own king, an own queen, a
	// pinned own piece, or an own pawn that is blocked or stands on its second or
	// third rank.
	MobilityArea board.Bitboard

	pieces [16]Piece // Pieces lies in it
}

// A Piece is a knight, bishop, rook or queen and the squares that it attacks,
// squares of own pieces included. A bishop looks through its own queens, a rook through its
// own queens and rooks. A pinned piece attacks along the pin alone.
//
// Source: T. Romstad, M. Costalba, J. Kiiski, G. Linscott, Stockfish 11,
// evaluate.cpp (2020); A. Grant, Ethereal, evaluate.c (2024).
type Piece struct {
	Type     board.PieceType
	From     board.Square
	Mobility uint8 // number of attacked squares of the own MobilityArea
	Attacks  board.Bitboard
}

// ByPiece holds a number from 0 to 255 for each kind of piece.
type ByPiece uint64

// Of returns the number of a kind.
func (b ByPiece) Of(pt board.PieceType) int { return int(b >> (8 * (pt & 7)) & 0xff) }

// Pieces returns the numbers of all but pawns.
func (b ByPiece) Pieces() ByPiece { return b >> 8 }

// plus adds n to the number of a kind.
func (b ByPiece) plus(pt board.PieceType, n uint8) ByPiece { return b + ByPiece(n)<<(8*(pt&7)) }

// upTo returns the numbers with n pieces more of a kind, and as many less of the next:
// of n pieces so far, those that come before it.
func (b ByPiece) upTo(pt board.PieceType, n int) ByPiece {
	return b + ByPiece(n)<<(8*(pt&7)) - ByPiece(n)<<(8*(pt&7)+8)
}

// rings holds the zone of a king by its square.
//
// Source: T. Romstad, M. Costalba, J. Kiiski, G. Linscott, Stockfish 11,
// evaluate.cpp (2020), king ring.
var rings = func() (rings [64]board.Bitboard) {
	for sq := range board.Square(64) {
		inside := board.SquareBB(board.NewSquare(min(max(sq.File(), 1), 6), min(max(sq.Rank(), 1), 6)))
		rings[sq] = inside | board.KingAttacks(inside.First())
	}
	return rings
}()

// kingSteps holds the moves of a king from one square to another.
var kingSteps = func() (steps [64][64]uint8) {
	for from := range board.Square(64) {
		for to := range board.Square(64) {
			steps[from][to] = uint8(from.Distance(to))
		}
	}
	return steps
}()

// seePawns sets what the pawns attack.
func (s *Side) seePawns(color board.Color) {
	ahead := s.Pawns.Forward(color)
	east, west := ahead.East(), ahead.West()
	s.PawnAttacks, s.PawnAttacks2 = east|west, east&west
}

// seeKing sets the fields that the king gives.
func (s *Side) seeKing(p *board.Position, color board.Color) {
	s.King = p.King(color)
	s.KingZone = rings[s.King&63]
	s.Pinned = pinned(p, color, s.King)
}

// pinned returns the pieces of a side that stand alone between its king and an
// enemy slider.
func pinned(p *board.Position, color board.Color, king board.Square) (pieces board.Bitboard) {
	enemy, occupied := color.Other(), p.Occupied()
	queens := p.Pieces(enemy, board.Queen)
	snipers := (p.Pieces(enemy, board.Bishop)|queens)&board.Diagonals(king) |
		(p.Pieces(enemy, board.Rook)|queens)&board.Orthogonals(king)
	for snipers != 0 {
		if between := board.Between(king, snipers.Pop()) & occupied; !between.Several() {
			pieces |= between
		}
	}
	return pieces & p.ByColor(color)
}

// lowRanks are the second and third rank of a side.
var lowRanks = [2]board.Bitboard{board.Rank2 | board.Rank3, board.Rank7 | board.Rank6}

// seeArea sets MobilityArea.
func (s *Side) seeArea(p *board.Position, color board.Color, enemyPawnAttacks board.Bitboard) {
	blocked := s.Pawns & p.Occupied().Forward(color.Other())
	held := blocked | s.Pawns&lowRanks[color] | p.Pieces(color, board.Queen) | board.SquareBB(s.King) | s.Pinned
	s.MobilityArea = ^(held | enemyPawnAttacks)
}

// seePieces sets the attacks of each kind of piece and of all together, and what the
// pieces other than pawns see of the enemy king.
func (s *Side) seePieces(p *board.Position, color board.Color, enemy *Side) {
	s.seeArea(p, color, enemy.PawnAttacks)
	king := board.KingAttacks(s.King)
	r := reach{all: s.PawnAttacks | king, twice: s.PawnAttacks2 | s.PawnAttacks&king}
	a := aim{zone: enemy.KingZone, next: board.KingAttacks(enemy.King)}
	s.ByType[board.Pawn], s.ByType[board.King] = s.PawnAttacks, king
	occupied, rooks, queens := p.Occupied(), p.Pieces(color, board.Rook), p.Pieces(color, board.Queen)
	n, numbers := 0, ByPiece(s.number)
	steps, sum := &kingSteps[s.King&63], 0
	for from := p.Pieces(color, board.Knight); from != 0; {
		sq := from.Pop()
		attacks := s.alongPin(sq, board.KnightAttacks(sq))
		s.put(n, board.Knight, sq, attacks)
		r, a = r.and(attacks), a.and(sq, attacks)
		sum += int(steps[sq&63])
		n++
	}
	s.KnightSteps, sum = sum, 0
	s.ByType[board.Knight], r.kind = r.kind, 0
	numbers = numbers.upTo(board.Knight, n)
	for from := p.Pieces(color, board.Bishop); from != 0; {
		sq := from.Pop()
		attacks := s.alongPin(sq, board.BishopAttacks(sq, occupied&^queens))
		s.put(n, board.Bishop, sq, attacks)
		r, a = r.and(attacks), a.and(sq, attacks)
		sum += int(steps[sq&63])
		n++
	}
	s.BishopSteps = sum
	s.ByType[board.Bishop], r.kind = r.kind, 0
	numbers = numbers.upTo(board.Bishop, n)
	for from := rooks; from != 0; {
		sq := from.Pop()
		attacks := s.alongPin(sq, board.RookAttacks(sq, occupied&^(queens|rooks)))
		s.put(n, board.Rook, sq, attacks)
		r, a = r.and(attacks), a.and(sq, attacks)
		n++
	}
	s.ByType[board.Rook], r.kind = r.kind, 0
	numbers = numbers.upTo(board.Rook, n)
	for from := queens; from != 0; {
		sq := from.Pop()
		attacks := s.alongPin(sq, board.QueenAttacks(sq, occupied))
		s.put(n, board.Queen, sq, attacks)
		r, a = r.and(attacks), a.and(sq, attacks)
		n++
	}
	s.ByType[board.Queen], s.All, s.Twice = r.kind, r.all, r.twice
	s.Numbers = numbers.plus(board.Queen, uint8(n))
	s.Pieces, s.OnZone, s.ZoneAttacks = s.pieces[:n], a.on, a.pairs
}

// put makes the piece on sq the n-th of Pieces.
func (s *Side) put(n int, pt board.PieceType, sq board.Square, attacks board.Bitboard) {
	s.pieces[n&15] = Piece{pt, sq, uint8((attacks & s.MobilityArea).Count()), attacks}
}

// alongPin returns what is left of the attacks of a piece, if it is pinned.
func (s *Side) alongPin(sq board.Square, attacks board.Bitboard) board.Bitboard {
	if s.Pinned.Has(sq) {
		return attacks & board.Line(s.King, sq)
	}
	return attacks
}

// A reach is what pieces attack: those of one kind, all pieces, and two pieces or more.
type reach struct{ kind, all, twice board.Bitboard }

// An aim is what pieces see of the enemy king: those that attack its zone, and the
// number of pairs of a piece and a square next to it.
type aim struct {
	on         board.Bitboard
	pairs      int
	zone, next board.Bitboard // of the enemy king
}

// and returns the aim with one piece more.
func (a aim) and(sq board.Square, attacks board.Bitboard) aim {
	on := board.Bitboard((attacks & a.zone).One()) << (sq & 63)
	return aim{a.on | on, a.pairs + (attacks & a.next).Count(), a.zone, a.next}
}

// and returns the reach of one piece more.
func (r reach) and(attacks board.Bitboard) reach {
	return reach{r.kind | attacks, r.all | attacks, r.twice | r.all&attacks}
}
