package mix

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
)

// summary says what was found, and how far to believe it.
func (r *Result) summary() string {
	t := r.trial(r.Chosen)
	first, second := t.First.Difference, t.Second.Difference
	text := fmt.Sprintf("Suggested: number %d, %s.\n\n", t.Number, r.recipe(t))
	text += fmt.Sprintf("Screened: the best of %s at %s of %s, regret %v beside the start weights. The best of many at the same roots is the luckiest, too, so this figure is too good (the winner's curse).\n\n",
		plaintext.Count(len(r.Trials), "candidate"), plaintext.Count(first.Roots, "root"), plaintext.Count(first.Games, "game"), first)
	text += fmt.Sprintf("Expected: %s. That is measured anew at %s of %s that have chosen nothing.\n\n",
		r.Expected, plaintext.Count(second.Roots, "root"), plaintext.Count(second.Games, "other game"))
	if o := r.rival(); o != nil {
		text += fmt.Sprintf("Number %d is lower there, %v; to take it for that would be choosing by luck again. Another -seed tells.\n\n", o.Number, o.Second.Difference)
	}
	if r.Full {
		text += fmt.Sprintf("The number of candidates has ended the search: neighbours of the best may be untried. For more than %d -candidates begin anew, with another -seed and another -o: these roots have been looked at.\n\n", len(r.Trials))
	}
	for _, n := range r.Warnings {
		text += n.String() + "\n\n"
	}
	return text + r.verdict()
}

// String is the expectation with its intervals.
func (e Expectation) String() string {
	d := e.Difference
	return fmt.Sprintf("regret %+.4f (%+.4f to %+.4f), %v Elo", d.Value, d.Low, d.High, e.Elo)
}

// verdict says what to do.
func (r *Result) verdict() string {
	switch d := r.Expected.Difference; {
	case d.High < 0:
		return "The suggestion is better at roots that have not screened it, beyond its interval. A match decides."
	case d.Value < 0:
		return "The suggestion may be better: the interval holds 0. A match decides."
	}
	return "No mix is expected to beat the start weights: keep them, unless a match says otherwise."
}

// recipe names the shares of a trial, and where its axes are.
func (r *Result) recipe(t *Trial) string {
	var names []string
	for _, s := range r.Sets {
		names = append(names, s.Name)
	}
	return inWords(names, r.Axes, t.Recipe)
}

// inWords names a candidate: its sets, and the axes that are searched or not 0.
func inWords(names []string, axes []Axis, r Recipe) string {
	var words []string
	for i, share := range r.Shares() {
		if share > 0 {
			words = append(words, names[i]+" "+plaintext.Percent(share))
		}
	}
	for i := range axes {
		a := &axes[i]
		if v := a.Values[r.At[i]]; a.speaks(r.Parts) && (len(a.Values) > 1 || v != 0) {
			words = append(words, a.Name+" "+number(v))
		}
	}
	return strings.Join(words, ", ")
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (r *Result) setsTable() (*report.Table, error) {
	var rows [][]string
	for _, s := range r.Sets {
		k := "–"
		if s.K > 0 {
			k = fmt.Sprintf("%.3f", s.K)
		}
		rows = append(rows, []string{s.Name, s.Labels.String(), fmt.Sprint(s.Rows), k})
	}
	return report.NewTable("Data sets: what their rows are fitted to, how many have it, and the K of their scores",
		[]string{"set", "labels", "rows", "K"}, rows)
}

// trialsTable has the candidates, the best at the first half first.
func (r *Result) trialsTable() (*report.Table, error) {
	header := []string{"number"}
	for _, s := range r.Sets {
		header = append(header, s.Name)
	}
	for _, a := range r.Axes {
		if len(a.Values) > 1 {
			header = append(header, a.Name)
		}
	}
	header = append(header, "other moves", "first half", "second half", "Elo by the second")
	var rows [][]string
	for _, t := range byFirst(r.Trials) {
		rows = append(rows, r.row(t))
	}
	return report.NewTable("Candidates: the share of each set in the weight of all rows, and the regret beside the start weights, points a move ± half the 95 % interval; below 0 is better",
		header, rows)
}

// row is that of a candidate.
func (r *Result) row(t *Trial) []string {
	row := []string{fmt.Sprint(t.Number)}
	for _, share := range t.Shares() {
		row = append(row, plaintext.Percent(share))
	}
	for i, a := range r.Axes {
		if len(a.Values) > 1 {
			cell := "–"
			if a.speaks(t.Parts) {
				cell = number(a.Values[t.At[i]])
			}
			row = append(row, cell)
		}
	}
	row = append(row, plaintext.Percent(t.First.Different), t.First.Difference.String(), "", "")
	if m := t.Second; m != nil {
		row[len(row)-2], row[len(row)-1] = m.Difference.String(), m.Elo.String()
	}
	return row
}
