package sigma

import (
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
)

// publish writes what is known: the best network, pictures and a page. All of it follows from the files
// of the run. While a warm start goes on the page alone is written, at measurements.
func (r *run) publish() error {
	data, err := atomicfile.ReadFile(r.networkOf(r.best()), 1<<32)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(r.file(bestName), data); err != nil {
		return err
	}
	return r.show()
}

// show writes the pictures and the page.
func (r *run) show() error {
	page := &report.Page{Title: "A network with policy and value", Summary: r.summary()}
	if w := r.report.Warm; w != nil {
		table, err := pointTable(w)
		if err != nil {
			return err
		}
		page.Tables = append(page.Tables, table)
		if err := page.Draw(r.opt.Dir, drawings(w)...); err != nil {
			return err
		}
	}
	if len(r.report.Iterations) > 0 {
		table, err := iterationTable(r.report.Iterations)
		if err != nil {
			return err
		}
		page.Tables = append(page.Tables, table)
		if err := page.Draw(r.opt.Dir, iterationDrawings(r.report.Iterations)...); err != nil {
			return err
		}
	}
	return page.WriteWith(r.opt.Dir, r.report)
}

// iterationTable has a row for each iteration.
func iterationTable(list []*Iteration) (*report.Table, error) {
	var rows [][]string
	for _, m := range list {
		p, last, gate := &m.Played, m.Learned.Last().Test, ""
		if m.Gate != nil {
			gate = m.Gate.String()
		}
		rows = append(rows, []string{
			strconv.Itoa(m.Number), strconv.Itoa(p.Games), strconv.Itoa(p.Puzzles), fmt.Sprintf("%d/%d/%d", p.White, p.Draws, p.Black), strconv.Itoa(p.Truncated),
			strconv.Itoa(m.Learned.Train), strconv.Itoa(m.Learned.Steps), text(m.Learned.Points[0].Test.Policy), text(last.Policy), text(m.Learned.Points[0].Test.Value), text(last.Value), gate, strconv.Itoa(m.Best),
		})
	}
	return report.NewTable("Iterations of self-play; losses on games held out before and after training", []string{
		"iteration", "games", "from puzzles", "White/draws/Black", "truncated", "lessons", "steps", "policy loss before", "after", "value loss before", "after", "gate", "best",
	}, rows)
}

// String says how the match went, and what became of it.
func (g *Gate) String() string {
	outcome := "closed"
	if g.Passed {
		outcome = "passed"
	}
	return fmt.Sprintf("%s, +%d =%d −%d, Elo %v", outcome, g.Wins, g.Draws, g.Losses, g.Elo)
}

// iterationDrawings are the pictures of self-play: losses on games held out, before and after each training,
// and the Elo in the gates.
func iterationDrawings(list []*Iteration) []report.Drawing {
	draw := func(file, value, caption string, courses ...report.Course) report.Drawing {
		return report.Drawing{File: file, Caption: caption, Draw: func() (*report.Figure, error) {
			return report.Courses("iteration, the first being 0", value, []report.CoursePanel{{Courses: courses}}, report.Options{Title: caption})
		}}
	}
	names := []string{"policy loss before", "after", "value loss before", "after"}
	var losses [4]report.Course
	elo := report.Course{Name: "Elo in the gate"}
	gates := false
	for _, m := range list {
		first, last, strength := m.Learned.Points[0].Test, m.Learned.Last().Test, math.NaN()
		for i, v := range []Number{first.Policy, last.Policy, first.Value, last.Value} {
			losses[i].Name, losses[i].Values = names[i], append(losses[i].Values, float64(v))
		}
		if m.Gate != nil && !math.IsInf(m.Gate.Elo.Value, 0) {
			gates, strength = true, m.Gate.Elo.Value
		}
		elo.Values = append(elo.Values, strength)
	}
	drawings := []report.Drawing{draw("iterations", "loss", "Losses on games held out, before and after each training", losses[:]...)}
	if gates {
		drawings = append(drawings, draw("gates", "Elo", "New networks against the best before", elo))
	}
	return drawings
}

// summary says in words what the run is.
func (r *run) summary() string {
	c := r.start.Network.Config()
	text := fmt.Sprintf("%s of %s, policy head %v: %s.", plaintext.Count(c.Blocks, "block"), plaintext.Count(c.Channels, "channel"), c.Policy, plaintext.Count(r.report.Parameters, "parameter"))
	w := r.report.Warm
	if len(r.report.Iterations) > 0 {
		g := &r.opt.Games
		text += fmt.Sprintf("\n\nSelf-play: %d games an iteration, %d simulations a move, %.0f %% of the games begin with a puzzle, after %d half-moves what %v expects takes the result's place. The best network is that of iteration %d.",
			g.Games, g.Simulations, 100*g.Share, g.Plies, g.Judge, r.best())
	}
	if w == nil {
		return text
	}
	t := &r.opt.Training
	return text + fmt.Sprintf("\n\nWarm start: %d lessons, %d more held out by game; %d steps of %d lessons, in parts of %d; rate %v. %s",
		w.Train, w.Test, w.Steps, t.Batch, t.Part, t.Rate, "Losses on what was held out: cross entropy of the moves among the legal ones, mean squared error of a value from −1 to 1.")
}

// columns are what a table and the pictures say of a point.
var columns = []struct {
	name string
	of   func(p *Point) Number
}{
	{"policy loss", func(p *Point) Number { return p.Test.Policy }},
	{"value loss", func(p *Point) Number { return p.Test.Value }},
	{"on legal moves", func(p *Point) Number { return p.Test.Legal }},
	{"best move first", func(p *Point) Number { return p.Test.First }},
	{"mates in one", func(p *Point) Number { return p.Test.Mates }},
}

// The columns of the picture of losses, and those of the picture of the policy.
var (
	losses = columns[:2]
	shares = columns[2:]
)

// pointTable has a row for each point.
func pointTable(m *Metrics) (*report.Table, error) {
	header := []string{"step", "policy loss in training", "value loss in training"}
	for _, c := range columns {
		header = append(header, c.name)
	}
	var rows [][]string
	for i := range m.Points {
		p := &m.Points[i]
		row := []string{strconv.Itoa(p.Step), text(p.Policy), text(p.Value)}
		for _, c := range columns {
			row = append(row, text(c.of(p)))
		}
		rows = append(rows, row)
	}
	return report.NewTable(fmt.Sprintf("Warm start, measured on %d lessons held out", m.Measured), header, rows)
}

// text prints a number, nothing where it is not known.
func text(n Number) string {
	if n != n {
		return ""
	}
	return fmt.Sprintf("%.4f", float64(n))
}

// drawings are the pictures of a training.
func drawings(m *Metrics) []report.Drawing {
	step := fmt.Sprintf("steps of training, in units of %d", every(m))
	one := func(file, value, caption string, list []struct {
		name string
		of   func(p *Point) Number
	}) report.Drawing {
		return report.Drawing{File: file, Caption: caption, Draw: func() (*report.Figure, error) {
			var panel report.CoursePanel
			for _, c := range list {
				course := report.Course{Name: c.name}
				for i := range m.Points {
					course.Values = append(course.Values, float64(c.of(&m.Points[i])))
				}
				panel.Courses = append(panel.Courses, course)
			}
			return report.Courses(step, value, []report.CoursePanel{panel}, report.Options{Title: caption})
		}}
	}
	return []report.Drawing{
		one("loss", "loss", "Losses on lessons held out", losses),
		one("policy", "share", "What the policy knows of lessons held out", shares),
	}
}

// every returns the steps from one point to the next.
func every(m *Metrics) int {
	if len(m.Points) < 2 {
		return 1
	}
	return int(math.Max(1, float64(m.Points[1].Step-m.Points[0].Step)))
}
