package elo

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestPentanomial(t *testing.T) {
	var p Pentanomial
	for _, halves := range []int{0, 1, 1, 2, 3, 4, 4, -1, 5} {
		p.Add(halves)
	}
	if want := (Pentanomial{1, 2, 1, 1, 2}); p != want {
		t.Errorf("got %v, want %v", p, want)
	}
	if p.Pairs() != 7 || p.Games() != 14 {
		t.Errorf("%d pairs, %d games", p.Pairs(), p.Games())
	}
	near(t, "score", Of(p).Score, 15.0/28, 1e-15)
}

// TestOfField compares with what other programs printed for the same results. Student's t
// makes our intervals a little wider, and that of normalised Elo has the deviation's error
// too, which at 58 and some hundred pairs is 4 %.
func TestOfField(t *testing.T) {
	for _, test := range []struct {
		source                       string
		pairs                        Pentanomial
		elo, eloHalf, nElo, nEloHalf float64
		los                          float64
	}{
		{"fastchess, elo_test.cpp", Pentanomial{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1},
		{"fastchess, elo_test.cpp", Pentanomial{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96, 0.0505},
		{"cinder PR 782, fastchess", Pentanomial{457, 4273, 9516, 4350, 467}, 0.88, 1.98, 1.56, 3.49, 0.8089},
		{"cinder PR 916, fastchess", Pentanomial{339, 4640, 8717, 4594, 403}, 0.76, 2.01, 1.33, 3.52, 0.7711},
	} {
		e := Of(test.pairs)
		near(t, test.source+": Elo", e.Elo.Value, test.elo, 0.0051)
		near(t, test.source+": its interval", (e.Elo.High-e.Elo.Low)/2, test.eloHalf, 0.01*test.eloHalf)
		near(t, test.source+": normalised Elo", e.Normalized.Value, test.nElo, 0.002*math.Abs(test.nElo)+0.005)
		near(t, test.source+": its interval", (e.Normalized.High-e.Normalized.Low)/2, 1.015*test.nEloHalf, 0.03*test.nEloHalf)
		near(t, test.source+": LOS", e.LOS, test.los, 0.0005)
	}
	wdl := OfGames(136, 111, 96)
	near(t, "games: Elo", wdl.Elo.Value, 40.70, 0.0051)
	near(t, "games: its interval", (wdl.Elo.High-wdl.Elo.Low)/2, 30.43, 0.3)
	near(t, "games: normalised Elo", wdl.Normalized.Value, 49.77, 0.2)
	near(t, "games: LOS", wdl.LOS, 0.9960, 0.0003)
	if wdl.Games != 343 || wdl.Pairs != 0 {
		t.Errorf("%d games, %d pairs", wdl.Games, wdl.Pairs)
	}
}

// TestOfByHand: two pairs, 1 and 2 points: mean ¾, variance ⅛.
func TestOfByHand(t *testing.T) {
	e := Of(Pentanomial{0, 0, 1, 0, 1})
	near(t, "score", e.Score, 0.75, 0)
	near(t, "Elo", e.Elo.Value, 400*math.Log10(3), 1e-9)
	near(t, "normalised Elo", e.Normalized.Value, 800/math.Ln10*(0.25/math.Sqrt(0.125))/math.Sqrt2, 1e-9)
	// Student's t of one degree is Cauchy's; t·√n = 1.
	near(t, "LOS", e.LOS, 0.5+math.Atan(1)/math.Pi, 1e-9)
	if !math.IsInf(e.Elo.Low, -1) || !math.IsInf(e.Elo.High, 1) {
		t.Errorf("two pairs bound Elo: %+v", e.Elo)
	}
}

// TestZeroVariance: all units alike are said to be, and the interval stays honest.
func TestZeroVariance(t *testing.T) {
	for _, test := range []struct {
		name      string
		estimate  Estimate
		value     float64
		low, high float64 // expected scores of the ends
		los       float64
	}{
		{"level", Of(Pentanomial{0, 0, 50, 0, 0}), 0, 0.5 * math.Pow(0.025, 0.02), 1 - 0.5*math.Pow(0.025, 0.02), 0.5},
		{"all won", Of(Pentanomial{0, 0, 0, 0, 20}), math.Inf(1), math.Pow(0.025, 0.05), 1, 1 - math.Pow(0.5, 21)},
		{"all lost", OfGames(0, 0, 3), math.Inf(-1), 0, 1 - math.Pow(0.025, 1.0/3), 1.0 / 16},
		{"one pair", Of(Pentanomial{0, 0, 0, 1, 0}), 400 * math.Log10(3), 0.025 * 0.75, 0.025*0.75 + 0.975, 0.75},
	} {
		e := test.estimate
		if !e.ZeroVariance || e.Elo.Value != test.value && math.Abs(e.Elo.Value-test.value) > 1e-9 {
			t.Errorf("%s: %+v", test.name, e)
		}
		want := eloInterval(0.5, test.low, test.high)
		if e.Elo.Low != want.Low {
			near(t, test.name+": low", e.Elo.Low, want.Low, 1e-9)
		}
		if e.Elo.High != want.High {
			near(t, test.name+": high", e.Elo.High, want.High, 1e-9)
		}
		near(t, test.name+": LOS", e.LOS, test.los, 1e-12)
		if n := e.Normalized; math.IsNaN(n.Value) || math.IsNaN(n.Low) || math.IsNaN(n.High) || n.Low > n.High {
			t.Errorf("%s: normalised %+v", test.name, n)
		}
	}
	if e := Of(Pentanomial{0, 0, 50, 0, 1}); e.ZeroVariance {
		t.Errorf("some variance: %+v", e)
	}
	none := Of(Pentanomial{})
	if none.ZeroVariance || none.Score != 0.5 || none.LOS != 0.5 || none.Elo != unknown() {
		t.Errorf("no games: %+v", none)
	}
}

func TestNotes(t *testing.T) {
	for _, test := range []struct {
		name     string
		estimate Estimate
		want     []string
	}{
		{"usual", Of(Pentanomial{1, 2, 3, 2, 1}), nil},
		{"identical", Of(Pentanomial{0, 0, 50, 0, 0}), []string{"all 50 pairs"}},
		{"one pair", Of(Pentanomial{0, 0, 1, 0, 0}), nil},
		{"games", OfGames(0, 7, 0), []string{"all 7 games"}},
		{"stopped", Of(Pentanomial{1, 2, 3, 2, 1}).AfterSPRT(), []string{"biased"}},
		{"both", Of(Pentanomial{0, 0, 0, 0, 9}).AfterSPRT(), []string{"all 9 pairs", "biased"}},
	} {
		notes := test.estimate.Notes()
		if len(notes) != len(test.want) {
			t.Errorf("%s: %q, want %q", test.name, notes, test.want)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(notes[i], want) {
				t.Errorf("%s: %q, want %q", test.name, notes[i], want)
			}
		}
	}
}

// TestCoverage: intervals hold the truth in about 95 of 100 matches; that of normalised
// Elo, of few or one-sided pairs, in more, never in clearly fewer.
func TestCoverage(t *testing.T) {
	matches := 300
	if *everyMatch {
		matches = 5000
	}
	shape, skewed := Pentanomial{457, 4273, 9516, 4350, 467}, Pentanomial{0, 0, 4, 13, 33}
	for _, test := range []struct {
		name   string
		shape  Pentanomial
		elo    float64
		pairs  int
		atMost float64 // of normalised Elo's coverage
	}{
		{"short", shape, 0, 25, 0.97},
		{"usual", shape, 30, 200, 0.97},
		{"far apart", shape, 250, 200, 0.97},
		{"one-sided", skewed, skewed.elo(), 50, 0.99},
		{"one-sided and short", skewed, skewed.elo(), 12, 1},
		{"very short", shape, 250, 6, 1},
	} {
		truth := SPRT{Model: Logistic}.truthAt(test.shape, test.elo)
		o := outcomes{k: 5, c: observed(shape[:]).c}
		normalized := o.tValue(&truth) * normalizedElo() / math.Sqrt2
		var inside, insideN, positive float64
		for n := range matches {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			e := Of(sampleOf(r, &truth, test.pairs))
			inside += share(e.Elo.Low <= test.elo && test.elo <= e.Elo.High, matches)
			insideN += share(e.Normalized.Low <= normalized && normalized <= e.Normalized.High, matches)
			positive += share(e.LOS > 0.95, matches)
		}
		t.Logf("%s: %.3f, normalised %.3f; LOS above 0.95: %.3f", test.name, inside, insideN, positive)
		noise := 3 * math.Sqrt(0.95*0.05/float64(matches))
		if insideN < 0.94-noise || insideN > test.atMost+noise {
			t.Errorf("%s: normalised Elo: coverage %.3f", test.name, insideN)
		}
		if test.atMost < 0.98 { // Student's interval asks for a mean that is about normal
			near(t, test.name+": Elo", inside, 0.95, 0.01+noise)
		}
		if test.elo == 0 {
			near(t, test.name+": LOS above 0.95", positive, 0.05, 0.01+noise)
		}
	}
}

// share is what one of n counts, if it does.
func share(counts bool, n int) float64 {
	if counts {
		return 1 / float64(n)
	}
	return 0
}

// elo is the logistic Elo of the score.
func (p Pentanomial) elo() float64 { return Of(p).Elo.Value }

// TestNormalizedInterval: at the ends the likelihood has fallen by half the square of
// Student's quantile, and what is seen by the other player is the same.
func TestNormalizedInterval(t *testing.T) {
	for _, test := range []struct {
		pairs     Pentanomial
		low, high float64 // bounds of the ends
	}{
		{Pentanomial{0, 0, 0, 4, 2}, -100, 1600},
		{Pentanomial{0, 0, 0, 1, 19}, 250, 12000},
		{Pentanomial{0, 0, 4, 13, 33}, 350, 850},
		{Pentanomial{10, 80, 120, 80, 10}, -30, 30},
		{Pentanomial{1, 0, 0, 0, 49}, 300, 4000},
	} {
		e := Of(test.pairs)
		if e.Normalized.Low < test.low || e.Normalized.High > test.high {
			t.Errorf("%v: %+v", test.pairs, e.Normalized)
		}
		o := observed(test.pairs[:])
		wide := distuv.StudentsT{Sigma: 1, Nu: float64(test.pairs.Pairs() - 1)}.Quantile(0.975)
		for _, end := range []float64{e.Normalized.Low, e.Normalized.High} {
			p := o.withT(end * math.Sqrt2 / normalizedElo())
			near(t, "the likelihood at an end", 2*o.ratio(&p, &o.f), wide*wide, 1e-5*wide*wide)
		}
		turned := test.pairs
		slices.Reverse(turned[:])
		other := Of(turned)
		near(t, "the other player's low end", other.Normalized.Low, -e.Normalized.High, 1e-5*e.Normalized.High)
		near(t, "the other player's high end", other.Normalized.High, -e.Normalized.Low, 1e-5*e.Normalized.High)
	}
	for _, p := range []Pentanomial{{0, 0, 1, 0, 1}, {0, 1, 0, 0, 1}} {
		if e := Of(p).Normalized; !math.IsInf(e.Low, -1) || !math.IsInf(e.High, 1) {
			t.Errorf("two pairs %v bound normalised Elo: %+v", p, e)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for range b.N {
		Of(Pentanomial{457, 4273, 9516, 4350, 467})
	}
}

// sampleOf draws pairs.
func sampleOf(r *rand.Rand, truth *[5]float64, pairs int) (p Pentanomial) {
	for range pairs {
		p.Add(halvesOf(r, truth))
	}
	return p
}

func TestIntervalJSON(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		interval Interval
		want     string
	}{
		{Interval{12.5, -3, 28}, `{"value":12.5,"low":-3,"high":28}`},
		{Interval{0, -inf, inf}, `{"value":0,"low":null,"high":null}`},
		{Interval{inf, 200, inf}, `{"value":null,"low":200,"high":null}`},
		{Interval{-inf, -inf, -200}, `{"value":null,"low":null,"high":-200}`},
	} {
		got, err := json.Marshal(test.interval)
		if err != nil || string(got) != test.want {
			t.Errorf("%+v: %s, %v; want %s", test.interval, got, err, test.want)
		}
		var back Interval
		if err := json.Unmarshal(got, &back); err != nil || back != test.interval {
			t.Errorf("%s: read back as %+v, %v", got, back, err)
		}
	}
	var i Interval
	if err := json.Unmarshal([]byte(`{"value":"x"}`), &i); err == nil {
		t.Error("a word was read as a number")
	}
}

func TestEstimateJSON(t *testing.T) {
	text, err := json.Marshal(Of(Pentanomial{0, 0, 0, 0, 20}).AfterSPRT())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"games":40,"pairs":20,"score":1,"elo":{"value":null,"low":2`, `"normalized_elo":{"value":null,`, `"zero_variance":true,"biased":true`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}
