package sparse

import (
	"context"
	"slices"

	"example.org/centipawn/fit/sandwich"
)

// Single returns the rows of games one by one, at weights w: of those games in which a
// weight takes part that wanted says, or of all with a nil wanted. Games stand in the order
// of their first rows, and derivatives are those of Σ w·loss.
func (d *Design) Single(ctx context.Context, w []float64, kind Curvature, wanted []bool) ([]sandwich.Game, error) {
	if d.Exchange != nil {
		return d.sharedSingle(ctx, w, kind, wanted)
	}
	s := d.singling(w, kind)
	defer s.release()
	if d.groups != nil {
		if err := d.profiled(ctx, w, func(*profiler, int, int, int) {}, func(*profiler) {}); err != nil {
			return nil, err
		}
	}
	cells := func(work func(*segment, *cell)) error {
		return d.segments(ctx, func(seg *segment) error { s.cells(seg, work); return nil })
	}
	if wanted != nil {
		s.only = make(map[uint32]bool)
		if err := cells(s.find(wanted)); err != nil {
			return nil, err
		}
	}
	err := cells(s.gather)
	if err == nil && d.groups != nil {
		s.centre()
	}
	return s.games, err
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
	groups [][]int         // of the rows of each game, if they have any
	second Curvature       // of the games' second derivatives
	only   map[uint32]bool // games; nil: all
	index  map[uint32]int
	games  []sandwich.Game
}

// cells calls work for each cell of a segment.
func (s *singling) cells(seg *segment, work func(*segment, *cell)) {
	for k := range seg.cells {
		c := &seg.cells[k]
		s.use(c.codes())
		work(seg, c)
	}
}

// find notes the games in which wanted weights take part.
func (s *singling) find(wanted []bool) func(*segment, *cell) {
	return func(seg *segment, c *cell) {
		entry := s.wantedEntries(wanted, s.pairs[c.codes()])
		for row := c.low; row < c.low+c.rows; row++ {
			if s.anyEntry(entry, seg, c, row) || s.anyUnit(wanted, seg, c, row) {
				s.only[seg.cluster[row]] = true
			}
		}
	}
}

// anyEntry reports whether a row has a wanted entry.
func (s *singling) anyEntry(wanted []bool, seg *segment, c *cell, row int) bool {
	at := c.base + (row-c.low)*c.entries
	for j, e := range seg.entries[at:][:c.entries] {
		if wanted[e] && seg.value(at+j) != 0 {
			return true
		}
	}
	return false
}

// anyUnit reports whether a wanted weight of the block takes part in a row.
func (s *singling) anyUnit(wanted []bool, seg *segment, c *cell, row int) bool {
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
func (s *singling) wantedEntries(wanted []bool, p pair) []bool {
	column := make([]bool, len(s.Columns))
	for i, c := range s.Columns {
		for _, share := range c.shares(p) {
			column[i] = column[i] || wanted[share.weight]
		}
	}
	if s.valued {
		return column
	}
	symbol := make([]bool, len(s.symbols))
	for i, sym := range s.symbols {
		symbol[i] = column[sym.column] && sym.count != 0
	}
	return symbol
}

// gather adds the rows of a cell to their games.
func (s *singling) gather(seg *segment, c *cell) {
	for row := c.low; row < c.low+c.rows; row++ {
		id := seg.cluster[row]
		if s.only != nil && !s.only[id] || s.of.groups.mutes(seg, row) {
			continue
		}
		g, ok := s.index[id]
		if !ok {
			g = len(s.games)
			s.index[id] = g
			s.games = append(s.games, sandwich.Game{ID: id})
		}
		s.add(&s.games[g], seg, c, row)
		if s.of.groups != nil {
			s.groups = slices.Grow(s.groups, len(s.games))[:len(s.games)]
			s.groups[g] = append(s.groups[g], s.of.groups.at(int(seg.place[row])))
		}
	}
}

// add adds a row to its game.
func (s *singling) add(g *sandwich.Game, seg *segment, c *cell, row int) {
	z := s.z[:1]
	z[0] = s.evaluateRow(seg, c, row) + s.intercept(seg, row)
	s.now.expected(z)
	e, d := z[0], z[0]-z[0]*z[0]
	target, unit := float64(seg.target[row]), weightAt(seg.weight, row)*s.scale*s.Loss.Unit
	second := func(kind Curvature) float64 { return unit * s.scale * s.now.Curvature(kind, e, d, target) }
	g.Add(unit*s.now.Slope(e, d, target), second(s.second), second(GaussNewton))
	s.load(seg, c, row)
	p := s.pairs[c.codes()]
	for k, column := range s.columns {
		for _, share := range s.Columns[column].shares(p) {
			g.Put(int32(share.weight), share.factor*s.counts[k])
		}
	}
}
