package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// piecesFamily counts where knights, bishops and rooks stand well or badly, for
// reasons that their squares alone do not give.
var piecesFamily = features.Family{
	Name: "pieces",
	Terms: []features.Definition{
		pieceTerm("rook_open_file", "rooks", "rooks on files without pawns", "chessprogramming.org, Rook on Open File"),
		pieceTerm("rook_half_open_file", "rooks", "rooks on files with enemy pawns alone", "chessprogramming.org, Rook on Half-Open File"),
		pieceTerm("rook_seventh", "rooks", "rooks on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh", "A. Nimzowitsch, \"My System\" (1925), the seventh rank"),
		pieceTerm("rook_queen_file", "rooks", "rooks on a file with a queen of either colour", "Stockfish 11, rook on queen file (2020)"),
		pieceTerm("knight_outpost", "knights", "knights on an outpost: on the ranks 4 to 6, defended by an own pawn, and no enemy pawn can come to attack the square", "A. Nimzowitsch, \"My System\" (1925), the outpost"),
		pieceTerm("bishop_outpost", "bishops", "bishops on an outpost, as for knights", "chessprogramming.org, Outposts"),
		pieceTerm("knight_reaches_outpost", "knights", "knights on no outpost, pinned ones too, that attack one on which no own piece stands", "Stockfish 11, reachable outpost (2020)"),
		pieceTerm("bishop_pawns", "pawns", "for every bishop, the own pawns on squares of its colour", "chessprogramming.org, Bad Bishop"),
		pieceTerm("bishop_blocked_pawns", "pawns", "for every bishop, the own pawns on squares of its colour, on the files c to f, with a piece before them", "Stockfish 11, bishop pawns (2020)"),
		pieceTerm("bishop_long_diagonal", "bishops", "bishops that see two of d4, e4, d5 and e5, looking through pieces but not pawns", "Stockfish 11, long diagonal bishop (2020)"),
		pieceTerm("minor_behind_pawn", "pieces", "knights and bishops with a pawn of either colour on the square before them", "chessprogramming.org, Evaluation of Pieces"),
		pieceTerm("trapped_rook", "rooks", "rooks that attack at most three squares of the mobility area (see mobility.rook), on the own first rank between the own king, on the same rank, and the edge that is nearer to it", "chessprogramming.org, Trapped Pieces"),
		pieceTerm("trapped_bishop", "bishops", "bishops on a7 or h7 behind enemy pawns on b6 and c7, or g6 and f7, and on a6 or h6 behind b5 and c6, or g5 and f6", "L. Kaufman and others; chessprogramming.org, Trapped Pieces"),
	},
	Count: countPieces,
	Sides: countPieceSides,
}

func pieceTerm(name, unit, formula, source string) features.Definition {
	return features.Definition{Name: "piece." + name, Unit: unit, Formula: formula, Source: source, Taper: features.Tapered}
}

// The family's terms, as offsets from its first.
const (
	rookOpenFile = iota
	rookHalfOpenFile
	rookSeventh
	rookQueenFile
	knightOutpost
	bishopOutpost
	knightReachesOutpost
	bishopPawns
	bishopBlockedPawns
	bishopLongDiagonal
	minorBehindPawn
	trappedRook
	trappedBishop
	pieceTerms
)

// countPieces adds the terms.
func countPieces(c *features.Context, t *features.Tally, first features.Term) {
	var n [pieceTerms]int
	white, black := c.Sides()
	p := c.Pos
	countRooks(p, white, black, &n)
	countOutposts(p, white, black, &n)
	countBishops(p, white, black, &n)
	t.AddCounts(first, n[:])
}

// A kind is all pieces of one kind, or of two.
type kind struct {
	pieces, black board.Bitboard
	blacks        int // the number of black
}

// kindOf returns the pieces of a kind, given Black's side.
func kindOf(p *board.Position, black *features.Side, pt board.PieceType) kind {
	pieces := p.ByType(pt)
	return kind{pieces, pieces & p.ByColor(board.Black), black.Numbers.Of(pt)}
}

// difference returns the number of White's pieces in a set less that of Black's. It
// counts once, not twice: White's pieces in the set and Black's outside of it, less all
// of Black's. Both sides at once make the family take 70 ns, not 130.
func (k kind) difference(set board.Bitboard) int {
	return ((set ^ k.black) & k.pieces).Count() - k.blacks
}

func countRooks(p *board.Position, white, black *features.Side, n *[pieceTerms]int) {
	rooks := kindOf(p, black, board.Rook)
	if rooks.pieces == 0 {
		return
	}
	w, b := white.PawnFiles(), black.PawnFiles()
	n[rookOpenFile] = rooks.difference(^(w | b))
	n[rookHalfOpenFile] = rooks.difference(b&^w&^rooks.black | w&^b&rooks.black)
	n[rookQueenFile] = rooks.difference(p.ByType(board.Queen).FillFiles())
	if rooks.pieces&(board.Rank7|board.Rank2) != 0 {
		n[rookSeventh] = countSeventh(p, board.White) - countSeventh(p, board.Black)
	}
	n[trappedRook] = countTrappedRooks(white, rooks.pieces&^rooks.black, board.Rank1) - countTrappedRooks(black, rooks.black, board.Rank8)
}

// countSeventh counts the rooks on a side's seventh rank that have something to do
// there.
func countSeventh(p *board.Position, color board.Color) int {
	enemy, seventh, eighth := color.Other(), rankOf(color, 6), rankOf(color, 7)
	if p.Pieces(enemy, board.King)&eighth|p.Pieces(enemy, board.Pawn)&seventh == 0 {
		return 0
	}
	return (p.Pieces(color, board.Rook) & seventh).Count()
}

// rankOf returns a rank, counted from 0 at a side's own.
func rankOf(color board.Color, rank int) board.Bitboard {
	if color == board.Black {
		rank = 7 - rank
	}
	return board.RankMask(rank)
}

// countTrappedRooks counts the rooks in the cage of their own king, on a side's
// first rank.
func countTrappedRooks(s *features.Side, rooks, first board.Bitboard) (n int) {
	cage := first & beyond[s.King.File()]
	if !first.Has(s.King) || rooks&cage == 0 {
		return 0
	}
	minors := s.Numbers.Of(board.Knight) + s.Numbers.Of(board.Bishop)
	for _, rook := range s.Pieces[minors : minors+s.Numbers.Of(board.Rook)] {
		if cage.Has(rook.From) && rook.Mobility <= 3 {
			n++
		}
	}
	return n
}

// beyond holds the files between a file and the edge that is nearer to it.
var beyond = func() (files [8]board.Bitboard) {
	for f := range files {
		for to := range files {
			if f >= 4 && to > f || f < 4 && to < f {
				files[f] |= board.FileMask(to)
			}
		}
	}
	return files
}()

// countOutposts adds pieces on outposts, knights that can go to one, and pieces
// behind pawns.
func countOutposts(p *board.Position, white, black *features.Side, n *[pieceTerms]int) {
	knights, bishops := kindOf(p, black, board.Knight), kindOf(p, black, board.Bishop)
	const whites, blacks = board.Rank4 | board.Rank5 | board.Rank6, board.Rank5 | board.Rank4 | board.Rank3
	ofWhite, ofBlack := p.ByColor(board.White), p.ByColor(board.Black)
	w, b := whites&white.PawnAttacks&^black.PawnSpan, blacks&black.PawnAttacks&^white.PawnSpan
	posts := w&ofWhite | b&ofBlack
	n[knightOutpost], n[bishopOutpost] = knights.difference(posts), bishops.difference(posts)
	reaching := knightsTo(w&^ofWhite)&ofWhite | knightsTo(b&^ofBlack)&ofBlack
	n[knightReachesOutpost] = knights.difference(reaching &^ posts)
	pawns := p.ByType(board.Pawn)
	behind := pawns.South()&ofWhite | pawns.North()&ofBlack
	n[minorBehindPawn] = knights.difference(behind) + bishops.difference(behind)
}

// knightsTo returns the squares from which a knight attacks a square of a set.
func knightsTo(set board.Bitboard) board.Bitboard {
	one, two := set.East()|set.West(), set.East().East()|set.West().West()
	return one<<16 | one>>16 | two<<8 | two>>8
}

// longDiagonals are the squares from which a bishop can see two of the centre's.
const longDiagonals board.Bitboard = 0x8142240000244281

func countBishops(p *board.Position, white, black *features.Side, n *[pieceTerms]int) {
	bishops, pawns := kindOf(p, black, board.Bishop), p.ByType(board.Pawn)
	if bishops.pieces == 0 {
		return
	}
	const centreFiles = board.FileC | board.FileD | board.FileE | board.FileF
	ofWhite, ofBlack := bishops.pieces&^bishops.black, bishops.black
	w, b := shadesOf(ofWhite), shadesOf(ofBlack)
	n[bishopPawns] = w.pairs(pawnShades(white)) - b.pairs(pawnShades(black))
	n[bishopBlockedPawns] = w.pairs(shadesOf(white.Pawns&centreFiles&p.Occupied().South())) -
		b.pairs(shadesOf(black.Pawns&centreFiles&p.Occupied().North()))
	for rest := bishops.pieces & longDiagonals; rest != 0; {
		sq := rest.Pop()
		if (board.BishopAttacks(sq, pawns) & middle).Several() {
			n[bishopLongDiagonal] += 1 - 2*int(bishops.black>>sq&1)
		}
	}
	if bishops.pieces&(board.FileA|board.FileH) != 0 {
		n[trappedBishop] = countTrappedBishops(ofWhite, black.Pawns) - countTrappedBishops(ofBlack.Flip(), white.Pawns.Flip())
	}
}

// A shades is how many of a set are on light and on dark squares.
type shades struct{ light, dark int }

func shadesOf(set board.Bitboard) shades {
	return shades{(set & board.LightSquares).Count(), (set & board.DarkSquares).Count()}
}

// pawnShades returns those of a side's pawns.
func pawnShades(s *features.Side) shades {
	return shades{int(s.Light), s.Numbers.Of(board.Pawn) - int(s.Light)}
}

// pairs returns the number of pairs of one and one of others on squares of one colour.
func (s shades) pairs(others shades) int { return s.light*others.light + s.dark*others.dark }

// A cage is a square where a bishop is trapped by enemy pawns on two others, as
// White sees the board.
type cage struct {
	bishop board.Square
	pawns  board.Bitboard
}

var cages = [...]cage{
	{board.A7, board.SquareBB(board.B6) | board.SquareBB(board.C7)},
	{board.H7, board.SquareBB(board.G6) | board.SquareBB(board.F7)},
	{board.A6, board.SquareBB(board.B5) | board.SquareBB(board.C6)},
	{board.H6, board.SquareBB(board.G5) | board.SquareBB(board.F6)},
}

// countTrappedBishops counts White's bishops in cages.
func countTrappedBishops(bishops, enemy board.Bitboard) (n int) {
	for i := range cages {
		if c := &cages[i]; bishops.Has(c.bishop) && enemy&c.pawns == c.pawns {
			n++
		}
	}
	return n
}
