package features

import (
	"errors"
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// pawnsOver is a scale for tests: 1, a half without queens, a quarter without pawns.
var pawnsOver = Scale{Name: "pawns_over", Values: []float64{1, 0.5, 0.25}, Of: func(c *Context) int {
	switch {
	case c.Pos.ByType(board.Pawn) == 0:
		return 2
	case c.Pos.ByType(board.Queen) == 0:
		return 1
	}
	return 0
}}

// attackers is a quadratic family for tests: pieces, rooks and queens of a side, and 1.
var attackers = Family{
	Name:      "attackers",
	Terms:     []Definition{{Name: "attackers.piece"}, {Name: "attackers.heavy"}, {Name: "attackers.base"}},
	Quadratic: true,
	Count: func(c *Context, t *Tally, first Term) {
		for _, color := range []board.Color{board.White, board.Black} {
			rooks, queens := c.Pos.Pieces(color, board.Rook), c.Pos.Pieces(color, board.Queen)
			minors := c.Pos.Pieces(color, board.Knight) | c.Pos.Pieces(color, board.Bishop)
			t.AddSide(first, color, (minors | rooks | queens).Count())
			t.AddSide(first+1, color, rooks.Count())
			t.AddSide(first+1, color, queens.Count()) // in pieces
			t.AddSide(first+2, color, 1)
		}
	},
}

// counted is a linear family for tests: pieces of both kinds.
var counted = Family{
	Name:  "pieces",
	Terms: []Definition{{Name: "pieces.pawn", Taper: Tapered}, {Name: "pieces.piece", Taper: Tapered}},
	Count: func(c *Context, t *Tally, first Term) {
		for _, s := range []struct {
			color board.Color
			sign  int
		}{{board.White, 1}, {board.Black, -1}} {
			pawns := c.Pos.Pieces(s.color, board.Pawn).Count()
			t.Add(first, s.sign*pawns)
			t.Add(first+1, s.sign*(c.Pos.ByColor(s.color).Count()-pawns))
		}
	},
}

func blockSet(t *testing.T) *Set {
	t.Helper()
	s, err := NewScaledSet("block", &tapered.PeSTO, &pawnsOver, counted, attackers)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBlockAndScale evaluates by the definition.
func TestBlockAndScale(t *testing.T) {
	s := blockSet(t)
	weights := []tapered.Pair{{MG: 80, EG: 100}, {MG: 300, EG: 280}, {MG: 10, EG: 10}, {MG: 20, EG: 20}, {MG: -15, EG: -15}}
	trace, score := s.NewTrace(), NewScore(packed(weights))
	tests := []struct {
		name, fen    string
		linear       tapered.Pair
		white, black float64 // the sums of the sides
		scale        float64
	}{
		{"the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", tapered.Pair{}, 115, 115, 1},
		{"a rook more, no queens", "1nb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQk - 0 1", tapered.Pair{MG: 300, EG: 280}, 85, 55, 0.5},
		{"a queen against pawns", "4k3/8/8/8/8/8/PP6/3qK3 w - - 0 1", tapered.Pair{MG: -140, EG: -80}, -15, 15, 1},
		{"no pawns, a sum below 0", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", tapered.Pair{MG: 300, EG: 280}, -5, -15, 0.25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			phi := s.Phase().Of(&p)
			want := tt.linear.MG*phi + tt.linear.EG*(1-phi)*tt.scale
			want += (math.Pow(math.Max(0, tt.white), 2) - math.Pow(math.Max(0, tt.black), 2)) / 100 * phi
			if got := s.Evaluate(&p, trace, weights); math.Abs(got-want) > 1e-9 {
				t.Errorf("evaluation %g, want %g", got, want)
			}
			score.Reset()
			s.Count(&p, score)
			if got, want := score.Sums(), (Sums{tt.linear, [2]float64{tt.white, tt.black}}); got != want {
				t.Errorf("sums %v, want %v", got, want)
			}
			if _, scale := s.PhaseScale(score); scale != tt.scale {
				t.Errorf("scale %g, want %g", scale, tt.scale)
			}
			mg, eg := s.Factors()
			mgCode, egCode := s.Codes(score)
			if got, want := float64(eg[egCode]), (1-phi)*tt.scale; float64(mg[mgCode]) != float64(float32(phi)) || math.Abs(got-want) > 1e-7 {
				t.Errorf("factors %g and %g, want %g and %g", mg[mgCode], got, phi, want)
			}
		})
	}
}

// TestBlockTrace: the entries of the block are White's counts, then Black's after
// the last term.
func TestBlockTrace(t *testing.T) {
	s := blockSet(t)
	p, err := board.ParseFEN("4k3/8/8/8/8/8/PP6/R2qK3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	tally := s.NewTrace()
	for range 2 {
		tally.Reset()
		s.Count(&p, tally)
	}
	dense := make([]float64, 2+2*3)
	columns, counts := tally.Trace().AppendEntries(nil, nil)
	for i, c := range columns {
		dense[c] = float64(counts[i])
	}
	want := []float64{2, 0, 1, 1, 1, 1, 1, 1}
	for i := range want {
		if dense[i] != want[i] {
			t.Fatalf("entries %v, want %v", dense, want)
		}
	}
	first, end := s.Block()
	if first != 2 || end != 5 || tally.Trace().SideCount(first+1, board.White) != 1 || tally.Trace().SideCount(first+1, board.Black) != 1 {
		t.Errorf("block %d to %d, counts %g and %g", first, end, tally.Trace().SideCount(3, board.White), tally.Trace().SideCount(3, board.Black))
	}
}

func TestLawsOfBlock(t *testing.T) {
	if err := CheckLawsOnPositions(blockSet(t)); err != nil {
		t.Error(err)
	}
}

// TestLawsCatchBrokenSides breaks a family of the block, or a scale, in one way after
// the other.
func TestLawsCatchBrokenSides(t *testing.T) {
	quadratic := func(count func(c *Context, t *Tally, first Term)) *Set {
		f := Family{Name: "f", Terms: []Definition{{Name: "faulty"}, {Name: "other"}}, Quadratic: true, Count: count}
		s, err := NewSet("broken", &tapered.PeSTO, counted, f)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	scaled := func(of func(c *Context) int) *Set {
		s, err := NewScaledSet("broken", &tapered.PeSTO, &Scale{Name: "faulty", Values: []float64{1, 0.5}, Of: of}, counted)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	pawns := func(c *Context, color board.Color) int { return c.Pos.Pieces(color, board.Pawn).Count() }
	tests := []struct {
		name string
		set  *Set
		law  string
	}{
		{"White's counts only", quadratic(func(c *Context, t *Tally, first Term) {
			t.AddSide(first, board.White, pawns(c, board.White))
		}), LawSides},
		{"the mover's for White", quadratic(func(c *Context, t *Tally, first Term) {
			t.AddSide(first, board.White, pawns(c, c.Pos.SideToMove()))
			t.AddSide(first, board.Black, pawns(c, c.Pos.SideToMove().Other()))
		}), LawSides},
		{"a difference in place of two counts", quadratic(func(c *Context, t *Tally, first Term) {
			t.Add(first, pawns(c, board.White)-pawns(c, board.Black))
		}), LawSides},
		{"both sides, added as if linear", quadratic(func(c *Context, t *Tally, first Term) {
			t.Add(first, pawns(c, board.White)+pawns(c, board.Black))
			t.AddSide(first, board.Black, pawns(c, board.White)+pawns(c, board.Black))
		}), LawSum},
		{"another answer for the engine", quadratic(func(c *Context, t *Tally, first Term) {
			if t.Trace() == nil {
				first++
			}
			for _, color := range []board.Color{board.White, board.Black} {
				t.AddSide(first, color, pawns(c, color)+1)
			}
		}), LawSum},
		{"a linear term counted by side", broken(t, Count, func(c *Context, t *Tally, first Term) {
			t.AddSide(first, board.White, pawns(c, board.White))
			t.AddSide(first, board.Black, pawns(c, board.Black))
		}), LawColors},
		{"a scale for White", scaled(func(c *Context) int {
			if pawns(c, board.White) < 4 {
				return 1
			}
			return 0
		}), LawScale},
		{"a scale that there is not", scaled(func(c *Context) int { return c.Pos.ByType(board.Pawn).Count() }), LawScale},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var law *LawError
			if err := CheckLawsOnPositions(tt.set); !errors.As(err, &law) {
				t.Fatalf("error %v, want a *LawError", err)
			}
			if law.Law != tt.law || law.Term != "faulty" && law.Term != "other" && law.Term != "all" {
				t.Errorf("%v; want the law %q", law, tt.law)
			}
		})
	}
}

func TestScaledSetRefuses(t *testing.T) {
	of := func(*Context) int { return 0 }
	plain := Family{Name: "f", Terms: []Definition{{Name: "tempo"}}}
	taperedBlock := Family{Name: "f", Terms: []Definition{{Name: "a", Taper: Tapered}}, Quadratic: true}
	realBlock := Family{Name: "f", Terms: []Definition{{Name: "a", Kind: Real}}, Quadratic: true}
	tests := []struct {
		name     string
		scale    *Scale
		families []Family
		want     string
	}{
		{"a plain term", &pawnsOver, []Family{plain}, "set s: term tempo has one weight: those of a set with an endgame scale are tapered"},
		{"no name", &Scale{Values: []float64{1}, Of: of}, nil, `set s: scale "": want a name of a-z, 0-9, '_' and '.'`},
		{"first is not 1", &Scale{Name: "x", Values: []float64{0.5}, Of: of}, nil, "set s: scale x: want a function and values of which the first is 1"},
		{"no function", &Scale{Name: "x", Values: []float64{1}}, nil, "set s: scale x: want a function and values of which the first is 1"},
		{"above 1", &Scale{Name: "x", Values: []float64{1, 1.5}, Of: of}, nil, "set s: scale x: value 1.5 is outside of [0, 1]"},
		{"no number", &Scale{Name: "x", Values: []float64{1, math.NaN()}, Of: of}, nil, "set s: scale x: value NaN is outside of [0, 1]"},
		{"too many", &Scale{Name: "x", Values: append([]float64{1}, make([]float64, 10)...), Of: of}, nil,
			"set s: scale x: 11 values beside a phase of 25: a row's code is one byte, so that 10 is the most"},
		{"a block that is not last", nil, []Family{attackers, counted}, "set s: the quadratic family attackers is not the last"},
		{"two blocks", nil, []Family{attackers, {Name: "g", Quadratic: true}}, "set s: the quadratic family attackers is not the last"},
		{"a tapered block", nil, []Family{taperedBlock}, "set s: term a: a term of a quadratic family counts whole numbers and has one weight"},
		{"a block of no whole numbers", nil, []Family{realBlock}, "set s: term a: a term of a quadratic family counts whole numbers and has one weight"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := NewScaledSet("s", &tapered.PeSTO, tt.scale, tt.families...); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestHashesStay: a changed hash would part users from their matrices and weights.
func TestHashesStay(t *testing.T) {
	for name, want := range map[string]string{
		"alphaone": "5def5247b70b43a3", "pesto": "8ecceac5c14189d4", "pesto_mirrored": "b8c4dc37494004e2", "lishex": "2e86e300376c45c8",
	} {
		s, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Hash(); got != want {
			t.Errorf("%s: hash %s, want %s", name, got, want)
		}
	}
}

// TestHashOfScale: values, name and rules of a scale, and the block, are in the hash.
func TestHashOfScale(t *testing.T) {
	hash := func(scale *Scale, families ...Family) string {
		s, err := NewScaledSet("set", &tapered.PeSTO, scale, families...)
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash()
	}
	named, valued, ruled, linear := pawnsOver, pawnsOver, pawnsOver, attackers
	named.Name = "another"
	valued.Values = []float64{1, 0.5, 0.125}
	ruled.Of = func(*Context) int { return 0 }
	linear.Quadratic = false
	seen := map[string]string{}
	for what, h := range map[string]string{
		"scaled": hash(&pawnsOver, counted), "no scale": hash(nil, counted), "name": hash(&named, counted),
		"values": hash(&valued, counted), "rules": hash(&ruled, counted),
		"block": hash(nil, attackers), "no block": hash(nil, linear),
	} {
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", what, other)
		}
		seen[h] = what
	}
}
