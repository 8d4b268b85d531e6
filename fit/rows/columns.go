package rows

import "example.org/centipawn/matrix"

// NewDesign selects weights by patterns as fit.Options says.
func NewDesign(s matrix.Schema, columns []string, fixed []Fixed, ties ...Tie) (*Design, error) {
	d := &Design{Schema: s, Factors: newFactors(s), Plain: true}
	fixedPatterns := make([]string, len(fixed))
	for i, f := range fixed {
		fixedPatterns[i] = f.Pattern
	}
	selects, fixes := newPatterns(columns), newPatterns(fixedPatterns)
	for c, col := range s.Columns {
		t := term{-1, -1, -1}
		slots := []*int32{&t.Plain}
		if col.Tapered {
			slots = []*int32{&t.MG, &t.EG}
		}
		names := col.Weights()
		if col.Side == matrix.Black {
			names = nil // they are those of White's column
		}
		for k, name := range names {
			selected := selects.first(name, col.Name) >= 0 || len(columns) == 0
			if i := fixes.first(name, col.Name); i >= 0 {
				d.Fixed = append(d.Fixed, NamedWeight{name, fixed[i].Value})
			} else if selected {
				*slots[k] = int32(len(d.Names))
				d.Names, d.Column = append(d.Names, name), append(d.Column, c)
			}
		}
		if col.Side == matrix.White {
			d.addUnit(names[0], t.Plain)
			t.Plain = -1
		}
		d.Plain = d.Plain && t.Plain >= 0
		d.Terms = append(d.Terms, t)
	}
	if err := d.finish(selects, fixes); err != nil {
		return nil, err
	}
	return d, d.tie(ties)
}

// finish reports patterns that are of no use, and prepares the score of the fixed weights.
func (d *Design) finish(selects, fixes *patterns) error {
	for _, p := range []*patterns{selects, fixes} {
		if err := p.err(); err != nil {
			return err
		}
	}
	if len(d.Fixed) > 0 {
		d.FixedScore = NewScorer(d.Schema, d.Factors)
		for _, w := range d.Fixed {
			if d.BlockIsFree() && d.FixedScore.inBlock(w.Name) {
				continue // the sums of the sides are of both
			}
			if err := d.FixedScore.Add(w); err != nil {
				return err
			}
		}
	}
	return nil
}
