package winprob

import (
	"fmt"
	"math"
	"testing"
)

func TestScoreString(t *testing.T) {
	tests := []struct {
		name string
		s    Score
		want string
		mate int
	}{
		{"none", NoScore, "?", 0},
		{"level", 0, "0", 0},
		{"White better", Centipawns(56), "+56", 0},
		{"Black better", Centipawns(-1500), "-1500", 0},
		{"largest evaluation", Centipawns(9998), "+9998", 0},
		{"untagged mate", Centipawns(19960), "#+", 1},
		{"beyond sixteen bits", Centipawns(-77777), "#-", -1},
		{"White mates", MateIn(1, 3), "#+3", 1},
		{"Black mates", MateIn(-1, 12), "#-12", -1},
		{"White is mated", MateIn(-1, 0), "#-0", -1},
		{"longest", MateIn(1, MaxMate), "#+999", 1},
		{"too long to hold", MateIn(1, MaxMate+1), "#+", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.String(); got != tt.want {
				t.Errorf("String() = %q, want %q", got, tt.want)
			}
			if got := tt.s.Mate(); got != tt.mate {
				t.Errorf("Mate() = %d, want %d", got, tt.mate)
			}
		})
	}
}

// TestNeg tries every score: the other side's view has the opposite sign, the
// same distance, and is undone by looking again.
func TestNeg(t *testing.T) {
	for i := math.MinInt16; i <= math.MaxInt16; i++ {
		s := Score(i)
		if s.Neg().Neg() != s {
			t.Fatalf("%d.Neg().Neg() = %d", s, s.Neg().Neg())
		}
		if s.Neg().Mate() != -s.Mate() {
			t.Fatalf("%d: Mate() = %d, the other side's %d", s, s.Mate(), s.Neg().Mate())
		}
		n, known := s.MateDistance()
		if m, k := s.Neg().MateDistance(); m != n || k != known {
			t.Fatalf("%d: distance %d, the other side's %d", s, n, m)
		}
	}
}

func TestCentipawnUndoesExpected(t *testing.T) {
	for _, k := range []float64{0.5, 1, 1.46} {
		for s := -2000.0; s <= 2000; s += 125 {
			if got := Centipawn(k, Expected(k, s)); math.Abs(got-s) > 1e-6 {
				t.Errorf("K %g: Centipawn(Expected(%g)) = %g", k, s, got)
			}
		}
	}
}

// Sixty-four per cent is what a hundred centipawns are worth at K = 1.
func ExampleExpected() {
	fmt.Printf("%.3f\n", Expected(1, 100))
	// Output: 0.640
}
