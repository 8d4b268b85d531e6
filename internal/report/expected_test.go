package report

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// someCurves returns two curves that lie on the diagonal, and one that is flat.
func someCurves() []Curve {
	on, flat := Curve{Title: "phase 0 to 0.5", Note: "slope 1"}, Curve{Title: "phase 0.5 to 1"}
	for i := range 7 {
		e := 0.2 + 0.1*float64(i)
		on.Bins = append(on.Bins, CurveBin{N: 10, Predicted: e, Observed: e, Interval: 0.02})
		flat.Bins = append(flat.Bins, CurveBin{N: 10, Predicted: e, Observed: 0.5})
	}
	return []Curve{on, on, flat}
}

var somePoints = []LearningPoint{{1000, 0.07, 0.095, 0.09, 0.1}, {2000, 0.075, 0.09, 0.085, 0.095}, {4000, 0.078, 0.086, 0, 0}}

func TestExpectedFigures(t *testing.T) {
	rows := someRows(5000)
	rows.Expected = true
	for i := range rows.Label {
		rows.Label[i], rows.Predicted[i] = float64(i%3)/2, 0.5+0.3*math.Tanh(rows.Predicted[i]/200)
	}
	tests := []struct {
		name   string
		make   func() (*Figure, error)
		labels []string
	}{
		{"reliability", func() (*Figure, error) { return Reliability(someCurves(), Options{Note: "made up"}) },
			[]string{"Expected score against result", "made up", "expected score", "mean label", "phase 0 to 0.5", "slope 1", "0.2", "0.8"}},
		{"one curve", func() (*Figure, error) { return Reliability(someCurves()[2:], Options{}) }, []string{"phase 0.5 to 1"}},
		{"learning", func() (*Figure, error) { return LearningCurve("mean squared error", somePoints, Options{}) },
			[]string{"Learning curve", "mean squared error", "training rows", "1000", "4000"}},
		{"phase", func() (*Figure, error) { return ResidualByPhase(rows, Options{}) },
			[]string{"mean residual (expected score)", "residual (expected score, White-relative)"}},
		{"histogram", func() (*Figure, error) { return ResidualHistogram(rows, Options{}) },
			[]string{"residual (expected score, White-relative)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := must(t)(tt.make())
			written(t, f, "png")
			svg := written(t, f, "svg")
			found := texts(t, svg)
			for _, label := range tt.labels {
				if !contains(found, label) {
					t.Errorf("no text %q in the SVG; there are %q", label, found)
				}
			}
			if bytes.Contains(svg, []byte("NaN")) || strings.Contains(strings.Join(found, " "), "centipawn") {
				t.Errorf("NaN or centipawns in the SVG: %q", found)
			}
			if again := must(t)(tt.make()); !bytes.Equal(svg, written(t, again, "svg")) {
				t.Error("drawn twice, the SVG differs")
			}
		})
	}
}

// A calibrated curve is a diagonal, as wide as it is high; a flat one has no height.
func TestReliabilityPixels(t *testing.T) {
	curves := someCurves()
	for i := range curves[0].Bins {
		curves[0].Bins[i].Interval = 0
	}
	on := extent(pixels(t, must(t)(Reliability(curves[:1], Options{}))), blue)
	flat := extent(pixels(t, must(t)(Reliability(curves[2:], Options{}))), blue)
	ratio := float64(on.Dx()) / float64(on.Dy())
	if on.Empty() || ratio < 0.8 || ratio > 1.25 {
		t.Errorf("the calibrated curve takes %v", on)
	}
	if flat.Empty() || flat.Dy() > on.Dy()/5 || flat.Dx() < 4*flat.Dy() {
		t.Errorf("the flat curve takes %v", flat)
	}
}

func TestExpectedErrors(t *testing.T) {
	curve := func(b CurveBin) func() (*Figure, error) {
		return func() (*Figure, error) { return Reliability([]Curve{{Bins: []CurveBin{b}}}, Options{}) }
	}
	learning := func(points ...LearningPoint) func() (*Figure, error) {
		return func() (*Figure, error) { return LearningCurve("error", points, Options{}) }
	}
	scores := someRows(10)
	scores.Expected = true
	tests := []struct {
		name string
		make func() (*Figure, error)
		want string
	}{
		{"no curves", func() (*Figure, error) { return Reliability(nil, Options{}) }, "no rows"},
		{"a score above 1", curve(CurveBin{N: 1, Predicted: 0.5, Observed: 1.5}), "1.5 ± 0"},
		{"no number", curve(CurveBin{N: 1, Predicted: math.NaN()}), "NaN is predicted"},
		{"one point", learning(somePoints[0]), "two points"},
		{"rows that fall", learning(somePoints[1], somePoints[0]), "point 1"},
		{"an error that is not a number", learning(somePoints[0], LearningPoint{Rows: 5000, Test: math.Inf(1)}), "point 1"},
		{"density of expected scores", func() (*Figure, error) { return PredictedAgainstLabel(scores, Options{}) }, "want Reliability"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
}

// Expected scores have four decimals in tables.
func TestExpectedTables(t *testing.T) {
	rows := Rows{Expected: true, Label: []float64{1, 0, 0.5}, Predicted: []float64{0.75, 0.25, 0.5}, Phase: []float64{0.9, 0.9, 0.1}}
	table, err := ByPhase(rows, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(table.Cells()[0], " "), "1.00 to 0.50 2 0.5000 0.0000 0.2500 0.2500"; got != want {
		t.Errorf("row %s, want %s", got, want)
	}
}
