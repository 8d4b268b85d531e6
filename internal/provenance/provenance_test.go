package provenance

import "testing"

// TestWords: every reason has words of its own; an unknown one is printed as it stands.
func TestWords(t *testing.T) {
	seen := make(map[string]Reason)
	for _, r := range []Reason{Tolerance, PassLimit, Interrupted, Early, Settled, Stalled} {
		words := r.Words()
		if other, twice := seen[words]; twice || words == string(r) {
			t.Errorf("%q: words %q, and %q has %q", r, words, other, words)
		}
		seen[words] = r
	}
	if got := Reason("boredom").Words(); got != "boredom" {
		t.Errorf("an unknown reason is %q", got)
	}
}

func TestRounding(t *testing.T) {
	for _, tt := range []struct {
		r    *Rounding
		want string
	}{
		{nil, ""},
		{&Rounding{Weights: 1200, TrainChange: 1e-5, Signs: 0.001}, "1,200 weights to whole centipawns: training loss +0.0010 %, sign of the evaluation changed in 0.100 % of the rows"},
		{&Rounding{Weights: 1, TestChange: -2e-5}, "1 weights to whole centipawns: training loss +0.0000 %, test loss -0.0020 %, sign of the evaluation changed in 0.000 % of the rows"},
	} {
		if got := tt.r.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
