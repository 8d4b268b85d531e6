package elo

import (
	"math"
	"testing"
)

func TestHalfWidth(t *testing.T) {
	for _, test := range []struct {
		games int
		draws float64
		want  float64
	}{{100, 0.3, 57}, {1000, 0.3, 18}, {20000, 0.3, 4}, {6, 0, 278}, {0, 0.3, math.Inf(1)}} {
		got := HalfWidth(test.games, test.draws)
		if got != test.want {
			near(t, "half width", got, test.want, 0.5)
		}
	}
	for _, draws := range []float64{0, 0.12, 0.35} {
		games := GamesFor(30, draws)
		if HalfWidth(games, draws) > 30 || HalfWidth(games-2, draws) <= 30 || games%2 != 0 {
			t.Errorf("%g draws: %d games", draws, games)
		}
	}
	near(t, "±30 Elo without draws", float64(GamesFor(30, 0)), 516, 0)
}

// TestHalfWidthIsOf: the plan is what comes of it.
func TestHalfWidthIsOf(t *testing.T) {
	got := OfGames(350, 300, 350).Elo
	near(t, "half width", (got.High-got.Low)/2, HalfWidth(1000, 0.3), 0.05)
}

// TestExpected compares with simulated matches.
func TestExpected(t *testing.T) {
	for _, test := range []struct {
		name  string
		sprt  SPRT
		truth float64
		draws float64
	}{
		{"H0", SPRT{Elo0: 0, Elo1: 30}, 0, 0.5},
		{"between", SPRT{Elo0: 0, Elo1: 30}, 15, 0.5},
		{"H1", SPRT{Elo0: 0, Elo1: 30}, 30, 0.5},
		{"beyond", SPRT{Elo0: 0, Elo1: 30}, 100, 0.3},
		{"logistic", SPRT{Model: Logistic, Elo0: -20, Elo1: 20}, 10, 0.3},
		{"far below", SPRT{Model: Logistic, Elo0: 0, Elo1: 20, Beta: 0.1}, -40, 0.6},
	} {
		truth := pairOutcomes(test.sprt.Model.game(test.truth, test.draws))
		_, games := (&simulation{test.sprt, truth.f}).run(200, Undecided)
		want := test.sprt.Expected(test.truth, test.draws)
		t.Logf("%s: %.0f games, %.0f expected", test.name, games, want)
		near(t, test.name, games/want, 1, 0.17)
	}
}

func TestExpectedExtremes(t *testing.T) {
	inf := math.Inf(1)
	for _, sprt := range []SPRT{{Elo0: 0, Elo1: 5}, {Model: Logistic, Elo0: -1500, Elo1: -500}, {Elo0: -3000, Elo1: 3000}} {
		for _, truth := range []float64{-inf, -3000, -500, 0, 2.5, 4000, inf} {
			for _, draws := range []float64{-1, 0, 0.5, 1, 2} {
				if games := sprt.Expected(truth, draws); !(games >= 2) || math.IsInf(games, 0) {
					t.Errorf("%+v at %g Elo, %g draws: %g games", sprt, truth, draws, games)
				}
			}
		}
	}
	refused := SPRT{Elo0: 5, Elo1: 0}.Expected(0, 0.5) + SPRT{Elo0: 0, Elo1: 5}.Expected(math.NaN(), 0.5)
	near(t, "a test that is refused, and no number", refused, 0, 0)
}

// TestExpectedWald: at the hypotheses of a narrow test Wald's own formula.
func TestExpectedWald(t *testing.T) {
	sprt := SPRT{Elo0: 0, Elo1: 1}
	step := 1 * math.Sqrt2 / normalizedElo()
	pairs := 0.9 * math.Log(19) / (step * step / 2)
	near(t, "games", sprt.Expected(0, 0.5)/(2*pairs), 1, 0.01)
	near(t, "draws do not matter", sprt.Expected(0, 0.9)/sprt.Expected(0, 0.1), 1, 0.02)
}

// TestLeft: a test that is decided takes no more games, and one of few pairs is not asked; of even pairs it takes about
// the games that Expected says.
func TestLeft(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 30}
	if _, known := test.Left(Pentanomial{1, 1, 1, 1, 1}); known {
		t.Error("five pairs are believed")
	}
	if left, known := test.Left(Pentanomial{0, 0, 10, 300, 300}); left != 0 || !known {
		t.Errorf("a decided test takes %g games, %v", left, known)
	}
	even, ahead := Pentanomial{20, 60, 120, 60, 20}, Pentanomial{15, 55, 120, 65, 25}
	a, knownA := test.Left(even)
	b, knownB := test.Left(ahead)
	if !knownA || !knownB || !(a > 0 && b > 0) {
		t.Fatalf("%g, %v and %g, %v games are left", a, knownA, b, knownB)
	}
	// From the start, the same distribution takes the time that Expected says of its Elo.
	e := Of(even)
	want := SPRT{Model: Logistic, Elo0: -15, Elo1: 15}
	scaled := Pentanomial{2, 6, 12, 6, 2}
	left, known := want.Left(scaled)
	if expected := want.Expected(e.Elo.Value, 0.43); !known || left < expected/2 || left > 2*expected {
		t.Errorf("%g games are left, %g from the start", left, expected)
	}
}
