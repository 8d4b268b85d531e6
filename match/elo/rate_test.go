package elo

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/winprob"
)

// meetings returns games of two players, each pair once with either colour, of which the
// first wins, draws and loses so many.
func meetings(games []Game, a, b, wins, draws, losses int) []Game {
	for result, n := range [...]int{losses, draws, wins} {
		for range n {
			points, pair := float64(result)/2, len(games)
			games = append(games, Game{a, b, points, pair}, Game{b, a, 1 - points, pair})
		}
	}
	return games
}

func TestRateTwoPlayers(t *testing.T) {
	r, err := Rate(2, meetings(nil, 0, 1, 60, 100, 40), RateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := Of(Pentanomial{40, 0, 100, 0, 60}).Elo
	elo, los := r.Difference(0, 1)
	near(t, "difference", elo.Value, want.Value, 1e-6)
	near(t, "its low end", elo.Low, want.Low, 0.5)
	near(t, "its high end", elo.High, want.High, 0.5)
	near(t, "likelihood of superiority", los, Of(Pentanomial{40, 0, 100, 0, 60}).LOS, 0.002)
	near(t, "mean", r.Players[0].Elo.Value+r.Players[1].Elo.Value, 0, 1e-9)
	near(t, "White's advantage", r.WhiteAdvantage.Value, 0, 1e-6)
	near(t, "points", r.Players[0].Points, 220, 0)
	near(t, "games", float64(r.Players[1].Games), 400, 0)
	back, _ := r.Difference(1, 0)
	near(t, "turned round", back.Low, -elo.High, 1e-9)
}

// TestRateBaseball has the classic data set of the model: A. Agresti, "Categorical Data
// Analysis" (1990), 10.6: the American League East of 1987, in logits over Baltimore.
func TestRateBaseball(t *testing.T) {
	wins := [7][7]int{
		{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6}, {2, 4, 1, 3, 1, 7, 0},
	}
	var games []Game
	for a := range wins {
		for b := range a {
			games = meetings(games, a, b, wins[a][b], 0, wins[b][a])
		}
	}
	r, err := Rate(7, games, RateOptions{Anchors: map[int]float64{6: 0}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0} {
		near(t, "logit", r.Players[i].Elo.Value*winprob.Logit(1), want, 0.006)
	}
	// The book's standard error is the model's, 0.343.
	half := (r.Players[0].Elo.High - r.Players[0].Elo.Low) / 2
	near(t, "standard error", half*winprob.Logit(1)/1.96, 0.343, 0.04)
}

// tournament is a round robin between players of known strength.
type tournament struct {
	elo             []float64
	white, drawRate float64
	pairs           int
}

func (s tournament) play(r *rand.Rand) (games []Game) {
	game := func(a, b int) float64 {
		e := winprob.Expected(1, s.elo[a]-s.elo[b]+s.white)
		d := drawChance(e, s.drawRate)
		switch u := r.Float64(); {
		case u < e-d/2:
			return 1
		case u < e+d/2:
			return 0.5
		}
		return 0
	}
	for a := range s.elo {
		for b := range a {
			for pair := range s.pairs {
				games = append(games, Game{a, b, game(a, b), pair}, Game{b, a, game(b, a), pair})
			}
		}
	}
	return games
}

// TestRateCoverage: 95 % intervals hold the truth in about 95 % of tournaments, and the
// estimates are right on average.
func TestRateCoverage(t *testing.T) {
	s := tournament{elo: []float64{150, 60, 0, -40, -170}, white: 35, drawRate: 0.4, pairs: 40}
	for _, test := range []struct {
		name    string
		anchors map[int]float64
	}{
		{"mean 0", nil},
		{"anchors", map[int]float64{1: 60, 4: -170}},
	} {
		const tournaments = 400
		var inside, all, white, draws, bias float64
		r := rand.New(rand.NewPCG(6, 1))
		for range tournaments {
			got, err := Rate(len(s.elo), s.play(r), RateOptions{Anchors: test.anchors})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range got.Players {
				if p.Anchor {
					continue
				}
				all++
				bias += (p.Elo.Value - s.elo[i]) * float64(sign(s.elo[i]))
				if p.Elo.Low <= s.elo[i] && s.elo[i] <= p.Elo.High {
					inside++
				}
			}
			white += got.WhiteAdvantage.Value / tournaments
			draws += got.DrawRate / tournaments
		}
		t.Logf("%s: coverage %.3f, bias %.2f Elo, White %.1f, draws %.3f", test.name, inside/all, bias/all, white, draws)
		near(t, test.name+": coverage", inside/all, 0.95, 0.02)
		near(t, test.name+": bias", bias/all, 0, 1.5)
		near(t, test.name+": White's advantage", white, s.white, 1)
		near(t, test.name+": draws", draws, s.drawRate, 0.01)
	}
}

// TestRateClusters: games of a pair that come out alike are one observation.
func TestRateClusters(t *testing.T) {
	alone := meetings(nil, 0, 1, 50, 20, 30)
	for i := range alone {
		alone[i].Pair = -1
	}
	paired, _ := Rate(2, meetings(nil, 0, 1, 50, 20, 30), RateOptions{})
	single, _ := Rate(2, alone, RateOptions{})
	wide, _ := paired.Difference(0, 1)
	narrow, _ := single.Difference(0, 1)
	near(t, "width", (wide.High-wide.Low)/(narrow.High-narrow.Low), math.Sqrt2, 0.02)
}

// TestRatePoints: at the estimate every player's points are what was expected.
func TestRatePoints(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for range 50 {
		s := tournament{white: r.NormFloat64() * 50, drawRate: r.Float64(), pairs: 1 + r.IntN(20)}
		for range 2 + r.IntN(6) {
			s.elo = append(s.elo, r.NormFloat64()*150)
		}
		games := s.play(r)
		p := newPool(len(s.elo), games, nil)
		p.lendDraws(p.reach())
		if err := p.fit(); err != nil {
			t.Fatal(err)
		}
		gradient, _ := p.information()
		for i := range s.elo {
			near(t, "points left over", gradient.AtVec(i)/winprob.Logit(1), 0, 1e-6)
		}
		shuffled, err := Rate(len(s.elo), games, RateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		again, err := Rate(len(s.elo), games, RateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "in another order", again.Players[0].Elo.Value, shuffled.Players[0].Elo.Value, 1e-6)
	}
}

func TestDrawChance(t *testing.T) {
	for _, e := range []float64{0.001, 0.2, 0.5, 0.83, 0.999} {
		for _, rate := range []float64{0.01, 0.3, 0.5, 0.9} {
			d := drawChance(e, rate)
			v := 2 * rate / (1 - rate)
			near(t, "Davidson's rule", d*d, v*v*(e-d/2)*(1-e-d/2), 1e-12)
		}
	}
	near(t, "equal players", drawChance(0.5, 0.37), 0.37, 1e-12)
	near(t, "independent halves", drawChance(0.7, 0.5), 2*0.7*0.3, 1e-12)
	near(t, "all that can be", drawChance(0.7, 1), 0.6, 1e-12)
}

func TestRateErrors(t *testing.T) {
	names := []string{"Ada", "Bob", "Cyd", "Dot"}
	for _, test := range []struct {
		name    string
		games   []Game
		anchors map[int]float64
		want    string
	}{
		{"two pools", []Game{{0, 1, 1, 0}, {2, 3, 0.5, 1}}, nil, "no games lead from Ada, Bob to Cyd, Dot"},
		{"no games", []Game{{0, 1, 1, 0}, {1, 2, 0.5, 1}}, nil, "to Dot"},
		{"number", []Game{{0, 4, 1, 0}}, nil, "game 0: players 0 and 4: there are 4"},
		{"itself", []Game{{0, 1, 1, 0}, {2, 2, 1, 0}}, nil, "game 1: Cyd against itself"},
		{"points", []Game{{0, 1, 2, 0}}, nil, "game 0: 2 points"},
		{"anchor", nil, map[int]float64{7: 100}, "anchor 7"},
		{"anchor's Elo", nil, map[int]float64{0: math.NaN()}, "anchor 0 at NaN"},
	} {
		_, err := Rate(4, test.games, RateOptions{Anchors: test.anchors, Names: names})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	two := []Game{{0, 1, 1, 0}, {1, 0, 1, 0}, {2, 3, 0.5, 1}}
	if _, err := Rate(4, two, RateOptions{Anchors: map[int]float64{0: 0, 2: 50}}); err != nil {
		t.Errorf("an anchor in each pool: %v", err)
	}
}

// TestRateExtremes: a player that wins or loses everything is rated and named, and nothing is
// NaN.
func TestRateExtremes(t *testing.T) {
	var sweep []Game
	for a := range 3 {
		for b := range a {
			sweep = meetings(sweep, a, b, 3, 4, 3)
		}
		sweep = meetings(sweep, 3, a, 10, 0, 0)
	}
	for _, test := range []struct {
		name      string
		players   int
		games     []Game
		anchors   map[int]float64
		unbounded []int
	}{
		{"nobody", 0, nil, nil, nil},
		{"one", 1, nil, nil, []int{0}},
		{"one game", 2, []Game{{0, 1, 1, 0}}, nil, []int{1, -1}},
		{"one draw", 2, []Game{{0, 1, 0.5, 0}}, nil, []int{0, 0}},
		{"White wins all", 2, []Game{{0, 1, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 1}, {1, 0, 1, 1}}, nil, []int{0, 0}},
		{"a sweep", 4, sweep, nil, []int{0, 0, 0, 1}},
		{"a chain", 3, meetings(meetings(nil, 0, 1, 5, 0, 0), 1, 2, 5, 0, 0), nil, []int{1, 0, -1}},
		{"an anchor that loses all", 4, sweep, map[int]float64{1: 500}, []int{0, 0, 0, 1}},
		{"an anchor that wins all", 2, meetings(nil, 0, 1, 9, 0, 0), map[int]float64{0: 1000}, []int{0, -1}},
		{"always White", 2, []Game{{0, 1, 1, 0}, {0, 1, 0, 1}, {0, 1, 1, 2}, {0, 1, 0.5, 3}}, nil, []int{0, 0}},
		{"the same pair again", 2, meetings(nil, 0, 1, 0, 50, 0), nil, []int{0, 0}},
	} {
		r, err := Rate(test.players, test.games, RateOptions{Anchors: test.anchors})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var unbounded []int
		for _, p := range r.Players {
			unbounded = append(unbounded, p.Unbounded)
			if math.IsNaN(p.Elo.Low) || math.IsNaN(p.Elo.High) || math.IsNaN(p.Elo.Value) || math.IsInf(p.Elo.Value, 0) {
				t.Errorf("%s: %+v", test.name, p)
			}
		}
		if !slices.Equal(unbounded, test.unbounded) {
			t.Errorf("%s: unbounded %v, want %v", test.name, unbounded, test.unbounded)
		}
		if math.IsNaN(r.WhiteAdvantage.Value) || math.IsNaN(r.WhiteAdvantage.Low) || math.IsNaN(r.DrawRate) {
			t.Errorf("%s: White %+v, draws %g", test.name, r.WhiteAdvantage, r.DrawRate)
		}
	}
}

func TestRateJSON(t *testing.T) {
	r, err := Rate(2, meetings(nil, 0, 1, 9, 0, 0), RateOptions{Names: []string{"new", "old"}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"high":null}`, `"unbounded":1`, `"white_advantage":{"value":`, `new, old: all points went one way`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

func BenchmarkRate(b *testing.B) {
	s := tournament{elo: []float64{150, 60, 0, -40, -170, 20, 90, -80}, white: 35, drawRate: 0.4, pairs: 200}
	games := s.play(rand.New(rand.NewPCG(6, 3)))
	b.ReportMetric(float64(len(games)), "games")
	for b.Loop() {
		if _, err := Rate(len(s.elo), games, RateOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
