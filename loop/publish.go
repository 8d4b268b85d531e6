package loop

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/pages"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
)

// publish writes what is known after some iterations: the best weights, pictures and
// a page. All of it follows from the iterations' own files.
func (r *run) publish() error {
	done := r.done
	first, err := weights.Read(r.weightsOf(0))
	if err != nil {
		return err
	}
	best, err := weights.Read(r.weightsOf(done[len(done)-1].Best))
	if err != nil {
		return err
	}
	if err := best.Write(filepath.Join(r.opt.Dir, bestName)); err != nil {
		return err
	}
	page := &report.Page{Title: "Learning " + r.opt.Set.Name() + " from games of its own", Summary: r.summary(done)}
	table, err := iterationTable(done)
	if err != nil {
		return err
	}
	page.Tables = append(page.Tables, table)
	if err := page.Draw(r.opt.Dir, drawings(Values(first), done)...); err != nil {
		return err
	}
	r.shown = len(done)
	if err := page.WriteNumbers(r.opt.Dir, done); err != nil {
		return err
	}
	return StandingOf(r.opt.Set.Name(), Values(first), done).File(page.Title, page.Summary).Write(filepath.Join(r.opt.Dir, report.PageName))
}

// File is the workbench's page of the run as one file. Text is shown below it.
func (st *Standing) File(title, text string) *pages.File {
	return &pages.File{
		Name: "loop", Title: title, Text: text,
		Answers: map[string]any{"/api/items": pages.Items(st.Label, "run"), "/api/loop": st},
	}
}

// summary says in words what the run is.
func (r *run) summary(done []*Metrics) string {
	o, k := &r.opt, fmt.Sprintf("K %.4g", r.opt.K)
	if o.K < 0 {
		k = "K fitted"
	}
	text := fmt.Sprintf("%d games an iteration, %v a move; a window of %d; weights from %s; %s.",
		o.Games, o.Limit, o.Window, filepath.Base(o.Init), k)
	if o.From != nil {
		text = fmt.Sprintf("One iteration on given positions; weights from %s; %s.", filepath.Base(o.Init), k)
	}
	if !o.Balance.IsZero() {
		text += fmt.Sprintf(" Losses are at the K at which weights predict the natural mix of results, %.4g for the last.", done[len(done)-1].K)
	}
	if !o.onlyResults() {
		text += " Fitted to " + strings.Join(o.objectives(), ", then to ") + "."
	}
	return text + "\n\nLosses of different iterations are of different games: only those of one row are to be compared."
}

// drawings are the pictures of a run: the piece values by iteration, figure 2 of
// the Lishex paper, and the losses.
func drawings(first []Value, done []*Metrics) []report.Drawing {
	var list []report.Drawing
	if len(first) > 0 {
		list = append(list, report.Drawing{File: "material", Caption: "Piece values by iteration; 0 is the beginning.", Draw: func() (*report.Figure, error) {
			return report.Courses("iteration", "centipawns", valueCourses(first, done), report.Options{Title: "Piece values"})
		}})
	}
	if !slices.ContainsFunc(done, func(m *Metrics) bool { found, _ := m.Loss(); return !math.IsNaN(found) }) {
		return list
	}
	caption, axis := "Mean squared error of the expected score on games held out.", "mean squared error"
	if done[0].Choice != nil {
		caption, axis = "Cross entropy of the choice among moves on games held out.", "cross entropy"
	}
	return append(list, report.Drawing{File: "loss", Caption: caption, Draw: func() (*report.Figure, error) {
		return report.Courses("iteration", axis, lossCourses(done), report.Options{Title: "Loss on games held out"})
	}})
}

// valueCourses returns the values by iteration, middlegame and endgame.
func valueCourses(first []Value, done []*Metrics) []report.CoursePanel {
	mg, eg := report.CoursePanel{Title: "middlegame"}, report.CoursePanel{Title: "endgame"}
	for i, v := range first {
		m, e := report.Course{Name: v.Name, Values: []float64{v.MG}}, report.Course{Name: v.Name, Values: []float64{v.EG}}
		for _, d := range done {
			m.Values, e.Values = append(m.Values, d.Values[i].MG), append(e.Values, d.Values[i].EG)
		}
		mg.Courses, eg.Courses = append(mg.Courses, m), append(eg.Courses, e)
	}
	return []report.CoursePanel{mg, eg}
}

// lossCourses returns the losses of new and old weights by iteration.
func lossCourses(done []*Metrics) []report.CoursePanel {
	found, played := report.Course{Name: "the weights found", Values: []float64{math.NaN()}}, report.Course{Name: whose(done), Values: []float64{math.NaN()}}
	for _, d := range done {
		new, old := d.Loss()
		found.Values, played.Values = append(found.Values, new), append(played.Values, old)
	}
	return []report.CoursePanel{{Courses: []report.Course{found, played}}}
}

// iterationTable has a row for each iteration.
func iterationTable(done []*Metrics) (*report.Table, error) {
	header := []string{"iteration", "games", "positions in the window", "test " + done[0].LossName(), "of " + whose(done)}
	for _, v := range done[0].Values {
		header = append(header, v.Name+" mg", v.Name+" eg")
	}
	var rows [][]string
	for _, d := range done {
		found, old := d.Loss()
		row := []string{strconv.Itoa(d.Iteration), games(d.Played), strconv.Itoa(d.Rows), lossText(found), lossText(old)}
		for _, v := range d.Values {
			row = append(row, fmt.Sprintf("%.1f", v.MG), fmt.Sprintf("%.1f", v.EG))
		}
		rows = append(rows, row)
	}
	return report.NewTable("Iterations", header, rows)
}

// games says how many games were played, and how many different ones if not all are.
func games(played *selfplay.Summary) string {
	switch {
	case played == nil:
		return "given"
	case played.Unique < played.Games:
		return fmt.Sprintf("%d, %d different", played.Games, played.Unique)
	}
	return strconv.Itoa(played.Games)
}

// lossText prints a loss, nothing where nothing was held out.
func lossText(loss float64) string {
	if math.IsNaN(loss) {
		return ""
	}
	return fmt.Sprintf("%.5f", loss)
}

// whose says which weights the new ones are compared with.
func whose(done []*Metrics) string {
	if len(done[0].Earlier) > 0 {
		return "those that the fit began with"
	}
	return "those that played"
}
