package fit

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"centipawn/fit/sparse"
	"centipawn/matrix"
	"centipawn/winprob"
)

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
	if err := s.data.ReadBlock(b, &buf.block); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	buf.selection.take(&buf.block, s.want)
	s.rows(&buf.block, &buf.selection, into)
	return nil
}

// rows makes rows of what is selected of a block.
func (s *rowSource) rows(b *matrix.Block, sel *selection, into *sparse.Rows) {
	n := len(sel.index)
	into.Columns, into.Counts = b.Columns, b.Counts
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

// labelPoints bounds the rows that the K of a source's scores is fitted to.
const labelPoints = 1 << 20

// labelK fits, for each source, the K at which its scores predict its results: on
// the training rows that have both.
func (e *estimator) labelK(ctx context.Context) ([]LabelK, error) {
	sel := newSelection(e.opt)
	sel.target = Target{Expected: true}.WithDefaults()
	chance := share(labelPoints, e.data.Rows())
	points := make(map[uint8]*winprob.Points)
	fresh := func() *labelSum {
		return &labelSum{selection: sel, chance: chance, points: make(map[uint8]*winprob.Points)}
	}
	err := fold(ctx, e.scan("scores against results"), fresh, (*labelSum).add, func(s *labelSum) {
		for src, p := range s.points {
			to := pointsOf(points, src)
			to.Score, to.Expected = append(to.Score, p.Score...), append(to.Expected, p.Expected...)
			to.Cluster = append(to.Cluster, p.Cluster...)
		}
	})
	if err != nil {
		return nil, err
	}
	var list []LabelK
	for src := range 256 {
		p := points[uint8(src)]
		if p == nil {
			continue
		}
		k, err := winprob.FitK(p, winprob.KOptions{Threads: e.opt.Threads})
		if err != nil {
			return nil, fmt.Errorf("fit: the K of the scores of %s: %w", e.source(uint8(src)), err)
		}
		list = append(list, LabelK{Source: uint8(src), K: k.K, StdErr: k.StdErr, Rows: k.N})
	}
	if list == nil {
		return nil, fmt.Errorf("fit: no training row has both a score and a result: a blend of the two needs rows that do, or a stated K of the scores")
	}
	return list, nil
}

// A LabelK is the K at which the scores of a source predict its results.
type LabelK struct {
	Source uint8   `json:"source"`
	K      float64 `json:"k"`
	StdErr float64 `json:"stderr"`
	Rows   int     `json:"rows"`
}

// labelSum is the partial of labelK: points by source.
type labelSum struct {
	selection
	chance uint64
	points map[uint8]*winprob.Points
}

func (s *labelSum) reset() { clear(s.points) }

func pointsOf(m map[uint8]*winprob.Points, source uint8) *winprob.Points {
	if m[source] == nil {
		m[source] = &winprob.Points{}
	}
	return m[source]
}

// add gathers rows of a block.
func (s *labelSum) add(b *matrix.Block) error {
	s.take(b, Train)
	for k, i := range s.index {
		score := winprob.Score(b.Score[i])
		if score == winprob.NoScore || score.Mate() != 0 || mix(b.Hash[i]) > s.chance {
			continue
		}
		p := pointsOf(s.points, source(b, int(i)))
		p.Score = append(p.Score, float32(score))
		p.Expected = append(p.Expected, float32(s.y[k]))
		p.Cluster = append(p.Cluster, b.Game[i])
	}
	return nil
}

// kBySource spreads a list of K over sources, for Target.LabelK. Sources without
// one have the first's, those beyond the list the last's.
func kBySource(list []LabelK) []float64 {
	k := make([]float64, int(list[len(list)-1].Source)+1)
	for i := range k {
		k[i] = list[0].K
	}
	for _, l := range list {
		k[l.Source] = l.K
	}
	return k
}
