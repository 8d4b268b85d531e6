package standard

import (
	"fmt"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// mobilityCases has a board for every entry of the tables: one white piece among
// pawns and kings, and the squares of the mobility area that it attacks. Another
// program made the boards and walked the lines.
var mobilityCases = []struct {
	squares int
	piece   board.PieceType
	fen     string
}{
	{0, board.Knight, "K7/8/8/1p6/PPp5/PPP3k1/PPPp4/N7 w - - 0 1"},
	{1, board.Knight, "8/8/8/4K3/8/1k4PP/3pPPpp/6N1 w - - 0 1"},
	{2, board.Knight, "8/8/8/8/8/K7/2P5/1N4k1 w - - 0 1"},
	{3, board.Knight, "8/PPPp1k2/NP6/PpPp4/pPP5/p7/K7/8 w - - 0 1"},
	{4, board.Knight, "4k3/8/8/8/8/N7/8/4K3 w - - 0 1"},
	{6, board.Knight, "8/4pppP/6Np/5PP1/8/8/4K3/2k5 w - - 0 1"},
	{7, board.Knight, "8/PP1P2k1/1pNP4/1PPP2K1/4P3/8/8/8 w - - 0 1"},
	{8, board.Knight, "8/8/1K1NP3/4p3/3k4/8/8/8 w - - 0 1"},
	{0, board.Bishop, "8/8/5K2/8/8/1PP2p2/1PPP4/2Bk4 w - - 0 1"},
	{1, board.Bishop, "8/8/8/3k4/1K6/p2p1p2/pPPppp2/2B5 w - - 0 1"},
	{2, board.Bishop, "8/8/8/8/2P5/2pPPP2/2PpBpk1/1K6 w - - 0 1"},
	{3, board.Bishop, "8/P5pP/5pP1/1P6/1P2k2p/1pP1p2p/P1p4K/2B5 w - - 0 1"},
	{5, board.Bishop, "8/1kp5/5PKp/5p2/P1P3p1/p5Pp/p7/4B3 w - - 0 1"},
	{6, board.Bishop, "8/p7/P2K3P/1P1P1p2/3p4/P5P1/k4P2/5B2 w - - 0 1"},
	{7, board.Bishop, "8/K7/1p6/p2p4/8/8/8/B2k4 w - - 0 1"},
	{8, board.Bishop, "4k3/8/8/8/8/6p1/4PBP1/7K w - - 0 1"},
	{9, board.Bishop, "4k3/8/8/8/8/6B1/2K4p/8 w - - 0 1"},
	{10, board.Bishop, "8/7K/8/5B2/5k2/8/8/8 w - - 0 1"},
	{11, board.Bishop, "8/5P2/5Bk1/8/8/8/5K2/8 w - - 0 1"},
	{12, board.Bishop, "8/8/7k/3B4/8/8/K2P4/8 w - - 0 1"},
	{13, board.Bishop, "8/5K2/8/8/4BP2/8/8/1k6 b - - 0 1"},
	{0, board.Rook, "8/8/2p5/PpPp2k1/pRp5/1pp2K2/3p4/8 w - - 0 1"},
	{1, board.Rook, "8/8/8/8/ppppp3/2PPPP2/1pPRPP2/k5K1 w - - 0 1"},
	{2, board.Rook, "8/8/4pK2/4pRp1/4pp2/6k1/8/8 w - - 0 1"},
	{3, board.Rook, "8/1PPRP1p1/ppPPKpp1/1Ppp4/2kPp3/8/8/8 w - - 0 1"},
	{4, board.Rook, "8/8/7K/8/8/1k6/pppp4/1R6 w - - 0 1"},
	{5, board.Rook, "5k2/8/8/8/8/7K/3pp3/3R4 w - - 0 1"},
	{6, board.Rook, "4k3/p7/8/8/8/8/8/RK6 w - - 0 1"},
	{8, board.Rook, "8/8/8/8/5p2/5R2/3K4/k7 w - - 0 1"},
	{9, board.Rook, "8/P1p2pK1/4P3/6k1/2P5/5P2/1R1p4/8 w - - 0 1"},
	{10, board.Rook, "8/5P1P/4P1P1/1P6/1K2P3/2P2R1p/7p/5k2 b - - 0 1"},
	{11, board.Rook, "6k1/8/4p1p1/1K2P3/5P2/1p5R/p6p/8 w - - 0 1"},
	{12, board.Rook, "8/5P2/1R5P/5P2/3PP3/P4k2/1P6/1K6 w - - 0 1"},
	{13, board.Rook, "4k3/2R5/P7/3KPP2/8/1p3P2/4p1P1/8 w - - 0 1"},
	{14, board.Rook, "2k5/P3P3/1Pp5/2Pp4/3P4/P1P3K1/P7/5R2 w - - 0 1"},
	{0, board.Queen, "7K/7p/6PP/5pPQ/6PP/6P1/8/3k4 w - - 0 1"},
	{1, board.Queen, "8/4pppK/5pPQ/6PP/5ppp/6pk/8/8 w - - 0 1"},
	{2, board.Queen, "8/k3p1pp/4KpPP/5PQ1/5PPP/5pP1/8/8 w - - 0 1"},
	{3, board.Queen, "8/8/6K1/8/pppp4/1pp5/PQP5/1k6 b - - 0 1"},
	{4, board.Queen, "4K3/4p3/2PPpp2/1pPQP3/2p1p3/3p1k2/8/8 w - - 0 1"},
	{5, board.Queen, "1k6/2pK4/1PP5/pPQP4/1pP5/2ppp3/8/8 w - - 0 1"},
	{6, board.Queen, "8/8/8/K7/4p3/4PP2/k2pPpPP/6Q1 w - - 0 1"},
	{7, board.Queen, "k7/8/8/8/5pK1/4pPPp/3PPPPP/5Q2 w - - 0 1"},
	{8, board.Queen, "8/8/kpP5/PQP5/Kp6/8/8/8 b - - 0 1"},
	{10, board.Queen, "8/8/1p6/2pp1pp1/K5p1/1P6/3k1Q2/8 b - - 0 1"},
	{11, board.Queen, "8/8/2PpK3/3QP3/3P1p2/7k/8/8 w - - 0 1"},
	{12, board.Queen, "2Q5/5P1p/2ppK3/1Pp5/2P2p2/PPPk1p1p/4pPP1/8 w - - 0 1"},
	{13, board.Queen, "8/6P1/5PPk/P6P/3K1p2/5P2/5P2/Q7 w - - 0 1"},
	{14, board.Queen, "5Q2/4p3/6p1/3p4/P2p2P1/8/4p3/K6k w - - 0 1"},
	{15, board.Queen, "8/2P3P1/2P3P1/8/3P4/1P5k/7Q/1K6 b - - 0 1"},
	{16, board.Queen, "8/2P5/k7/8/1P1P3Q/1Kp5/P4PP1/8 w - - 0 1"},
	{17, board.Queen, "8/7P/P1k5/P1Q3P1/8/3P1P2/2K2P1P/8 b - - 0 1"},
	{18, board.Queen, "4K3/2P5/Q7/7p/1P6/3Pp2p/3p4/1k6 w - - 0 1"},
	{19, board.Queen, "K7/8/6P1/8/p2P4/8/1P2P2k/2Q5 w - - 0 1"},
	{20, board.Queen, "4K3/8/k7/8/8/8/2P3Q1/8 w - - 0 1"},
	{21, board.Queen, "4Q3/8/8/8/6K1/7P/8/k7 w - - 0 1"},
	{22, board.Queen, "8/4Q3/8/8/P2p4/pK6/8/5k2 w - - 0 1"},
	{23, board.Queen, "8/8/8/3Q2K1/8/4Pk2/8/8 b - - 0 1"},
	{24, board.Queen, "8/3k4/8/4Q3/5K2/8/8/8 w - - 0 1"},
	{25, board.Queen, "1K6/8/3k4/8/2Q5/8/8/8 w - - 0 1"},
	{26, board.Queen, "8/8/8/8/4Q3/2k5/7P/4K3 w - - 0 1"},
	{27, board.Queen, "8/8/8/8/3Q4/7K/8/k7 b - - 0 1"},
}

// TestMobilityTables: each board counts in its entry and in no other, for Black
// as for White.
func TestMobilityTables(t *testing.T) {
	s := mobilitySet(t)
	tested := map[string]bool{}
	for _, tt := range mobilityCases {
		name := fmt.Sprintf("mobility.%v.%d", tt.piece, tt.squares)
		p := boardtest.Parse(t, tt.fen)
		mirror := p.Mirror()
		for sign, fen := range map[float64]string{1: tt.fen, -1: mirror.FEN()} {
			for term, n := range counts(t, s, fen) {
				want := 0.0
				if term == name {
					want = sign
				}
				if n != want {
					t.Errorf("%s = %g, want %g, on %s", term, n, want, fen)
				}
			}
		}
		tested[name] = true
	}
	for _, def := range s.Terms() {
		if !tested[def.Name] {
			t.Errorf("no case for %s", def.Name)
		}
	}
}

// TestMobilityReference: pieces with the number of squares that a table leaves out
// count nowhere, and pinned ones by the squares that they keep.
func TestMobilityReference(t *testing.T) {
	tests := []struct {
		name, fen string
		want      map[string]float64
	}{
		{"level at the start", board.StartFEN, nil},
		{"knight, 5", "2k5/8/1P1p1P1p/6P1/1N1pK3/P2P3p/1P3P1P/8 w - - 0 1", nil},
		{"bishop, 4", "4k3/8/8/8/3n4/8/1B6/K7 w - - 0 1", map[string]float64{"mobility.knight.8": -1}},
		{"rook, 7", "1k6/8/8/8/8/6P1/2K1PPP1/6R1 w - - 0 1", nil},
		{"queen, 9", "4k3/8/8/8/3n4/8/P7/Q6K w - - 0 1", map[string]float64{"mobility.knight.7": -1}},
		{"a pinned knight", "4k3/8/4r3/8/4N3/8/8/4K3 w - - 0 1", map[string]float64{"mobility.knight.0": 1, "mobility.rook.10": -1}},
		{"a pinned bishop keeps its line", "4k3/8/7b/8/5B2/4K3/8/8 w - - 0 1", map[string]float64{"mobility.bishop.2": 1}},
	}
	s := mobilitySet(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for term, n := range counts(t, s, tt.fen) {
				if n != tt.want[term] {
					t.Errorf("%s = %g, want %g, on %s", term, n, tt.want[term], tt.fen)
				}
			}
		})
	}
}

func mobilitySet(t *testing.T) *features.Set {
	t.Helper()
	s, err := features.NewSet("mobility", &tapered.PeSTO, mobilityTables)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
