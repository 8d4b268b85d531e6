package boardtest

import "example.org/centipawn/board"

// A Case is a named position.
type Case struct{ Name, FEN string }

// Positions that several tests refer to.
const (
	// Kiwipete is P. McKenzie's perft position: every kind of move but
	// promotion within two half-moves.
	Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

	// Chess960Inner is a Chess960 position in which the a-side rooks are not
	// the outermost ones of their side.
	Chess960Inner = "1rr1k2b/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RR2K2B w Bb - 0 1"
)

// cases are legal positions, most of them published perft positions
// (chessprogramming.org, Perft Results), the others made for one rule each.
var cases = []Case{
	{"start", board.StartFEN},
	{"kiwipete", Kiwipete},
	{"perft 3: rook ending with en passant pins", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
	{"perft 4: promotions under check", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
	{"perft 5: pawn on the seventh", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"},
	{"perft 6: quiet middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
	{"promotions on every file", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"},
	{"Petrosian's 218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},

	{"en passant, White", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
	{"en passant, Black", "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3"},
	{"en passant by two pawns", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2"},
	{"en passant answers the pawn's check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"},
	{"en passant by a pawn pinned on its diagonal", "4k3/8/7b/4Pp2/3K4/8/8/8 w - f6 0 2"},
	{"en passant forbidden: both pawns leave the rank", "8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1"},
	{"en passant forbidden: file pin", "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"},

	{"castling through attacked squares", "r3k2r/8/8/3q4/8/8/8/R3K2R w KQkq - 0 1"},
	{"castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1"},
	{"castling long gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"},
	{"castling rook attacked", "4k2r/6b1/8/8/8/8/8/R3K2R w KQk - 0 1"},
	{"rooks take rooks' rights", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1"},

	{"double check", "4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 1"},
	{"pinned on every line", "2k1r3/1b5b/8/3PNN2/4K1Rr/3Q4/2q5/8 w - - 0 1"},
	{"stalemate is near", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"},
	{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
	{"checkmate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"},
	{"bishops on one colour", "5b1k/8/8/8/8/8/8/KB6 w - - 0 1"},
	{"the clock is about to run out", "7k/8/8/8/8/8/R7/K7 w - - 149 120"},

	{"opposite bishops ending", "8/4kp2/4p1p1/3bP2p/7P/3K1BP1/8/8 w - - 0 1"},
	{"king and pawn race", "8/p7/8/1P6/K1k3p1/6P1/7P/8 w - - 0 1"},
	{"queens and passed pawns", "6k1/5ppp/3P4/8/1q6/8/5PPP/3Q2K1 b - - 0 30"},
	{"isolated and doubled pawns", "r2q1rk1/pp3p1p/2p2p2/4n3/8/1BP1B3/P1P2PPP/R2Q1RK1 w - - 2 15"},
	{"sicilian middlegame", "r1b1k2r/1pq1bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 w kq - 4 10"},
	{"king's indian, closed", "r1bq1rk1/pp2npbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - c6 0 9"},
	{"two queens a side", "3qk3/1q6/8/8/8/8/1Q6/3QK3 w - - 0 1"},

	{"chess960 start", "bqnb1rkr/pppppppp/3n4/8/8/3N4/PPPPPPPP/BQ1B1RKR w HFhf - 0 1"},
	{"chess960 published perft", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
	{"chess960 inner rooks", Chess960Inner},
	{"chess960 king and rook change places", "1k6/8/8/8/8/8/8/5KR1 w G - 0 1"},
	{"chess960 king stays", "6kr/8/8/8/8/8/8/RK5R w HAh - 0 1"},
	{"chess960 rook is pinned by the castling", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1"},
}
