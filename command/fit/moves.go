package fit

import (
	"fmt"
	"io"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
)

// writeRoots prints how well a fit of choices chooses.
func writeRoots(w io.Writer, res *fit.Result) error {
	v := res.Moves
	if v == nil || v.OnTrain == nil {
		return nil
	}
	fmt.Fprintf(w, "\n%s training positions of %s moves", plaintext.Thousands(v.Train.Roots), plaintext.Thousands(v.Train.Moves))
	if v.Test.Roots > 0 {
		fmt.Fprintf(w, ", %s test positions", plaintext.Thousands(v.Test.Roots))
	}
	if n := v.Train.Single + v.Test.Single; n > 0 {
		fmt.Fprintf(w, "; %s of one move say nothing", plaintext.Thousands(n))
	}
	if v.NoRoot > 0 {
		fmt.Fprintf(w, "; %s rows are of no position", plaintext.Thousands(v.NoRoot))
	}
	fmt.Fprintln(w)
	if v.Temperature.Fitted {
		fmt.Fprintf(w, "temperature %.1f cp (standard error %.1f), fitted at the start weights\n", v.Temperature.Value, v.Temperature.StdErr)
	}
	if err := rootErrors(v).Write(w); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "no cross entropy is below the teacher's own, %.6f\n\n", v.Measured().Entropy); err != nil {
		return err
	}
	return rootCalibration(v).Write(w)
}

// rootErrors is a table of the errors of start weights and fit.
func rootErrors(v *fit.MoveResult) *plaintext.Table {
	t := &plaintext.Table{Header: []string{"on the " + v.Calibrated.String() + " positions", "cross entropy", "95 %", "teacher's move", "95 %", "regret of the best", "95 %", "of a draw by chance", "95 %"}}
	add := func(name string, m *fit.MoveMetrics) {
		if m == nil {
			return
		}
		cells := []string{name}
		for _, e := range []fit.MoveEstimate{m.CrossEntropy, m.Accuracy, m.StaticRegret, m.Regret} {
			cells = append(cells, weights.SixDecimals(e.Value), interval(e.Interval, weights.SixDecimals))
		}
		t.Add(cells...)
	}
	add("start weights", v.Start)
	add("fitted", v.Measured())
	add("change", v.Change)
	add("by rounding", v.Rounded)
	return t
}

// rootCalibration is a table of the chances of moves and what came of them.
func rootCalibration(v *fit.MoveResult) *plaintext.Table {
	t := &plaintext.Table{Header: []string{"chance of a move", "moves", "teacher's chance", "teacher's best"}}
	for _, b := range v.Calibration {
		t.Add(fmt.Sprintf("%.4f", b.Predicted), strconv.Itoa(b.Moves), fmt.Sprintf("%.4f", b.Teacher), fmt.Sprintf("%.4f", b.Best))
	}
	return t
}

// addRootTables adds the errors and the calibration of a fit of choices to a page, and the weights.
func (f *Finding) addRootTables(page *report.Page, weights *report.Table) error {
	for _, t := range []struct {
		title string
		*plaintext.Table
	}{{"Errors of the choice", rootErrors(f.Result.Moves)}, {"Chances of moves, and how often each is the teacher's", rootCalibration(f.Result.Moves)}} {
		table, err := report.NewTable(t.title, t.Header, t.Rows)
		if err != nil {
			return err
		}
		page.Tables = append(page.Tables, table)
	}
	page.Tables = append(page.Tables, weights)
	return nil
}

// choiceText says in words what a fit of choices found.
func choiceText(p *weights.Provenance) string {
	text := fmt.Sprintf("Choices %s. %s.", p.Choice, p.Choice.Errors())
	for _, w := range p.Warnings {
		text += fmt.Sprintf("\n\n%v", w)
	}
	return text
}
