package texel

import (
	"fmt"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
)

// tables are the experiment's.
func (r *Result) tables() (all []harness.Table) {
	for _, t := range r.Tests {
		all = append(all, t.errorsTable, t.calibrationTable)
	}
	return append(all, r.leakageTable, r.methodsTable, r.startsTable)
}

// errorsTable has the errors of the models, and how they differ from published
// PeSTO's.
func (t *Test) errorsTable() (*report.Table, error) {
	var rows [][]string
	for k, m := range t.Metrics {
		if m == nil {
			continue
		}
		row := []string{modelNames[k], fmt.Sprintf("%.6f", m.MSE), "", "", "", fmt.Sprintf("%.6f", m.LogLoss), "", ""}
		if c := t.MSE[k]; c != nil {
			row[2], row[3] = onfiles.Difference(c.MSE)
			row[4] = fmt.Sprintf("%+.2f", 100*c.Relative.Value)
			row[6], row[7] = onfiles.Difference(*t.LogLoss[k])
		}
		rows = append(rows, row)
	}
	return report.NewTable(fmt.Sprintf("Errors on %s, %d positions of %d games; changes are against published PeSTO on the same rows, with 95 %% intervals by games", t.Name, t.Rows, t.Games),
		[]string{"model", "MSE", "change", "95 %", "in %", "log loss", "its change", "its 95 %"}, rows)
}

// calibrationTable has the slopes of the models by phase.
func (t *Test) calibrationTable() (*report.Table, error) {
	header := []string{"model"}
	for i, from := range phaseEdges[:len(phaseEdges)-1] {
		header = append(header, fmt.Sprintf("%.2f–%.2f", from, phaseEdges[i+1]))
	}
	header = append(header, "all", "offset of all")
	var rows [][]string
	for k, m := range t.Metrics {
		if m == nil {
			continue
		}
		row := []string{modelNames[k]}
		for _, c := range t.ByPhase[k] {
			row = append(row, estimate(c.Slope, c.SlopeStdErr, c.Err))
		}
		c := t.Overall[k]
		rows = append(rows, append(row, estimate(c.Slope, c.SlopeStdErr, c.Err), estimate(c.Intercept, c.InterceptStdErr, c.Err)))
	}
	return report.NewTable(fmt.Sprintf("Calibration on %s: slope by phase (1 with all pieces), ± half the 95 %% interval by games. 1 is calibrated, less is too sure; the offset is 0 if neither side does better than expected, in logits", t.Name),
		header, rows)
}

// estimate prints a number with half its interval; – if there is none.
func estimate(v, se float64, err error) string {
	if err != nil {
		return "–"
	}
	return fmt.Sprintf("%.3f ± %.3f", v, confidence.Z95*se)
}

// leakageTable says what training and test have in common.
func (r *Result) leakageTable() (*report.Table, error) {
	var rows [][]string
	for _, t := range r.Tests {
		row := []string{t.Name, "", "", "", "", "", "none"}
		if o := t.Leakage.Overlap; o != nil {
			row = []string{t.Name, fmt.Sprint(o.RowsB), fmt.Sprint(o.Positions), fmt.Sprintf("%.3f", plaintext.PercentOf(o.SharedB, o.RowsB)),
				fmt.Sprint(o.Games), fmt.Sprintf("%.3g", t.Leakage.Chance), "none"}
		}
		var codes []string
		for _, w := range t.Leakage.Warnings {
			codes = append(codes, string(w.Code))
		}
		if codes != nil {
			row[6] = strings.Join(codes, ", ")
		}
		rows = append(rows, row)
	}
	return report.NewTable("Leakage from "+r.Train+" into the tests: what is in both",
		[]string{"test", "rows", "positions", "% of rows", "games", "by chance", "warnings"}, rows)
}

// methodsTable says where every method ended.
func (r *Result) methodsTable() (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Methods {
		rows = append(rows, []string{m.Method.String(), fmt.Sprint(m.Gradients), fmt.Sprint(m.Passes), fmt.Sprintf("%.12f", m.Loss),
			fmt.Sprintf("%.1e", m.Gap), fmt.Sprintf("%.1e", m.Stated), string(m.Stopped)})
	}
	return report.NewTable("Methods on the training rows, from published PeSTO, without intercept: passes for loss and gradient, and all with those for matrices and evaluation",
		[]string{"method", "passes", "all passes", "MSE", "above the optimum", "as it states", "stopped by"}, rows)
}

// startsTable says where every start led.
func (r *Result) startsTable() (*report.Table, error) {
	var rows [][]string
	for _, s := range r.Starts {
		rows = append(rows, []string{s.Loss.String(), s.Start, fmt.Sprintf("%.6f", s.Begin), fmt.Sprintf("%.12f", s.Final), fmt.Sprint(s.Passes),
			fmt.Sprintf("%+.1e", s.Change), fmt.Sprintf("%.2g", s.Weight), fmt.Sprintf("%.2g", s.Evaluation)})
	}
	return report.NewTable(fmt.Sprintf("Five starts of L-BFGS; differences in centipawns to the published start: the largest of a weight that is identified and stands in %d games, and of an evaluation of the training file", knownGames),
		[]string{"loss", "start", "loss there", "loss at the end", "passes", "difference", "of a weight", "of an evaluation"}, rows)
}
