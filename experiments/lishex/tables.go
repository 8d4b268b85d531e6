package lishex

import (
	"fmt"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/loop"
)

// tables are the experiment's.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.valueTable, r.learningTable, r.methodTable, r.matchTable}
}

// valueTable is the paper's table 1.
func (r *Result) valueTable() (*report.Table, error) {
	published, err := loop.Start(features.Lishex, "published", nil, 1)
	if err != nil {
		return nil, err
	}
	pesto := loop.Values(published)
	var rows [][]string
	for i, v := range r.Learnt {
		mg, eg := inPawns(r.Learnt, i)
		pestoMG, pestoEG := inPawns(pesto, i)
		paper := paperValues[v.Name]
		rows = append(rows, []string{
			v.Name, plusMinus(v.MG, v.StdErr[0]), plusMinus(v.EG, v.StdErr[1]), number(mg), number(eg),
			number(paper.mg), number(paper.eg), number(pestoMG), number(pestoEG), fmt.Sprint(humanValues[i] / 100), fmt.Sprint(alphaZero[v.Name]),
		})
	}
	return report.NewTable("Table 1. Piece values: in centipawns with half their 95 % interval, and in pawns of the phase",
		[]string{"piece", "MG", "EG", "MG in pawns", "EG in pawns", "paper MG", "paper EG", "PeSTO MG", "PeSTO EG", "taught", "AlphaZero"}, rows)
}

// inPawns returns what a piece is worth in pawns of either phase.
func inPawns(values []loop.Value, i int) (mg, eg float64) {
	return values[i].MG / values[0].MG, values[i].EG / values[0].EG
}

func number(v float64) string { return fmt.Sprintf("%.2f", v) }

func plusMinus(value, stderr float64) string {
	if stderr == 0 {
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.0f ± %.0f", value, confidence.Z95*stderr)
}

// learningTable is the paper's figure 2 in numbers.
func (r *Result) learningTable() (*report.Table, error) {
	rows := [][]string{append([]string{"start", "", ""}, cells(r.Start)...)}
	for _, m := range r.Iterations {
		loss := ""
		if m.Test != nil {
			loss = fmt.Sprintf("%.4f", m.Test.MSE)
		}
		rows = append(rows, append([]string{fmt.Sprint(m.Iteration), fmt.Sprint(m.Rows), loss}, cells(m.Values)...))
	}
	header := []string{"iteration", "positions", "test MSE"}
	for _, v := range r.Start {
		header = append(header, v.Name)
	}
	return report.NewTable("The values after every iteration, middlegame / endgame in centipawns", header, rows)
}

func cells(values []loop.Value) (list []string) {
	for _, v := range values {
		list = append(list, fmt.Sprintf("%.0f / %.0f", v.MG, v.EG))
	}
	return list
}

// methodTable has what the methods do on the same positions.
func (r *Result) methodTable() (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Methods {
		rows = append(rows, []string{m.Method.String(), fmt.Sprint(m.Gradients), fmt.Sprintf("%.6f", m.Loss), fmt.Sprintf("%.1e", m.Gap),
			fmt.Sprintf("%.1f", m.Farthest), string(m.Stopped), strings.Join(cells(m.Values), ", ")})
	}
	return report.NewTable("Methods on the positions that the last iteration was fitted to, each from the random values",
		[]string{"method", "gradients", "balanced loss", "above lbfgs", "farthest value, cp", "stopped by", "pawn to queen"}, rows)
}

// matchTable has what the learnt values play.
func (r *Result) matchTable() (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Matches {
		rows = append(rows, []string{m.Second, fmt.Sprintf("+%d =%d −%d", m.Wins, m.Draws, m.Losses), m.Estimate.Elo.String(), m.Estimate.Normalized.String()})
	}
	return report.NewTable("The learnt values against others, Elo with 95 % intervals", []string{"against", "games", "Elo", "normalised Elo"}, rows)
}

// summary says in words what was found.
func (r *Result) summary() string {
	last := len(r.Learnt) - 1
	mg, eg := inPawns(r.Learnt, last)
	text := fmt.Sprintf("%d iterations from random values. A %s is worth %.1f pawns in the middlegame and %.1f in the endgame; the paper has %.1f and %.1f. The ratios of the middlegame hang on its pawn, of whose value PeSTO's tables hold a part.",
		len(r.Iterations), r.Learnt[last].Name, mg, eg, paperValues["queen"].mg, paperValues["queen"].eg)
	for _, m := range r.Matches {
		text += fmt.Sprintf("\n\nAgainst %s: %s Elo.", m.Second, m.Estimate.Elo)
	}
	for _, w := range r.Warnings {
		text += "\n\n" + w
	}
	return text
}
