package features

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

func TestLaws(t *testing.T) {
	for _, s := range registry.sets {
		t.Run(s.Name(), func(t *testing.T) {
			if err := CheckLawsOnPositions(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// broken returns a set of one faulty term.
func broken(t *testing.T, kind Kind, count func(c *Context, t *Tally, first Term)) *Set {
	t.Helper()
	s, err := NewSet("broken", &tapered.PeSTO, Family{
		Name:  "broken",
		Terms: []Definition{{Name: "faulty", Unit: "faults", Kind: kind}},
		Count: count,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLawsCatchBrokenTerms breaks a term in one way after the other.
func TestLawsCatchBrokenTerms(t *testing.T) {
	calls := 0
	tests := []struct {
		name  string
		kind  Kind
		count func(c *Context, t *Tally, first Term)
		law   string
	}{
		{"one colour only, as the published pawn shield", Count, func(c *Context, t *Tally, first Term) {
			t.Add(first, c.Pos.Pieces(board.White, board.Pawn).Count())
		}, LawColors},
		{"the mover's view", Count, func(c *Context, t *Tally, first Term) {
			us := c.Pos.SideToMove()
			t.Add(first, c.Pos.ByColor(us).Count()+1)
		}, LawColors},
		{"a table that is not mirrored", Count, func(c *Context, t *Tally, first Term) {
			t.Add(first, c.Pos.King(board.White).Rank()-c.Pos.King(board.Black).Rank())
		}, LawColors},
		{"state between calls", Count, func(c *Context, t *Tally, first Term) {
			calls++
			t.Add(first, calls)
		}, LawState},
		{"no whole number", Count, func(c *Context, t *Tally, first Term) {
			t.AddReal(first, 0.5)
		}, LawFinite},
		{"division by nothing", Real, func(c *Context, t *Tally, first Term) {
			t.AddReal(first, 1/float64(c.Pos.HalfmoveClock()*0))
		}, LawFinite},
		{"another answer for the engine", Count, func(c *Context, t *Tally, first Term) {
			n := 1 - 2*int(c.Pos.SideToMove())
			if t.Trace() == nil {
				n *= 2
			}
			t.Add(first, n)
		}, LawSum},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckLawsOnPositions(broken(t, tt.kind, tt.count))
			var law *LawError
			if !errors.As(err, &law) {
				t.Fatalf("error %v, want a *LawError", err)
			}
			if law.Law != tt.law || law.Term != "faulty" && law.Term != "all" {
				t.Errorf("%v; want the law %q", law, tt.law)
			}
		})
	}
}

// TestLawsAllowRounding: a sum of tenths depends on the order of its additions,
// and the mirrored position has another order.
func TestLawsAllowRounding(t *testing.T) {
	s := broken(t, Real, func(c *Context, t *Tally, first Term) {
		for pawns := c.Pos.Pieces(board.White, board.Pawn); pawns != 0; {
			t.AddReal(first, 0.1*float64(pawns.Pop().Rank()))
		}
		for pawns := c.Pos.Pieces(board.Black, board.Pawn); pawns != 0; {
			t.AddReal(first, -0.1*float64(7-pawns.Pop().Rank()))
		}
	})
	if err := CheckLawsOnPositions(s); err != nil {
		t.Error(err)
	}
}

// TestHash: a changed count, name or phase is a changed hash; an equal set has
// an equal one.
func TestHash(t *testing.T) {
	one := func(name string, phase *tapered.Phase, n int) string {
		s, err := NewSet("set", phase, Family{Name: "f", Terms: []Definition{{Name: name}}, Count: func(c *Context, t *Tally, first Term) {
			t.Add(first, n*c.Pos.Pieces(board.White, board.Pawn).Count())
		}})
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash()
	}
	base := one("a", &tapered.PeSTO, 1)
	if again := one("a", &tapered.PeSTO, 1); again != base {
		t.Errorf("equal sets have the hashes %s and %s", base, again)
	}
	for what, hash := range map[string]string{
		"name":  one("b", &tapered.PeSTO, 1),
		"phase": one("a", &tapered.AlphaOne, 1),
		"count": one("a", &tapered.PeSTO, 2),
	} {
		if hash == base {
			t.Errorf("another %s has the same hash", what)
		}
	}
}

func TestNewSetRefuses(t *testing.T) {
	term := func(name string) Family { return Family{Name: "f", Terms: []Definition{{Name: name}}} }
	tests := []struct {
		name, set string
		phase     *tapered.Phase
		families  []Family
		want      string
	}{
		{"a name with a space", "my set", &tapered.PeSTO, nil, `set "my set": want a name of a-z, 0-9, '_' and '.'`},
		{"no phase", "s", nil, nil, "set s: no phase"},
		{"an empty term", "s", &tapered.PeSTO, []Family{term("")}, `set s: term "": want a name of a-z, 0-9, '_' and '.'`},
		{"one name twice", "s", &tapered.PeSTO, []Family{term("a"), term("a")}, "set s: term a occurs twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewSet(tt.set, tt.phase, tt.families...)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	if _, err := Lookup("nonsense"); !errors.Is(err, ErrUnknownSet) {
		t.Errorf("Lookup: %v, want ErrUnknownSet", err)
	}
}

// BenchmarkRow counts a position and makes its row.
func BenchmarkRow(b *testing.B) {
	for _, s := range registry.sets {
		b.Run(s.Name(), func(b *testing.B) {
			tally, positions := s.NewTrace(), Positions()
			var columns []uint16
			var counts []float32
			b.ReportAllocs() // must stay 0
			for i := 0; b.Loop(); i++ {
				tally.Reset()
				s.Count(&positions[i%len(positions)], tally)
				columns, counts = tally.Trace().AppendEntries(columns[:0], counts[:0])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for _, s := range registry.sets {
		b.Run(s.Name(), func(b *testing.B) {
			tally, positions := s.NewTrace(), Positions()
			b.ReportAllocs() // must stay 0
			for i := 0; b.Loop(); i++ {
				tally.Reset()
				s.Count(&positions[i%len(positions)], tally)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
