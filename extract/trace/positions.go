package trace

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// A positioned writer gives rows what the files say of the positions that they were counted from,
// the n-th row that of the n-th position: labels, game and ply, search tree, side and constant. The
// counts of a position that is a constant are dropped.
type positioned struct {
	matrix.Writer
	reader *datasets.Reader
	next   func() (datasets.Sample, error, bool)
	stop   func()
	files  []string
	rows   int
	ended  bool
	again  bool // the rows are of these positions already: labels, games and plies are replaced alone

	program *formula.Program // of which constants have to be 0; nil: they are, or were found to be
}

// ofPositions returns what opens a writer of rows that belong to positions of files.
func ofPositions(files []string, open func(matrix.Schema) (matrix.Writer, error)) func(matrix.Schema) (matrix.Writer, error) {
	return func(s matrix.Schema) (_ matrix.Writer, err error) {
		p := &positioned{files: files}
		if p.program, err = s.Program(); err != nil {
			return nil, err
		}
		if p.reader, err = datasets.Open(files, datasets.Options{}); err != nil {
			return nil, fmt.Errorf("positions: %w", err)
		}
		s.Optional |= matrix.WithTree | matrix.WithSide | matrix.WithOffset | matrix.WithExpected
		if p.Writer, err = open(s); err != nil {
			return nil, errors.Join(err, p.reader.Close())
		}
		p.next, p.stop = iter.Pull2(p.reader.All())
		return p, nil
	}
}

// Write implements [matrix.Writer]. It changes the block.
func (p *positioned) Write(b *matrix.Block) error {
	n := b.Rows()
	if len(b.Offset) == 0 {
		b.Offset = append(b.Offset, make([]float32, n)...)
	}
	if p.again {
		return p.relabel(b)
	}
	b.Tree, b.Side, b.Expected = b.Tree[:0], b.Side[:0], b.Expected[:0]
	kept := int64(0)
	for i := range n {
		s, err := p.position()
		if err != nil {
			return err
		}
		if s.Fixed && p.program != nil {
			if err := zeroWithoutCounts(p.program); err != nil {
				return err
			}
			p.program = nil
		}
		kept = p.entries(b, i, kept, s.Fixed)
		setRow(b, i, &s)
	}
	if n > 0 {
		b.Start[n] = kept
		b.Columns, b.Counts = b.Columns[:kept], b.Counts[:kept]
	}
	return p.Writer.Write(b)
}

// position returns the next position.
func (p *positioned) position() (s datasets.Sample, err error) {
	s, err, ok := p.next()
	switch {
	case err != nil:
		return s, fmt.Errorf("positions: %w", err)
	case !ok:
		return s, fmt.Errorf("%s: %d positions, and the trace has more rows: it needs one row for each position, in their order", strings.Join(p.files, ", "), p.rows)
	}
	p.rows++
	return s, nil
}

// relabel writes a block whose rows are of these positions already.
func (p *positioned) relabel(b *matrix.Block) error {
	for i := range b.Rows() {
		s, err := p.position()
		if err != nil {
			return err
		}
		if b.Hash[i] != s.Position.CanonicalKey() {
			return p.moved()
		}
		setLabels(b, i, &s)
		b.Expected[i] = s.Expected
	}
	return p.Writer.Write(b)
}

// setLabels gives row i labels, game and ply of a sample.
func setLabels(b *matrix.Block, i int, s *datasets.Sample) {
	b.Score[i], b.Result[i] = int16(s.Score), uint8(s.Result)
	b.Game[i], b.Ply[i] = s.Game, s.Ply
}

// zeroWithoutCounts reports a formula that is not 0 where all sums and inputs are 0: a position that is a
// constant has no counts, and its evaluation is the constant alone.
func zeroWithoutCounts(p *formula.Program) error {
	factors := [][2]float64{{0, 1}, {1, 0}, {0.5, 0.25}}
	tape := p.NewTape(len(factors))
	for _, weight := range []float64{1, -2} {
		for leaf, l := range p.Leaves {
			for i, f := range factors {
				tape.Leaf(leaf)[i] = map[formula.LeafKind]float64{formula.RowMG: f[0], formula.RowEG: f[1], formula.Weight: weight}[l.Kind]
			}
		}
		values := tape.Values(len(factors))
		if fault := tape.Fault(len(factors)); fault != nil || slices.ContainsFunc(values, func(v float64) bool { return v != 0 }) {
			return errors.New("a position is a constant, and the formula is not 0 where all sums and inputs are: let it read an input that is 1 in every row, as in # input live and # formula if live > 0 then ... else linear")
		}
	}
	return nil
}

// entries moves the counts of row i to where those of the rows before it end, and returns where
// they end now; those of a constant are dropped.
func (p *positioned) entries(b *matrix.Block, i int, kept int64, constant bool) int64 {
	from, to := b.Start[i], b.Start[i+1]
	b.Start[i] = kept
	if constant {
		return kept
	}
	copy(b.Columns[kept:], b.Columns[from:to])
	copy(b.Counts[kept:], b.Counts[from:to])
	return kept + to - from
}

// setRow gives row i what a sample says.
func setRow(b *matrix.Block, i int, s *datasets.Sample) {
	setLabels(b, i, s)
	b.Material[i], b.Hash[i] = int8(datasets.Material(&s.Position)), s.Position.CanonicalKey()
	if s.Fixed {
		b.Offset[i] = 0
	}
	b.Offset[i] += s.Offset
	b.Tree, b.Side, b.Expected = append(b.Tree, s.Tree), append(b.Side, uint8(s.Mover())), append(b.Expected, s.Expected)
}

// Close implements [matrix.Writer].
func (p *positioned) Close(prov matrix.Provenance) error {
	_, err, more := p.next()
	switch {
	case err != nil:
		return errors.Join(fmt.Errorf("positions: %w", err), p.Abort())
	case more:
		return errors.Join(fmt.Errorf("%s: more positions than the trace has rows, %d: it needs one row for each position, in their order", strings.Join(p.files, ", "), p.rows), p.Abort())
	}
	sources, err := p.reader.Sources()
	if err != nil {
		return errors.Join(err, p.Abort())
	}
	prov.Clusters = matrix.ByGame
	for _, s := range sources {
		prov.Settings = append(prov.Settings, matrix.Setting{Name: positionsSetting, Value: s.Name + " " + s.SHA256})
		if s.Columns.Game == 0 {
			prov.Clusters = matrix.BySkeleton
		}
	}
	return errors.Join(p.end(), p.Writer.Close(prov))
}

// Abort implements [matrix.Writer].
func (p *positioned) Abort() error {
	return errors.Join(p.end(), p.Writer.Abort())
}

// end ends the reading of the positions.
func (p *positioned) end() error {
	if p.ended {
		return nil
	}
	p.ended = true
	p.stop()
	return p.reader.Close()
}
