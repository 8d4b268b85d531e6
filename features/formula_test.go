package features

import (
	"errors"
	"math"
	"slices"
	"strings"
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

// attackers is a family for tests that White and Black count apart: pieces, rooks and queens of a side, and 1.
var attackers = Family{
	Name:  "attackers",
	Terms: []Definition{{Name: "attackers.piece"}, {Name: "attackers.heavy"}, {Name: "attackers.base"}},
	Sums:  []string{"white", "black"},
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

// allPieces is a family for tests of which the counts are of the position.
var allPieces = Family{
	Name:      "all",
	Terms:     []Definition{{Name: "all.pawns", Taper: Tapered}, {Name: "all.pieces", Taper: Tapered}},
	Sums:      []string{"pieces"},
	Symmetric: true,
	Count: func(c *Context, t *Tally, first Term) {
		pawns := c.Pos.ByType(board.Pawn).Count()
		t.Add(first, pawns)
		t.Add(first+1, c.Pos.Occupied().Count()-pawns)
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
	s, err := NewFormulaSet("block", &tapered.PeSTO, &pawnsOver, Formula{Text: QuadraticBlock}, counted, attackers)
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
			value := tt.linear.MG*phi + tt.linear.EG*(1-phi)*tt.scale
			value += (math.Pow(math.Max(0, tt.white), 2) - math.Pow(math.Max(0, tt.black), 2)) / 100 * phi
			if got := s.Evaluate(&p, trace, weights); math.Abs(got-value) > 1e-9 {
				t.Errorf("evaluation %g, want %g", got, value)
			}
			score.Reset()
			s.Count(&p, score)
			want := Sums{Linear: tt.linear}
			want.Others[0], want.Others[1] = tapered.Pair{MG: tt.white, EG: tt.white}, tapered.Pair{MG: tt.black, EG: tt.black}
			if got := score.Sums(); got != want {
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
	if first := Term(2); tally.Trace().SideCount(first+1, board.White) != 1 || tally.Trace().SideCount(first+1, board.Black) != 1 {
		t.Errorf("counts %g and %g", tally.Trace().SideCount(3, board.White), tally.Trace().SideCount(3, board.Black))
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
		f := Family{Name: "f", Terms: []Definition{{Name: "faulty"}, {Name: "other"}}, Sums: []string{"white", "black"}, Count: count}
		s, err := NewFormulaSet("broken", &tapered.PeSTO, nil, Formula{Text: QuadraticBlock}, counted, f)
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
	hash := func(scale *Scale, text string, families ...Family) string {
		s, err := NewFormulaSet("set", &tapered.PeSTO, scale, Formula{Text: text}, families...)
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash()
	}
	named, valued, ruled, linear, even := pawnsOver, pawnsOver, pawnsOver, attackers, allPieces
	named.Name = "another"
	valued.Values = []float64{1, 0.5, 0.125}
	ruled.Of = func(*Context) int { return 0 }
	linear.Sums = nil
	even.Symmetric = false
	const sum = "linear + pieces"
	seen := map[string]string{}
	for what, h := range map[string]string{
		"scaled": hash(&pawnsOver, "", counted), "no scale": hash(nil, "", counted), "name": hash(&named, "", counted),
		"values": hash(&valued, "", counted), "rules": hash(&ruled, "", counted), "linear text": hash(nil, "linear", counted),
		"block": hash(nil, QuadraticBlock, counted, attackers), "no block": hash(nil, "", counted, linear),
		"formula": hash(nil, sum, counted, allPieces), "another": hash(nil, sum+" * 2", counted, allPieces), "symmetry": hash(nil, sum, counted, even),
	} {
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", what, other)
		}
		seen[h] = what
	}
}

// leading is a formula in which the side that is ahead has the advantage of what is on the board.
const leading = `bonus = min(weight(most), pieces.eg) / (1 + exp(-weight(slope) * 0.01));
if linear.eg > 0 then linear + bonus * eg else if linear.eg < 0 then linear - bonus * eg else linear`

func leadingSet(t *testing.T) *Set {
	t.Helper()
	s, err := NewFormulaSet("leading", &tapered.PeSTO, &pawnsOver, Formula{Text: leading}, counted, allPieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFormulaSet evaluates by the definition, by trace and by code.
func TestFormulaSet(t *testing.T) {
	s := leadingSet(t)
	if got := s.Parameters(); !slices.Equal(got, []string{"most", "slope"}) {
		t.Fatalf("parameters %v", got)
	}
	pair := func(mg, eg float64) tapered.Pair { return tapered.Pair{MG: mg, EG: eg} }
	weights := []tapered.Pair{pair(80, 100), pair(300, 280), pair(1, 2), pair(3, 4), pair(30, 30), pair(50, 50)}
	for fen, want := range map[string]struct {
		linear tapered.Pair
		pieces float64
		scale  float64
	}{
		"4k3/8/8/8/8/8/PP6/3qK3 w - - 0 1":   {pair(-140, -80), 2*2 + 3*4, 1},
		"4k3/8/8/8/8/8/PP6/3QK3 w - - 0 1":   {pair(460, 480), 2*2 + 3*4, 1},
		"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1":    {pair(0, 0), 0, 0.25},
		"1n2k3/p7/8/8/8/8/P7/N3K3 w - - 0 1": {pair(0, 0), 0, 0.5},
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		phi, sign := s.Phase().Of(&p), 0.0
		if want.linear.EG != 0 {
			sign = math.Copysign(1, want.linear.EG)
		}
		eg := (1 - phi) * want.scale
		value := want.linear.MG*phi + want.linear.EG*eg + sign*min(30, want.pieces)/(1+math.Exp(-0.5))*eg
		trace := s.NewTrace()
		if got := s.Evaluate(&p, trace, weights); math.Abs(got-value) > 1e-9 {
			t.Errorf("evaluation %g, want %g, on %s", got, value, fen)
		}
	}
}

func TestLawsOfFormula(t *testing.T) {
	if err := CheckLawsOnPositions(leadingSet(t)); err != nil {
		t.Error(err)
	}
}

// TestLawsCatchFormulas: a formula that favours a colour, and counts that are not what the family says.
func TestLawsCatchFormulas(t *testing.T) {
	whites := allPieces
	whites.Count = func(c *Context, t *Tally, first Term) { t.Add(first, c.Pos.Pieces(board.White, board.Pawn).Count()) }
	difference := allPieces
	difference.Symmetric = false
	for name, tt := range map[string]struct {
		text   string
		family Family
		law    string
	}{
		"no branch for 0":       {"if linear.eg > 0 then linear + pieces else linear - pieces", allPieces, LawMirror},
		"White's":               {"linear + pieces", allPieces, LawMirror},
		"White's pawns alone":   {"linear + 0 * pieces", whites, LawSymmetric},
		"not declared":          {"linear + 0 * pieces", difference, LawColors},
		"a product, White's on": {"linear * linear", counted, LawMirror},
	} {
		families := []Family{counted, tt.family}
		if tt.family.Name == counted.Name {
			families = families[:1]
		}
		s, err := NewFormulaSet("broken", &tapered.PeSTO, nil, Formula{Text: tt.text}, families...)
		if err != nil {
			t.Fatal(err)
		}
		var law *LawError
		if err := CheckLawsOnPositions(s); !errors.As(err, &law) || law.Law != tt.law {
			t.Errorf("%s: %v; want the law %q", name, err, tt.law)
		}
	}
}

// TestCode: a set evaluates by its code, which gets sums, factors and parameters.
func TestCode(t *testing.T) {
	var got []float64
	code := func(s *Sums, mg, eg float64, parameters []float64) float64 {
		got = []float64{s.Linear.EG, s.Others[0].MG, mg, eg, parameters[0]}
		return 7
	}
	s, err := NewFormulaSet("coded", &tapered.PeSTO, &pawnsOver, Formula{"linear.eg * weight(k) + pieces.mg * mg * 0 + eg", code}, counted, allPieces)
	if err != nil {
		t.Fatal(err)
	}
	var sums Sums
	sums.Linear.EG, sums.Others[0].MG = 5, 3
	if v := s.NewBlender([]float64{9}).Blend(&sums, 6, 1); v != 7 || !slices.Equal(got, []float64{5, 3, 0.25, 0.375, 9}) {
		t.Errorf("%g by code of %v", v, got)
	}
}

func TestFormulaSetRefuses(t *testing.T) {
	family := func(change func(*Family)) []Family {
		f := allPieces
		change(&f)
		return []Family{counted, f}
	}
	plain := Family{Name: "g", Terms: []Definition{{Name: "g"}}, Sums: []string{"pieces"}}
	tests := []struct {
		name     string
		text     string
		families []Family
		want     string
	}{
		{"no formula", "", []Family{counted, allPieces}, "set s: the families have the sums pieces, and no formula reads them"},
		{"an unknown name", "linear + piece", []Family{counted, allPieces}, "set s: formula:1:10: "},
		{"not read", "linear", []Family{counted, allPieces}, "set s: formula:1:1: "},
		{"a term's weight", "linear + weight(pieces.pawn) * pieces", []Family{counted, allPieces}, "set s: the formula reads the weight pieces.pawn by name, which a term has: call it otherwise"},
		{"a name of a weight", "linear + weight(A) * pieces", []Family{counted, allPieces}, `set s: weight "A" of the formula: want a name of a-z, 0-9, '_' and '.'`},
		{"three sums", "linear", family(func(f *Family) { f.Sums, f.Symmetric = []string{"a", "b", "c"}, false }), "set s: family all: 3 sums: want none, one, or White's and Black's"},
		{"the same twice", "linear", family(func(f *Family) { f.Sums, f.Symmetric = []string{"a", "a"}, false }), "set s: family all: White's and Black's own counts both go to a: want two sums"},
		{"symmetric by side", "linear", family(func(f *Family) { f.Sums = []string{"a", "b"} }), "set s: family all: symmetric counts go to one sum, not 2: the formula makes of it what is White's and what Black's"},
		{"a name", "linear", family(func(f *Family) { f.Sums = []string{"A"} }), `set s: family all: sum "A": want a name of a-z, 0-9 and '_' that begins with a letter`},
		{"linear", "linear", family(func(f *Family) { f.Sums = []string{"linear"} }), "set s: family all: sum linear: the name has a meaning of its own; leave Sums out for the sum linear"},
		{"dependence", "linear", family(func(f *Family) { f.Depends = OnSquares }), "set s: family all: its counts are added up square by square, which is of linear terms alone; leave Depends out"},
		{"both kinds", "linear + pieces", append(family(func(*Family) {}), plain), "set s: the sum pieces has plain and tapered terms: those of a set with an endgame scale are all of one kind"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := NewFormulaSet("s", &tapered.PeSTO, &pawnsOver, Formula{Text: tt.text}, tt.families...); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
