package board_test

import (
	"errors"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

func TestParseFENSyntax(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"nothing", "", "empty FEN"},
		{"blanks", " \t ", "empty FEN"},
		{"nine files as a digit", "4k3/9/8/8/8/8/8/4K3 w - -", "unknown piece '9' on rank 7"},
		{"zero", "4k3/80/8/8/8/8/8/4K3 w - -", "unknown piece '0' on rank 7"},
		{"not a letter of FEN", "4k3/8/8/8/8/8/8/4X3 w - -", "unknown piece 'X' on rank 1"},
		{"not ASCII", "4k3/8/8/8/8/8/8/4♔3 w - -", "unknown piece '♔' on rank 1"},
		{"short rank", "4k2/8/8/8/8/8/8/4K3 w - -", "rank 8 has 7 files, want 8"},
		{"short last rank", "4k3/8/8/8/8/8/8/4K w - -", "rank 1 has 5 files, want 8"},
		{"long rank", "4k3/8/8/pppppppppp/8/8/8/4K3 w - -", "rank 5 has 10 files, want 8"},
		{"two digits in a row", "4k3/8/8/8/8/14PK1/8/8 w - -", `rank 3 has two digits in a row, "14", want their sum`},
		{"a right that comes twice", "4k3/8/8/8/8/8/8/R3K2R w KQK -", `castling right 'K' comes twice`},
		{"a right of Black's that comes twice", "r3k2r/8/8/8/8/8/8/4K3 w kqq -", `castling right 'q' comes twice`},
		{"long rank of digits", "4k3/8/8/55/8/8/8/4K3 w - -", `rank 5 has two digits in a row, "55", want their sum`},
		{"empty rank", "4k3//8/8/8/8/8/4K3 w - -", "rank 7 has 0 files, want 8"},
		{"nine files after seven", "4k2/8p/8/8/8/8/8/4K3 w - -", "rank 8 has 7 files, want 8"},
		{"two ranks in one", "4k3//88/8/8/8/8/4K3 w - -", "rank 7 has 0 files, want 8"},
		{"a number across the end of a rank", "4k3/p8/7/8/8/8/8/4K3 w - -", "rank 7 has 9 files, want 8"},
		{"seven ranks", "4k3/8/8/8/8/8/4K3 w - -", "7 ranks, want 8"},
		{"nine ranks", "4k3/8/8/8/8/8/8/4K3/8 w - -", "more than 8 ranks"},
		{"slash at the end", "4k3/8/8/8/8/8/8/4K3/ w - -", "more than 8 ranks"},
		{"no side", "4k3/8/8/8/8/8/8/4K3", "missing side to move"},
		{"bad side", "4k3/8/8/8/8/8/8/4K3 W - -", `side to move "W", want "w" or "b"`},
		{"no castling", "4k3/8/8/8/8/8/8/4K3 w", `missing castling rights, want "-" for none`},
		{"bad castling", "4k3/8/8/8/8/8/8/4K3 w KX -", `castling right 'X', want letters of KQkq or of files`},
		{"castling with dash", "4k3/8/8/8/8/8/8/4K3 w K- -", `castling right '-', want letters of KQkq or of files`},
		{"no en passant", "4k3/8/8/8/8/8/8/4K3 w -", `missing en passant square, want "-" for none`},
		{"bad en passant", "4k3/8/8/8/8/8/8/4K3 w - e9", `en passant square "e9", want "-" or a square`},
		{"bad clock", "4k3/8/8/8/8/8/8/4K3 w - - x 1", `half-move clock "x", want a number up to 9999`},
		{"negative clock", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", `half-move clock "-1", want a number up to 9999`},
		{"EPD opcode", `4k3/8/8/8/8/8/8/4K3 w - - c9 "1-0";`, `half-move clock "c9", want a number up to 9999`},
		{"huge number", "4k3/8/8/8/8/8/8/4K3 w - - 0 65537", `full-move number "65537", want a number up to 9999`},
		{"a long field is cut", "4k3/8/8/8/8/8/8/4K3 " + strings.Repeat("w", 1000), `side to move "wwwwwwwwwwwwwwwwwwww", want "w" or "b"`},
		{"more text", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e4", `"bm" after the full-move number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.fen)
			if !errors.Is(err, board.ErrSyntax) || err.Error() != tt.want {
				t.Errorf("ParseFEN(%q) = %v, want %s", tt.fen, err, tt.want)
			}
			if p != (board.Position{}) {
				t.Errorf("ParseFEN(%q) returns a position with its error", tt.fen)
			}
		})
	}
}

func TestParseFENLenient(t *testing.T) {
	const e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	tests := []struct{ name, fen, want string }{
		{"four fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", board.StartFEN},
		{"no full-move number", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", board.StartFEN},
		{"full-move number 0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", board.StartFEN},
		{"leading zeros", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 00 01", board.StartFEN},
		{"blanks", "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq - \t0 1 ", board.StartFEN},
		{"other order of rights", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1", board.StartFEN},
		{"Shredder letters", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", board.StartFEN},
		{"superfluous en passant square", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", e4},
		{"en passant that is not legal", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
		{"X-FEN outer rooks", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"},
		{"X-FEN inner rook", "1rr1k2b/8/8/8/8/8/8/RR2K2B w Bb - 0 1", "1rr1k2b/8/8/8/8/8/8/RR2K2B w Bb - 0 1"},
		{"X-FEN: Q is the outermost", "1rr1k2b/8/8/8/8/8/8/RR2K2B w Qq - 0 1", "1rr1k2b/8/8/8/8/8/8/RR2K2B w Ab - 0 1"},
		{"X-FEN: K is the outermost", "k7/8/8/8/8/8/8/1K1R2RN w K - 0 1", "k7/8/8/8/8/8/8/1K1R2RN w G - 0 1"},
		{"standard rook, king elsewhere", "k7/8/8/8/8/8/8/3K3R w K - 0 1", "k7/8/8/8/8/8/8/3K3R w H - 0 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			if got := p.FEN(); got != tt.want {
				t.Errorf("%q is read as %s, want %s", tt.fen, got, tt.want)
			}
			if p != boardtest.Parse(t, tt.want) {
				t.Errorf("%q and %s are different positions", tt.fen, tt.want)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name, fen string
		want      error
		says      string
	}{
		{"no white king", "4k3/8/8/8/8/8/8/8 w - -", board.ErrNoKing, "White"},
		{"no black king", "8/8/8/8/8/8/8/4K3 w - -", board.ErrNoKing, "Black"},
		{"two kings", "4k3/8/8/8/8/8/8/K3K3 w - -", board.ErrManyKings, "White has 2"},
		{"pawn on rank 1", "4k3/8/8/8/8/8/8/P3K3 w - -", board.ErrPawnRank, "a1"},
		{"black pawn on rank 8", "p3k3/8/8/8/8/8/8/4K3 w - -", board.ErrPawnRank, "a8"},
		{"seventeen pieces", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -", board.ErrTooManyPieces, "White has 17"},
		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", board.ErrTooManyPawns, "White has 9"},
		{"second queen with eight pawns", "qq2k3/pppppppp/8/8/8/8/8/4K3 w - -", board.ErrTooManyPromoted, "Black has 1 and 8 pawns"},
		{"third rook", "4k3/8/8/8/8/R7/PPPPPPPP/R3K2R w - -", board.ErrTooManyPromoted, "White"},
		{"third knight", "4k3/8/8/8/8/N7/PPPPPPPP/N3K2N w - -", board.ErrTooManyPromoted, "White"},
		{"two bishops on one colour", "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - -", board.ErrTooManyPromoted, "White"},
		{"side not to move in check", "4k3/8/8/8/8/8/8/4RK2 w - -", board.ErrOppositeCheck, "Black"},
		{"kings side by side", "8/8/8/8/8/8/4k3/4K3 w - -", board.ErrOppositeCheck, "Black"},
		{"three checkers", "4r1k1/8/8/8/8/5n2/8/3qK3 w - -", board.ErrImpossibleCheck, ""},
		{"check older than the en passant square", "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6", board.ErrImpossibleCheck, "d6"},
		{"castling without a rook", "4k3/8/8/8/8/8/8/4K3 w K -", board.ErrCastling, "'K'"},
		{"castling with the enemy's rook", "4k3/8/8/8/8/8/8/4K2r b K -", board.ErrCastling, "'K'"},
		{"castling on the wrong side", "4k3/8/8/8/8/8/8/R3K3 w K -", board.ErrCastling, "'K'"},
		{"castling with a moved king", "4k3/8/8/8/8/8/4K3/R6R w KQ -", board.ErrCastling, "'K'"},
		{"castling of Black from rank 7", "r6r/4k3/8/8/8/8/8/4K3 b q -", board.ErrCastling, "'q'"},
		{"castling with the rook of no file", "4k3/8/8/8/8/8/8/R3K3 w B -", board.ErrCastling, "'B'"},
		{"two rooks on one side", "4k3/8/8/8/8/8/8/RR2K3 w AB -", board.ErrCastling, "White"},
		{"en passant on the mover's side", "4k3/8/8/8/3pP3/8/8/4K3 w - e3", board.ErrEnPassant, "e3 with White to move"},
		{"en passant on rank 4", "4k3/8/8/8/3pP3/8/8/4K3 b - e4", board.ErrEnPassant, "e4"},
		{"en passant without a pawn", "4k3/8/8/8/3p4/8/8/4K3 b - e3", board.ErrEnPassant, "e4"},
		{"en passant, square occupied", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3", board.ErrEnPassant, "e3"},
		{"en passant, origin occupied", "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3", board.ErrEnPassant, "e2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := board.ParseFEN(tt.fen)
			if !errors.Is(err, tt.want) || errors.Is(err, board.ErrSyntax) {
				t.Fatalf("%s: %v, want %v", tt.fen, err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s: %q does not say %q", tt.fen, err, tt.says)
			}
		})
	}
	if err := new(board.Position).Validate(); !errors.Is(err, board.ErrNoKing) {
		t.Errorf("the zero Position: %v, want %v", err, board.ErrNoKing)
	}
}

// TestCountersStop: a game that never ends can still be written and read.
func TestCountersStop(t *testing.T) {
	p := boardtest.Parse(t, "7k/8/8/8/8/8/R7/K7 b - - 9999 9999")
	m, err := p.ParseUCI("h8h7")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	if got, want := p.FEN(), "8/7k/8/8/8/8/R7/K7 w - - 9999 9999"; got != want {
		t.Errorf("after h8h7: %s, want %s", got, want)
	}
}

// TestMakeKeepsPositionsValid follows random games: after every move the
// position is valid and equal to the one read back from its FEN, which has its
// key, checkers, rights and en passant square computed afresh.
func TestMakeKeepsPositionsValid(t *testing.T) {
	for p := range boardtest.RandomPositions(5, 20000) {
		if err := p.Validate(); err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		if again := boardtest.Parse(t, p.FEN()); again != p {
			t.Fatalf("%s: not the same when read back:\n%+v\n%+v", p.FEN(), p, again)
		}
	}
}

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]string{"startpos": board.StartFEN, board.StartFEN: board.StartFEN} {
		if p, err := board.ParsePosition(text); err != nil || p.FEN() != want {
			t.Errorf("%q: %s, %v", text, p.FEN(), err)
		}
	}
	if _, err := board.ParsePosition("startpose"); !errors.Is(err, board.ErrSyntax) {
		t.Errorf("startpose: %v", err)
	}
}
