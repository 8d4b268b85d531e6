package doctor

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/plaintext"
)

// Write prints a diagnosis for a person: the verdict, what the file is, what is
// remarkable, which lines to look at, and the commands to run.
func (d *Diagnosis) Write(to io.Writer) error {
	w := new(bytes.Buffer)
	fmt.Fprintf(w, "%s: %s\n\n", d.File, d.Verdict)
	for _, f := range d.facts() {
		fmt.Fprintf(w, "  %-11s %s\n", f.name, f.text)
	}
	d.writeFindings(w)
	d.writeSuspects(w)
	if d.Stuck {
		fmt.Fprintln(w, "\nafter the repair, run:")
	} else {
		fmt.Fprintln(w, "\nrun:")
	}
	for _, c := range d.Commands {
		fmt.Fprintf(w, "  %s\n", c)
	}
	_, err := w.WriteTo(to)
	return err
}

// A fact is one line of what a file is.
type fact struct{ name, text string }

// facts returns what is known of the file.
func (d *Diagnosis) facts() []fact {
	c, r := d.Counts, &d.Rows
	facts := []fact{
		{"format", d.Reading.Columns},
	}
	if d.Reading.Ignored != "" {
		facts = append(facts, fact{"not read", "columns " + d.Reading.Ignored})
	}
	facts = append(facts,
		fact{"rows", fmt.Sprintf("%d of %d lines (%d bad, %d blank)", c.Samples, c.Lines, c.Bad, c.Blank)})
	if c.Games > 0 {
		facts = append(facts, fact{"games read", fmt.Sprintf("%d, %d of them without a move", c.Games, c.Moveless)})
	}
	facts = append(facts, d.labelFacts()...)
	facts = append(facts,
		fact{"phase", d.phaseText()},
		fact{"to move", fmt.Sprintf("White %.1f %%, Black %.1f %%", plaintext.PercentOf(r.Rows-r.Black, r.Rows), plaintext.PercentOf(r.Black, r.Rows))},
		fact{"repeated", d.repeatedText()},
		fact{d.clusterName(), d.clusterText()},
		fact{"noise", d.noiseText()},
		fact{"terminal", fmt.Sprintf("%d checkmates, %d stalemates, %d dead positions, %d by 75 moves",
			r.Finished.Checkmate, r.Finished.Stalemate, r.Finished.DeadPosition, r.Finished.SeventyFive)})
	if o := d.Overlap; o != nil {
		facts = append(facts, fact{"overlap", o.text()})
	}
	return facts
}

// labelFacts speak of scores and results.
func (d *Diagnosis) labelFacts() (facts []fact) {
	r, m, c := &d.Reading, d.Rows.Results, d.Counts
	if r.Score {
		n := c.Samples - c.Unscored - c.Mates - c.Codes
		text := fmt.Sprintf("%s, %s view%s: correlation with material %+.2f with White to move, %+.2f with Black; %.3g a pawn, 95 %% between %.4g and %.4g",
			r.Unit, ownerOf(r.POV), lookedAt(r.ScoreRows, n), r.ScoreWhite, r.ScoreBlack, d.Scores.Slope, d.Scores.Low, d.Scores.High)
		if n < 2 {
			text = fmt.Sprintf("%s, %s view: one row has no correlation with material", r.Unit, ownerOf(r.POV))
		}
		if d.Scores.Ahead > 0 {
			text += fmt.Sprintf("; 100 centipawns score %.2f", d.Scores.Ahead)
		}
		facts = append(facts, fact{"scores", text},
			fact{"mates", fmt.Sprintf("%d marked, %d as numbers of 9,999 and more; %d rows without a score", c.Mates, c.Codes, c.Unscored)})
	}
	if n := m.Known(); n > 0 {
		related := fmt.Sprintf("correlation %+.2f, %+.2f", r.ResultWhite, r.ResultBlack)
		if n < 2 {
			related = "one row has no correlation"
		}
		facts = append(facts, fact{"results", fmt.Sprintf("%s view%s: %s; of all, White wins %.1f %%, draws %.1f %%, Black wins %.1f %%, %d unknown",
			ownerOf(r.ResultPOV), lookedAt(r.ResultRows, n), related, plaintext.PercentOf(m.White, n), plaintext.PercentOf(m.Draw, n), plaintext.PercentOf(m.Black, n), m.Unknown)})
	} else if r.Result {
		facts = append(facts, fact{"results", "probabilities, " + ownerOf(r.ResultPOV) + " view"})
	}
	return facts
}

// lookedAt says of how many rows a figure is that is not of all.
func lookedAt(rows, all int) string {
	if rows >= all {
		return ""
	}
	return fmt.Sprintf("; in the %d of %d rows that were looked at", rows, all)
}

// ownerOf says whose a view is.
func ownerOf(pov string) string {
	if pov == "mover" {
		return "the mover's"
	}
	return "White's"
}

func (d *Diagnosis) phaseText() string {
	parts := make([]string, len(d.Phases))
	for i, n := range d.Phases {
		parts[i] = fmt.Sprintf("%.1f", plaintext.PercentOf(n, d.Counts.Samples))
	}
	return strings.Join(parts, ", ") + " % by quarter, from bare kings to all pieces"
}

func (d *Diagnosis) repeatedText() string {
	p := d.Rows.Positions
	return fmt.Sprintf("%s%d distinct positions; %d rows (%.1f %%) repeat one or its mirror, %d have one whose labels differ",
		about(p.Exact), p.Distinct, p.Repeated, plaintext.PercentOf(p.Repeated, d.Counts.Samples), p.Contradicted)
}

func (d *Diagnosis) clusterName() string {
	if d.Games {
		return "games"
	}
	return "clusters"
}

func (d *Diagnosis) clusterText() string {
	g := d.Rows.Games
	text := fmt.Sprintf("%s%d, %.1f rows each, the largest %d; %.0f effective", about(g.Exact), g.Games, g.Mean(), g.Largest, g.Effective)
	if !d.Games {
		text += " (rows do not name their games: equal pawns and material stand for one)"
	}
	return text
}

func (d *Diagnosis) noiseText() string {
	n, total := d.Noise, d.Counts.Samples
	text := fmt.Sprintf("%.1f %% in check", plaintext.PercentOf(n.Checks, total))
	if n.Moves == 0 {
		text += "; moves are not known"
	} else {
		text += fmt.Sprintf("; %.1f %% with a capture or promotion as the move", plaintext.PercentOf(n.Noisy, n.Moves))
	}
	if n.Searched > 0 {
		text += fmt.Sprintf("; captures due in %.1f %% of those not in check", plaintext.PercentOf(n.Loud, n.Searched))
	}
	return text
}

func (o *Overlap) text() string {
	text := fmt.Sprintf("with %s (%d rows): %s%d positions", o.File, o.Counts, about(o.Exact), o.Positions)
	if o.Games > 0 {
		text += fmt.Sprintf(", %s%d games", about(o.ExactGames), o.Games)
	}
	return text
}

func (d *Diagnosis) writeFindings(w io.Writer) {
	if len(d.Findings) > 0 {
		fmt.Fprintln(w)
	}
	for _, f := range d.Findings {
		fmt.Fprintf(w, "%v %s: %s\n", f.Level, f.Code, f.Text)
		for _, line := range []struct {
			is   bool
			text string
		}{
			{len(f.Extract) > 0, "pass " + strings.Join(f.Extract, " ")},
			{len(f.Fit) > 0, "pass " + strings.Join(f.Fit, " ") + " to fit"}, {f.Remedy != "", f.Remedy},
		} {
			if line.is {
				fmt.Fprintf(w, "      %s\n", line.text)
			}
		}
	}
}

// writeSuspects prints the lines of one kind together.
func (d *Diagnosis) writeSuspects(w io.Writer) {
	if len(d.Suspects) == 0 {
		return
	}
	fmt.Fprintln(w, "\nlines to look at:")
	for i := 0; i < len(d.Suspects); {
		s, lines := d.Suspects[i], []string{}
		for ; i < len(d.Suspects) && d.Suspects[i].Code == s.Code && d.Suspects[i].What == s.What; i++ {
			lines = append(lines, fmt.Sprint(d.Suspects[i].Line))
		}
		fmt.Fprintf(w, "  %s %s: %s\n", s.Code, strings.Join(lines, ", "), s.What)
	}
}
