package standard

import (
	"fmt"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/internal/report"
)

// tables are the experiment's, two of each test.
func (r *Result) tables() (all []harness.Table) {
	for i := range r.Tests {
		all = append(all,
			func() (*report.Table, error) { return r.modelsTable(i) },
			func() (*report.Table, error) { return r.variantsTable(i) })
	}
	return all
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
			row[7], row[8] = onfiles.Difference(t.Change)
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
		value, interval := onfiles.Difference(v.Model.Tests[test].Change)
		rows = append(rows, []string{v.Model.Name, fmt.Sprint(v.Terms), value, interval, fmt.Sprintf("%.0f", v.Nanos)})
	}
	return report.NewTable(fmt.Sprintf("Variants of standard on %s, each refitted: change of the test MSE against standard, with 95 %% intervals by games, and the nanoseconds a position of what is omitted or added", r.Tests[test]),
		[]string{"standard", "terms", "change of MSE", "95 %", "ns"}, rows)
}
