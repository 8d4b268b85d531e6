package standard

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// with returns the standard families with another way to count one of them.
func with(t *testing.T, family string, count func(c *features.Context, t *features.Tally, first features.Term)) *features.Set {
	t.Helper()
	families := Families()
	i := slices.IndexFunc(families, func(f features.Family) bool { return f.Name == family })
	if i < 0 {
		t.Fatalf("no family %s", family)
	}
	families[i].Count, families[i].Sides = count, nil
	s, err := features.NewSet("broken", &tapered.PeSTO, families...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLawsCatchBrokenFamilies breaks one family of the standard set, as published
// programs were broken, and looks for the law that says so and for a term of the
// family by its name.
func TestLawsCatchBrokenFamilies(t *testing.T) {
	var before struct {
		pawns int
		steps [2]int
	}
	tests := []struct {
		name, family string
		count        func(c *features.Context, t *features.Tally, first features.Term)
		law, prefix  string
	}{
		{"White's side alone", "king guards", func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, c.Side(board.White).KnightSteps)
		}, features.LawColors, "king.distance."},
		{"the mover's view", "threats", func(c *features.Context, t *features.Tally, first features.Term) {
			us := c.Pos.SideToMove()
			own, enemy := c.Side(us), c.Side(us.Other())
			t.Add(first+threatRestricted, (own.PawnAttacks&enemy.All).Count()-(enemy.PawnAttacks&own.All).Count())
		}, features.LawColors, "threat."},
		{"Black's squares as White's", "piece-square tables", func(c *features.Context, t *features.Tally, first features.Term) {
			t.AddSquares(first, c.Pos.Pieces(board.White, board.Pawn), c.Pos.Pieces(board.Black, board.Pawn))
		}, features.LawColors, "pst.pawn."},
		{"a wrong sign for Black", "king shelter", func(c *features.Context, t *features.Tally, first features.Term) {
			white, black := c.Sides()
			t.AddSquares(first, shelterOf(white.King, white.Pawns, black.Pawns).here, 0)
			t.AddSquares(first, shelterOf(black.King.Flip(), black.Pawns.Flip(), white.Pawns.Flip()).here, 0)
		}, features.LawColors, "king."},
		{"an index off by one for Black", "mobility tables", func(c *features.Context, t *features.Tally, first features.Term) {
			addMobility(c.Side(board.White), t, first, 1)
			addMobility(c.Side(board.Black), t, first+1, -1)
		}, features.LawColors, "mobility."},
		{"a cache with too short a key", "king guards", func(c *features.Context, t *features.Tally, first features.Term) {
			if pawns := c.Pos.Pieces(board.White, board.Pawn).Count(); pawns != before.pawns {
				before.pawns = pawns
				before.steps = [2]int{c.Side(board.White).BishopSteps, c.Side(board.Black).BishopSteps}
			}
			t.Add(first, before.steps[0]-before.steps[1])
		}, features.LawColors, "king.distance."},
		{"a cache that answers late", "tempo", func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, before.pawns)
			before.pawns = 1 - 2*int(c.Pos.SideToMove())
		}, features.LawState, "tempo"},
		{"half squares", "space", func(c *features.Context, t *features.Tally, first features.Term) {
			n := c.Side(board.White).All.Count() - c.Side(board.Black).All.Count()
			t.AddReal(first, float64(n)/2)
		}, features.LawFinite, "space."},
		{"rooks among the pawns", "pawn structure", func(c *features.Context, t *features.Tally, first features.Term) {
			open := ^(c.Side(board.White).PawnFiles() | c.Side(board.Black).PawnFiles())
			rooks := c.Pos.ByType(board.Rook) & open
			t.Add(first, (rooks&c.Pos.ByColor(board.White)).Count()-(rooks&c.Pos.ByColor(board.Black)).Count())
		}, features.LawDepends + "the pawns", "pawn."},
		{"kings among the pawns", "candidate passed pawns", func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, c.Side(board.White).King.Rank()-c.Side(board.Black).King.Flip().Rank())
		}, features.LawDepends + "the pawns", "passed.candidate."},
		{"the move among pawns and kings", "king shelter", func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, 1-2*int(c.Pos.SideToMove()))
		}, features.LawDepends + "the pawns and kings", "king."},
		{"squares among numbers", "imbalance", func(c *features.Context, t *features.Tally, first features.Term) {
			const low, high = board.Rank1 | board.Rank2, board.Rank8 | board.Rank7
			t.Add(first, (c.Pos.Pieces(board.White, board.Knight)&low).Count()-(c.Pos.Pieces(board.Black, board.Knight)&high).Count())
		}, features.LawDepends + "the numbers of pieces", "imbalance."},
		{"two pieces together", "piece-square tables", func(c *features.Context, t *features.Tally, first features.Term) {
			t.AddPieces(first, c.Pos)
			t.Add(first+64*features.Term(board.Bishop), bishopPair(c.Pos, board.White)-bishopPair(c.Pos, board.Black))
		}, features.LawDepends + "each piece's square", "pst.bishop."},
		{"a piece beside another", "piece-square tables", func(c *features.Context, t *features.Tally, first features.Term) {
			knights, occupied := c.Pos.ByType(board.Knight), c.Pos.Occupied()
			white, black := knights&c.Pos.ByColor(board.White)&occupied.East(), knights&c.Pos.ByColor(board.Black)&occupied.East()
			t.AddSquares(first, white, black.Flip())
		}, features.LawDepends + "each piece's square", "pst.pawn."},
		{"left out by the engine", "threats", func(c *features.Context, t *features.Tally, first features.Term) {
			if t.Trace() != nil {
				LishexFamily.Count(c, t, first)
			}
		}, features.LawSum, "all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var law *features.LawError
			if err := features.CheckLawsOnPositions(with(t, tt.family, tt.count)); !errors.As(err, &law) {
				t.Fatalf("error %v, want a *LawError", err)
			}
			if law.Law != tt.law || !strings.HasPrefix(law.Term, tt.prefix) {
				t.Errorf("%v; want the law %q on %s", law, tt.law, tt.prefix)
			}
		})
	}
}
