package matrix

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/note"
)

// A Set is one or more matrices read as one: what a fit sees. Its methods are
// safe for concurrent use.
type Set struct {
	schema Schema
	prov   Provenance
	blocks []blockRef
	rows   int
}

// blockRef is where a block of a set is found.
type blockRef struct {
	matrix  *Matrix
	block   int
	sources int // added to the numbers of its sources
}

// Join puts matrices together. The shards of one extraction are interleaved
// into the order of the extraction, whatever the order of the arguments;
// different extractions follow one another in the order of their first
// argument, and their sources are numbered on, so that each stays its own.
//
// A shard that is missing or comes twice, and matrices of different sets, are
// errors. So is an extraction given twice, which would halve every variance.
// Two extractions that share a source are joined with a warning in the
// provenance: different filters or limits may have taken different rows of it.
func Join(ms ...*Matrix) (*Set, error) {
	if len(ms) == 0 {
		return nil, errors.New("no matrix to join")
	}
	s := &Set{schema: ms[0].schema.clone()}
	for _, m := range ms[1:] {
		if why := s.schema.differs(m.schema); why != "" {
			return nil, fmt.Errorf("%s and %s cannot be joined: %s", ms[0].name, m.name, why)
		}
		s.schema.Optional |= m.schema.Optional
	}
	groups := extractions(ms)
	for i, g := range groups {
		if err := s.add(g, groups[:i]); err != nil {
			return nil, err
		}
	}
	if len(groups) > 1 {
		s.schema.Optional |= WithSource
	}
	return s, nil
}

// extractions groups matrices that can be shards of one extraction.
func extractions(ms []*Matrix) [][]*Matrix {
	var groups [][]*Matrix
	for _, m := range ms {
		i := -1
		if m.shard.Count() > 1 {
			i = slices.IndexFunc(groups, func(g []*Matrix) bool { return sameExtraction(g[0], m) })
		}
		if i < 0 {
			groups = append(groups, []*Matrix{m})
			continue
		}
		groups[i] = append(groups[i], m)
	}
	return groups
}

// sameExtraction reports whether a and b look like shards of one extraction.
func sameExtraction(a, b *Matrix) bool {
	return a.shard.Count() == b.shard.Count() && a.schema.Optional == b.schema.Optional && a.prov.differs(b.prov) == ""
}

// add appends the blocks of a group of shards; before holds the groups that
// are in already.
func (s *Set) add(group []*Matrix, before [][]*Matrix) error {
	order, err := orderShards(group)
	if err != nil {
		return s.explain(err, group, before)
	}
	prov := order[0].prov.clone()
	for _, m := range order[1:] {
		prov.addShard(m.prov)
	}
	offset := 0
	if len(before) == 0 {
		s.prov = prov
	} else {
		offset = sources(s.prov)
		if err := s.addExtraction(prov, order[0], before); err != nil {
			return err
		}
	}
	total := 0
	for _, m := range order {
		total += len(m.blocks)
		s.rows += m.rows
	}
	for b := range total {
		s.blocks = append(s.blocks, blockRef{order[b%len(order)], b / len(order), offset})
	}
	return nil
}

// explain adds to the error of an incomplete group why other shards do not
// belong to it.
func (s *Set) explain(err error, group []*Matrix, before [][]*Matrix) error {
	for _, g := range before {
		a, b := g[0], group[0]
		if a.shard.Count() == b.shard.Count() {
			if why := a.prov.differs(b.prov); why != "" {
				return fmt.Errorf("%w (%s is of another extraction: %s)", err, a.name, why)
			}
		}
	}
	return err
}

// orderShards sorts the shards of a group by index and checks that each is
// there once and has the blocks that it must have.
func orderShards(group []*Matrix) ([]*Matrix, error) {
	n := group[0].shard.Count()
	order := make([]*Matrix, n)
	total := 0
	for _, m := range group {
		i := m.shard.Index
		if order[i] != nil {
			return nil, fmt.Errorf("shard %v comes twice: %s and %s", m.shard, order[i].name, m.name)
		}
		order[i] = m
		total += len(m.blocks)
	}
	for i, m := range order {
		if m == nil {
			return nil, fmt.Errorf("%s is shard %v: shard %v is missing", group[0].name, group[0].shard, Shard{Index: i, Of: n})
		}
	}
	for _, m := range order {
		if want := m.shard.Pieces(total); len(m.blocks) != want {
			return nil, fmt.Errorf("%s: shard %v has %d blocks, but of %d blocks in all it should have %d: the shards are not of one run",
				m.name, m.shard, len(m.blocks), total, want)
		}
	}
	return order, nil
}

// addExtraction adds the provenance p of a further extraction, whose first
// matrix is m.
func (s *Set) addExtraction(p Provenance, m *Matrix, before [][]*Matrix) error {
	for _, g := range before {
		if len(p.Sources) > 0 && g[0].prov.differs(m.prov) == "" && slices.Equal(g[0].blocks, m.blocks) {
			return fmt.Errorf("%s and %s are the same extraction: its rows would count twice", g[0].name, m.name)
		}
	}
	for _, q := range []*Provenance{&s.prov, &p} {
		if len(q.Sources) == 0 {
			q.Sources = []Source{{}} // unnamed, but with a number of its own
		}
	}
	for _, src := range p.Sources {
		if src.SHA256 != "" && slices.ContainsFunc(s.prov.Sources, func(o Source) bool { return o.SHA256 == src.SHA256 }) {
			p.addWarnings([]string{note.New(note.S07, "source %s stands in two of the joined matrices: rows that are in both count twice", src.Name).String()})
		}
	}
	s.prov.addExtraction(p)
	if n := sources(s.prov); n > maxSources {
		return fmt.Errorf("%s: %d sources in all: at most %d", m.name, n, maxSources)
	}
	return nil
}

// Schema returns what the matrices have in common, with every optional array
// that one of them has. Its slices belong to the set.
func (s *Set) Schema() Schema { return s.schema }

// Provenance returns the merged provenance. Its slices belong to the set.
func (s *Set) Provenance() Provenance { return s.prov }

// Rows returns the number of rows.
func (s *Set) Rows() int { return s.rows }

// Entries returns the number of stored counts.
func (s *Set) Entries() (n int64) {
	for _, ref := range s.blocks {
		if ref.block == 0 {
			n += ref.matrix.entries
		}
	}
	return n
}

// Blocks returns the number of blocks, empty ones included.
func (s *Set) Blocks() int { return len(s.blocks) }

// BlockRows returns the number of rows of block b.
func (s *Set) BlockRows(b int) int {
	ref := s.blocks[b]
	return ref.matrix.blocks[ref.block]
}

// ReadBlock makes into block b of the set; see [Matrix.ReadBlock]. An optional
// array is present in every block or in none.
func (s *Set) ReadBlock(b int, into *Block) error {
	if b < 0 || b >= len(s.blocks) {
		return fmt.Errorf("block %d of %d", b, len(s.blocks))
	}
	ref := s.blocks[b]
	return memory.Guard(func() error {
		if err := ref.matrix.ReadBlock(ref.block, into); err != nil {
			return err
		}
		s.complete(into, ref.sources)
		return nil
	})
}

// complete numbers the sources of a block on and fills in the optional arrays
// that its own matrix does not have.
func (s *Set) complete(b *Block, sources int) {
	n := b.Rows()
	switch {
	case s.schema.Optional.Has(WithSource) && b.Source == nil:
		b.Source = fill(&b.own.source, n, uint8(sources))
	case sources > 0:
		from := b.Source
		b.Source = fill(&b.own.source, n, uint8(sources))
		for i, v := range from {
			b.Source[i] += v
		}
	}
	if s.schema.Optional.Has(WithWeight) && b.Weight == nil {
		b.Weight = fill(&b.own.weight, n, 1)
	}
	if s.schema.Optional.Has(WithOffset) && b.Offset == nil {
		b.Offset = fill(&b.own.offset, n, 0)
	}
	if s.schema.Optional.Has(WithExpected) && b.Expected == nil {
		b.Expected = fill(&b.own.expected, n, none)
	}
	if s.schema.Optional.Has(WithTree) && b.Tree == nil {
		b.Tree = fill(&b.own.tree, n, 0)
	}
	if s.schema.Optional.Has(WithSide) && b.Side == nil {
		b.Side = fill(&b.own.side, n, SideWhite)
	}
}
