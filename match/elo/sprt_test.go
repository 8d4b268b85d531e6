package elo

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var everyMatch = flag.Bool("every-match", false, "simulate 10,000 matches at each bound, some minutes, not 500 at a few, and 5,000 for each interval")

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		name string
		sprt SPRT
		want string // "": valid
	}{
		{"usual", SPRT{Elo0: 0, Elo1: 5}, ""},
		{"no regression", SPRT{Model: Logistic, Elo0: -3, Elo1: 1, Alpha: 0.05, Beta: 0.1}, ""},
		{"absurd", SPRT{Elo0: -1500, Elo1: -500}, ""},
		{"equal", SPRT{}, "the first must be below the second"},
		{"turned round", SPRT{Elo0: 5, Elo1: 0}, "the first must be below the second"},
		{"not a number", SPRT{Elo0: math.NaN(), Elo1: 5}, "nearer ones"},
		{"infinite", SPRT{Elo0: 0, Elo1: math.Inf(1)}, "nearer ones"},
		{"alpha", SPRT{Elo0: 0, Elo1: 5, Alpha: -0.1}, "alpha -0.1"},
		{"both", SPRT{Elo0: 0, Elo1: 5, Alpha: 0.5, Beta: 0.6}, "sum below 1"},
		{"per cent", SPRT{Elo0: 0, Elo1: 5, Alpha: 5, Beta: 5}, "0.05 each"},
		{"alpha not a number", SPRT{Elo0: 0, Elo1: 5, Alpha: math.NaN()}, "alpha NaN"},
		{"model", SPRT{Model: 7, Elo0: 0, Elo1: 5}, "normalized or logistic"},
	} {
		err := test.sprt.Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if llr := test.sprt.LLR(Pentanomial{3, 2, 5, 9, 20}); err != nil && llr != 0 {
			t.Errorf("%s: LLR %g of a test that is refused", test.name, llr)
		}
	}
}

func TestBounds(t *testing.T) {
	lower, upper := SPRT{}.Bounds()
	near(t, "lower", lower, -math.Log(19), 1e-15)
	near(t, "upper", upper, math.Log(19), 1e-14)
	lower, upper = SPRT{Alpha: 0.05, Beta: 0.1}.Bounds()
	near(t, "lower", lower, math.Log(0.1/0.95), 1e-15)
	near(t, "upper", upper, math.Log(18), 1e-14)
}

// TestExtremes: whatever the result and the bounds, there is an LLR, and at once. The
// first rows hung or gave NaN in a published runner.
func TestExtremes(t *testing.T) {
	for _, test := range []struct {
		name       string
		pairs      Pentanomial
		elo0, elo1 float64
		want       Decision
	}{
		{"all lost", Pentanomial{20}, -1500, -500, Undecided},
		{"all lost, many", Pentanomial{10000}, -1500, -500, AcceptH0},
		{"nearly all lost", Pentanomial{144, 3, 1, 0, 0}, -1500, -500, AcceptH0},
		{"all won", Pentanomial{0, 0, 0, 0, 500}, 0, 5, AcceptH1},
		{"all level", Pentanomial{0, 0, 50, 0, 0}, 0, 5, Undecided},
		{"all level, many", Pentanomial{0, 0, 1000000, 0, 0}, 0, 5, AcceptH0},
		{"one pair", Pentanomial{0, 0, 0, 0, 1}, 0, 5, Undecided},
		{"none", Pentanomial{}, 0, 5, Undecided},
		{"widest", Pentanomial{0, 0, 0, 0, 1}, -3000, 3000, AcceptH1},
	} {
		for _, model := range []Model{Normalized, Logistic} {
			sprt := SPRT{Model: model, Elo0: test.elo0, Elo1: test.elo1}
			llr := sprt.LLR(test.pairs)
			if math.IsNaN(llr) || math.IsInf(llr, 0) {
				t.Errorf("%s, %s: LLR %g", test.name, model, llr)
			}
			if got := sprt.Decide(test.pairs); model == Normalized && got != test.want {
				t.Errorf("%s: %s at LLR %g, want %s", test.name, got, llr, test.want)
			}
		}
	}
}

// TestRandomExtremes: both hypotheses are met, however far from the result they are.
func TestRandomExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 1500 {
		p := randomCounts(r, 1e6)
		a, b := r.NormFloat64()*800, r.NormFloat64()*800
		for _, model := range []Model{Normalized, Logistic} {
			sprt := SPRT{Model: model, Elo0: max(-3000, min(a, b)), Elo1: min(3000, max(a, b)+1)}
			if llr := sprt.LLR(p); math.IsNaN(llr) || math.IsInf(llr, 0) {
				t.Fatalf("%v, %+v: LLR %g", p, sprt, llr)
			}
			o := observed(p[:])
			_, q := sprt.hypotheses(&o, gamesOfPair)
			if model == Logistic {
				continue
			}
			want := sprt.Elo1 * math.Sqrt2 / normalizedElo()
			if near(t, "t-value", o.tValue(&q), want, 1e-6*(1+want*want)); t.Failed() {
				t.Fatalf("%v, %+v: %v", p, sprt, q)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	p := Pentanomial{365, 16618, 36229, 16974, 390}
	for _, model := range []Model{Normalized, Logistic} {
		sprt := SPRT{Model: model, Elo0: 0, Elo1: 5}
		if n := testing.AllocsPerRun(100, func() { sprt.Decide(p) }); n != 0 {
			t.Errorf("%s: %g allocations", model, n)
		}
	}
}

func TestStateJSON(t *testing.T) {
	state := SPRT{Elo0: 0, Elo1: 2}.State(Pentanomial{365, 16618, 36229, 16974, 390})
	got, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"model":"normalized","elo0":0,"elo1":2,"alpha":0.05,"beta":0.05,"lower":-2.94`,
		`"llr":2.2503`, `"decision":"undecided"`, `normalized Elo [0, 2], α 0.05, β 0.05`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	var back State
	if err := json.Unmarshal(got, &back); err != nil || back != state {
		t.Errorf("read back: %+v, %v; want %+v", back, err, state)
	}
	for _, text := range []string{`{"model":"bayesian"}`, `{"decision":"H2"}`} {
		if err := json.Unmarshal([]byte(text), &back); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func TestVerdict(t *testing.T) {
	stronger, weaker := Pentanomial{50, 300, 1000, 900, 300}, Pentanomial{300, 900, 1000, 300, 50}
	for _, test := range []struct {
		elo0, elo1 float64
		pairs      Pentanomial
		want       string
	}{
		{0, 5, stronger, "H1 accepted, the first is stronger: nearer to +5 than to +0"},
		{0, 5, weaker, "H0 accepted, the first is not as strong as +5: nearer to +0"},
		{-3, 0, stronger, "H1 accepted, the first is not as weak as -3: nearer to +0"},
		{-3, 0, weaker, "H0 accepted, the first is weaker: nearer to -3 than to +0"},
		{0, 5, Pentanomial{1, 2, 3, 2, 1}, "undecided, play on"},
	} {
		sprt := SPRT{Elo0: test.elo0, Elo1: test.elo1}
		if got := sprt.State(test.pairs).Text; !strings.HasPrefix(got, test.want) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	games := SPRT{Elo0: 0, Elo1: 5}.StateGames(3000, 3000, 2000)
	if games.Decision != AcceptH1 {
		t.Errorf("3000-3000-2000: %s", games.Text)
	}
}

// A simulation is matches whose truth is known.
type simulation struct {
	sprt  SPRT
	truth [5]float64 // chances of a pair's results
}

// halvesOf draws the half points of a pair.
func halvesOf(r *rand.Rand, truth *[5]float64) (halves int) {
	for u := r.Float64(); halves < 4 && u >= truth[halves]; halves++ {
		u -= truth[halves]
	}
	return halves
}

// play plays one match and returns the decision and the number of pairs. Pairs after
// which the LLR cannot have come to a bound are passed over: a pair moves it by no more
// than the largest log ratio of the two hypotheses, here taken twice.
func (s *simulation) play(r *rand.Rand) (Decision, int) {
	var p Pentanomial
	lower, upper := s.sprt.Bounds()
	for pairs, next := 1, 1; ; pairs++ {
		p.Add(halvesOf(r, &s.truth))
		if pairs < next {
			continue
		}
		o := observed(p[:])
		h0, h1 := s.sprt.hypotheses(&o, gamesOfPair)
		llr := o.ratio(&h0, &h1)
		if d := s.sprt.decide(llr); d != Undecided {
			return d, pairs
		}
		next = pairs + 1
		if step := largestStep(&h0, &h1); pairs > 200 {
			next += int(min(upper-llr, llr-lower) / (2 * step))
		}
	}
}

func largestStep(h0, h1 *[5]float64) (step float64) {
	for i := range h0 {
		step = max(step, math.Abs(math.Log(h1[i]/h0[i])))
	}
	return step
}

// run plays so many matches and returns the share of wrong decisions and the mean number
// of games. wrong is the decision that is.
func (s *simulation) run(matches int, wrong Decision) (errors, games float64) {
	for n := range matches {
		d, pairs := s.play(rand.New(rand.NewPCG(5, uint64(n))))
		games += float64(gamesOfPair * pairs)
		if d == wrong {
			errors++
		}
	}
	return errors / float64(matches), games / float64(matches)
}

// truthAt returns the distribution nearest to shape whose strength is elo.
func (t SPRT) truthAt(shape Pentanomial, elo float64) [5]float64 {
	t.Elo0, t.Elo1 = elo, elo
	o := observed(shape[:])
	truth, _ := t.hypotheses(&o, gamesOfPair)
	return truth
}

// TestErrorRates: α and β are kept to 0.7 points, in balanced and in unbalanced openings,
// at narrow bounds and at wide ones. Three standard errors are granted to the small run.
func TestErrorRates(t *testing.T) {
	balanced := Pentanomial{46, 936, 2083, 1043, 63}
	unbalanced := Pentanomial{457, 4273, 9516, 4350, 467}
	drawless := Pentanomial{2500, 0, 5000, 0, 2500}
	for _, test := range []struct {
		name  string
		sprt  SPRT
		shape Pentanomial
		long  bool
	}{
		{"normalized 0,5", SPRT{Elo0: 0, Elo1: 5}, balanced, true},
		{"logistic 0,5", SPRT{Model: Logistic, Elo0: 0, Elo1: 5}, unbalanced, true},
		{"normalized 0,10 α 0.05 β 0.10", SPRT{Elo0: 0, Elo1: 10, Beta: 0.1}, unbalanced, true},
		{"normalized 0,50", SPRT{Elo0: 0, Elo1: 50}, unbalanced, false},
		{"logistic 0,50", SPRT{Model: Logistic, Elo0: 0, Elo1: 50}, balanced, false},
		{"normalized -100,100, no draws", SPRT{Elo0: -100, Elo1: 100}, drawless, false},
		{"logistic 0,200", SPRT{Model: Logistic, Elo0: 0, Elo1: 200}, unbalanced, true},
		{"normalized 0,200", SPRT{Elo0: 0, Elo1: 200}, unbalanced, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			matches := 500
			if *everyMatch {
				matches = 10000
			} else if test.long {
				t.Skip("longer: -every-match")
			}
			sprt := test.sprt.WithDefaults()
			at0 := simulation{sprt, sprt.truthAt(test.shape, sprt.Elo0)}
			at1 := simulation{sprt, sprt.truthAt(test.shape, sprt.Elo1)}
			alpha, games0 := at0.run(matches, AcceptH1)
			beta, games1 := at1.run(matches, AcceptH0)
			t.Logf("%d matches at each bound: α %.4f, β %.4f, %.0f and %.0f games", matches, alpha, beta, games0, games1)
			chance := 0.0
			if !*everyMatch {
				chance = 3 * math.Sqrt(0.05*0.95/float64(matches))
			}
			if alpha > sprt.Alpha+0.007+chance || beta > sprt.Beta+0.007+chance {
				t.Errorf("α %.4f of %g, β %.4f of %g", alpha, sprt.Alpha, beta, sprt.Beta)
			}
		})
	}
}

func TestParseBounds(t *testing.T) {
	for text, want := range map[string][2]float64{"0,5": {0, 5}, "-2.5,0": {-2.5, 0}, "1e1,2e1": {10, 20}} {
		s := SPRT{Model: Logistic, Alpha: 0.1}
		if err := s.ParseBounds(text); err != nil || s != (SPRT{Model: Logistic, Elo0: want[0], Elo1: want[1], Alpha: 0.1}) {
			t.Errorf("%q is read as %+v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "5", "0,", ",5", "0,5xyz", "0,5,7", "0 5", "a,b"} {
		s := SPRT{Elo0: 1, Elo1: 2}
		if err := s.ParseBounds(text); err == nil || s != (SPRT{Elo0: 1, Elo1: 2}) {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}
