package proof

import (
	"fmt"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/internal/report"
)

// tables returns the tables, ready to print.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.holdoutTable, r.matchTable}
}

func (r *Result) holdoutTable() (*report.Table, error) {
	if len(r.Holdouts) == 0 {
		return nil, nil
	}
	var rows [][]string
	for _, h := range r.Holdouts {
		row := []string{h.File, fmt.Sprint(h.N), fmt.Sprint(h.Games), fmt.Sprintf("%.6f", h.MSE[1]), fmt.Sprintf("%.6f", h.MSE[0]),
			fmt.Sprintf("%+.6f", h.Change.Value), "", fmt.Sprintf("%+.2f", 100*h.Relative)}
		if h.Change.Interval != nil {
			row[6] = fmt.Sprintf("%+.6f to %+.6f", h.Change.Low, h.Change.High)
		}
		rows = append(rows, row)
	}
	return report.NewTable("Error of the expected score on games that neither was fitted to, each evaluation with its own best K; below 0 the new one is better",
		[]string{"file", "rows", "games", "old", "new", "change", "95 %, by games", "%"}, rows)
}

func (r *Result) matchTable() (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Matches {
		p := &m.Pairing
		verdict := ""
		if m.SPRT != nil {
			verdict = m.SPRT.Text
			if p.Estimate.Biased {
				verdict += " (it has ended the match: Elo leans towards it)"
			}
		}
		rows = append(rows, []string{m.Limit.String(), fmt.Sprintf("+%d =%d -%d", p.Wins, p.Draws, p.Losses),
			p.Estimate.Elo.String(), p.Estimate.Normalized.String(), fmt.Sprintf("%.2f", m.Speed), verdict})
	}
	return report.NewTable("Matches, seen by the new weights, with 95 % intervals; speed is nodes a second, new to old",
		[]string{"limit", "games", "Elo", "normalised", "speed", "test"}, rows)
}
