package extract

import (
	"strconv"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/matrix"
)

// A rowSink writes rows of a design matrix.
type rowSink struct {
	*run
	open   func(matrix.Schema) (matrix.Writer, error)
	writer matrix.Writer
}

func (s *rowSink) begin(x *run) error {
	s.run = x
	w, err := s.open(x.schema())
	if err == nil { // else w may hold a nil of its type, which abort could not tell from a writer
		s.writer = w
	}
	return err
}

// work counts the rows of an item. Mirrored copies are a block of their own,
// whose number follows that of the block that they mirror, so that blocks need not be
// larger and shards join to the same bytes.
func (s *rowSink) work(it *item) {
	if it.counter.set == nil {
		it.counter = s.newCounter()
	}
	it.block.Reset()
	it.copies.Reset()
	originals, copies := s.owns(it.chunk.Number)
	for _, r := range it.kept {
		if originals && it.err == nil {
			it.err = it.counter.appendRow(&it.block, r.sample, r.key)
		}
		if copies && it.err == nil {
			m := filter.Mirror(r.sample)
			it.err = it.counter.appendRow(&it.copies, &m, r.key)
		}
	}
}

func (s *rowSink) take(it *item) error {
	originals, copies := s.owns(it.chunk.Number)
	if originals {
		if err := s.writer.Write(&it.block); err != nil {
			return err
		}
	}
	if copies {
		s.copies += it.copies.Rows()
		return s.writer.Write(&it.copies)
	}
	return nil
}

func (s *rowSink) end(rep *Report) error { return s.writer.Close(s.provenance(rep)) }

func (s *rowSink) abort() {
	if s.writer != nil {
		s.writer.Abort()
	}
}

// provenance says where the rows come from.
func (x *run) provenance(rep *Report) matrix.Provenance {
	p := matrix.Provenance{Funnel: rep.Funnel, Clusters: clusters(rep.Sources)}
	for i, s := range rep.Sources {
		n := x.tally.Source(i)
		p.Sources = append(p.Sources, matrix.Source{
			Name: s.Name, SHA256: s.SHA256, Lines: int64(n.Lines - n.Blank), Bad: int64(n.Bad),
		})
	}
	p.Settings = append(p.Settings,
		matrix.Setting{Name: "pov", Value: x.Read.POV.String()},
		matrix.Setting{Name: "unit", Value: x.Read.Unit.String()},
		matrix.Setting{Name: "limit", Value: strconv.Itoa(x.Limit)})
	if x.Read.ResultPOV != datasets.POVWhite {
		p.Settings = append(p.Settings, matrix.Setting{Name: "result-pov", Value: x.Read.ResultPOV.String()})
	}
	if x.Read.Codes != datasets.CodesAuto {
		p.Settings = append(p.Settings, matrix.Setting{Name: "result-codes", Value: x.Read.Codes.String()})
	}
	if x.Read.Castling != datasets.CastlingRefuse {
		p.Settings = append(p.Settings, matrix.Setting{Name: "castling", Value: x.Read.Castling.String()})
	}
	if x.Read.Depth > 0 {
		p.Settings = append(p.Settings, matrix.Setting{Name: "depth", Value: strconv.Itoa(x.Read.Depth)})
	}
	if x.Filter.Bound != nil || x.Filter.Leaf {
		p.Settings = append(p.Settings, matrix.Setting{Name: "quiet-weights", Value: x.Quiescence})
	}
	p.Settings = append(p.Settings, settings(x.plans, x.Read, rep.Sources)...)
	for _, s := range rep.Sources {
		p.Settings = append(p.Settings, matrix.Setting{Name: "columns of " + s.Name, Value: s.Columns.String()})
	}
	for _, f := range x.findings {
		p.Warnings = append(p.Warnings, f.String())
	}
	return p
}

// clusters says what the rows' clusters are: games where the source names them.
func clusters(sources []datasets.Source) matrix.Clusters {
	games := 0
	for _, s := range sources {
		if s.Columns.Game > 0 {
			games++
		}
	}
	switch games {
	case 0:
		return matrix.BySkeleton
	case len(sources):
		return matrix.ByGame
	}
	return matrix.ByBoth
}

// newCounter returns a counter for the run.
func (x *run) newCounter() counter {
	c := counter{set: x.Set, optional: x.schema().Optional, plans: x.plans}
	if x.Moves {
		c.choices = &choiceCounter{counter: moves.NewTrace()}
	} else {
		c.tally = x.Set.NewTrace()
	}
	return c
}

// schema returns the schema of the run's rows.
func (x *run) schema() matrix.Schema {
	if x.Moves {
		return movesSchema(x.optional)
	}
	return schema(x.Set, x.optional)
}
