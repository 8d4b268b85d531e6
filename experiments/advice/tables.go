package advice

import (
	"fmt"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/internal/report"
)

// summary says in words what was found.
func (r *Result) summary() string {
	text := fmt.Sprintf("Fitted to %s, asked about %s, %d rows of %d games; labels of %v result, the rest score. K of the scores is %.4f, that of all fits %.4f.",
		r.Train, r.Asked, r.Rows, r.Games, r.Lambda, r.LabelK, r.K)
	first := 0
	for _, p := range r.Parts {
		if p.Place == 1 {
			first++
		}
	}
	text += fmt.Sprintf("\n\nThe family that was left out came first in %d of %d.", first, len(r.Parts))
	if c := r.Correlation; c != nil {
		text += fmt.Sprintf(" The rank correlation of gain and Elo at %s is %.2f (95 %%, by families: %.2f to %.2f), without %s %.2f; of the gain above the whole's %.2f. Elo measured again with as many games would agree with itself to %.2f.",
			r.Limit, c.Rank, c.Low, c.High, c.Odd, c.Without, c.Above, c.Again)
	}
	return text
}

// tables are the experiment's.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.partsTable, r.wholeTable}
}

// percent prints a share of the loss.
func percent(f *advice.Finding) []string {
	return []string{fmt.Sprintf("%+.2f", 100*f.Gain), fmt.Sprintf("%+.2f to %+.2f", 100*f.Low, 100*f.High)}
}

func (r *Result) partsTable() (*report.Table, error) {
	var rows [][]string
	for _, p := range r.Parts {
		row := append([]string{p.Family}, percent(&p.Own)...)
		row = append(row, fmt.Sprintf("%+.2f", 100*p.Above()), fmt.Sprint(p.Place), p.other(), "", "")
		if i, ok := p.Elo(); ok {
			row[6], row[7] = i.String(), fmt.Sprint(p.Match.Games())
		}
		rows = append(rows, row)
	}
	return report.NewTable(fmt.Sprintf("Families left out of standard: the gain that advice promises, as a share of the loss, with its 95 %% interval, and above what it promises of the whole; its place; the best other family; and Elo of the whole against the part at %s", r.Limit),
		[]string{"family", "gain, %", "95 %", "above, %", "place", "best other, %", "Elo", "games"}, rows)
}

// other returns the best of the families that were not left out.
func (p *Part) other() string {
	for _, f := range p.Best {
		if f.Name != p.Family {
			return fmt.Sprintf("%s %+.2f", f.Name, 100*f.Gain)
		}
	}
	return ""
}

func (r *Result) wholeTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Whole {
		f := &r.Whole[i]
		rows = append(rows, append(append([]string{f.Name}, percent(f)...), fmt.Sprintf("%.2g", f.Adjusted)))
	}
	return report.NewTable("What the whole lacks of its own families: weights that fit these games better than the fit's",
		[]string{"family", "gain, %", "95 %", "p, adjusted"}, rows)
}
