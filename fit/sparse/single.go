package sparse

import (
	"context"
	"slices"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse/packed"
)

// allSingle gathers the games of all segments.
func (d *Design) allSingle(ctx context.Context, s *singling, wanted []bool) error {
	cells := func(work func(*packed.Segment, *packed.Cell)) error {
		return d.Each(ctx, func(seg *packed.Segment) error { s.cells(seg, work); return nil })
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
}

// cells calls work for each cell of a segment.
func (s *singling) cells(seg *packed.Segment, work func(*packed.Segment, *packed.Cell)) {
	for k := range seg.Cells {
		c := &seg.Cells[k]
		s.use(c.Codes())
		work(seg, c)
	}
}

// find notes the games in which wanted weights take part.
func (s *singling) find(wanted []bool) func(*packed.Segment, *packed.Cell) {
	return func(seg *packed.Segment, c *packed.Cell) {
		entry := s.wantedEntries(wanted, s.Pairs[c.Codes()])
		for row := c.Low; row < c.Low+c.Rows; row++ {
			if s.anyEntry(entry, seg, c, row) || s.anyUnit(wanted, seg, c, row) {
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

// anyUnit reports whether a wanted weight of the block takes part in a row.
func (s *singling) anyUnit(wanted []bool, seg *packed.Segment, c *packed.Cell, row int) bool {
	if len(s.block) == 0 {
		return false
	}
	for i, v := range s.derivatives(seg, c, row) {
		if w := s.Block[i].Weight; w >= 0 && wanted[w] && v != 0 {
			return true
		}
	}
	return false
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

// gather adds the rows of a cell to their games.
func (s *singling) gather(seg *packed.Segment, c *packed.Cell) {
	for row := c.Low; row < c.Low+c.Rows; row++ {
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
		s.add(&s.games[g], seg, c, row)
		if s.placed != nil {
			s.places = slices.Grow(s.places, len(s.games))[:len(s.games)]
			s.places[g] = append(s.places[g], seg.Place[row])
		}
	}
}

// add adds a row to its game.
func (s *singling) add(g *sandwich.Game, seg *packed.Segment, c *packed.Cell, row int) {
	z := s.z[:1]
	z[0] = s.evaluateRow(seg, c, row)
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
