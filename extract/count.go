package extract

import (
	"centipawn/datasets"
	"centipawn/features"
	"centipawn/matrix"
)

// schema returns the schema of matrices of a set.
func schema(set *features.Set, optional matrix.Optional) matrix.Schema {
	s := matrix.Schema{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name, Optional: optional}
	if scale := set.Scale(); scale != nil {
		s.Scale = scale.Name
	}
	first, _ := set.Block()
	for _, def := range set.Terms()[:first] {
		s.Columns = append(s.Columns, matrix.Column{Name: def.Name, Tapered: def.Taper == features.Tapered})
	}
	for _, side := range []matrix.Side{matrix.White, matrix.Black} {
		for _, def := range set.Terms()[first:] {
			s.Columns = append(s.Columns, matrix.Sided(def.Name, side))
		}
	}
	if set.Kind() == features.Real {
		s.Counts = matrix.Float32
	}
	s.MG, s.EG = set.Factors()
	return s
}

// A counter turns samples into rows. It is for one goroutine.
type counter struct {
	set      *features.Set
	tally    *features.Tally
	optional matrix.Optional // what rows have besides the usual
	plans    []sourcePlan
}

// appendRow appends the sample, whose position has the canonical key given, as
// a row of b.
func (c *counter) appendRow(b *matrix.Block, s *datasets.Sample, key uint64) {
	c.tally.Reset()
	c.set.Count(&s.Position, c.tally)
	if !s.Fixed {
		b.Columns, b.Counts = c.tally.Trace().AppendEntries(b.Columns, b.Counts)
	}
	b.Start = append(b.Start, int64(len(b.Columns)))

	mg, eg := c.set.Codes(c.tally)
	b.MG = append(b.MG, mg)
	b.EG = append(b.EG, eg)
	b.Score = append(b.Score, int16(s.Score))
	b.Result = append(b.Result, uint8(s.Result))
	b.Game = append(b.Game, s.Game)
	b.Ply = append(b.Ply, s.Ply)
	b.Material = append(b.Material, int8(datasets.Material(&s.Position)))
	b.Hash = append(b.Hash, key)
	if c.optional != 0 {
		c.appendOptional(b, s)
	}
}

func (c *counter) appendOptional(b *matrix.Block, s *datasets.Sample) {
	if c.optional.Has(matrix.WithSource) {
		b.Source = append(b.Source, s.Source)
	}
	if c.optional.Has(matrix.WithWeight) {
		b.Weight = append(b.Weight, c.plans[s.Source].weight)
	}
	if c.optional.Has(matrix.WithExpected) {
		b.Expected = append(b.Expected, s.Expected)
	}
	if c.optional.Has(matrix.WithOffset) {
		b.Offset = append(b.Offset, s.Offset)
	}
	if c.optional.Has(matrix.WithTree) {
		b.Tree = append(b.Tree, s.Tree)
	}
	if c.optional.Has(matrix.WithSide) {
		b.Side = append(b.Side, uint8(s.Mover()))
	}
}
