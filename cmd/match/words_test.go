package main

import (
	"math"
	"strings"
	"testing"

	"centipawn/match/elo"
	"centipawn/match/play"
)

func TestJudge(t *testing.T) {
	test := func(low, high float64, d elo.Decision) *elo.State {
		return &elo.State{SPRT: elo.SPRT{Model: elo.Logistic, Elo0: low, Elo1: high}, Decision: d}
	}
	between := func(low, value, high float64) elo.Estimate {
		return elo.Estimate{Games: 100, Pairs: 50, Elo: elo.Interval{Value: value, Low: low, High: high}}
	}
	alike := between(-10, 0, 10)
	alike.ZeroVariance = true
	tests := []struct {
		name     string
		estimate elo.Estimate
		test     *elo.State
		want     string // the verdict
		next     string // in what is to be done
	}{
		{"nothing yet", elo.Estimate{}, nil, "No pair of games is finished.", "Play on"},
		{"better", between(3, 8.25, 13), nil, "A is better than B, by +8.2 (95 %: +3.0 to +13.0) Elo.", "Take A"},
		{"worse", between(-13, -8, -3), nil, "A is worse than B, by +8.0 (95 %: +3.0 to +13.0) Elo.", "Keep B"},
		{"open", between(-3, 8, 19), nil, "A and B are not told apart: +8.0 (95 %: -3.0 to +19.0) Elo.", "about 190 in all"},
		{"open, and hardly a difference", between(-9, 0.1, 9), nil, "A and B are not told apart: +0.1 (95 %: -9.0 to +9.0) Elo.", "±2 Elo"},
		{"won, and too few", between(-9, math.Inf(1), math.Inf(1)), nil, "A and B are not told apart: +inf (95 %: -9.0 to +inf) Elo.", "no interval"},
		{"alike", alike, nil, "A and B play alike: every pair has ended evenly.", "same player"},
		{"all won", between(20, math.Inf(1), math.Inf(1)), nil, "A is better than B, by +inf (95 %: +20.0 to +inf) Elo.", "Take A"},
		{"H1", between(-1, 8, 19), test(0, 5, elo.AcceptH1), "A is better than B: H1, by 5 Elo rather than by 0.", "longer limit"},
		{"H0", between(-1, 8, 19), test(0, 5, elo.AcceptH0), "A is not better than B: H0, not by 5 Elo rather than by 0.", "Keep B"},
		{"H1 of no regression", between(-1, 8, 19), test(-5, 0, elo.AcceptH1), "A is not worse than B: H1, by 0 Elo rather than by -5.", "Take A"},
		{"H0 of no regression", between(-1, 8, 19), test(-5, 0, elo.AcceptH0), "A is worse than B: H0, not by 0 Elo rather than by -5.", "Keep B"},
		{"undecided", between(3, 8, 19), test(0, 5, elo.Undecided), "The test is undecided: whether A is stronger by 5 Elo rather than by 0 is not known.", "same bounds"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := judge("A", "B", tt.estimate, tt.test)
			if got.Verdict != tt.want || !strings.Contains(got.Next, tt.next) {
				t.Errorf("got  %s\n     %s\nwant %s\n     … %s …", got.Verdict, got.Next, tt.want, tt.next)
			}
		})
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -123: "-123", -1234: "-1,234"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %s, want %s", n, got, want)
		}
	}
}

// TestLimitOf: the first limit that says something holds, and without any the default.
func TestLimitOf(t *testing.T) {
	none, few, deep := play.Limit{}, play.Limit{Nodes: 10}, play.Limit{Depth: 3}
	tests := []struct {
		name   string
		limits []play.Limit
		want   play.Limit
	}{
		{"the side's own", []play.Limit{few, deep}, few},
		{"the common one", []play.Limit{none, deep}, deep},
		{"none", []play.Limit{none, none}, play.Limit{Nodes: defaultNodes}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := limitOf(discard, tt.limits...)
			if err != nil || got != tt.want {
				t.Errorf("got %v, error %v; want %v", got, err, tt.want)
			}
		})
	}
	if _, err := limitOf(discard, play.Limit{Depth: -1}); err == nil {
		t.Error("a depth of -1 passes")
	}
}

func TestPlace(t *testing.T) {
	names := []string{"we", "low", "middle", "high"}
	tests := []struct {
		name     string
		strength [4]int
		words    []string
	}{
		{"between", [4]int{3, 1, 2, 4}, []string{"we stands ", " above middle", " below high"}},
		{"above all", [4]int{4, 1, 2, 3}, []string{" above high", "on one side"}},
		{"below all", [4]int{0, 1, 2, 3}, []string{" below low", "on one side"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := place(names, rated(t, tt.strength[:]))
			for _, want := range tt.words {
				if got := o.Verdict + " " + o.Next; !strings.Contains(got, want) {
					t.Errorf("%q is not in %q", want, got)
				}
			}
		})
	}
}

// rated returns the ratings of players of whom the stronger has won a pair against each
// weaker one and drawn another.
func rated(t *testing.T, strength []int) *elo.Ratings {
	t.Helper()
	var games []elo.Game
	for i := range strength {
		for j := range strength {
			if strength[i] > strength[j] {
				won, drawn := len(games), len(games)+1
				games = append(games, elo.Game{White: i, Black: j, Points: 1, Pair: won}, elo.Game{White: j, Black: i, Points: 0, Pair: won},
					elo.Game{White: i, Black: j, Points: 0.5, Pair: drawn}, elo.Game{White: j, Black: i, Points: 0.5, Pair: drawn})
			}
		}
	}
	r, err := elo.Rate(len(strength), games, elo.RateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
