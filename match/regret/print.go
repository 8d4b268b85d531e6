package regret

import (
	"fmt"
	"io"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
)

// Write prints the result for people: differences in points a move, with half their 95 % intervals.
func (r *Result) Write(w io.Writer) error {
	fmt.Fprintf(w, "teacher   %s, %v a move, K %.2f\n", r.Teacher.Name, r.Teacher.Limit, r.Teacher.K)
	own := ""
	if r.Players[1].Own != nil {
		own = ", half of them of each player's own"
	}
	fmt.Fprintf(w, "roots     %s of %s%s\n", plaintext.Thousands(r.Roots), plaintext.Count(r.Games, "game"), own)
	fmt.Fprintf(w, "line      %s\n", r.Line)
	if text := r.Line.engines(); text != "" {
		fmt.Fprintf(w, "%s\n", text)
	}
	fmt.Fprintln(w)
	if err := r.table().Write(w); err != nil {
		return err
	}
	for i := range r.Players[1:] {
		p := &r.Players[i+1]
		if text := p.words(); text != "" {
			fmt.Fprintf(w, "%s\n", text)
		}
		if p.Forecast != nil { // of an older version
			fmt.Fprintf(w, "verdict   %s: %v\n", p.Name, p.Forecast)
		}
	}
	for _, n := range r.Warnings {
		fmt.Fprintf(w, "%v\n", n)
	}
	return nil
}

// String says where the line runs.
func (l *Line) String() string {
	return fmt.Sprintf("%s ±%s Elo for a point a move, through %s, which scatter by %.0f %% of it",
		plaintext.Thousands(int(l.Slope)), plaintext.Thousands(int(l.half95())), plaintext.Count(l.Points, "match result"), 100*l.Scatter)
}

// table has a line for each player.
func (r *Result) table() *plaintext.Table {
	t := &plaintext.Table{Header: []string{"player"}}
	full := r.Players[0].Regret != nil
	if full {
		t.Header = append(t.Header, "regret")
	}
	own := r.Players[1].Own != nil
	t.Header = append(t.Header, "other moves", "above baseline")
	if own {
		t.Header = append(t.Header, "in own games")
	}
	t.Header = append(t.Header, "opening", "middlegame", "endgame", "Elo predicted (95 %)")
	for i := range r.Players {
		p := &r.Players[i]
		cells := []string{p.Name}
		if full {
			cells = append(cells, p.Regret.String())
		}
		if i > 0 {
			cells = append(cells, plaintext.Percent(p.Different), p.Difference.String())
			if own {
				cells = append(cells, p.Own.String())
			}
			for _, ph := range p.Phases {
				cells = append(cells, ph.String())
			}
			cells = append(cells, p.Elo.String())
		}
		t.Add(cells...)
	}
	return t
}

// String is the mean with half its 95 % interval: "+0.0089 ±0.0021".
func (m Mean) String() string {
	if m.Games < 2 {
		return "-"
	}
	return fmt.Sprintf("%s ±%.4f", elo.Rounded(m.Value, 4), m.Half95())
}
