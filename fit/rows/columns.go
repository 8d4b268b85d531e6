package rows

import "example.org/centipawn/matrix"

// NewDesign selects weights by patterns as fit.Options says.
func NewDesign(s matrix.Schema, columns []string, fixed []Fixed, ties ...Tie) (*Design, error) {
	of, err := NewEvaluation(s)
	if err != nil {
		return nil, err
	}
	d := &Design{Schema: s, Factors: newFactors(s), Evaluation: of, Plain: of.Form == nil, Unread: make(map[string]bool)}
	c := newChooser(columns, fixed)
	index := d.choose(c)
	for _, col := range s.Columns {
		t := term{-1, -1, -1}
		slots := []*int32{&t.Plain}
		if col.Tapered {
			slots = []*int32{&t.MG, &t.EG}
		}
		for k, name := range col.Weights() {
			*slots[k] = index[name]
		}
		d.Plain = d.Plain && t.Plain >= 0
		d.Terms = append(d.Terms, t)
	}
	if err := d.finish(c); err != nil {
		return nil, err
	}
	return d, d.tie(ties)
}

// A chooser says which weights are fitted, and which are fixed.
type chooser struct {
	all            bool // without patterns all are
	selects, fixes *patterns
	fixed          []Fixed
}

func newChooser(columns []string, fixed []Fixed) *chooser {
	list := make([]string, len(fixed))
	for i, f := range fixed {
		list[i] = f.Pattern
	}
	return &chooser{len(columns) == 0, newPatterns(columns), newPatterns(list), fixed}
}

// choose lists the weights that are fitted and those that are fixed, in the order of the columns that
// first have them, and returns the numbers of all by name: −1 of one that is not fitted.
func (d *Design) choose(c *chooser) map[string]int32 {
	var names []string
	owners := make(map[string][]int) // columns by weight
	for i, col := range d.Schema.Columns {
		for _, name := range col.Weights() {
			if owners[name] == nil {
				names = append(names, name)
			}
			owners[name] = append(owners[name], i)
		}
	}
	index := make(map[string]int32, len(names))
	for _, name := range names {
		index[name] = -1
		of := d.columnNames(owners[name])
		selected := c.selects.first(name, of...) >= 0 || c.all
		if i := c.fixes.first(name, of...); i >= 0 {
			d.Fixed = append(d.Fixed, NamedWeight{name, c.fixed[i].Value})
		} else if selected && !d.Evaluation.reads(d.Schema.Columns, owners[name], name) {
			d.Fixed, d.Unread[name] = append(d.Fixed, NamedWeight{Name: name}), true
		} else if selected {
			index[name] = int32(len(d.Names))
			d.Names, d.Column = append(d.Names, name), append(d.Column, owners[name][0])
		}
	}
	return index
}

func (d *Design) columnNames(list []int) (names []string) {
	for _, i := range list {
		names = append(names, d.Schema.Columns[i].Name)
	}
	return names
}

// finish reports patterns that are of no use, and prepares the form and the score of what is fixed.
func (d *Design) finish(c *chooser) error {
	for _, p := range []*patterns{c.selects, c.fixes} {
		if err := p.err(); err != nil {
			return err
		}
	}
	d.setForm()
	if len(d.Fixed) == len(d.Unread) && (d.Evaluation.Form == nil || d.Form != nil) {
		return nil
	}
	if d.Form != nil && d.Evaluation.Whole {
		return nil // the form has all of them
	}
	d.FixedScore = NewScorer(d.Schema, d.Factors, d.Evaluation)
	if d.Form != nil {
		d.FixedScore.leaveForm()
	}
	for _, w := range d.Fixed {
		if d.Form != nil && d.ofForm(w.Name) {
			continue // the form has it
		}
		if err := d.FixedScore.Add(w); err != nil {
			return err
		}
	}
	return nil
}
