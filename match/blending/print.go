package blending

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
)

// Table shows how far the best point of a search goes in each direction, and what that is expected to bring.
func (b *Blending) Table(w io.Writer) error {
	model := b.Model()
	return table(w, b.coefficients(model, model.Best()))
}

func table(w io.Writer, list []Coefficient) error {
	t := plaintext.Table{
		Header: []string{"direction", "weights", "α", "Elo alone", "±", "at α = 1", "±"},
		Left:   []bool{true, false, false, false, false, false, false},
	}
	for _, c := range list {
		t.Add(c.Name, plaintext.Thousands(c.Moved), fmt.Sprintf("%+.2f", c.Alpha), fmt.Sprintf("%+.1f", c.Alone), fmt.Sprintf("%.1f", confidence.Z95*c.Error),
			fmt.Sprintf("%+.1f", c.Whole), fmt.Sprintf("%.1f", confidence.Z95*c.Wide))
	}
	return t.Write(w)
}

// Print writes the result for people.
func (r *Result) Print(w io.Writer) error {
	var b strings.Builder
	over := ""
	if r.Stop == match.Enough {
		over = ", the time was over"
	}
	fmt.Fprintf(&b, "engine    %s, weights %s\npairs     %s of %s%s\n\n", r.Engine, r.Kind, plaintext.Thousands(r.Pairs), plaintext.Thousands(r.Planned), over)
	err := table(&b, r.Directions)
	fmt.Fprintf(&b, "\nexpected  %+.1f Elo (95 %%: %+.1f to %+.1f), better than the old weights with probability %.2f\n",
		r.Best.Elo, r.Best.Elo-confidence.Z95*r.Best.Error, r.Best.Elo+confidence.Z95*r.Best.Error, r.Better)
	if r.Found != "" {
		fmt.Fprintf(&b, "found     %s\n", r.Found)
	}
	if p := r.Proof; p != nil {
		fmt.Fprintf(&b, "proof     %s, %s Elo\n", plaintext.Count(p.Games, "game"), p.Elo.Full())
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "fault     %s\n", f)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(&b, n)
	}
	fmt.Fprintf(&b, "%s\n", r.Verdict)
	if r.Next != "" {
		fmt.Fprintf(&b, "%s\n", r.Next)
	}
	if err == nil {
		_, err = io.WriteString(w, b.String())
	}
	return err
}
