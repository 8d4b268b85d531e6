package fit

import (
	"testing"

	"example.org/centipawn/fit/sparse"
)

// TestLosses checks that every registered loss of expected scores has its name in
// options, and that the constants stand in the order of the registry.
func TestLosses(t *testing.T) {
	for _, want := range sparse.Losses {
		var l Loss
		if err := l.UnmarshalText([]byte(want.Name)); err != nil {
			t.Fatal(err)
		}
		if l.ofScores() != want || !l.Expected() || l.String() != want.Name {
			t.Errorf("%s is loss %d, which is %v", want.Name, l, l.ofScores())
		}
	}
	if Squared.Expected() || Huber.Expected() || Sigmoid.ofScores() != sparse.Sigmoid || CrossEntropy.ofScores() != sparse.CrossEntropy {
		t.Error("the constants are not in the order of the registry")
	}
	if Loss(len(lossNames)).Expected() {
		t.Error("a loss beyond the registry is one of expected scores")
	}
}

// TestLossMeasure checks which metric is that of a loss.
func TestLossMeasure(t *testing.T) {
	m := &Metrics{MSE: 1, LogLoss: 2, MSEInterval: new(Interval)}
	for loss, want := range map[Loss]float64{Squared: 1, Huber: 1, Sigmoid: 1, CrossEntropy: 2} {
		if v, in, label := loss.Measure(m); v != want || (in == nil) != (want == 2) || label == "" {
			t.Errorf("%v: %v, interval %v, %q", loss, v, in, label)
		}
	}
}
