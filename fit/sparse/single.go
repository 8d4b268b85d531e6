package sparse

import (
	"context"
	"slices"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse/packed"
)

// allSingle gathers the games of all segments.
func (d *Design) allSingle(ctx context.Context, s *singling, wanted []bool) error {
	cells := func(work func(seg *packed.Segment, c *packed.Cell, low, high int)) error {
		return d.Each(ctx, func(seg *packed.Segment) error {
			s.cells(seg, work)
			return d.faulty(ctx, s.fault)
		})
	}
	if wanted != nil {
		s.only = make(map[uint32]bool)
		if err := cells(s.find(wanted)); err != nil {
			return err
		}
	}
	return cells(s.gather)
}

// singling returns the state of Single.
func (d *Design) singling(w []float64, kind Curvature) *singling {
	return &singling{curve: &curve{worker: d.worker(w)}, of: d, second: kind, index: make(map[uint32]int)}
}

// release gives back what singling took.
func (s *singling) release() {
	s.codes = -1
	s.of.release(s.worker)
}

// singling is the state of Single.
type singling struct {
	*curve
	of     *Design
	placed *Placed         // nil: rows have no places
	places [][]uint32      // of the rows of each game, if they have any
	second Curvature       // of the games' second derivatives
	only   map[uint32]bool // games; nil: all
	index  map[uint32]int
	games  []sandwich.Game
	wanted []bool // entries, see wantedEntries
	ready  bool   // the form is that of the rows at hand
}

// cells calls work for the rows of each cell of a segment, some at a time.
func (s *singling) cells(seg *packed.Segment, work func(seg *packed.Segment, c *packed.Cell, low, high int)) {
	for k := range seg.Cells {
		c := &seg.Cells[k]
		s.use(c.Codes())
		for low := c.Low; low < c.Low+c.Rows; low += batch {
			s.ready = false
			work(seg, c, low, min(low+batch, c.Low+c.Rows))
		}
	}
}

// formAt evaluates and differentiates the form of rows low to high−1, if that is not done, and is at a row of
// them, which it adds to z.
func (s *singling) formAt(seg *packed.Segment, c *packed.Cell, low, high, row int, z float64) float64 {
	if s.form == nil {
		return z
	}
	if !s.ready {
		clear(s.z[:])
		s.addForm(seg, c, low, s.z[:high-low])
		s.slope(seg, low, nil)
		s.ready = true
	}
	s.at = row - low
	return z + s.z[s.at]
}

// find notes the games in which wanted weights take part.
func (s *singling) find(wanted []bool) func(seg *packed.Segment, c *packed.Cell, low, high int) {
	return func(seg *packed.Segment, c *packed.Cell, low, high int) {
		if low == c.Low {
			s.wanted = s.wantedEntries(wanted, s.Pairs[c.Codes()])
		}
		for row := low; row < high; row++ {
			if s.anyEntry(s.wanted, seg, c, row) || s.anyUnit(wanted, seg, c, low, high, row) {
				s.only[seg.Cluster[row]] = true
			}
		}
	}
}

// anyEntry reports whether a row has a wanted entry.
func (s *singling) anyEntry(wanted []bool, seg *packed.Segment, c *packed.Cell, row int) bool {
	at := c.Base + (row-c.Low)*c.Entries
	for j, e := range seg.Entries[at:][:c.Entries] {
		if wanted[e] && seg.Value(at+j) != 0 {
			return true
		}
	}
	return false
}

// anyUnit reports whether a wanted weight of the form takes part in a row.
func (s *singling) anyUnit(wanted []bool, seg *packed.Segment, c *packed.Cell, low, high, row int) bool {
	if s.form == nil {
		return false
	}
	s.formAt(seg, c, low, high, row, 0)
	s.form.Derive(seg, c, row, s.at)
	return slices.ContainsFunc(s.form.Unit, func(u uint16) bool { return wanted[s.Units[u]] })
}

// wantedEntries says by symbol, or by column where entries have values, whether a wanted
// weight takes part.
func (s *singling) wantedEntries(wanted []bool, p packed.Pair) []bool {
	column := make([]bool, len(s.Columns))
	for i, c := range s.Columns {
		for _, share := range c.Shares(p) {
			column[i] = column[i] || wanted[share.Weight]
		}
	}
	if s.Valued {
		return column
	}
	symbol := make([]bool, len(s.Symbols))
	for i, sym := range s.Symbols {
		symbol[i] = column[sym.Column] && sym.Count != 0
	}
	return symbol
}

// gather adds rows of a cell to their games.
func (s *singling) gather(seg *packed.Segment, c *packed.Cell, low, high int) {
	for row := low; row < high; row++ {
		id := seg.Cluster[row]
		if s.only != nil && !s.only[id] || s.placed.mutes(seg, row) {
			continue
		}
		g, ok := s.index[id]
		if !ok {
			g = len(s.games)
			s.index[id] = g
			s.games = append(s.games, sandwich.Game{ID: id})
		}
		s.add(&s.games[g], seg, c, row, s.formAt(seg, c, low, high, row, s.linearRow(seg, c, row)))
		if s.placed != nil {
			s.places = slices.Grow(s.places, len(s.games))[:len(s.games)]
			s.places[g] = append(s.places[g], seg.Place[row])
		}
	}
}

// add adds a row to its game, with its c·s.
func (s *singling) add(g *sandwich.Game, seg *packed.Segment, c *packed.Cell, row int, logit float64) {
	z := []float64{logit}
	if s.placed != nil {
		z[0] += s.placed.Intercept(int(seg.Place[row]))
	}
	s.now.expected(z)
	e, d := z[0], z[0]-z[0]*z[0]
	target, unit := float64(seg.Target[row]), packed.WeightAt(seg.Weight, row)*s.scale*s.loss.Unit
	second := func(kind Curvature) float64 { return unit * s.scale * s.now.Curvature(kind, e, d, target) }
	g.Add(unit*s.now.Slope(e, d, target), second(s.second), second(GaussNewton))
	s.load(seg, c, row)
	p := s.Pairs[c.Codes()]
	for k, column := range s.columns {
		for _, share := range s.Columns[column].Shares(p) {
			g.Put(int32(share.Weight), share.Factor*s.counts[k])
		}
	}
}
