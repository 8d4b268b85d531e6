package guard

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// listed is how many moves without support are printed.
const listed = 8

// Write prints the report for a person.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "new evaluation against the old one, on %s, divided by %.3f:\n", plaintext.Count(r.All().Rows, "position"), r.Scale)
	for _, table := range []plaintext.Table{r.phaseTable(), r.pieceTable(), r.moveTable()} {
		if len(table.Rows) == 0 {
			continue
		}
		if err := table.Write(&b); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	r.remarks(&b)
	b.WriteString(r.Judgement())
	_, err := io.WriteString(w, b.String())
	return err
}

// Judgement is the verdict, and what is unusual about the step, a line each.
func (r *Report) Judgement() string { return "verdict: " + r.Forecast.String() + "\n" + r.Unusual() }

// Unusual is what is unusual about the step, a line each.
func (r *Report) Unusual() string {
	var b strings.Builder
	for _, why := range r.Reasons {
		fmt.Fprintf(&b, "  unusual: %v\n", why)
	}
	return b.String()
}

func (r *Report) phaseTable() plaintext.Table {
	t := plaintext.Table{Header: []string{"phase", "positions", "expected score", "difference, rms cp", "old, rms cp", "correlation", "other sign"}}
	for _, p := range r.Phases {
		t.Add(p.Name, plaintext.Thousands(p.Rows), fmt.Sprintf("%.4f", p.Expected), fmt.Sprintf("%.1f", p.RMS), fmt.Sprintf("%.1f", p.OldRMS),
			fmt.Sprintf("%.3f", p.Correlation), plaintext.Percent(p.OtherSign))
	}
	return t
}

func (r *Report) pieceTable() plaintext.Table {
	t := plaintext.Table{Header: []string{"value of a piece", "old", "new", "new/old"}}
	for _, p := range r.Pieces {
		ratio := ""
		if p.Ratio != 0 {
			ratio = fmt.Sprintf("%.2f", p.Ratio)
		}
		t.Add(p.title(), weights.Number(p.Old), weights.Number(p.New), ratio)
	}
	return t
}

func (r *Report) moveTable() plaintext.Table {
	t := plaintext.Table{Header: []string{"moved without support", "old", "new", "±95 %", "rows", "games"}}
	shown := r.Unsupported[:min(listed, len(r.Unsupported))]
	formed := slices.ContainsFunc(shown, func(m Move) bool { return m.Each != 0 })
	if formed {
		t.Header = append(t.Header, "worth, cp")
	}
	for _, m := range shown {
		half := ""
		if m.Error > 0 {
			half = weights.Number(m.Error)
		}
		line := []string{m.Name, weights.Number(m.Old), weights.Number(m.New), half, strconv.Itoa(m.Rows), strconv.Itoa(m.Games)}
		if formed {
			line = append(line, weights.Number(m.Worth()))
		}
		t.Add(line...)
	}
	return t
}

func (r *Report) remarks(b *strings.Builder) {
	if r.K > 0 {
		fmt.Fprintf(b, "expected scores: how far they are from each other on average, at the old evaluation's K of %.3f (%s)\n", r.K, r.KFrom)
	}
	fmt.Fprintf(b, "of %d weights %d moved farther than their 95 %% interval, %d without support\n", r.Weights, r.Supported, len(r.Unsupported))
	if l := r.Labels; l != nil {
		fmt.Fprintf(b, "squared error of expected scores on %s, each evaluation at its own K: %.5f, was %.5f (%+.1f %%)\n",
			plaintext.Count(l.Rows, "label"), l.New, l.Old, 100*l.Change)
	}
	switch {
	case r.tables:
		b.WriteString("no values of pieces: the old tables pst.* do not hold them, and no weight is called material.*: name them material.pawn to material.queen\n")
	case len(r.Pieces) == 0:
		b.WriteString("no values of pieces: no weight is called material.* or pst.*\n")
	}
	if len(r.Added) > 0 {
		fmt.Fprintf(b, "new terms, worth %.1f cp (rms): %s\n", r.AddedRMS, strings.Join(r.Added, ", "))
	}
	switch {
	case r.NewTerms():
		b.WriteString("they are meant to change the evaluation: how far it moved is not counted as unusual\n")
	case r.Repaired():
		b.WriteString("the labels go so much better that how far the evaluation moved is not counted as unusual\n")
	}
}
