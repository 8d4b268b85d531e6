package alphaone

import (
	"fmt"
	"math"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/report"
)

// tables are the experiment's.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.errorsTable, r.comparisonTable, r.weightsTable, r.splitTable}
}

// errorsTable is the paper's table 1 with a row for each model and one more.
func (r *Result) errorsTable() (*report.Table, error) {
	var rows [][]string
	for i, f := range r.ByGame.Fits {
		rows = append(rows, []string{
			models[i].name, number(f.Train.MAE), number(f.Train.MSE),
			number(f.Test.MAE), spread(f.Test.MAEInterval), number(f.Test.MSE), spread(f.Test.MSEInterval), fmt.Sprintf("%.3f", f.Test.R2),
		})
	}
	null := r.ByGame.Fits[0].Test
	rows = append(rows, []string{"null model: the mean", "", "", number(null.NullMAE), "", number(null.NullMSE), "", "0"})
	for _, p := range paperErrors {
		rows = append(rows, []string{"paper: " + p.model, "", "", number(p.mae), "", number(p.mse), "", ""})
	}
	return report.NewTable("Table 1. Errors in centipawns and their squares, with 95 % intervals by resampling games (or what stands for them)",
		[]string{"model", "train MAE", "train MSE", "test MAE", "MAE 95 %", "test MSE", "MSE 95 %", "R²"}, rows)
}

// comparisonTable pairs the models on the test part.
func (r *Result) comparisonTable() (*report.Table, error) {
	var rows [][]string
	for _, c := range r.ByGame.Comparisons {
		rows = append(rows, []string{
			c.B, c.A,
			fmt.Sprintf("%+.0f", c.MSE.Value), change("%+.0f", 1, c.MSE.Interval),
			fmt.Sprintf("%+.2f", 100*c.Relative.Value), change("%+.2f", 100, c.Relative.Interval),
			fmt.Sprintf("%+.2f", c.MAE.Value), change("%+.2f", 1, c.MAE.Interval),
		})
	}
	return report.NewTable("Paired differences on the test part, the same games drawn for both",
		[]string{"model", "against", "MSE", "MSE 95 %", "MSE in %", "in % 95 %", "MAE", "MAE 95 %"}, rows)
}

// weightColumns are the models of table 2, and weightRows the terms; the paper has one number for two readings.
var (
	weightColumns = []int{withSix, withMove, withPublishedShield, asProgram, asText}
	weightRows    = append(sixAndTapered[:len(sixAndTapered):len(sixAndTapered)], "published_mobility", "king_attackers", "published_shield", "side_to_move")
)

// weightsTable is the paper's table 2: the weights of every model that has terms.
func (r *Result) weightsTable() (*report.Table, error) {
	header, rows := []string{"term"}, [][]string{}
	for _, i := range weightColumns {
		header = append(header, models[i].name)
	}
	for _, name := range weightRows {
		row := []string{name}
		for _, i := range weightColumns {
			row = append(row, weight(byName(r.ByGame.Fits[i]), name))
		}
		rows = append(rows, append(row, paperWeight(name)))
	}
	return report.NewTable("Table 2. Weights in centipawns a count, ± half the 95 % interval (robust to games)", append(header, "paper"), rows)
}

// splitTable says what a split by position would have reported.
func (r *Result) splitTable() (*report.Table, error) {
	var rows [][]string
	for i := range models {
		game, position := r.ByGame.Fits[i].Test, r.ByPosition.Fits[i].Test
		rows = append(rows, []string{
			models[i].name, number(game.MSE), fmt.Sprint(game.Games), half(game.MSEInterval),
			number(position.MSE), fmt.Sprint(position.Games), half(position.MSEInterval),
		})
	}
	by := string(r.Clusters)
	return report.NewTable("Test MSE under a split by "+by+" and by position; games with a row in the test",
		[]string{"model", "by " + by, "its games", "its ± 95 %", "by position", "games of that", "± 95 % of that"}, rows)
}

func byName(f *fit.Result) map[string]fit.Weight {
	m := map[string]fit.Weight{}
	for _, w := range f.Weights {
		m[w.Name] = w
	}
	return m
}

func weight(weights map[string]fit.Weight, name string) string {
	w, ok := weights[name]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.3f ± %.3f", w.Value, w.Interval95())
}

func paperWeight(name string) string {
	w, ok := paperWeights[name]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.3f", w)
}

// number prints an error: one decimal, none from 10,000 on.
func number(v float64) string {
	if math.Abs(v) >= 10_000 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}

// spread prints the interval of an error.
func spread(in *fit.Interval) string {
	if in == nil {
		return ""
	}
	return fmt.Sprintf("%s to %s", number(in.Low), number(in.High))
}

// change prints the interval of a difference, times a scale.
func change(format string, scale float64, in *fit.Interval) string {
	if in == nil {
		return ""
	}
	return fmt.Sprintf(format+" to "+format, scale*in.Low, scale*in.High)
}

// half returns half the width of an interval.
func half(in *fit.Interval) string {
	if in == nil {
		return ""
	}
	return number((in.High - in.Low) / 2)
}
