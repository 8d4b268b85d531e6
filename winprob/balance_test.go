package winprob

import (
	"math"
	"testing"
)

// TestFactors: weighted with its factors a mix has the balance, and its rows with
// a result weigh 1 on average.
func TestFactors(t *testing.T) {
	mix := Mix{{50, 10, 80, 10}, {0, 300, 200, 500}, {7, 0, 0, 0}, {0, 0, 60, 40}}
	for _, tt := range []struct {
		name            string
		results, phases string
		bins            [PhaseBins]float64 // rows with a result, weighted
		draws           [PhaseBins]float64 // share of these
	}{
		{"as it is", "", "", [4]float64{100, 1000, 0, 100}, [4]float64{0.8, 0.2, 0, 0.6}},
		{"results", "30/40/30", "", [4]float64{100, 1000, 0, 100}, [4]float64{0.4, 0.4, 0, 4.0 / 7}}, // 40 of 40 + 30: Black has no win
		{"phases", "", "25/25/25/25", [4]float64{400, 400, 0, 400}, [4]float64{0.8, 0.2, 0, 0.6}},
		{"both", "1/2/1", "1/2/9/1", [4]float64{300, 600, 0, 300}, [4]float64{0.5, 0.5, 0, 2.0 / 3}},
		{"what does not occur", "0/0/1", "", [4]float64{100, 1000, 0, 100}, [4]float64{0, 0, 0, 0.6}},
	} {
		var b Balance
		if tt.results != "" {
			if err := b.ParseResults(tt.results); err != nil {
				t.Fatal(err)
			}
		}
		if tt.phases != "" {
			if err := b.ParsePhases(tt.phases); err != nil {
				t.Fatal(err)
			}
		}
		f, c := b.Factors(&mix), b.Chances(&mix)
		for bin := range mix {
			sum := 0.0
			for r := 1; r < 4; r++ {
				sum += f[bin][r] * mix[bin][r]
				if c[bin][r] < 0 || c[bin][r] > 1 || mix[bin][r] > 0 && c[bin][r]*f[bin][1] != 0 && math.Abs(c[bin][r]*f[bin][1]-c[bin][1]*f[bin][r]) > 1e-12 {
					t.Errorf("%s: bin %d: chances %v are not those of the factors %v", tt.name, bin, c[bin], f[bin])
				}
			}
			if math.Abs(sum-tt.bins[bin]) > 1e-9 {
				t.Errorf("%s: bin %d weighs %v, want %v", tt.name, bin, sum, tt.bins[bin])
			}
			if draws := f[bin][2] * mix[bin][2]; math.Abs(draws-tt.draws[bin]*sum) > 1e-9 {
				t.Errorf("%s: bin %d: draws weigh %v of %v, want a share of %v", tt.name, bin, draws, sum, tt.draws[bin])
			}
			if f[bin][0] != 1 || c[bin][0] != 1 {
				t.Errorf("%s: bin %d: rows without a result are weighed %v, kept with %v", tt.name, bin, f[bin][0], c[bin][0])
			}
		}
	}
}

func TestParseShares(t *testing.T) {
	var b Balance
	if !b.IsZero() || b.String() != "" {
		t.Errorf("zero: %v", b)
	}
	if b.ParseResults("30/40/30") != nil || b.ParsePhases("1/2/3/4") != nil || b.String() != "30/40/30, phases 1/2/3/4" {
		t.Errorf("got %v", b)
	}
	for _, text := range []string{"", "30/40", "30/40/30/0", "0/0/0", "-1/2/3", "a/b/c", "NaN/1/1", "Inf/1/1"} {
		if err := new(Balance).ParseResults(text); err == nil || err.Error() != `"`+text+`": want 3 shares, such as 30/40/30` {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := new(Balance).ParsePhases("1"); err == nil || err.Error() != `"1": want 4 shares, such as 25/25/25/25` {
		t.Errorf("phases: %v", err)
	}
}

func TestPhaseBin(t *testing.T) {
	for phase, want := range map[float64]int{0: 0, 0.24: 0, 0.25: 1, 0.5: 2, 0.75: 3, 1: 3} {
		if got := PhaseBin(phase); got != want {
			t.Errorf("phase %v: bin %d, want %d", phase, got, want)
		}
	}
}

// FuzzParseShares: what is read is written and read again to the same shares.
func FuzzParseShares(f *testing.F) {
	for _, text := range []string{"30/40/30", "0/0/1", "1e-3/2/.5", "1/2", "-1/1/1", "NaN/1/1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b, again Balance
		if b.ParseResults(text) != nil {
			return
		}
		if err := again.ParseResults(b.String()); err != nil || again != b {
			t.Errorf("%q: %v, then %v, %v", text, b, again, err)
		}
	})
}
