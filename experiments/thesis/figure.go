package thesis

import (
	"math"

	"example.org/centipawn/internal/report"
)

// byChance are the variants by how many fifths of the moves of their games another search plays.
var byChance = [...]string{baseline, "MCC-SR-PR-20", "MCC-SR-PR-40", "MCC-SR-PR-60", "MCC-SR-PR-80", reference}

// draw adds the picture of what an iteration costs, by table 16.
func (r *Result) draw(page *report.Page, folder string) error {
	if len(r.Speeds) == 0 {
		return nil
	}
	paper, here := report.Course{Name: "the thesis"}, report.Course{Name: "here"}
	for _, name := range byChance {
		paper.Values = append(paper.Values, 1000*trapSeconds/float64(paperSpeeds[name][0]))
		here.Values = append(here.Values, r.cost(name))
	}
	figure, err := report.Courses("fifths of the moves that a search plays", "milliseconds an iteration",
		[]report.CoursePanel{{Title: "table 16", Courses: []report.Course{paper, here}}}, report.Options{Title: "What an iteration costs in Légal's trap"})
	if err != nil {
		return err
	}
	return page.Add(folder, "figure-7", "The position of the thesis's figure 7: milliseconds of processor time an iteration takes, by how many of the moves of its games another search plays.", figure)
}

// cost returns the milliseconds of an iteration of a variant; NaN if it was not measured.
func (r *Result) cost(name string) float64 {
	for i := range r.Speeds {
		if s := &r.Speeds[i]; s.Player == name && s.Iterations > 0 {
			return 1000 * s.Seconds / float64(s.Iterations)
		}
	}
	return math.NaN()
}
