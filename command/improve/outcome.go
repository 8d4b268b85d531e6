package improve

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/command/directions"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/blending"
	"example.org/centipawn/match/elo"
)

// An Outcome is how an evening has ended.
type Outcome struct {
	Dir     string              `json:"dir"`
	Budget  float64             `json:"budget"`  // minutes
	Minutes float64             `json:"minutes"` // that it took
	Stages  []*Stage            `json:"stages"`
	Parts   []directions.Choice `json:"parts"`
	Blend   *blending.Result    `json:"blend"`
	Better  bool                `json:"better"` // proved
	Verdict string              `json:"verdict"`
	Next    string              `json:"next"`
}

// outcome is that of a blend.
func (e *evening) outcome(r *blending.Result) *Outcome {
	out := &Outcome{Dir: e.dir, Budget: e.Minutes, Stages: e.state.Stages, Parts: e.choice, Blend: r, Verdict: r.Verdict,
		Minutes: math.Round(e.state.seconds()/6) / 10, Better: r.Proof != nil && r.Proof.Proven}
	again := "pass another -o with a larger -minutes"
	if e.Rows == "" {
		again += " and -rows, so that no games are played for rows"
	}
	switch {
	case !out.Better:
		out.Next = "For smaller gains " + again + "; new terms gain more than new numbers: weights advise."
	case e.write:
		out.Next = "The source has the new numbers: build it, and play it at a longer time control."
	default:
		out.Next = e.writeThem(r)
	}
	return out
}

// writeThem says how the found weights come into the source.
func (e *evening) writeThem(r *blending.Result) string {
	text := "Write them: weights write " + commandLine(slices.Concat(e.Reading, []string{"-from", e.Old, r.Found}))
	if !e.into {
		text += " -into FILE..."
	}
	return text
}

// status is what the exit status says.
func (o *Outcome) status() error {
	switch p := o.Blend.Proof; {
	case o.Better:
		return nil
	case p == nil || p.Test != nil && p.Test.Decision == elo.AcceptH0:
		return cli.ErrRejected
	}
	return cli.ErrUndecided
}

// Print writes the outcome for people.
func (o *Outcome) Print(w io.Writer) error {
	var b strings.Builder
	t := plaintext.Table{Header: []string{"stage", "minutes", "command"}, Left: []bool{true, false, true}}
	for _, s := range o.Stages {
		t.Add(s.Name, fmt.Sprintf("%.1f", s.Seconds/60), s.Command)
	}
	if err := t.Write(&b); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\ntook      %.1f of %g minutes\n\n", o.Minutes, o.Budget)
	if err := o.Blend.Print(&b); err != nil {
		return err
	}
	fmt.Fprintln(&b, o.Next)
	_, err := io.WriteString(w, b.String())
	return err
}
