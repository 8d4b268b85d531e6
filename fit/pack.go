package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"centipawn/fit/sparse"
	"centipawn/matrix"
	"centipawn/winprob"
)

// packed is the working copy of some rows.
type packed struct {
	*sparse.Design
	offsets bool // a row has an offset other than 0
}

// A share of the rows is a part of those of a division, weighed by a balancer.
type shareOfRows struct {
	want     Part
	divider  divider
	balancer *balancer // nil: rows are as they are
}

// fold returns a part of a fold of the training rows; no folds are the plain split.
func (t *prepared) fold(want Part, fold, folds int) shareOfRows {
	d := t.selection().divider
	d.fold, d.folds = fold, folds
	return shareOfRows{want: want, divider: d}
}

// watched returns the number of folds of which one is watched for early stopping; 0: none.
func (t *prepared) watched() int {
	if t.opt.Watch == 0 {
		return 0
	}
	return max(2, int(math.Round(1/t.opt.Watch)))
}

// pack makes the working copy of rows, at a K; 0 leaves that open.
func (t *prepared) pack(ctx context.Context, share shareOfRows, k float64) (*packed, error) {
	src := &rowSource{data: t.data, design: t.design, want: share.want, selection: t.selection()}
	src.selection.divider, src.selection.balancer = share.divider, share.balancer
	p := len(t.design.names)
	spec := sparse.Spec{
		Columns: make([]sparse.Column, len(t.design.terms)), MG: t.design.factors.mg[:], EG: t.design.factors.eg[:],
		Weights: p + len(t.sources), Loss: t.loss.rows, Threads: t.threads, Memory: t.opt.Memory,
	}
	if t.design.blockIsFree() {
		spec.Block = t.design.block
	}
	for c, term := range t.design.terms {
		spec.Columns[c] = sparse.Column{Plain: term.plain, MG: term.mg, EG: term.eg}
	}
	if t.sources != nil {
		src.intercept = new([256]uint16)
		for k, s := range t.sources {
			src.intercept[s] = uint16(len(spec.Columns))
			spec.Columns = append(spec.Columns, sparse.Column{Plain: int32(p + k), MG: -1, EG: -1})
		}
	}
	rows, err := sparse.New(ctx, src, spec)
	if err != nil {
		return nil, t.nameColumn(err)
	}
	if k > 0 {
		rows.Scale = winprob.Logit(k)
	}
	return &packed{rows, src.offsets.Load()}, nil
}

// nameColumn puts a column's name into the error of packing it.
func (t *prepared) nameColumn(err error) error {
	var count *sparse.CountError
	if errors.As(err, &count) && count.Column < len(t.design.schema.Columns) {
		return fmt.Errorf("fit: %s: %w", t.design.schema.Columns[count.Column].Name, err)
	}
	return err
}

// A rowSource gives the selected rows of the data to the working copy. What is
// held fixed is part of their offsets.
type rowSource struct {
	data      Data
	selection selection // copied for each caller
	design    *design
	want      Part
	intercept *[256]uint16 // column by source; nil without intercepts
	offsets   atomic.Bool  // a row has an offset other than 0
}

// Blocks implements sparse.Source.
func (s *rowSource) Blocks() int { return s.data.Blocks() }

// A rowBuffer is what a caller's rows refer to.
type rowBuffer struct {
	block     matrix.Block
	selection selection
}

// Block implements sparse.Source.
func (s *rowSource) Block(b int, into *sparse.Rows) error {
	buf, ok := into.Scratch.(*rowBuffer)
	if !ok {
		buf = &rowBuffer{selection: s.selection}
		into.Scratch = buf
	}
	return matrix.Guard(func() error {
		if err := s.data.ReadBlock(b, &buf.block); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		buf.selection.take(&buf.block, s.want)
		s.rows(&buf.block, &buf.selection, into)
		return nil
	})
}

// rows makes rows of what is selected of a block.
func (s *rowSource) rows(b *matrix.Block, sel *selection, into *sparse.Rows) {
	n := len(sel.index)
	into.Columns = append(into.Columns[:0], b.Columns...) // a copy, since they are used outside of the guard
	into.Counts = append(into.Counts[:0], b.Counts...)
	into.Low, into.High = resize(into.Low, n), resize(into.High, n)
	into.MG, into.EG = resize(into.MG, n), resize(into.EG, n)
	into.Target, into.Cluster = resize(into.Target, n), resize(into.Cluster, n)
	if b.Weight != nil || sel.balancer != nil {
		into.Weight = resize(into.Weight, n)
	}
	if b.Offset != nil || s.design.fixed != nil {
		into.Offset = resize(into.Offset, n)
	}
	if s.intercept != nil {
		into.Intercept = resize(into.Intercept, n)
	}
	if s.nonzero(b, sel) {
		s.offsets.Store(true)
	}
	for k, i := range sel.index {
		into.Low[k], into.High[k] = b.Start[i], b.Start[i+1]
		into.MG[k], into.EG[k] = b.MG[i], b.EG[i]
		into.Target[k], into.Cluster[k] = float32(sel.y[k]), b.Game[i]
		if into.Weight != nil {
			into.Weight[k] = float32(sel.w[k])
		}
		if s.design.fixed != nil {
			into.Offset[k] = float32(s.design.fixed.score(b, int(i)))
		} else if into.Offset != nil {
			into.Offset[k] = b.Offset[i]
		}
		if into.Intercept != nil {
			into.Intercept[k] = s.intercept[source(b, int(i))]
		}
	}
}

// nonzero reports whether a selected row has an offset other than 0, if it is not
// known already that one has.
func (s *rowSource) nonzero(b *matrix.Block, sel *selection) bool {
	return b.Offset != nil && !s.offsets.Load() &&
		slices.ContainsFunc(sel.index, func(i int32) bool { return b.Offset[i] != 0 })
}

// resize returns n values, whatever they are, in the memory of s if it is enough.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
