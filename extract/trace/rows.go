package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
)

// An item is a chunk of lines on its way through a pass.
type item struct {
	file   *file
	chunk  chunk
	parser *parser
	row    row
	parsed datasets.Parsed // counts and bad lines; no samples
	fault  error           // that ends the reading
	first  *survey         // of the first pass
	second *builder        // of the second
}

// work goes through the lines of the chunk.
func (it *item) work() {
	it.parsed = datasets.Parsed{Source: it.file.index, Bad: it.parsed.Bad[:0]}
	it.fault = nil
	text := it.chunk.text
	for number := it.chunk.line; len(text) > 0 && it.fault == nil; number++ {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		it.line(line, number)
	}
	it.flush()
}

// flush checks the rows that wait for it.
func (it *item) flush() {
	if it.second == nil || it.fault != nil {
		return
	}
	if at, err := it.second.flush(it.file); err != nil {
		it.fault = it.faultAt(at, err)
	}
}

// line counts a line and does with its row what the pass does.
func (it *item) line(line []byte, number int) {
	c := &it.parsed.Counts
	c.Lines++
	err := it.parser.line(line, &it.row)
	if err == nil {
		err = it.take(number)
	}
	switch {
	case err == nil:
		c.Samples++
		if it.row.score == matrix.NoScore {
			c.Unscored++
		}
	case err == errNoRow:
		c.Blank++
		if err := it.declared(cut.Trim(line), number); err != nil {
			it.fault = it.faultAt(number, err)
		}
	case errors.Is(err, ErrParity), errors.As(err, new(fatal)):
		it.fault = it.faultAt(number, err)
	default:
		it.flush()
		c.Bad++
		fault := it.faultAt(number, err)
		fault.Text = string(bytes.TrimRight(line, "\r"))
		it.parsed.Bad = append(it.parsed.Bad, *fault)
	}
}

// declared checks a comment line, and keeps the formula that it may declare.
func (it *item) declared(line []byte, number int) error {
	if it.second == nil && it.parser.columns.Shaped {
		if shape, ok, err := header.ParseShape(string(line), number); ok {
			if err == nil {
				it.first.shapes = append(it.first.shapes, shape)
			}
			return err
		}
	}
	return it.parser.columns.Check(line)
}

func (it *item) faultAt(number int, err error) *datasets.LineError {
	return &datasets.LineError{File: it.file.name, Line: number, Err: err}
}

// take hands the row to the pass.
func (it *item) take(number int) error {
	if it.second == nil {
		it.first.add(&it.row, number)
		return nil
	}
	err := it.second.add(&it.row, it.file, number)
	if it.second.full() {
		it.flush()
	}
	return err
}

// A builder makes a block of rows.
type builder struct {
	plan   *plan
	block  matrix.Block
	parity Parity
	evals  []float64 // of the block
	spread spread    // of all blocks of the item
	check  *checker
}

// A plan is what the second pass knows from the first.
type plan struct {
	schema    matrix.Schema
	directory *header.Directory
	mg, eg    factorTable
	factors   bool                   // rows have mg
	shapes    []map[int]header.Shape // by file
	ledger    *ledger                // nil: parity is not checked
}

var errNoFactor = errors.New("no mg, which other rows have: every row must have it, or none")

// add appends a row.
func (b *builder) add(r *row, f *file, number int) error {
	if b.plan.factors && !r.has(header.KeyMG) {
		return errNoFactor
	}
	var mg, eg uint8
	if b.plan.factors {
		mg, eg = b.plan.mg.code(r.mg), b.plan.eg.code(r.eg)
	}
	if b.plan.directory.Shape >= 0 {
		b.addShape(r, f)
	}
	if err := b.compare(r, f, number, mg, eg); err != nil {
		return err
	}
	b.spread.add(r, f, number)
	k := &b.block
	for _, e := range r.entries {
		k.Columns = append(k.Columns, uint16(e.column))
		k.Counts = append(k.Counts, e.count)
	}
	k.Start = append(k.Start, int64(len(k.Columns)))
	k.MG, k.EG = append(k.MG, mg), append(k.EG, eg)
	k.Score, k.Result = append(k.Score, r.score), append(k.Result, uint8(r.result))
	eval := math.NaN()
	if r.has(header.KeyEval) {
		eval = r.eval
	}
	b.evals = append(b.evals, eval)
	k.Ply, k.Material = append(k.Ply, r.ply), append(k.Material, 0)
	b.identify(r, f)
	b.addOptional(r, f)
	return nil
}

// addShape adds the number of the row's formula to its entries; it is the last column of rows.
func (b *builder) addShape(r *row, f *file) {
	if i := b.plan.shapes[f.index][int(r.shape)].Index; i > 0 {
		r.entries = append(r.entries, entry{b.plan.directory.Shape, float32(i)})
	}
}

// identify appends hash and game of a row. One that names no game is a game.
func (b *builder) identify(r *row, f *file) {
	hash := r.hash
	if !r.has(header.KeyHash) {
		hash = r.content(!b.plan.directory.Nonlinear)
	}
	id := uint32(splitmix.Mix(hash) >> 32)
	if r.has(header.KeyGame) {
		id = game.Hash(r.game, f.base)
	}
	b.block.Hash, b.block.Game = append(b.block.Hash, hash), append(b.block.Game, id)
}

func (b *builder) addOptional(r *row, f *file) {
	k, o := &b.block, b.plan.schema.Optional
	if o.Has(matrix.WithSource) {
		k.Source = append(k.Source, f.index)
	}
	if o.Has(matrix.WithWeight) {
		k.Weight = append(k.Weight, r.weight)
	}
	if o.Has(matrix.WithOffset) {
		k.Offset = append(k.Offset, r.offset)
	}
	if o.Has(matrix.WithExpected) {
		k.Expected = append(k.Expected, r.expected)
	}
	if o.Has(matrix.WithTree) {
		k.Tree = append(k.Tree, text.ParseTree(r.tree, game.HashName([]byte(f.base))))
	}
	if o.Has(matrix.WithSide) {
		side := matrix.SideWhite
		if r.side == datasets.SideBlack {
			side = matrix.SideBlack
		}
		k.Side = append(k.Side, side)
	}
}

// compare checks the row's evaluation, if there is one and weights to do it with.
func (b *builder) compare(r *row, f *file, number int, mg, eg uint8) error {
	if r.has(header.KeyEval) {
		b.parity.Given++
	}
	l := b.plan.ledger
	if l == nil || !r.has(header.KeyEval) && len(r.sums) == 0 {
		return nil
	}
	stored := [2]float64{float64(at(b.plan.mg.values, mg)), float64(at(b.plan.eg.values, eg))}
	if l.formula != nil {
		b.wait(r, number, stored)
		return nil
	}
	difference, err := l.check(r)
	if err != nil {
		return err
	}
	b.parity.add(difference, math.Abs(l.sum(r, stored[0], stored[1])-r.eval), f.name, number)
	return nil
}

// at returns the factor of a code, 0 without factors.
func at(values []float32, code uint8) float32 {
	if len(values) == 0 {
		return 0
	}
	return values[code]
}

// wait keeps a row until there are enough of them.
func (b *builder) wait(r *row, line int, stored [2]float64) {
	if b.check == nil {
		b.check = newChecker(b.plan.ledger)
	}
	w := &b.check.rows[b.check.n]
	entries, sums := append(w.row.entries[:0], r.entries...), append(w.row.sums[:0], r.sums...)
	w.row, w.line, w.stored = *r, line, stored
	w.row.entries, w.row.sums = entries, sums
	b.check.n++
}

// full reports whether enough rows wait.
func (b *builder) full() bool { return b.check != nil && b.check.n == checkRows }

// flush checks the rows that wait; an error is of the row in a line.
func (b *builder) flush(f *file) (line int, err error) {
	c := b.check
	if c == nil || c.n == 0 {
		return 0, nil
	}
	defer func() { c.n = 0 }()
	waiting := c.rows[:c.n]
	fault := c.evaluate(waiting)
	stored := c.exact
	if b.plan.mg.step != 0 || b.plan.eg.step != 0 {
		stored = c.again(waiting)
	}
	for i := range waiting {
		w := &waiting[i]
		if fault != nil && fault.Row == i {
			return w.line, fmt.Errorf("%w: the evaluation of this row is not finite: %w", ErrParity, c.formula.explain(&fault.Error))
		}
		if err := c.compare(&w.row, c.exact[i], c.parts[i]); err != nil {
			return w.line, err
		}
		if w.row.has(header.KeyEval) {
			b.parity.add(math.Abs(c.exact[i]-w.row.eval), math.Abs(stored[i]-w.row.eval), f.name, w.line)
		}
	}
	return 0, nil
}
