package improve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/report"
)

// refresh is how often a page that follows a run is loaded again, in seconds.
const refresh = 10

// page writes the page of the run; out is nil until it has ended.
func (e *evening) page(out *Outcome) error {
	p := &report.Page{Title: "Better weights for " + e.Engine, Refresh: refresh, Summary: "The run is under way, or was stopped. The page follows it."}
	if out != nil {
		p.Refresh, p.Summary = 0, out.Verdict+"\n\n"+out.Next
	}
	if _, err := os.Stat(e.file(Blend)); err == nil {
		p.Links = append(p.Links, report.Link{Text: "The search and the proof, game by game", URL: filepath.ToSlash(Blend)})
	}
	for _, make := range []func(*Outcome) (*report.Table, error){e.stageTable, e.directionTable, e.blendTable} {
		t, err := make(out)
		if err != nil {
			return err
		}
		if t != nil {
			p.Tables = append(p.Tables, t)
		}
	}
	return p.Write(e.dir)
}

func (e *evening) stageTable(*Outcome) (*report.Table, error) {
	e.state.mu.Lock()
	defer e.state.mu.Unlock()
	var rows [][]string
	for _, s := range e.state.Stages {
		done := "under way"
		if s.Done {
			done = "done"
		}
		rows = append(rows, []string{s.Name, done, fmt.Sprintf("%.1f", s.Seconds/60), s.Command})
	}
	return report.NewTable(fmt.Sprintf("Stages, of a budget of %g minutes", e.Minutes), []string{"stage", "state", "minutes", "command"}, rows)
}

func (e *evening) directionTable(*Outcome) (*report.Table, error) {
	if e.list == nil {
		return nil, nil
	}
	var rows [][]string
	for i, d := range e.list.Directions {
		f := e.list.Forecast(i)
		var parts []string
		for _, c := range e.choice {
			if part, ok := strings.CutPrefix(c.Name, d.Name+"."); ok {
				parts = append(parts, part)
			}
		}
		rows = append(rows, []string{d.Name, d.Why, fmt.Sprintf("%.4f", e.list.Changes.Distance[i]), fmt.Sprintf("%.0f %%", 100*f.Gains),
			f.Whole.String(), strings.Join(parts, ", ")})
	}
	return report.NewTable("Directions, and what is expected of the whole of each before play", []string{"direction", "why", "moves", "gains", "Elo (95 %)", "parts that play"}, rows)
}

func (e *evening) blendTable(out *Outcome) (*report.Table, error) {
	if out == nil {
		return nil, nil
	}
	return out.Blend.Coefficients()
}
