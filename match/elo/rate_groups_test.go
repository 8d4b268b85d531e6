package elo

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/winprob"
)

// TestDifferenceBounded has players who took all points from some and hold one another:
// their difference has two ends, and is that of their own games, however many games there
// were against the others.
func TestDifferenceBounded(t *testing.T) {
	own := meetings(nil, 0, 1, 10, 4, 6)
	want, err := Rate(2, own, RateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	alone, losAlone := want.Difference(0, 1)
	for _, anchors := range []map[int]float64{nil, {0: 2500}, {3: 1000}} {
		games := own
		for weak, n := range map[int]int{2: 50, 3: 30, 4: 80} {
			games = meetings(games, 0, weak, n, 0, 0) // the first far more of them
			games = meetings(games, 1, weak, 1, 0, 0)
		}
		games = meetings(meetings(games, 2, 3, 3, 1, 3), 3, 4, 3, 1, 3)
		r, err := Rate(5, games, RateOptions{Anchors: anchors})
		if err != nil {
			t.Fatal(err)
		}
		d, los := r.Difference(0, 1)
		near(t, "difference", d.Value, alone.Value, 1e-6)
		near(t, "low", d.Low, alone.Low, 1e-6)
		near(t, "high", d.High, alone.High, 1e-6)
		near(t, "likelihood of superiority", los, losAlone, 1e-9)
		near(t, "in the table", r.Players[0].Elo.Value-r.Players[1].Elo.Value, alone.Value, 1e-6)
		for _, weak := range []int{2, 3, 4} {
			d, _ := r.Difference(0, weak)
			back, _ := r.Difference(weak, 0)
			if !math.IsInf(d.High, 1) || !(d.Low > 0 && d.Low < d.Value) || back.Low != -d.High || back.High != -d.Low {
				t.Errorf("all points taken from %d: %v, and turned round %v", weak, d, back)
			}
		}
		if d, los := r.Difference(3, 3); d != (Interval{}) || los != 0.5 {
			t.Errorf("a player and himself: %v, %v", d, los)
		}
	}
}

// TestNotCompared has two players who took all points from a third and have not met: how
// often each beat him says nothing of who of them is stronger.
func TestNotCompared(t *testing.T) {
	r, err := Rate(3, meetings(meetings(nil, 0, 2, 100, 0, 0), 1, 2, 1, 0, 0), RateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d, los := r.Difference(0, 1)
	if !math.IsInf(d.Low, -1) || !math.IsInf(d.High, 1) || los != 0.5 {
		t.Errorf("%v, likelihood of superiority %.3f; want no ends and ½", d, los)
	}
	near(t, "the value", d.Value, r.Players[0].Elo.Value-r.Players[1].Elo.Value, 0)
}

// TestAnchorsAlone has anchors who have not met: their difference is known, and no note
// says that they have played little.
func TestAnchorsAlone(t *testing.T) {
	games := meetings(meetings(nil, 0, 2, 9, 0, 0), 1, 2, 9, 0, 0)
	r, err := Rate(3, games, RateOptions{Anchors: map[int]float64{0: 100, 1: 250}})
	if err != nil {
		t.Fatal(err)
	}
	if d, _ := r.Difference(1, 0); d != (Interval{150, 150, 150}) || len(r.Notes) != 1 {
		t.Errorf("%v, notes %q", d, r.Notes)
	}
}

// TestLostAll: from two pairs on a lower end is below the strength at which all games would
// be won in one of forty matches, and it rises with every pair that is won.
func TestLostAll(t *testing.T) {
	last := math.Inf(-1)
	for _, pairs := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 40, 200} {
		r, err := Rate(2, meetings(nil, 0, 1, pairs, 0, 0), RateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d, _ := r.Difference(0, 1)
		if d.Low <= last {
			t.Errorf("%d pairs won: %v, with fewer the low end was %.0f", pairs, d, last)
		}
		last = d.Low
		sure := winprob.Centipawn(1, math.Pow(0.025, 1/float64(2*pairs)))
		if pairs > 1 && d.Low > sure || d.Low < sure-450 {
			t.Errorf("%d pairs won: %v, want a low end at most %.0f", pairs, d, sure)
		}
		if p := r.Players[0].Elo; math.IsInf(p.Low, -1) || !math.IsInf(p.High, 1) {
			t.Errorf("%d pairs won: %v", pairs, p)
		}
	}
}

// TestDifferenceCoverage has two strong players who seldom lose a point to the others, and
// meet them unequally often: intervals of all differences hold the truth.
func TestDifferenceCoverage(t *testing.T) {
	truth := []float64{1100, 1050, 30, 0, -60}
	pairs := map[[2]int]int{{0, 1}: 20, {0, 2}: 30, {0, 3}: 30, {0, 4}: 30, {1, 2}: 2, {1, 3}: 2, {1, 4}: 2, {2, 3}: 10, {2, 4}: 10, {3, 4}: 10}
	const tournaments = 400
	inside, open := map[[2]int]float64{}, 0
	lots := rand.New(rand.NewPCG(6, 4))
	for range tournaments {
		var games []Game
		for a := range truth {
			for b := a + 1; b < len(truth); b++ {
				s := tournament{elo: []float64{truth[b], truth[a]}, drawRate: 0.4, pairs: pairs[[2]int{a, b}]}
				for _, g := range s.play(lots) {
					games = append(games, Game{[2]int{b, a}[g.White], [2]int{b, a}[g.Black], g.Points, g.Pair})
				}
			}
		}
		r, err := Rate(len(truth), games, RateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for two := range pairs {
			d, _ := r.Difference(two[0], two[1])
			if math.IsInf(d.High, 1) {
				open++
			}
			if want := truth[two[0]] - truth[two[1]]; d.Low <= want && want <= d.High {
				inside[two] += 1.0 / tournaments
			}
		}
	}
	if open == 0 {
		t.Error("no difference is open to one side")
	}
	for two, share := range inside {
		t.Logf("%v: %.3f", two, share)
		if share < 0.93 {
			t.Errorf("%v: the interval holds the truth in %.3f of tournaments", two, share)
		}
	}
}
