package advise

import (
	"math"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// TestGroupsKeepColours: the picture of a position with the colours exchanged is in the same group, and the
// side whose bias is asked for is the other colour: no bias is White's.
func TestGroupsKeepColours(t *testing.T) {
	s := &session{}
	for i, p := range features.Probes() {
		m := p.Mirror()
		for k, x := range []datasets.Sample{{Position: p}, {Position: m}} {
			s.samples = append(s.samples, x)
			s.phase = append(s.phase, float32(tapered.PeSTO.Of(&x.Position)))
			s.eval = append(s.eval, float32((1-2*k)*(i*37%901-450)))
		}
	}
	for _, g := range groupings {
		seen := make([]int, len(g.groups))
		for i := 0; i < len(s.samples); i += 2 {
			a, side := g.of(s, i)
			b, other := g.of(s, i+1)
			if a != b || side != -other {
				t.Fatalf("%s: %s is in group %d, side %d; with colours exchanged in %d, %d", g.by, s.samples[i].Position.FEN(), a, side, b, other)
			}
			if a >= len(g.groups) {
				t.Fatalf("%s: group %d of %d", g.by, a, len(g.groups))
			}
			if a >= 0 {
				seen[a]++
			}
		}
		for k, n := range seen {
			if n == 0 {
				t.Errorf("%s: no probe is in the group %q", g.by, g.groups[k])
			}
		}
	}
}

// TestUsualLambda: results and scores are mixed where most rows have both.
func TestUsualLambda(t *testing.T) {
	for _, tt := range []struct {
		results, scores, both int
		want                  float64
	}{{100, 100, 100, mixedLambda}, {100, 90, 90, mixedLambda}, {100, 20, 20, 1}, {20, 100, 20, 0}, {100, 0, 0, 1}, {0, 100, 0, 0}, {100, 100, 0, 1}} {
		if got := usualLambda(tt.results, tt.scores, tt.both); got != tt.want {
			t.Errorf("%d results, %d scores, %d with both: %g, want %g", tt.results, tt.scores, tt.both, got, tt.want)
		}
	}
}

// TestFreezes: the flags hold all other weights, and none that is fitted.
func TestFreezes(t *testing.T) {
	terms := []string{"tempo", "pst.pawn.a2", "pst.pawn.b2", "pst.rook.a1", "threat.hanging", "threat.pawn.knight"}
	for _, tt := range []struct {
		fitted []string
		want   string
	}{
		{nil, " -freeze 'tempo' -freeze 'pst.*' -freeze 'threat.*'"},
		{[]string{"tempo"}, " -freeze 'pst.*' -freeze 'threat.*'"},
		{[]string{"threat.hanging"}, " -freeze 'tempo' -freeze 'pst.*' -freeze 'threat.pawn.*'"},
		{[]string{"pst.pawn.a2"}, " -freeze 'tempo' -freeze 'pst.pawn.b2' -freeze 'pst.rook.*' -freeze 'threat.*'"},
	} {
		if got := freezes(terms, tt.fitted); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.fitted, got, tt.want)
		}
	}
}

// TestResidual: a group's bias, its error by game, and its share of the loss, against sums by hand.
func TestResidual(t *testing.T) {
	var r residualSum
	r.add(1, 1, 0.2, 0.5)  // White is that side, and does better
	r.add(1, -1, 0.2, 0.5) // Black is, and does worse
	r.add(2, 1, 0.4, 0.5)
	r.add(3, 0, 1, 0.5) // neither
	got := r.residual(1, 2.48)
	// Sums by game 0 and 0.4, of two rows and one; the mean is 0.4/3.
	if got.Rows != 4 || got.Games != 3 || !near(got.Bias, 0.4/3) || !near(got.Share, 0.5) || !near(got.Loss, 0.31) {
		t.Errorf("%+v", got)
	}
	if want := math.Sqrt(2*(4./15)*(4./15)*2) / 3; !near(got.Error, want) {
		t.Errorf("error %g, want %g", got.Error, want)
	}
	if want := 0.4 / 3 / (0.25 * 0.0057564627); !near(got.Centipawn/want, 1) {
		t.Errorf("%g centipawns, want %g", got.Centipawn, want)
	}
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }
