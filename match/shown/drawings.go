package shown

import (
	"math"

	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// mostDrawn is how many points a course has at most.
const mostDrawn = 300

// Drawings are the pictures of a match of two: Elo by pair and, of a test, its ratio.
func Drawings(f *match.Follower) []report.Drawing {
	course := f.Course(0)
	every := len(course)/mostDrawn + 1
	at := func(from int, value func(elo.Pentanomial) float64) []float64 {
		list := []float64{math.NaN()} // before the first pair
		for i, p := range course {
			v := math.NaN()
			if i >= from && (i%every == every-1 || i == len(course)-1) {
				v = value(p)
			}
			if math.IsInf(v, 0) {
				v = math.NaN()
			}
			list = append(list, v)
		}
		return list
	}
	var list []report.Drawing
	add := func(name, caption, value string, lines ...report.Course) {
		for _, v := range lines[0].Values {
			if !math.IsNaN(v) {
				list = append(list, report.Drawing{File: name, Caption: caption, Draw: func() (*report.Figure, error) {
					return report.Courses("pairs", value, []report.CoursePanel{{Courses: lines}}, report.Options{Title: value + " by pairs of games"})
				}})
				return
			}
		}
	}
	settled := len(course) / 8 // before it the band is wider than all that follows
	add("elo", "Elo by the number of pairs, with its 95 % band; the first eighth of the pairs is left out.", "Elo",
		report.Course{Name: "Elo", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.Value })},
		report.Course{Name: "97.5 %", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.High })},
		report.Course{Name: "2.5 %", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.Low })})
	if test := f.Test(); test != nil {
		state := test.State(elo.Pentanomial{})
		level := func(v float64) func(elo.Pentanomial) float64 { return func(elo.Pentanomial) float64 { return v } }
		add("llr", "Log likelihood ratio of the test, between the bounds at which it is decided.", "LLR",
			report.Course{Name: "LLR", Values: at(0, test.LLR)},
			report.Course{Name: "H1 accepted", Values: at(0, level(state.Upper))}, report.Course{Name: "H0 accepted", Values: at(0, level(state.Lower))})
	}
	return list
}
