package descent

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

var errEnough = errors.New("enough")

// stateAfter returns the state of a method after some iterations, as JSON.
func stateAfter(f *testing.F, m Method, iterations int) []byte {
	o, low, high := bounded(4, 1)
	var text []byte
	opt := Options{Method: m, Low: low, High: high, Checkpoint: func(s State) (err error) {
		if text, err = json.Marshal(s); err == nil && s.Iteration >= iterations {
			err = errEnough
		}
		return err
	}}
	if _, err := Minimize(context.Background(), o, make([]float64, 4), opt); err != nil && !errors.Is(err, errEnough) {
		f.Fatal(err)
	}
	return text
}

// FuzzResume goes on from states that somebody has changed: with an error, or to weights
// that are finite and within the bounds.
func FuzzResume(f *testing.F) {
	for _, m := range methods {
		for _, n := range []int{0, 1, 5} {
			f.Add(stateAfter(f, m, n))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s State
		if len(text) > 1<<14 || json.Unmarshal(text, &s) != nil {
			return
		}
		o, low, high := bounded(4, 1)
		n := 0
		opt := Options{Method: s.Method, Low: low, High: high, Resume: &s, Passes: 200, Checkpoint: func(State) error {
			if n++; n > 20 {
				return errEnough
			}
			return nil
		}}
		res, err := Minimize(context.Background(), o, nil, opt)
		if err != nil {
			return
		}
		if !finite(0, res.Weights) || slices.ContainsFunc([]int{0, 1, 2, 3}, func(j int) bool { return res.Weights[j] < low[j] || res.Weights[j] > high[j] }) {
			t.Errorf("weights %v, bounds %v to %v", res.Weights, low, high)
		}
	})
}
