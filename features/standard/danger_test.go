package standard

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// dangerSet is the danger, and the tempo, as the formula reads linear terms.
func dangerSet(t *testing.T) *features.Set {
	t.Helper()
	s, err := features.NewFormulaSet("danger", &tapered.PeSTO, nil, features.Formula{Text: features.QuadraticBlock}, dangerFamily, tempoFamily)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDanger states each side's own counts.
func TestDanger(t *testing.T) {
	tests := []struct {
		name, term, fen string
		white, black    float64
	}{
		{"always", "danger.base", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 1},
		{"Black has one", "danger.queen", "4k3/8/q7/8/8/8/8/4K3 w - - 0 1", 0, 1},
		{"two are one", "danger.queen", "4k3/8/8/8/8/Q7/Q7/4K3 w - - 0 1", 1, 0},
		{"Black's knight is pinned", "danger.pinned", "4k3/4n3/8/8/8/8/8/K3R3 w - - 0 1", 1, 0},
		{"two pieces are not a pin", "danger.pinned", "4k3/4n3/4n3/8/8/8/8/K3R3 w - - 0 1", 0, 0},
		{"f6 guards g8 and h7", "danger.knight_defence", "7k/8/5n2/8/8/8/8/K3R3 w - - 0 1", 1, 0},
		{"h2 is far from b1", "danger.knight_defence", "6k1/8/8/8/8/8/7N/1K2R3 w - - 0 1", 0, 0},
		{"f7, g6 but not e7", "danger.pawn_defence", "6k1/4pp2/6p1/8/8/8/8/K7 w - - 0 1", 2, 0},
		{"Black's king has two files, White's three", "danger.bare_files", "k7/8/8/8/8/8/8/6K1 w - - 0 1", 2, 3},
		{"b7 and g2", "danger.bare_files", "k7/1p6/8/8/8/8/6P1/6K1 w - - 0 1", 1, 2},
		{"White's rook", "danger.attackers.rook", "6k1/8/8/8/8/8/8/K4R2 w - - 0 1", 1, 0},
		{"both sides'", "danger.zone_attacks", "6k1/8/8/8/8/8/r7/5RK1 w - - 0 1", 2, 3},
	}
	s := dangerSet(t)
	for _, tt := range tests {
		t.Run(tt.term+"/"+tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			tally := s.NewTrace()
			s.Count(&p, tally)
			term, ok := s.Term(tt.term)
			if !ok {
				t.Fatal("no such term")
			}
			white, black := tally.Trace().SideCount(term, board.White), tally.Trace().SideCount(term, board.Black)
			if white != tt.white || black != tt.black {
				t.Errorf("White's %g and Black's %g, want %g and %g, on %s", white, black, tt.white, tt.black, tt.fen)
			}
		})
	}
}

// TestDangerIsAssault: the terms that the block shares with the linear family
// count the same, and both count something on real positions.
func TestDangerIsAssault(t *testing.T) {
	s := dangerSet(t)
	linear, err := features.NewSet("assault", &tapered.PeSTO, kingAssault)
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]bool, len(dangerFamily.Terms))
	for i := range features.Positions() {
		p := &features.Positions()[i]
		sides, difference := s.NewTrace(), linear.NewTrace()
		s.Count(p, sides)
		linear.Count(p, difference)
		for term := range seen {
			term := features.Term(term)
			white, black := sides.Trace().SideCount(term, board.White), sides.Trace().SideCount(term, board.Black)
			seen[term] = seen[term] || white != 0 || black != 0
			if term < features.AssaultTerms && white-black != difference.Trace().Count(term) {
				t.Fatalf("%s: %g − %g, the linear term counts %g, on %s", s.Terms()[term].Name, white, black, difference.Trace().Count(term), p.FEN())
			}
		}
	}
	for term, def := range dangerFamily.Terms {
		if !seen[term] {
			t.Errorf("%s counts nothing on any position", def.Name)
		}
		if name := strings.TrimPrefix(def.Name, "danger."); term < features.AssaultTerms && "king."+name != linear.Terms()[term].Name {
			t.Errorf("%s stands beside %s", def.Name, linear.Terms()[term].Name)
		}
	}
}
