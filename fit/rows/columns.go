package rows

import "centipawn/matrix"

// NewDesign selects weights by patterns as fit.Options says.
func NewDesign(s matrix.Schema, columns []string, fixed []Fixed, ties ...Tie) (*Design, error) {
	d := &Design{Schema: s, Factors: newFactors(s), Plain: true}
	held := make([]string, len(fixed))
	for i, f := range fixed {
		held[i] = f.Pattern
	}
	selects, holds := newPatterns(columns), newPatterns(held)
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
			if i := holds.first(name, col.Name); i >= 0 {
				d.Held = append(d.Held, NamedWeight{name, fixed[i].Value})
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
	if err := d.finish(selects, holds); err != nil {
		return nil, err
	}
	return d, d.tie(ties)
}

// finish reports patterns that are of no use, and prepares what is held.
func (d *Design) finish(selects, holds *patterns) error {
	for _, p := range []*patterns{selects, holds} {
		if err := p.err(); err != nil {
			return err
		}
	}
	if len(d.Held) > 0 {
		d.Fixed = NewScorer(d.Schema, d.Factors)
		for _, w := range d.Held {
			if d.BlockIsFree() && d.Fixed.inBlock(w.Name) {
				continue // the sums of the sides are of both
			}
			if err := d.Fixed.Add(w); err != nil {
				return err
			}
		}
	}
	return nil
}
