package extract

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/matrix"
)

// schema returns the schema of matrices of a set.
func schema(set *features.Set, optional matrix.Optional) matrix.Schema {
	s := matrix.Schema{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name, Formula: set.Formula(), Optional: optional}
	if scale := set.Scale(); scale != nil {
		s.Scale = scale.Name
	}
	for _, c := range set.Columns() {
		def := &set.Terms()[c.Term]
		name := def.Name
		if c.Sum != "" {
			name = c.Sum + "/" + name
		}
		s.Columns = append(s.Columns, matrix.Column{Name: name, Tapered: def.Taper == features.Tapered})
	}
	for _, name := range set.Parameters() {
		s.Columns = append(s.Columns, matrix.Column{Name: name, Kind: matrix.Parameter})
	}
	if set.Kind() == features.Real {
		s.Counts = matrix.Float32
	}
	s.MG, s.EG = set.Factors()
	return s
}

// movesSchema returns the schema of matrices of the terms of moves. What a leaf's evaluation does not
// hold is not part of a move.
func movesSchema(optional matrix.Optional) matrix.Schema {
	s := matrix.Schema{Set: moves.Name, SetHash: moves.Hash(), Phase: moves.Phase.Name, Optional: optional &^ matrix.WithOffset}
	for _, def := range moves.Terms() {
		s.Columns = append(s.Columns, matrix.Column{Name: def.Name, Tapered: true})
	}
	s.MG, s.EG = moves.Phase.Factors()
	return s
}

// A counter turns samples into rows. It is for one goroutine.
type counter struct {
	set      *features.Set
	tally    *features.Tally
	choices  *choiceCounter  // of moves; nil: positions are counted
	optional matrix.Optional // what rows have beyond the usual
	plans    []sourcePlan
}

// appendRow appends the sample, whose position has the canonical key given, as
// a row of b.
func (c *counter) appendRow(b *matrix.Block, s *datasets.Sample, key uint64) error {
	var mg, eg uint8
	if c.choices != nil {
		step, err := c.choices.append(b, s)
		if err != nil {
			return &datasets.LineError{File: c.plans[s.Source].name, Line: s.Line, Err: err}
		}
		mg, eg = step, step
	} else {
		mg, eg = c.appendCounts(b, s)
	}
	b.Start = append(b.Start, int64(len(b.Columns)))
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
	return nil
}

// appendCounts appends the counts of a sample's position and returns the codes of its factors.
func (c *counter) appendCounts(b *matrix.Block, s *datasets.Sample) (mg, eg uint8) {
	c.tally.Reset()
	c.set.Count(&s.Position, c.tally)
	if !s.Fixed {
		b.Columns, b.Counts = c.tally.Trace().AppendEntries(b.Columns, b.Counts)
	}
	return c.set.Codes(c.tally)
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
