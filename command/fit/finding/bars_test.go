package finding

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/weights"
)

// TestTableBars: a piece-square table is two bars for each half, any other weight is one.
func TestTableBars(t *testing.T) {
	f := &weights.File{Set: "s", Terms: []weights.Term{{Name: "tempo", Value: weights.Weight{Value: 12, StdErr: 1}}}}
	for i := range 64 {
		term := weights.Term{Name: fmt.Sprintf("pst.queen.%c%c", 'a'+i%8, '1'+i/8), Tapered: true}
		term.MG.Value, term.EG.Value = 1000+10*float64(i%2), 900
		if i >= 56 {
			term.MG.Value = 5000 // ranks 1 and 8 do not count
		}
		f.Terms = append(f.Terms, term)
	}
	want := []struct {
		name  string
		value float64
	}{{"tempo", 12}, {"pst.queen.mg mean", 1005}, {"pst.queen.mg spread", 5}, {"pst.queen.eg mean", 900}, {"pst.queen.eg spread", 0}}
	got := bars(f)
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for i, w := range want {
		if b := got[i]; b.Name != w.name || math.Abs(b.Value-w.value) > 1e-9 || (b.Interval > 0) != (i == 0) {
			t.Errorf("%+v, want %v", b, w)
		}
	}
}

// TestRanOff: weights that no picture can hold are an error that names one and says what to pass; an
// error bar that none can hold is left out.
func TestRanOff(t *testing.T) {
	f := &Finding{Options: &settings.Options{}, File: &weights.File{Set: "s", Terms: []weights.Term{
		{Name: "a", Value: weights.Weight{Value: 12, StdErr: 1e12, DF: 5}}, {Name: "b", Value: weights.Weight{Value: 3}},
	}}}
	if err := f.ranOff(); err != nil || bars(f.File)[0].Interval != 0 {
		t.Errorf("%v, %+v", err, bars(f.File))
	}
	f.File.Terms[1].Value.Value = -4e10
	if err := f.ranOff(); err == nil || !strings.Contains(err.Error(), "1 of 2 weights ran off to infinity, such as b = -4e+10") || !strings.Contains(err.Error(), "-prior") {
		t.Error(err)
	}
}
