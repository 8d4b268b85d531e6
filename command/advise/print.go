package advise

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// Print writes the report for a person to read.
func (r *Report) Print(to io.Writer) error {
	w := new(strings.Builder)
	r.printData(w)
	if err := r.printRecommended(w); err != nil {
		return err
	}
	for _, part := range []func(*strings.Builder) error{r.printSteps, r.printOthers, r.printFine, r.printSimplify, r.printResiduals, r.printCalibration} {
		if err := part(w); err != nil {
			return err
		}
	}
	r.printNext(w)
	for _, n := range r.Warnings {
		fmt.Fprintf(w, "warning: %s\n", strings.TrimPrefix(n.String(), ": "))
	}
	_, err := io.WriteString(to, w.String())
	return err
}

// printData says what was read and recognised.
func (r *Report) printData(w *strings.Builder) {
	e, d, l := &r.Evaluation, &r.Data, &r.Label
	fmt.Fprintf(w, "evaluation: %s (%s), %s view, %s: %s\n", e.Name, e.Source, viewOf(e.View), e.Unit, e.How)
	fmt.Fprintf(w, "data: %s: %s of %s", strings.Join(d.Files, ", "), plaintext.Count(d.Rows, "row"), plaintext.Count(d.Games, gamesWord(d.Named)))
	for i, drop := range d.Dropped {
		sep := ", "
		if i == 0 {
			sep = "; left out: "
		}
		fmt.Fprintf(w, "%s%s (%s)", sep, plaintext.Thousands(drop.Rows), drop.Why)
	}
	fmt.Fprintf(w, "\nlabel: %s\n", l)
	fmt.Fprintf(w, "K of the evaluation %.4g, mean square error %.5f of the expected score\n\n", r.K, r.Loss)
}

func gamesWord(named bool) string {
	if named {
		return "game"
	}
	return "pawn skeleton"
}

// String says what the label is made of.
func (l *Label) String() string {
	switch l.Lambda {
	case 1:
		return "the result of the game"
	case 0:
		return fmt.Sprintf("the expected score of the search's score at K = %.4g", l.K)
	}
	return fmt.Sprintf("%g of the result of the game and %g of the expected score of the search's score at K = %.4g", l.Lambda, 1-l.Lambda, l.K)
}

// gained prints a share of the loss with its interval, as in "+3.4 % (2.9 to 3.8)".
func gained(gain, low, high float64) string {
	return fmt.Sprintf("%+.2f %% (%.2f to %.2f)", 100*gain, 100*low, 100*high)
}

// printRecommended says what the evaluation lacks.
func (r *Report) printRecommended(w *strings.Builder) error {
	if len(r.Recommended) == 0 {
		fmt.Fprintf(w, "nothing of %d candidates is recommended: on games that were not used to find it, what the best of them take away is within chance\n", r.Tried)
		return nil
	}
	fmt.Fprintf(w, "recommended: %d of %d candidates, the surest gain first\n", r.Found, r.Tried)
	fmt.Fprint(w, "a gain is the share of the error that goes away on games that were not used to find it; in brackets: where the gains of all that were tried are at once, with 95 % certainty (Bonferroni's rule)\n")
	if n := r.Found - len(r.Recommended); n > 0 {
		fmt.Fprintf(w, "(%d of them are not listed: they gain less for sure, share a term with one above them, or take away mostly the same error)\n", n)
	}
	if err := r.table(r.Recommended, true).Write(w); err != nil {
		return err
	}
	for i := range r.Recommended {
		r.Recommended[i].print(w, i+1)
	}
	return nil
}

// gained prints the gain of a candidate with the interval that allows for all that were tried.
func (a *Advice) gained() string { return gained(a.Gain, a.LowAll, a.HighAll) }

// table lists candidates, ranked or not, and what is known of some of them.
func (r *Report) table(list []Advice, ranked bool) *plaintext.Table {
	t := &plaintext.Table{Header: []string{"candidate", "kind", allTried, "games"}, Left: []bool{true, true}}
	cost := slices.ContainsFunc(list, func(a Advice) bool { return a.Cost != 0 })
	elo := slices.ContainsFunc(list, func(a Advice) bool { return a.Elo != nil })
	if cost {
		t.Header = append(t.Header, "cost")
	}
	if elo {
		t.Header = append(t.Header, "Elo of such gains")
	}
	for i := range list {
		a := &list[i]
		row := []string{a.Name, a.Kind, a.gained(), plaintext.Thousands(a.Games)}
		if cost {
			row = append(row, costOf(a.Cost))
		}
		if elo {
			row = append(row, a.Elo.String())
		}
		t.Add(row...)
	}
	if ranked {
		t.Header, t.Left = append([]string{""}, t.Header...), append([]bool{false}, t.Left...)
		for i, row := range t.Rows {
			t.Rows[i] = append([]string{fmt.Sprint(i + 1)}, row...)
		}
	}
	return t
}

// allTried is the head of gains.
const allTried = "gain (95 %, all tried)"

// costOf prints nanoseconds; nothing if they are not known.
func costOf(ns float64) string {
	if ns == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f ns", ns)
}

// String prints an interval of Elo; nothing of nil.
func (w *Worth) String() string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf("%+.0f to %+.0f", w.Low, w.High)
}

// chance prints a p-value.
func chance(p float64) string {
	if p < 0.0001 {
		return "below 0.0001"
	}
	return fmt.Sprintf("= %.4f", p)
}

// shownInFull is how many candidates are printed with positions; the page and the JSON have those of all.
const shownInFull = 3

// shownWeights is how many weights of a candidate are printed.
const shownWeights = 8

// print says what a candidate is, what it may begin with, and where it is lacking.
func (a *Advice) print(w *strings.Builder, rank int) {
	fmt.Fprintf(w, "\n%d. %s: %s\n", rank, a.Name, a.Formula)
	if a.Has {
		fmt.Fprint(w, "   the evaluation has it already: its weights are off, or it is worth more in some positions than in others\n")
	}
	fmt.Fprintf(w, "   if it alone had been tried, 95 %%: %.2f to %.2f %%; by Holm's rule for all that were, p %s\n", 100*a.Low, 100*a.High, chance(a.Adjusted))
	if len(a.Weights) > 0 {
		fmt.Fprintf(w, "   to begin with (mg, eg in centipawns): %s\n", a.weightList())
	}
	if len(a.Overlaps) > 0 {
		var list []string
		for _, o := range a.Overlaps[:min(3, len(a.Overlaps))] {
			list = append(list, fmt.Sprintf("%s (%.0f %%)", o.Name, 100*o.Share))
		}
		fmt.Fprintf(w, "   the same gain is partly that of %s\n", strings.Join(list, ", "))
	}
	if rank > shownInFull {
		return
	}
	for _, p := range a.Positions {
		fmt.Fprintf(w, "   %s\n      evaluation %+.0f, with it %+.0f; expected by the label %.2f; White %s, Black %s (%s:%d)\n",
			p.FEN, p.Eval, p.With, p.Label, weights.Number(p.White), weights.Number(p.Black), p.File, p.Line)
	}
}

// weightList prints the weights, those that matter most first if there are many.
func (a *Advice) weightList() string {
	var list []string
	for i, x := range a.Weights {
		if i == shownWeights {
			list = append(list, fmt.Sprintf("and %d more (-json has all)", len(a.Weights)-i))
			break
		}
		name := ""
		if len(a.Weights) > 1 {
			name = x.Name + " "
		}
		list = append(list, fmt.Sprintf("%s%+.1f %+.1f", name, x.MG, x.EG))
	}
	return strings.Join(list, ", ")
}

// printSteps says what is left when the best are added one after the other.
func (r *Report) printSteps(w *strings.Builder) error {
	if len(r.Steps) == 0 {
		return nil
	}
	fmt.Fprint(w, "\none after the other: each is added to those before, and all others are asked again\n")
	t := plaintext.Table{Header: []string{"", "added", "kind", allTried, "error left"}, Left: []bool{false, true, true}}
	for i, s := range r.Steps {
		t.Add(fmt.Sprint(i+1), s.Name, s.Kind, s.gained(), fmt.Sprintf("%.2f %%", 100*s.Loss))
	}
	return t.Write(w)
}

// printOthers lists what comes next.
func (r *Report) printOthers(w *strings.Builder) error {
	if len(r.Others) == 0 {
		return nil
	}
	fmt.Fprint(w, "\nnot recommended; the best of the others\n")
	return r.table(r.Others, false).Write(w)
}

// printFine says what the evaluation does not lack.
func (r *Report) printFine(w *strings.Builder) error {
	if len(r.Fine) == 0 {
		return nil
	}
	var list []string
	for _, f := range r.Fine {
		list = append(list, fmt.Sprintf("%s (below %.2f %%)", f.Name, 100*f.High))
	}
	fmt.Fprintf(w, "\nfine: families that would gain little or nothing: %s\n", strings.Join(list, ", "))
	return nil
}

// shownRemovals is how many own terms are printed.
const shownRemovals = 20

// printSimplify says which own terms can go.
func (r *Report) printSimplify(w *strings.Builder) error {
	if len(r.Simplify) == 0 {
		return nil
	}
	fmt.Fprint(w, "\nown terms and tables: what the error rises by without each, all others fitted again; what is near 0 or below can go\n")
	t := plaintext.Table{Header: []string{"term", "error (95 %)", "games"}}
	cost := slices.ContainsFunc(r.Simplify, func(x Removal) bool { return x.Cost != 0 })
	if cost {
		t.Header = append(t.Header, "cost of its family")
	}
	for _, x := range r.Simplify[:min(shownRemovals, len(r.Simplify))] {
		row := []string{x.Name, gained(x.Loss, x.Low, x.High), plaintext.Thousands(x.Games)}
		if cost {
			row = append(row, costOf(x.Cost))
		}
		t.Add(row...)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if n := len(r.Simplify) - shownRemovals; n > 0 {
		fmt.Fprintf(w, "and %d more, which lose more (-json and the page have all)\n", n)
	}
	return nil
}

// printResiduals says where the evaluation is wrong at large.
func (r *Report) printResiduals(w *strings.Builder) error {
	if len(r.Residuals) == 0 {
		return nil
	}
	fmt.Fprint(w, "\nwhere it is wrong at large: bias is how much better a side is than the evaluation says, in expected score and centipawns\n")
	t := plaintext.Table{Header: []string{"", "whose bias", "rows", "games", "bias (95 %)", "cp", "of the error"}, Left: []bool{true, true}}
	by := ""
	for _, x := range r.Residuals {
		if x.By != by {
			by = x.By
			t.Add(by)
		}
		bias := fmt.Sprintf("%+.3f ± %.3f", x.Bias, confidence.Z95*x.Error)
		if math.Abs(x.Bias) > confidence.Z95*x.Error {
			bias += " *"
		} else {
			bias += "  "
		}
		t.Add("  "+x.Group, x.Side, plaintext.Thousands(x.Rows), plaintext.Thousands(x.Games), bias, fmt.Sprintf("%+.0f", x.Centipawn), plaintext.Percent(x.Share))
	}
	return t.Write(w)
}

// printCalibration compares expected scores with labels by phase.
func (r *Report) printCalibration(w *strings.Builder) error {
	if len(r.Calibration) == 0 {
		return nil
	}
	fmt.Fprint(w, "\ncalibration, seen from the side ahead: expected score and what came of it; a slope below 1 means that evaluations are too large there\n")
	t := plaintext.Table{Header: []string{"phase", "rows", "slope", "expected → label"}, Left: []bool{true, false, false, true}}
	for _, c := range r.Calibration {
		var points []string
		for _, p := range c.Points {
			points = append(points, fmt.Sprintf("%.2f→%.2f", p.Expected, p.Label))
		}
		slope := "not known"
		if c.Slope != 0 {
			slope = fmt.Sprintf("%.2f ± %.2f", c.Slope, confidence.Z95*c.Error)
		}
		t.Add(c.Phase, plaintext.Thousands(c.Rows), slope, strings.Join(points, " "))
	}
	return t.Write(w)
}

// printNext says what to do now.
func (r *Report) printNext(w *strings.Builder) {
	for i, c := range r.Next {
		if i == 0 {
			fmt.Fprint(w, "\nnext:\n")
		}
		fmt.Fprintf(w, "  %s\n", c.About)
		if c.Line != "" {
			fmt.Fprintf(w, "      %s\n", c.Line)
		}
	}
}
