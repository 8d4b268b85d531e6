package fit

import (
	"centipawn/matrix"
	"centipawn/winprob"
)

// A selection is the rows of a block that take part, with their labels.
type selection struct {
	target   Target
	divider  divider
	balancer *balancer // of training rows; nil: they are as they are

	index  []int32   // of the rows in the block
	part   []Part    // Train or Test
	y      []float64 // labels, centipawns or expected scores
	w      []float64 // weights, more than 0
	funnel Funnel    // of the block
}

// take selects the rows of b that belong to want.
func (s *selection) take(b *matrix.Block, want Part) {
	n := b.Rows()
	s.resize(n)
	s.funnel = Funnel{Rows: n}
	if s.target.Expected {
		s.takeExpected(b, want)
		return
	}
	// A label within ±plain is the score itself; the others are few.
	plain := int32(min(s.target.Clip, winprob.MaxCentipawns))
	k := 0
	for i, score := range b.Score {
		y, w := float64(score), 1.0
		if b.Weight != nil {
			w = float64(b.Weight[i])
		}
		if uint32(int32(score)+plain) > uint32(2*plain) || w == 0 {
			var keep bool
			if y, keep = s.label(score, w); !keep {
				continue
			}
		}
		k = s.keep(b, i, k, want, y, w)
	}
	s.resize(k)
}

// takeExpected is take for labels that are expected scores.
func (s *selection) takeExpected(b *matrix.Block, want Part) {
	k := 0
	for i := range b.Rows() {
		w := 1.0
		if b.Weight != nil {
			w = float64(b.Weight[i])
		}
		if w == 0 {
			s.funnel.ZeroWeight++
			continue
		}
		if y, keep := s.target.expected(b, i, &s.funnel); keep {
			k = s.keep(b, i, k, want, y, w)
		}
	}
	s.resize(k)
}

// keep counts row i of b by its part and, if that is wanted, makes it the kth of
// the selection. It returns the number of rows selected so far.
func (s *selection) keep(b *matrix.Block, i, k int, want Part, y, w float64) int {
	part := s.divider.part(b.Game[i], b.Hash[i])
	switch part {
	case Test:
		s.funnel.Test++
	case Sealed:
		s.funnel.Sealed++
	default:
		s.funnel.Train++
		if s.balancer != nil {
			w *= s.balancer.weight(b, i)
		}
	}
	if w == 0 {
		return k
	}
	if want == part || want == AllRows && part != Sealed {
		s.index[k], s.part[k], s.y[k], s.w[k] = int32(i), part, y, w
		k++
	}
	return k
}

// label is the slow path of take.
func (s *selection) label(score int16, w float64) (y float64, keep bool) {
	if w == 0 {
		s.funnel.ZeroWeight++
		return 0, false
	}
	return s.target.label(score, &s.funnel)
}

// resize makes room for n rows.
func (s *selection) resize(n int) {
	if cap(s.index) < n {
		s.index, s.part = make([]int32, n), make([]Part, n)
		s.y, s.w = make([]float64, n), make([]float64, n)
	}
	s.index, s.part, s.y, s.w = s.index[:n], s.part[:n], s.y[:n], s.w[:n]
}

// sources cuts the selection into runs of rows of one source and calls f with
// each: rows lo to hi of the selection.
func (s *selection) sources(b *matrix.Block, f func(source uint8, lo, hi int)) {
	for lo := 0; lo < len(s.index); {
		src, hi := source(b, int(s.index[lo])), lo+1
		for hi < len(s.index) && source(b, int(s.index[hi])) == src {
			hi++
		}
		f(src, lo, hi)
		lo = hi
	}
}
