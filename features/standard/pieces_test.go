package standard

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// termTest is a count that a person can check on the board.
type termTest struct {
	name, term, fen string
	want            float64
}

// counts returns the counts of a set on a position, by name of the term.
func counts(t *testing.T, s *features.Set, fen string) map[string]float64 {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	tally := s.NewTrace()
	s.Count(&p, tally)
	m := map[string]float64{}
	for i, def := range s.Terms() {
		m[def.Name] = tally.Trace().Count(features.Term(i))
	}
	return m
}

// testTerms checks the counts of some families.
func testTerms(t *testing.T, tests []termTest, families ...features.Family) {
	t.Helper()
	set, err := features.NewSet("tested", &tapered.PeSTO, families...)
	if err != nil {
		t.Fatal(err)
	}
	if err := features.CheckLawsOnPositions(set); err != nil {
		t.Error(err)
	}
	tested := map[string]bool{}
	for _, tt := range tests {
		t.Run(tt.term+"/"+tt.name, func(t *testing.T) {
			got, ok := counts(t, set, tt.fen)[tt.term]
			if !ok {
				t.Fatalf("no term %s", tt.term)
			}
			if got != tt.want {
				t.Errorf("%s = %g, want %g, on %s", tt.term, got, tt.want, tt.fen)
			}
		})
		tested[tt.term] = tested[tt.term] || tt.want != 0
	}
	for _, def := range set.Terms() {
		if !tested[def.Name] {
			t.Errorf("%s has no test in which it counts", def.Name)
		}
	}
}

func TestPieceTerms(t *testing.T) {
	testTerms(t, []termTest{
		{"no pawns on the file", "piece.rook_open_file", "4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", 1},
		{"an enemy pawn closes it", "piece.rook_open_file", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", 0},
		{"Black has two, White one", "piece.rook_open_file", "r1r1k3/8/8/8/8/8/1P6/R3K3 b - - 0 1", -1},
		{"an enemy pawn alone", "piece.rook_half_open_file", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", 1},
		{"the own pawn closes it", "piece.rook_half_open_file", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", 0},
		{"an open file is not half open", "piece.rook_half_open_file", "4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", 0},
		{"king on the eighth", "piece.rook_seventh", "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", 1},
		{"king away, no pawns", "piece.rook_seventh", "8/R7/4k3/8/8/8/8/4K3 w - - 0 1", 0},
		{"king away, pawns to eat", "piece.rook_seventh", "8/R6p/4k3/8/8/8/8/4K3 w - - 0 1", 1},
		{"Black's seventh is the second rank", "piece.rook_seventh", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", -1},
		{"the own queen's file", "piece.rook_queen_file", "3k4/8/8/8/Q7/8/8/R3K3 w - - 0 1", 1},
		{"the enemy queen's file", "piece.rook_queen_file", "q3k3/8/8/8/P7/8/8/R3K3 w - - 0 1", 1},
		{"another file", "piece.rook_queen_file", "1q2k3/8/8/8/P7/8/8/R3K3 w - - 0 1", 0},
		{"defended by a pawn, no enemy pawn beside", "piece.knight_outpost", "4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", 1},
		{"not defended by a pawn", "piece.knight_outpost", "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", 0},
		{"a pawn can come", "piece.knight_outpost", "4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", 0},
		{"a pawn that has passed cannot", "piece.knight_outpost", "4k3/8/8/4Np2/3P4/8/8/4K3 w - - 0 1", 1},
		{"too far back", "piece.knight_outpost", "4k3/8/8/8/8/4N3/3P4/4K3 w - - 0 1", 0},
		{"Black's fourth rank is the fifth", "piece.knight_outpost", "4k3/2p5/3p4/4n3/8/8/8/4K3 w - - 0 1", -1},
		{"a bishop", "piece.bishop_outpost", "4k3/8/8/4B3/3P4/8/8/4K3 w - - 0 1", 1},
		{"a bishop that can be driven away", "piece.bishop_outpost", "4k3/3p4/8/4B3/3P4/8/8/4K3 w - - 0 1", 0},
		{"one move away", "piece.knight_reaches_outpost", "4k3/8/8/8/3P4/3N4/8/4K3 w - - 0 1", 1},
		{"own piece there", "piece.knight_reaches_outpost", "3k4/8/8/2R1R3/3P4/3N4/8/4K3 b - - 0 1", 0},
		{"already on one", "piece.knight_reaches_outpost", "4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", 0},
		{"two on its colour", "piece.bishop_pawns", "4k3/8/8/8/8/8/P1P1P3/2B1K3 w - - 0 1", 0},
		{"three on its colour", "piece.bishop_pawns", "4k3/8/8/8/8/8/1P1P1P2/2B1K3 w - - 0 1", 3},
		{"one blocked", "piece.bishop_blocked_pawns", "4k3/8/8/8/8/3n4/1P1P1P2/2B1K3 w - - 0 1", 1},
		{"blocked at the edge", "piece.bishop_blocked_pawns", "4k3/8/8/8/8/1n6/1P1P1P2/2B1K3 w - - 0 1", 0},
		{"both squares in sight", "piece.bishop_long_diagonal", "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", 1},
		{"through a piece", "piece.bishop_long_diagonal", "4k3/8/8/8/8/5N2/6B1/4K3 w - - 0 1", 1},
		{"a pawn in the way", "piece.bishop_long_diagonal", "4k3/8/8/8/8/5P2/6B1/4K3 w - - 0 1", 0},
		{"one square only", "piece.bishop_long_diagonal", "4k3/8/8/8/8/8/7B/4K3 w - - 0 1", 0},
		{"behind an own pawn", "piece.minor_behind_pawn", "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", 1},
		{"behind an enemy pawn", "piece.minor_behind_pawn", "4k3/8/8/8/4p3/4B3/8/4K3 w - - 0 1", 1},
		{"before a pawn", "piece.minor_behind_pawn", "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1", 0},
		{"Black's stand above", "piece.minor_behind_pawn", "4k3/8/4n3/4p3/8/8/8/4K3 w - - 0 1", -1},
		{"in the corner behind the king", "piece.trapped_rook", "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", 1},
		{"the h-file is open", "piece.trapped_rook", "4k3/8/8/8/8/8/5PP1/5K1R w - - 0 1", 0},
		{"on the king's free side", "piece.trapped_rook", "4k3/8/8/8/8/8/5PPP/R4K2 w - - 0 1", 0},
		{"behind b6 and c7", "piece.trapped_bishop", "4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", 1},
		{"one pawn is not a cage", "piece.trapped_bishop", "4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", 0},
		{"Black's on h2", "piece.trapped_bishop", "4k3/8/8/8/8/6P1/5P1b/4K3 w - - 0 1", -1},
	}, piecesFamily)
}

func TestImbalanceTerms(t *testing.T) {
	tests := []termTest{
		{"both colours", "imbalance.bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1},
		{"one colour twice", "imbalance.bishop_pair", "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", 0},
		{"of both sides", "imbalance.bishop_pair", "2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", 0},
		{"two knights against none", "imbalance.own.knight.knight", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 0},
		{"three knights against none", "imbalance.own.knight.knight", "4k3/8/8/8/8/8/8/NN2K1N1 w - - 0 1", 4 - 1},
		{"Black has three rooks", "imbalance.own.rook.rook", "rrr1k3/8/8/8/8/8/8/4K3 w - - 0 1", 4 - 1},
		{"three pawns against one", "imbalance.own.pawn.pawn", "4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1", 4 - 16},
	}
	for i, a := range imbalanced {
		for _, b := range imbalanced[:i] {
			tests = append(tests, pairTests(b, a)...)
		}
	}
	testTerms(t, tests, imbalanceFamily)
}

// pairTests has three own pieces of a kind beside four of another, and against them.
func pairTests(b, a board.PieceType) []termTest {
	pieces := func(pt board.PieceType, color board.Color, n int) string {
		return strings.Repeat(board.NewPiece(color, pt).String(), n)
	}
	name := b.String() + "." + a.String()
	ta, tb := float64(typical[a]), float64(typical[b])
	return []termTest{
		{"three beside four", "imbalance.own." + name, "8/8/7k/" + pieces(a, board.White, 3) + pieces(b, board.White, 4) + "1/8/8/8/6K1 b - - 0 1", (3-ta)*(4-tb) - ta*tb},
		{"three against four", "imbalance.enemy." + name, "8/8/7k/" + pieces(a, board.White, 3) + "5/8/" + pieces(b, board.Black, 4) + "4/8/6K1 w - - 0 1", (3-ta)*(4-tb) - ta*tb},
	}
}

// TestEndgameScale states what each rule covers.
func TestEndgameScale(t *testing.T) {
	tests := []struct {
		name, fen string
		rule      int
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", scaleNormal},
		{"a bishop mates no king", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", scaleDrawn},
		{"two knights against a bare king", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", scaleDrawn},
		{"bishop and knight win", "4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1", scaleNormal},
		{"two knights against a pawn", "4k3/p7/8/8/8/8/8/1N2K1N1 w - - 0 1", scaleOneWing},
		{"the wrong bishop", "k7/8/8/8/P7/8/8/2B1K3 w - - 0 1", scaleDrawn},
		{"the right bishop", "k7/8/8/8/P7/8/8/4KB2 w - - 0 1", scaleOneWing},
		{"the king is too far", "8/8/8/4k3/P7/8/8/2B1K3 w - - 0 1", scaleOneWing},
		{"a rook's pawn and the king in its corner", "4k3/8/8/7p/8/8/6K1/8 w - - 0 1", scaleDrawn},
		{"a rook and a rook's pawn win", "k7/8/8/8/P7/8/8/R3K3 w - - 0 1", scaleOneWing},
		{"Black's wrong bishop", "4kb2/8/8/8/7p/8/8/6K1 w - - 0 1", scaleDrawn},
		{"Black's right bishop", "2b1k3/8/8/8/7p/8/8/6K1 w - - 0 1", scaleOneWing},
		{"rook against bishop", "4k1b1/8/8/8/8/8/8/R3K3 w - - 0 1", scaleMinorAhead},
		{"rook against bishop and a pawn", "4k1b1/5p2/8/8/8/8/8/R3K3 w - - 0 1", scaleOneWing},
		{"rook and bishop against rook", "4k2r/8/8/8/8/8/8/RB2K3 w - - 0 1", scaleLittleAhead},
		{"queen against rook wins", "4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1", scaleNormal},
		{"opposite bishops alone", "2b1k3/p6p/8/8/8/8/P6P/2B1K3 w - - 0 1", scaleOppositeAlone},
		{"equal bishops", "4kb2/p6p/8/8/8/8/P6P/2B1K3 w - - 0 1", scaleNormal},
		{"opposite bishops and rooks", "2b1k2r/p6p/8/8/8/8/P6P/R1B1K3 w - - 0 1", scaleOppositeBeside},
		{"opposite bishops and a rook more", "2b1k3/p6p/8/8/8/8/P6P/R1B1K3 w - - 0 1", scaleNormal},
		{"one wing", "4k2r/5ppp/8/8/8/8/5PPP/R3K3 w - - 0 1", scaleOneWing},
		{"both wings", "4k2r/5ppp/8/8/8/8/P4PPP/R3K3 w - - 0 1", scaleNormal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			mirror := p.Mirror()
			for _, q := range []*board.Position{&p, &mirror} {
				if got := endgameScale(&features.Context{Pos: q}); got != tt.rule {
					t.Errorf("rule %d, want %d, on %s", got, tt.rule, q.FEN())
				}
			}
		})
	}
}
