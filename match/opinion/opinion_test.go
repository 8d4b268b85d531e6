package opinion

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

func TestJudge(t *testing.T) {
	test := func(low, high float64, d elo.Decision) *elo.State {
		return &elo.State{SPRT: elo.SPRT{Model: elo.Logistic, Elo0: low, Elo1: high}, Decision: d}
	}
	between := func(low, value, high float64) elo.Estimate {
		return elo.Estimate{Games: 100, Pairs: 50, Elo: elo.Interval{Value: value, Low: low, High: high}}
	}
	const played = match.AllPlayed
	tests := []struct {
		name     string
		estimate elo.Estimate
		test     *elo.State
		stop     match.Stop
		want     string // the verdict
		next     string // in what is to be done
	}{
		{"nothing yet", elo.Estimate{}, nil, played, "No pair of games is finished.", "Play on"},
		{"better", between(3, 8.25, 13), nil, played, "A is better than B, by +8.2 (95 %: +3.0 to +13.0) Elo.", "Take A"},
		{"worse", between(-13, -8, -3), nil, played, "A is worse than B, by +8.0 (95 %: +3.0 to +13.0) Elo.", "Keep B"},
		{"open", between(-3, 8, 19), nil, played, "A and B cannot be distinguished: +8.0 (95 %: -3.0 to +19.0) Elo.", "about 190 in all"},
		{"open, and hardly a difference", between(-9, 0.1, 9), nil, played, "A and B cannot be distinguished: +0.1 (95 %: -9.0 to +9.0) Elo.", "±2 Elo"},
		{"open, and no difference", between(-1.5, 0.1, 1.5), nil, played, "A and B cannot be distinguished: +0.1 (95 %: -1.5 to +1.5) Elo.", "Stop here: whatever the difference is, it is below 1.6 Elo."},
		{"won, and too few", between(-9, math.Inf(1), math.Inf(1)), nil, played, "A and B cannot be distinguished: +inf (95 %: -9.0 to +inf) Elo.", "too few for an interval"},
		{"ten even pairs", elo.Of(elo.Pentanomial{2: 10}), nil, played, "A and B cannot be distinguished: ", "Play more games"},
		{"alike", between(-10, 0, 10), nil, match.Alike, "A and B play alike: the games cannot distinguish them.", "same player"},
		{"alike, under a test", between(-10, 0, 10), test(0, 5, elo.Undecided), match.Alike, "A and B play alike: the games cannot distinguish them.", "same player"},
		{"repeats", between(3, 8, 13), nil, match.Repeating, "The games repeat: ", "more openings"},
		{"repeats, under a test", between(3, 8, 13), test(0, 5, elo.Undecided), match.Repeating, "The games repeat: ", "more openings"},
		{"all won", between(20, math.Inf(1), math.Inf(1)), nil, played, "A is better than B, by +inf (95 %: +20.0 to +inf) Elo.", "Take A"},
		{"H1", between(-1, 8, 19), test(0, 5, elo.AcceptH1), match.Decided, "A is better than B: H1, by 5 Elo rather than by 0.", "longer limit"},
		{"H0", between(-1, 8, 19), test(0, 5, elo.AcceptH0), match.Decided, "A is not better than B: H0, not by 5 Elo rather than by 0.", "Keep B"},
		{"H1 of no regression", between(-1, 8, 19), test(-5, 0, elo.AcceptH1), match.Decided, "A is not worse than B: H1, by 0 Elo rather than by -5.", "Take A"},
		{"H0 of no regression", between(-1, 8, 19), test(-5, 0, elo.AcceptH0), match.Decided, "A is worse than B: H0, not by 0 Elo rather than by -5.", "Keep B"},
		{"undecided", between(3, 8, 19), test(0, 5, elo.Undecided), played, "The test is undecided: whether A is stronger by 5 Elo rather than by 0 is not known.", "same bounds"},
		{"stopped while ahead", between(3, 8, 13), nil, match.Interrupted, "Stopped before the end: for A +8.0 (95 %: +3.0 to +13.0) Elo so far, and no verdict.", "Play on: the same command goes on."},
		{"stopped before a test's end", between(3, 8, 13), test(0, 5, elo.Undecided), match.Interrupted, "Stopped before the end: ", "Play on: the same command goes on."},
		{"stopped before a pair", elo.Estimate{}, nil, match.Interrupted, "Stopped before a pair of games was finished.", "Play on: the same command goes on."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := judge("A", "B", tt.estimate, tt.test, tt.stop)
			if !strings.HasPrefix(got.Verdict, tt.want) || !strings.Contains(got.Next, tt.next) {
				t.Errorf("got  %s\n     %s\nwant %s\n     … %s …", got.Verdict, got.Next, tt.want, tt.next)
			}
		})
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

// TestPlaceNotCompared: of a rung that the games do not compare with the player no likelihood gets.
func TestPlaceNotCompared(t *testing.T) {
	games := []elo.Game{{White: 0, Black: 1, Points: 1}, {White: 1, Black: 0, Points: 0}, {White: 2, Black: 1, Points: 1, Pair: 1}}
	r, err := elo.Rate(3, games, elo.RateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := place([]string{"we", "low", "high"}, r)
	if !strings.HasSuffix(o.Verdict, " (95 %: -inf to +inf) Elo above high.") {
		t.Errorf("%q", o.Verdict)
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

// TestInterruptedAhead: a match that somebody has stopped when its score looked good
// gives no advice to take anybody.
func TestInterruptedAhead(t *testing.T) {
	won := elo.Pentanomial{0, 0, 0, 10, 30}
	r := &match.Result{Stop: match.Interrupted, Progress: match.Progress{
		Games: 80, Pairs: 40, Players: []match.Player{{Name: "we"}, {Name: "you"}},
		Pairings: []match.Pairing{{First: "we", Second: "you", Pentanomial: won, Estimate: elo.Of(won)}},
	}}
	for dir, want := range map[string]string{"": "Play again with -o DIR", "run": "Play on: the same command goes on."} {
		r.Dir = dir
		o := Of(r, false)
		if strings.Contains(o.Next, "Take") || !strings.HasPrefix(o.Next, want) {
			t.Errorf("next %q, want %s", o.Next, want)
		}
	}
}
