package weights

import (
	"fmt"
	"io"
	"strings"
)

// Show prints the file for a person: where the weights come from, then each
// group's terms with value, half the 95 % interval and t value, and
// piece-square tables as boards.
func Show(w io.Writer, f *File) error {
	var b strings.Builder
	for _, line := range f.describe() {
		fmt.Fprintf(&b, "%-9s %s\n", line.key, line.text)
	}
	for _, c := range f.Provenance.Intercepts {
		fmt.Fprintf(&b, "%-9s %s (%s): nuisance, part of no evaluation\n", "intercept", signed(c.Value), oneLine(c.Source))
	}
	for _, warning := range f.Provenance.Warnings {
		fmt.Fprintf(&b, "%-9s %s\n", "warning", oneLine(warning.String()))
	}
	for _, g := range f.Groups() {
		b.WriteByte('\n')
		if err := g.write(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g Group) write(w io.Writer) error {
	switch {
	case g.Board:
		return g.writeBoard(w)
	case g.Tapered:
		return g.writeTapered(w)
	}
	t := Table{Header: []string{"term", "value", "±95 %", "t"}}
	for _, term := range g.Terms {
		t.Add(append([]string{term.Name}, cells(term.Value)...)...)
	}
	return t.Write(w)
}

func (g Group) writeTapered(w io.Writer) error {
	t := Table{Header: []string{"term", "mg", "±95 %", "t", "eg", "±95 %", "t"}}
	for _, term := range g.Terms {
		t.Add(append(append([]string{term.Name}, cells(term.MG)...), cells(term.EG)...)...)
	}
	return t.Write(w)
}

// cells returns value, half interval and t value.
func cells(w Weight) []string {
	return []string{Number(w.Value), known(w, w.Interval95(), ""), known(w, w.T(), "%.1f")}
}

// writeBoard prints a piece-square table as White sees it, middle game and
// endgame side by side.
func (g Group) writeBoard(w io.Writer) error {
	squares := g.Squares()
	draw := func(value func(*Term) Weight) []string {
		return boardLines(func(sq int) string {
			if squares[sq] == nil {
				return "-"
			}
			return fmt.Sprintf("%.0f", noMinusZero(roundHalfAway(value(squares[sq]).Value)))
		})
	}
	if !g.Tapered {
		lines := draw(func(t *Term) Weight { return t.Value })
		_, err := fmt.Fprintf(w, "%s\n%s\n", g.Name, strings.Join(lines, "\n"))
		return err
	}
	mg, eg := draw(func(t *Term) Weight { return t.MG }), draw(func(t *Term) Weight { return t.EG })
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s%s\n", len(mg[0])+4, g.Name+" mg", g.Name+" eg")
	for i := range mg {
		fmt.Fprintf(&b, "%s    %s\n", mg[i], eg[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A fact is a line of a file's description.
type fact struct{ key, text string }

// describe says in a few lines where the weights come from. Texts are on one
// line each, whatever the file has in them.
func (f *File) describe() []fact {
	p := &f.Provenance
	facts := []fact{{"set", fmt.Sprintf("%s (hash %s), phase %s", f.Set, short(f.SetHash), f.Phase)}}
	for _, s := range p.Sources {
		facts = append(facts, fact{"data", fmt.Sprintf("%s, %s rows, sha256 %s", s.Name, thousands(s.Rows), short(s.SHA256))})
	}
	for _, s := range p.TestSet {
		facts = append(facts, fact{"test set", fmt.Sprintf("%s, %s rows, sha256 %s", s.Name, thousands(s.Rows), short(s.SHA256))})
	}
	if len(p.Funnel) > 0 {
		var drops []string
		for _, d := range p.Funnel {
			drops = append(drops, fmt.Sprintf("%s %s", d.Filter, thousands(d.Rows)))
		}
		facts = append(facts, fact{"dropped", strings.Join(drops, ", ")})
	}
	facts = append(facts, fact{"rows", fmt.Sprintf("%s of %s games or clusters", thousands(p.Rows), thousands(p.Games))})
	facts = append(facts, fact{"fit", p.fit()})
	if p.Split.Kind != "" {
		facts = append(facts, fact{"split", p.Split.String()})
	}
	facts = append(facts, p.Train.facts("train")...)
	facts = append(facts, p.Test.facts("test")...)
	if p.Tool != "" {
		facts = append(facts, fact{"tool", p.Tool})
	}
	for i := range facts {
		facts[i].text = oneLine(facts[i].text)
	}
	return facts
}

// fit names loss, method and policies in one sentence.
func (p *Provenance) fit() string {
	s := fmt.Sprintf("%s loss by %s", p.Loss, p.Method)
	if p.Huber != 0 {
		s += fmt.Sprintf(", δ %s cp", Number(p.Huber))
	}
	s += fmt.Sprintf(", ridge %g", p.Ridge)
	if p.Clip != 0 {
		s += fmt.Sprintf(", labels clipped at ±%g cp", p.Clip)
	}
	if p.Mates != "" {
		s += ", mates: " + p.Mates
	}
	return s
}

func (s Split) String() string {
	switch s.Kind {
	case "none":
		return "none"
	case "set":
		return "a separate test set"
	}
	return fmt.Sprintf("%.4g %% held out by %s, seed %d", 100*s.Share, s.Kind, s.Seed)
}

func (m *Metrics) facts(part string) []fact {
	if m == nil {
		return nil
	}
	s := fmt.Sprintf("%s rows", thousands(m.N))
	for _, e := range m.entries() {
		s += fmt.Sprintf(", %s %s", e.name, e.Interval)
	}
	return []fact{{part, s}}
}

// String prints the estimate, and its interval if there is one.
func (i Interval) String() string {
	if i.Low == 0 && i.High == 0 {
		return Number(i.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", Number(i.Value), Number(i.Low), Number(i.High))
}

// short cuts a hash to the length that a person compares.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	return hash
}
