package descent

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// viaJSON and viaGob write a state and read it back.
func viaJSON(t *testing.T, s State) (back State) {
	t.Helper()
	data, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func viaGob(t *testing.T, s State) (back State) {
	t.Helper()
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	if err == nil {
		err = gob.NewDecoder(&b).Decode(&back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestResume: from the state after any iteration to the same bytes.
func TestResume(t *testing.T) {
	for _, m := range methods {
		for _, boxed := range []bool{false, true} {
			for _, limit := range []int{0, 1} {
				for _, watched := range []bool{false, true} {
					if m == LevenbergMarquardt && limit == 1 {
						continue
					}
					o, low, high := bounded(12, 1)
					opt := Options{Method: m, MatrixLimit: limit, Rate: 0.1, Passes: 140, Tolerance: 1e-13}
					if boxed {
						opt.Low, opt.High = low, high
					}
					if watched {
						other := logistic(100, 12, 9)
						opt.Watch = func(w []float64) (float64, error) { return other.part(w, make([]float64, 12), 0, 100), nil }
						opt.Patience = 40
					}
					resume(t, o, opt)
					opt.Kinked = true
					resume(t, o, opt)
				}
			}
		}
	}
}

func resume(t *testing.T, o *rows, opt Options) {
	t.Helper()
	var states []State
	opt.Checkpoint = func(s State) error { states = append(states, s); return nil }
	start := make([]float64, o.Size())
	want := minimize(t, o, start, opt)
	if len(states) != want.Iterations+1 || len(states) < 4 {
		t.Fatalf("%v: %d states of %d iterations", opt.Method, len(states), want.Iterations)
	}
	all := states
	opt.Checkpoint = nil
	for i, s := range all {
		if len(all) > 30 && i%7 != 0 {
			continue
		}
		for _, back := range []State{viaJSON(t, s), viaGob(t, s)} {
			opt.Resume = &back
			got := minimize(t, o, nil, opt)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%v from iteration %d (−want +got):\n%s", opt.Method, i, d)
			}
		}
	}
}

// TestResumeTwice: a resumed run's states are those of the unbroken one.
func TestResumeTwice(t *testing.T) {
	for _, m := range methods {
		o := logistic(500, 12, 2)
		var whole, parts []State
		opt := Options{Method: m, Rate: 0.1, Passes: 50, Checkpoint: func(s State) error { whole = append(whole, s); return nil }}
		if m == Newton {
			opt.Passes = 500 // products count
		}
		minimize(t, o, make([]float64, 12), opt)
		opt.Checkpoint = func(s State) error { parts = append(parts, s); return nil }
		opt.Resume = &whole[2]
		minimize(t, o, nil, opt)
		if d := cmp.Diff(whole[3:], parts); d != "" {
			t.Errorf("%v (−unbroken +resumed):\n%s", m, d)
		}
	}
}

func TestResumeMismatch(t *testing.T) {
	o := logistic(100, 4, 2)
	var s State
	minimize(t, o, make([]float64, 4), Options{Checkpoint: func(x State) error { s = x; return nil }})
	for _, c := range []struct {
		what   string
		f      Objective
		method Method
		word   string
	}{
		{"size", logistic(100, 5, 2), LBFGS, "4 weights"},
		{"method", o, Adam, "same method"},
	} {
		_, err := Minimize(t.Context(), c.f, nil, Options{Method: c.method, Resume: &s})
		if err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: error %v", c.what, err)
		}
	}
}

// TestInterrupt: cancelled before any pass, a run returns the best weights so far.
func TestInterrupt(t *testing.T) {
	for _, m := range methods {
		for at := 1; at <= 6; at++ {
			o := logistic(500, 8, 1)
			ctx, cancel := context.WithCancel(t.Context())
			pass, last := 0, math.NaN()
			o.hook = func() error {
				if pass++; pass == at {
					cancel()
					return ctx.Err()
				}
				return nil
			}
			res, err := Minimize(ctx, o, make([]float64, 8), Options{Method: m, Tolerance: 1e-30, Rate: 0.1,
				Report: func(s Step) { last = min(s.F, orInf(last)) }})
			if err != nil || res.Reason != Interrupted {
				t.Fatalf("%v at pass %d: %v, %v", m, at, res, err)
			}
			if got := res.F; got != last && !(math.IsNaN(got) && at == 1) {
				t.Errorf("%v at pass %d: f = %v, best was %v", m, at, got, last)
			}
			if f := o.part(res.Weights, make([]float64, 8), 0, 500); at > 1 && f != res.F {
				t.Errorf("%v at pass %d: f of the weights is %v, stated %v", m, at, f, res.F)
			}
			cancel()
		}
	}
}

func orInf(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// TestErrors: what the objective and the callbacks return ends the run.
func TestErrors(t *testing.T) {
	boom := errors.New("boom")
	for _, m := range methods {
		for _, c := range []struct {
			what string
			set  func(o *rows, opt *Options)
		}{
			{"pass", func(o *rows, _ *Options) {
				n := 0
				o.hook = func() error {
					if n++; n == 3 {
						return boom
					}
					return nil
				}
			}},
			{"checkpoint", func(_ *rows, opt *Options) { opt.Checkpoint = func(State) error { return boom } }},
			{"watch", func(_ *rows, opt *Options) { opt.Watch = func([]float64) (float64, error) { return 0, boom } }},
		} {
			o, opt := logistic(100, 4, 1), Options{Method: m}
			c.set(o, &opt)
			if _, err := Minimize(t.Context(), o, make([]float64, 4), opt); !errors.Is(err, boom) {
				t.Errorf("%v, %s: error %v", m, c.what, err)
			}
		}
	}
}
