package texel

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/grouped"
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Packed is the working copy of some rows. Its passes are those of its groups, if rows have intercepts by
// group.
type Packed struct {
	Passes
	base
	Groups  *grouped.Design // nil without intercepts by group
	offsets bool            // a row has an offset other than 0
}

// base is the rows, whose passes those of Passes hide.
type base struct{ *sparse.Design }

// Passes are what a fit asks of packed rows.
type Passes interface {
	search.Rows
	Scores(ctx context.Context, w []float64, pools int) (*sparse.Scores, error)
	Counts(ctx context.Context, w []float64, pools int) (*sparse.Scores, error)
}

// Rescaled returns the same rows with another scale.
func (p *Packed) Rescaled(scale float64) *Packed {
	if p.Groups != nil {
		g := p.Groups.Rescaled(scale)
		return &Packed{g, base{g.Design}, g, p.offsets}
	}
	d := p.Design.Rescaled(scale)
	return &Packed{d, base{d}, nil, p.offsets}
}

// A share of the rows is a part of those of a division, weighed by a balancer.
type shareOfRows struct {
	want     rows.Part
	divider  rows.Divider
	balancer *rows.Balancer // nil: rows are as they are
}

// fold returns a part of a fold of the training rows; no folds are the plain split.
func (t *Prepared) fold(want rows.Part, fold, folds int) shareOfRows {
	d := t.Selection().Divider
	d.Fold, d.Folds = fold, folds
	return shareOfRows{want: want, divider: d}
}

// Watched returns the number of folds of which one is watched for early stopping; 0: none.
func (t *Prepared) Watched() int {
	if t.Opt.Watch == 0 {
		return 0
	}
	return max(2, int(math.Round(1/t.Opt.Watch)))
}

// spec says what the columns of the matrix mean.
func (t *Prepared) spec() sparse.Spec {
	spec := sparse.Spec{Loss: t.Loss, Spec: packed.Spec{
		Columns: make([]packed.Column, len(t.Design.Terms)), MG: t.Design.Factors.MG[:], EG: t.Design.Factors.EG[:],
		Weights: len(t.Design.Names) + len(t.sources), Threads: t.Threads, Memory: t.Opt.Memory, Exchange: t.Opt.Exchange,
	}}
	if f := t.Design.Form; f != nil {
		spec.Form = &f.Form
	}
	for c, term := range t.Design.Terms {
		spec.Columns[c] = packed.Column{Plain: term.Plain, MG: term.MG, EG: term.EG}
	}
	return spec
}

// pack makes the working copy of rows, at a K; 0 leaves that open.
func (t *Prepared) pack(ctx context.Context, share shareOfRows, k float64) (*Packed, error) {
	return t.packed(ctx, &rowSource{data: t.Data, design: t.Design, want: share.want, selection: t.Selection(), grouping: t.Grouping}, share, k)
}

// packed is pack of a source of rows.
func (t *Prepared) packed(ctx context.Context, src *rowSource, share shareOfRows, k float64) (*Packed, error) {
	src.selection.Divider, src.selection.Balancer = share.divider, share.balancer
	spec := t.spec()
	spec.Number = *t.packs
	if *t.packs++; spec.Number > 0 {
		if err := t.tellPack(ctx, spec.Number, share.balancer); err != nil {
			return nil, err
		}
	}
	if t.sources != nil {
		src.intercept = new([256]uint16)
		for k, s := range t.sources {
			src.intercept[s] = uint16(len(spec.Columns))
			spec.Columns = append(spec.Columns, packed.Column{Plain: int32(len(t.Design.Names) + k), MG: -1, EG: -1})
		}
	}
	rows, err := t.load(ctx, src, spec)
	if err != nil {
		return nil, err
	}
	if k > 0 {
		rows.Scale = winprob.Logit(k)
	}
	rows.offsets, err = t.anyOffset(ctx, src.offsets.Load())
	return rows, err
}

// load packs the rows of a source.
func (t *Prepared) load(ctx context.Context, src *rowSource, spec sparse.Spec) (*Packed, error) {
	if t.Grouping != 0 {
		g, err := grouped.New(ctx, src, spec)
		if err != nil {
			return nil, err
		}
		return &Packed{Passes: g, base: base{g.Design}, Groups: g}, nil
	}
	d, err := sparse.New(ctx, src, spec)
	return &Packed{Passes: d, base: base{d}}, err
}

// anyOffset reports whether any process has seen an offset.
func (t *Prepared) anyOffset(ctx context.Context, seen bool) (bool, error) {
	if t.Opt.Exchange == nil {
		return seen, nil
	}
	all, err := t.Opt.Exchange.All(ctx, "offsets", func() ([]byte, error) { return strconv.AppendBool(nil, seen), nil })
	return slices.ContainsFunc(all, func(text []byte) bool { return string(text) == "true" }), err
}

// A rowSource gives the selected rows of the data to the working copy. What is
// fixed is part of their offsets.
type rowSource struct {
	data      rows.Data
	selection rows.Selection // copied for each caller
	design    *rows.Design
	want      rows.Part
	intercept *[256]uint16 // column by source; nil without intercepts
	grouping  rows.Grouping
	offsets   atomic.Bool // a row has an offset other than 0
}

// Blocks implements packed.Source.
func (s *rowSource) Blocks() int { return s.data.Blocks() }

// A rowBuffer is what a caller's rows refer to.
type rowBuffer struct {
	block     matrix.Block
	selection rows.Selection
}

// Block implements packed.Source.
func (s *rowSource) Block(b int, into *packed.Rows) error {
	buf, ok := into.Scratch.(*rowBuffer)
	if !ok {
		buf = &rowBuffer{selection: s.selection}
		into.Scratch = buf
	}
	return memory.Guard(func() error {
		if err := s.data.ReadBlock(b, &buf.block); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		buf.selection.Take(&buf.block, s.want)
		return s.rows(&buf.block, &buf.selection, into)
	})
}

// rows makes rows of what is selected of a block.
func (s *rowSource) rows(b *matrix.Block, sel *rows.Selection, into *packed.Rows) error {
	s.resize(b, sel, into)
	if s.nonzero(b, sel) {
		s.offsets.Store(true)
	}
	for k, i := range sel.Index {
		into.Low[k], into.High[k] = b.Start[i], b.Start[i+1]
		into.MG[k], into.EG[k] = b.MG[i], b.EG[i]
		into.Target[k], into.Cluster[k] = float32(sel.Y[k]), b.Game[i]
		if into.Weight != nil {
			into.Weight[k] = float32(sel.W[k])
		}
		if into.Offset != nil {
			into.Offset[k] = s.offset(b, int(i))
			if v := into.Offset[k]; v-v != 0 && s.design.FixedScore != nil {
				return fmt.Errorf("fit: of fixed weights %w", s.design.FixedScore.Fault(b, int(i)))
			}
		}
		if into.Intercept != nil {
			into.Intercept[k] = s.intercept[rows.Source(b, int(i))]
		}
		if into.Group != nil {
			into.Group[k] = s.grouping.Key(b, int(i))
		}
	}
	return nil
}

// offset returns the part of a row's evaluation that no weight moves.
func (s *rowSource) offset(b *matrix.Block, i int) float32 {
	if s.design.FixedScore != nil {
		return float32(s.design.FixedScore.Score(b, i))
	}
	return b.Offset[i]
}

// resize makes room for the selected rows, in the arrays that they have, and copies
// their entries.
func (s *rowSource) resize(b *matrix.Block, sel *rows.Selection, into *packed.Rows) {
	n := len(sel.Index)
	into.Columns = append(into.Columns[:0], b.Columns...) // a copy, since they are used outside of the guard
	into.Counts = append(into.Counts[:0], b.Counts...)
	into.Low, into.High = resize(into.Low, n), resize(into.High, n)
	into.MG, into.EG = resize(into.MG, n), resize(into.EG, n)
	into.Target, into.Cluster = resize(into.Target, n), resize(into.Cluster, n)
	if b.Weight != nil || sel.Balancer != nil {
		into.Weight = resize(into.Weight, n)
	}
	if b.Offset != nil || s.design.FixedScore != nil {
		into.Offset = resize(into.Offset, n)
	}
	if s.intercept != nil {
		into.Intercept = resize(into.Intercept, n)
	}
	if s.grouping != 0 {
		into.Group = resize(into.Group, n)
	}
}

// nonzero reports whether a selected row has an offset other than 0, if it is not
// known already that one has.
func (s *rowSource) nonzero(b *matrix.Block, sel *rows.Selection) bool {
	return b.Offset != nil && !s.offsets.Load() &&
		slices.ContainsFunc(sel.Index, func(i int32) bool { return b.Offset[i] != 0 })
}

// resize returns n values, whatever they are, in the memory of s if it is enough.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// tellPack tells the other processes to pack rows, if this is the one that leads.
func (t *Prepared) tellPack(ctx context.Context, number int, l *rows.Balancer) error {
	x := t.Opt.Exchange
	if x == nil || !x.Leads() {
		return nil
	}
	o := &sparse.Order{Number: number, Pass: sparse.PassPack, Flag: l != nil}
	if l != nil {
		for _, factors := range l.Factors {
			o.W = append(o.W, factors[:]...)
		}
	}
	return o.Tell(ctx, x)
}
