package progress

import (
	"io"
	"testing"
)

// TestStages: a stage has one meter, another stage a new one, and so has a stage after Done.
func TestStages(t *testing.T) {
	s := Stages{W: io.Discard}
	var meters []*Meter
	for _, at := range []struct {
		stage string
		done  bool
	}{{"reading", false}, {"reading", false}, {"fitting", true}, {"fitting", false}} {
		s.At(at.stage, 1, 10, "a loss")
		if n := len(meters); n == 0 || meters[n-1] != s.meter {
			meters = append(meters, s.meter)
		}
		if at.done {
			s.Done()
		}
	}
	if len(meters) != 3 || meters[0].what != "reading" || meters[2].what != "fitting" || meters[2].note != "a loss" {
		t.Errorf("%d meters", len(meters))
	}
	s.Done()
	s.Done()
}
