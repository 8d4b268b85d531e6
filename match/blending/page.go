package blending

import (
	"fmt"
	"math"
	"time"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
)

// followEvery is how often a page that follows a run is written, and loaded again.
const followEvery = 10 * time.Second

// A Follower writes the page of a run, now and then while it is under way and once more at its end.
type Follower struct {
	Blending *Blending
	last     time.Time
}

// Search follows a search.
func (f *Follower) Search(p *match.Progress) error {
	if !f.due() {
		return nil
	}
	model := f.Blending.Model()
	r := &Result{Engine: f.Blending.Engine.Name, Pairs: f.Blending.Taken(), Planned: f.Blending.Pairs(), Best: model.Best(), Path: f.Blending.Path(),
		Verdict: fmt.Sprintf("The search has played %s.", plaintext.Count(p.Finished, "game"))}
	r.Directions = f.Blending.coefficients(model, r.Best)
	return f.Blending.page(r, true)
}

// Proof follows the proof of what a search has found.
func (f *Follower) Proof(r *Result, p *match.Progress) error {
	if !f.due() || len(p.Pairings) == 0 {
		return nil
	}
	now := *r
	now.Verdict = fmt.Sprintf("The proof has played %s: %s Elo.", plaintext.Count(p.Finished, "game"), p.Pairings[0].Estimate.Elo.Full())
	now.Next = ""
	return f.Blending.page(&now, true)
}

// End writes the page of a result.
func (f *Follower) End(r *Result) error { return f.Blending.page(r, false) }

func (f *Follower) due() bool {
	if time.Since(f.last) < followEvery {
		return false
	}
	f.last = time.Now()
	return true
}

// page writes the page of a run.
func (b *Blending) page(r *Result, running bool) error {
	p := &report.Page{Title: "How far to go: " + r.Engine, Summary: r.Verdict + "\n\n" + r.Next}
	if running {
		p.Refresh = int(followEvery.Seconds())
	}
	t, err := r.Coefficients()
	if err != nil {
		return err
	}
	p.Tables = append(p.Tables, t)
	if len(r.Path) > 1 {
		if err := p.Draw(b.Match.Dir, b.drawings(r)...); err != nil {
			return err
		}
	}
	return p.Write(b.Match.Dir)
}

// Coefficients is the table of how far the best point goes.
func (r *Result) Coefficients() (*report.Table, error) {
	var rows [][]string
	for _, c := range r.Directions {
		rows = append(rows, []string{c.Name, plaintext.Thousands(c.Moved), fmt.Sprintf("%+.2f", c.Alpha),
			fmt.Sprintf("%+.1f ± %.1f", c.Alone, confidence.Z95*c.Error), fmt.Sprintf("%+.1f ± %.1f", c.Whole, confidence.Z95*c.Wide)})
	}
	title := fmt.Sprintf("Coefficients, by %s of games: Elo over the old weights, with 95 %% intervals", plaintext.Count(r.Pairs, "pair"))
	return report.NewTable(title, []string{"direction", "weights", "α", "Elo of it alone", "at α = 1"}, rows)
}

// drawings are the pictures of a search: the coefficients of its best point, and what that is expected to be worth.
func (b *Blending) drawings(r *Result) []report.Drawing {
	elo := []report.Course{{Name: "Elo"}, {Name: "97.5 %"}, {Name: "2.5 %"}}
	var alpha []report.Course
	for _, d := range r.Directions {
		alpha = append(alpha, report.Course{Name: d.Name, Values: []float64{0}})
	}
	for i := range elo {
		elo[i].Values = []float64{math.NaN()}
	}
	for _, g := range r.Path {
		for i, z := range []float64{0, confidence.Z95, -confidence.Z95} {
			elo[i].Values = append(elo[i].Values, g.Elo+z*g.Error)
		}
		for i := range alpha {
			alpha[i].Values = append(alpha[i].Values, g.Alpha[i])
		}
	}
	draw := func(value, title string, list []report.Course) func() (*report.Figure, error) {
		return func() (*report.Figure, error) {
			return report.Courses("blocks of pairs", value, []report.CoursePanel{{Courses: list}}, report.Options{Title: title})
		}
	}
	return []report.Drawing{
		{File: "expected", Caption: "What the search expects of the best point that it knows, in Elo over the old weights, with its 95 % band. The proof alone counts.", Draw: draw("Elo", "Expected of the best point", elo)},
		{File: "alpha", Caption: "How far the best point goes in each direction: 0 are the old weights, 1 are those of the fit.", Draw: draw("α", "The best point", alpha)},
	}
}
