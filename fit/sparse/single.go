package sparse

import (
	"context"

	"centipawn/fit/sandwich"
	"centipawn/winprob"
)

// Single returns the rows of games one by one, at weights w: of those games in which a
// weight takes part that wanted says, or of all with a nil wanted. Games stand in the order
// of their first rows, and derivatives are those of Σ w·loss.
func (d *Design) Single(ctx context.Context, w []float64, kind Curvature, wanted []bool) ([]sandwich.Game, error) {
	s := &singling{curve: &curve{worker: d.worker(w)}, second: kind, index: make(map[uint32]int)}
	if wanted != nil {
		if err := s.find(ctx, wanted); err != nil {
			return nil, err
		}
	}
	err := s.cells(ctx, s.gather)
	s.codes = -1
	d.unused = append(d.unused, s.worker)
	return s.games, err
}

// singling is the state of Single.
type singling struct {
	*curve
	second Curvature       // of the games' second derivatives
	only   map[uint32]bool // games; nil: all
	index  map[uint32]int
	games  []sandwich.Game
}

// cells calls work for each cell of each segment.
func (s *singling) cells(ctx context.Context, work func(*segment, *cell)) error {
	for i := range s.d.plans {
		seg, err := s.d.segment(ctx, i)
		if err != nil {
			return err
		}
		for k := range seg.cells {
			c := &seg.cells[k]
			s.use(c.codes())
			work(seg, c)
		}
	}
	return ctx.Err()
}

// find sets only to the games in which wanted weights take part.
func (s *singling) find(ctx context.Context, wanted []bool) error {
	s.only = make(map[uint32]bool)
	return s.cells(ctx, func(seg *segment, c *cell) {
		entry := s.wantedEntries(wanted, s.d.pairs[c.codes()])
		for row := c.low; row < c.low+c.rows; row++ {
			if s.anyEntry(entry, seg, c, row) || s.anyUnit(wanted, seg, c, row) {
				s.only[seg.cluster[row]] = true
			}
		}
	})
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
		if w := s.d.Block[i].Weight; w >= 0 && wanted[w] && v != 0 {
			return true
		}
	}
	return false
}

// wantedEntries says by symbol, or by column where entries have values, whether a wanted
// weight takes part.
func (s *singling) wantedEntries(wanted []bool, p pair) []bool {
	column := make([]bool, len(s.d.Columns))
	for i, c := range s.d.Columns {
		for _, share := range c.shares(p) {
			column[i] = column[i] || wanted[share.weight]
		}
	}
	if s.d.valued {
		return column
	}
	symbol := make([]bool, len(s.d.symbols))
	for i, sym := range s.d.symbols {
		symbol[i] = column[sym.column] && sym.count != 0
	}
	return symbol
}

// gather adds the rows of a cell to their games.
func (s *singling) gather(seg *segment, c *cell) {
	for row := c.low; row < c.low+c.rows; row++ {
		id := seg.cluster[row]
		if s.only != nil && !s.only[id] {
			continue
		}
		g, ok := s.index[id]
		if !ok {
			g = len(s.games)
			s.index[id] = g
			s.games = append(s.games, sandwich.Game{ID: id})
		}
		s.add(&s.games[g], seg, c, row)
	}
}

// add adds a row to its game.
func (s *singling) add(g *sandwich.Game, seg *segment, c *cell, row int) {
	z := s.z[:1]
	z[0] = s.evaluateRow(seg, c, row)
	winprob.ExpectedBatch(z)
	target, unit := float64(seg.target[row]), seg.weightOf(row)*s.d.Scale*s.d.slopeUnit()
	second := func(kind Curvature) float64 {
		s.kind = kind
		return unit * s.d.Scale * s.curve.second(z[0], target)
	}
	g.Add(unit*s.first(z[0], target), second(s.second), second(GaussNewton))
	s.load(seg, c, row)
	p := s.d.pairs[c.codes()]
	for k, column := range s.columns {
		for _, share := range s.d.Columns[column].shares(p) {
			g.Put(int32(share.weight), share.factor*s.counts[k])
		}
	}
}
