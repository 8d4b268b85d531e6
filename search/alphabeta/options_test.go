package alphabeta

import (
	"strings"
	"testing"
)

// TestSettings: every setting can be set to its ends and no further, and changes
// the options.
func TestSettings(t *testing.T) {
	for _, s := range Settings() {
		if s.Name == "" || s.Doc == "" || s.Min > s.Default || s.Default > s.Max {
			t.Errorf("incomplete setting: %+v", s)
		}
		for _, n := range []int{s.Min - 1, s.Max + 1} {
			var o Options
			if err := o.Set(s.Name, n); err == nil || !strings.Contains(err.Error(), s.Name) || o != (Options{}) {
				t.Errorf("Set(%s, %d): error %v, options %+v; want an error that names it, and no change", s.Name, n, err, o)
			}
		}
		low, high := Options{}, Options{}
		if err := low.Set(strings.ToLower(s.Name), s.Min); err != nil {
			t.Errorf("Set(%s, %d): %v", s.Name, s.Min, err)
		}
		if err := high.Set(strings.ToUpper(s.Name), s.Max); err != nil {
			t.Errorf("Set(%s, %d): %v", s.Name, s.Max, err)
		}
		if low == high {
			t.Errorf("%s: %d and %d are the same", s.Name, s.Min, s.Max)
		}
	}
	var o Options
	if err := o.Set("Magic", 1); err == nil {
		t.Error("an unknown setting is accepted")
	}
}

func TestTechniques(t *testing.T) {
	var o Options
	for _, s := range Settings() {
		if s.Technique == 0 {
			continue
		}
		if err := o.Set(s.Name, 0); err != nil || o.Off&s.Technique == 0 {
			t.Errorf("%s off: %v, %b", s.Name, err, o.Off)
		}
	}
	if o.Off != lastTechnique<<1-1 {
		t.Errorf("all off is %b: a technique is missing in the table", o.Off)
	}
	if err := o.Set("nullmove", 1); err != nil || o.Off&NullMove != 0 {
		t.Errorf("null move on: %v, %b", err, o.Off)
	}
}

// TestFilled: zeros are defaults, what is out of range is brought to its end.
func TestFilled(t *testing.T) {
	if got, want := (Options{}).filled(), (Options{Hash: 16, Threads: 1, MultiPV: 1}); got != want {
		t.Errorf("filled = %+v, want %+v", got, want)
	}
	got := Options{Hash: 1 << 30, Threads: -4, MultiPV: 3, Off: SEE}.filled()
	if want := (Options{Hash: settings[0].Max, Threads: 1, MultiPV: 3, Off: SEE}); got != want {
		t.Errorf("filled = %+v, want %+v", got, want)
	}
}
