package report

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestCourses(t *testing.T) {
	panels := []CoursePanel{
		{"middlegame", []Course{{"pawn", []float64{20, 60, 80}}, {"queen", []float64{400, math.NaN(), 1000}}}},
		{"endgame", []Course{{"pawn", []float64{30, 90, 100}}, {"queen", []float64{100, 800, 950}}}},
	}
	figure, err := Courses("iteration", "centipawns", panels, Options{Title: "Values"})
	if err != nil {
		t.Fatal(err)
	}
	var first, again bytes.Buffer
	if err := figure.Write(&first, "svg"); err != nil {
		t.Fatal(err)
	}
	if err := figure.Write(&again, "svg"); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Errorf("drawn twice: other bytes, %v", err)
	}
	for _, text := range []string{"middlegame", "endgame", "pawn", "queen", "iteration", "centipawns", "Values"} {
		if !strings.Contains(first.String(), text) {
			t.Errorf("the picture does not say %s", text)
		}
	}
}

func TestCoursesOfOneStep(t *testing.T) {
	figure, err := Courses("iteration", "centipawns", []CoursePanel{{"endgame", []Course{{"pawn", []float64{94}}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := figure.Write(&out, "png"); err != nil || out.Len() == 0 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
}

func TestCoursesRefused(t *testing.T) {
	for name, values := range map[string][]float64{"nothing": nil, "unknown": {math.NaN()}, "infinite": {1, math.Inf(1)}} {
		if _, err := Courses("iteration", "centipawns", []CoursePanel{{"", []Course{{"pawn", values}}}}, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
