package standard

import (
	"fmt"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/report"
)

// tables returns the experiment's tables, ready to print.
func (r *Result) tables() ([]*report.Table, error) {
	var all []*report.Table
	for i := range r.Tests {
		models, err := r.modelsTable(i)
		if err != nil {
			return nil, err
		}
		variants, err := r.variantsTable(i)
		if err != nil {
			return nil, err
		}
		all = append(all, models, variants)
	}
	return all, nil
}

// against says what each model's change is against.
var against = map[string]string{"pesto": "published pesto", "standard": "pesto", "standard_safety": "standard"}

// modelsTable has the sets on a test.
func (r *Result) modelsTable(test int) (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Models {
		t := m.Tests[test]
		row := []string{m.Name, fmt.Sprint(m.Columns), fmt.Sprint(m.Weights), fmt.Sprintf("%.6f", m.Train),
			fmt.Sprintf("%.6f", t.MSE), fmt.Sprintf("%.4f", t.LogLoss), against[m.Name], "", ""}
		if row[6] != "" {
			row[7], row[8] = change(t.Change)
		}
		rows = append(rows, row)
	}
	t := r.Models[0].Tests[test]
	return report.NewTable(fmt.Sprintf("Sets on %s, %d positions of %d games; changes of the MSE on the same rows, with 95 %% intervals by games", r.Tests[test], t.N, t.Games),
		[]string{"set", "terms", "weights", "train MSE", "test MSE", "log loss", "against", "change", "95 %"}, rows)
}

// variantsTable has what families and the rest are worth on a test.
func (r *Result) variantsTable(test int) (*report.Table, error) {
	var rows [][]string
	for _, v := range r.Variants {
		value, interval := change(v.Model.Tests[test].Change)
		rows = append(rows, []string{v.Model.Name, fmt.Sprint(v.Terms), value, interval, fmt.Sprintf("%.0f", v.Nanos)})
	}
	return report.NewTable(fmt.Sprintf("Variants of standard on %s, each refitted: change of the test MSE against standard, with 95 %% intervals by games, and the nanoseconds a position of what is omitted or added", r.Tests[test]),
		[]string{"standard", "terms", "change of MSE", "95 %", "ns"}, rows)
}

// change prints a difference and its interval.
func change(d fit.Difference) (value, interval string) {
	if d.Interval != nil {
		interval = fmt.Sprintf("%+.6f to %+.6f", d.Low, d.High)
	}
	return fmt.Sprintf("%+.6f", d.Value), interval
}
