package features

import "centipawn/board"

// piecesFamily counts where knights, bishops and rooks stand well or badly, for
// reasons that their squares alone do not give.
var piecesFamily = Family{
	Name: "pieces",
	Terms: []Definition{
		pieceTerm("rook_open_file", "rooks", "rooks on files without pawns", "chessprogramming.org, Rook on Open File"),
		pieceTerm("rook_half_open_file", "rooks", "rooks on files with enemy pawns alone", "chessprogramming.org, Rook on Half-Open File"),
		pieceTerm("rook_seventh", "rooks", "rooks on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh", "A. Nimzowitsch, \"My System\" (1925), the seventh rank"),
		pieceTerm("rook_queen_file", "rooks", "rooks on a file with a queen of either colour", "Stockfish 11, rook on queen file (2020)"),
		pieceTerm("knight_outpost", "knights", "knights on an outpost: on the ranks 4 to 6, defended by an own pawn, and no enemy pawn can come to attack the square", "A. Nimzowitsch, \"My System\" (1925), the outpost"),
		pieceTerm("bishop_outpost", "bishops", "bishops on an outpost, as for knights", "chessprogramming.org, Outposts"),
		pieceTerm("knight_reaches_outpost", "knights", "knights on no outpost that attack one on which no own man stands", "Stockfish 11, reachable outpost (2020)"),
		pieceTerm("bishop_pawns", "pawns", "for every bishop, the own pawns on squares of its colour", "chessprogramming.org, Bad Bishop"),
		pieceTerm("bishop_blocked_pawns", "pawns", "for every bishop, the own pawns on squares of its colour, on the files c to f, with a man before them", "Stockfish 11, bishop pawns (2020)"),
		pieceTerm("bishop_long_diagonal", "bishops", "bishops that see two of d4, e4, d5 and e5, pieces but not pawns being in nobody's way", "Stockfish 11, long diagonal bishop (2020)"),
		pieceTerm("minor_behind_pawn", "pieces", "knights and bishops with a pawn of either colour on the square before them", "chessprogramming.org, Evaluation of Pieces"),
		pieceTerm("trapped_rook", "rooks", "rooks with at most three squares to go to, on the own first rank between the own king, on the same rank, and the edge that is nearer to it", "chessprogramming.org, Trapped Pieces"),
		pieceTerm("trapped_bishop", "bishops", "bishops on a7 or h7 behind enemy pawns on b6 and c7, or g6 and f7, and on a6 or h6 behind b5 and c6, or g5 and f6", "L. Kaufman and others; chessprogramming.org, Trapped Pieces"),
	},
	Count: func(c *Context, t *Tally, first Term) {
		var n [pieceTerms]int
		countPieces(c, board.White, &n, 1)
		countPieces(c, board.Black, &n, -1)
		t.AddCounts(first, n[:])
	},
}

func pieceTerm(name, unit, formula, source string) Definition {
	return Definition{Name: "piece." + name, Unit: unit, Formula: formula, Source: source, Taper: Tapered}
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

// countPieces adds the counts of one side times sign.
func countPieces(c *Context, color board.Color, n *[pieceTerms]int, sign int) {
	countRooks(c, color, n, sign)
	countOutposts(c, color, n, sign)
	countBishops(c, color, n, sign)
	p := c.Pos
	minors := p.Pieces(color, board.Knight) | p.Pieces(color, board.Bishop)
	n[minorBehindPawn] += sign * (minors.Forward(color) & p.ByType(board.Pawn)).Count()
}

func countRooks(c *Context, color board.Color, n *[pieceTerms]int, sign int) {
	p := c.Pos
	rooks := p.Pieces(color, board.Rook)
	if rooks == 0 {
		return
	}
	own, enemy, enemyFiles := c.Side(color).PawnFiles, c.Side(color.Other()).Pawns, c.Side(color.Other()).PawnFiles
	n[rookOpenFile] += sign * (rooks &^ own &^ enemyFiles).Count()
	n[rookHalfOpenFile] += sign * (rooks &^ own & enemyFiles).Count()
	n[rookQueenFile] += sign * (rooks & p.ByType(board.Queen).FillFiles()).Count()
	seventh, eighth := rankOf(color, 6), rankOf(color, 7)
	if p.Pieces(color.Other(), board.King)&eighth != 0 || enemy&seventh != 0 {
		n[rookSeventh] += sign * (rooks & seventh).Count()
	}
	n[trappedRook] += sign * countTrappedRooks(c, color)
}

// rankOf returns a rank, counted from 0 at a side's own.
func rankOf(color board.Color, rank int) board.Bitboard {
	if color == board.Black {
		rank = 7 - rank
	}
	return board.RankMask(rank)
}

// countTrappedRooks counts the rooks in the cage of their own king.
func countTrappedRooks(c *Context, color board.Color) (n int) {
	king := c.Pos.King(color)
	first := rankOf(color, 0)
	caged := c.Pos.Pieces(color, board.Rook) & first & beyond[king.File()]
	if caged == 0 || !first.Has(king) {
		return 0
	}
	side := c.Side(color)
	for i := range side.Pieces {
		piece := &side.Pieces[i]
		if caged.Has(piece.From) && piece.Mobility <= 3 {
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

// countOutposts adds pieces on outposts, and knights that can go to one.
func countOutposts(c *Context, color board.Color, n *[pieceTerms]int, sign int) {
	p := c.Pos
	knights, bishops := p.Pieces(color, board.Knight), p.Pieces(color, board.Bishop)
	if knights|bishops == 0 {
		return
	}
	ranks := rankOf(color, 3) | rankOf(color, 4) | rankOf(color, 5)
	posts := ranks & c.Side(color).PawnAttacks &^ c.Side(color.Other()).PawnSpan
	if posts == 0 {
		return
	}
	n[knightOutpost] += sign * (knights & posts).Count()
	n[bishopOutpost] += sign * (bishops & posts).Count()
	free := posts &^ p.ByColor(color)
	for rest := knights &^ posts; rest != 0; {
		if board.KnightAttacks(rest.Pop())&free != 0 {
			n[knightReachesOutpost] += sign
		}
	}
}

func countBishops(c *Context, color board.Color, n *[pieceTerms]int, sign int) {
	p := c.Pos
	bishops, pawns := p.Pieces(color, board.Bishop), p.Pieces(color, board.Pawn)
	if bishops == 0 {
		return
	}
	const centreFiles = board.FileC | board.FileD | board.FileE | board.FileF
	const centre = (board.FileD | board.FileE) & (board.Rank4 | board.Rank5)
	blocked := pawns & centreFiles & p.Occupied().Forward(color.Other())
	for rest := bishops; rest != 0; {
		sq := rest.Pop()
		shade := shadeOf(sq)
		n[bishopPawns] += sign * (pawns & shade).Count()
		n[bishopBlockedPawns] += sign * (blocked & shade).Count()
		if (board.BishopAttacks(sq, p.ByType(board.Pawn)) & centre).Several() {
			n[bishopLongDiagonal] += sign
		}
	}
	n[trappedBishop] += sign * countTrappedBishops(bishops, p.Pieces(color.Other(), board.Pawn), color)
}

// shadeOf returns the squares of a square's colour.
func shadeOf(sq board.Square) board.Bitboard {
	if board.LightSquares.Has(sq) {
		return board.LightSquares
	}
	return board.DarkSquares
}

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

// countTrappedBishops counts the bishops in cages.
func countTrappedBishops(bishops, enemy board.Bitboard, color board.Color) (n int) {
	if color == board.Black {
		bishops, enemy = bishops.Flip(), enemy.Flip()
	}
	if bishops&(board.FileA|board.FileH) == 0 {
		return 0
	}
	for i := range cages {
		if c := &cages[i]; bishops.Has(c.bishop) && enemy&c.pawns == c.pawns {
			n++
		}
	}
	return n
}
