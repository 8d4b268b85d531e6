package rows

import (
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A Selection is the rows of a block that take part, with their labels.
type Selection struct {
	Target   Target
	Divider  Divider
	Balancer *Balancer // of training rows; nil: they are as they are

	Index  []int32   // of the rows in the block
	Part   []Part    // Train or Test
	Y      []float64 // labels, centipawns or expected scores
	W      []float64 // weights, more than 0
	Funnel Funnel    // of the block
}

// Take selects the rows of b that belong to want.
func (s *Selection) Take(b *matrix.Block, want Part) {
	n := b.Rows()
	s.resize(n)
	s.Funnel = Funnel{Rows: n}
	if s.Target.Expected {
		s.takeExpected(b, want)
		return
	}
	// A label within ±plain is the score itself; the others are few.
	plain := int32(min(s.Target.Clip, winprob.MaxCentipawns))
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
func (s *Selection) takeExpected(b *matrix.Block, want Part) {
	k := 0
	for i := range b.Rows() {
		w := 1.0
		if b.Weight != nil {
			w = float64(b.Weight[i])
		}
		if w == 0 {
			s.Funnel.ZeroWeight++
			continue
		}
		if y, keep := s.Target.expected(b, i, &s.Funnel); keep {
			k = s.keep(b, i, k, want, y, w)
		}
	}
	s.resize(k)
}

// keep counts row i of b by its part and, if that is wanted, makes it the kth of
// the selection. It returns the number of rows selected so far.
func (s *Selection) keep(b *matrix.Block, i, k int, want Part, y, w float64) int {
	part := s.Divider.Part(b.Game[i], b.Hash[i])
	switch part {
	case Test:
		s.Funnel.Test++
	case Sealed:
		s.Funnel.Sealed++
	default:
		s.Funnel.Train++
		if s.Balancer != nil {
			w *= s.Balancer.Weight(b, i)
		}
	}
	if w == 0 {
		return k
	}
	if want == part || want == AllRows && part != Sealed {
		s.Index[k], s.Part[k], s.Y[k], s.W[k] = int32(i), part, y, w
		k++
	}
	return k
}

// label is the slow path of take.
func (s *Selection) label(score int16, w float64) (y float64, keep bool) {
	if w == 0 {
		s.Funnel.ZeroWeight++
		return 0, false
	}
	return s.Target.label(score, &s.Funnel)
}

// resize makes room for n rows.
func (s *Selection) resize(n int) {
	if cap(s.Index) < n {
		s.Index, s.Part = make([]int32, n), make([]Part, n)
		s.Y, s.W = make([]float64, n), make([]float64, n)
	}
	s.Index, s.Part, s.Y, s.W = s.Index[:n], s.Part[:n], s.Y[:n], s.W[:n]
}

// Sources cuts the selection into runs of rows of one source and calls f with
// each: rows lo to hi of the selection.
func (s *Selection) Sources(b *matrix.Block, f func(source uint8, lo, hi int)) {
	for lo := 0; lo < len(s.Index); {
		src, hi := Source(b, int(s.Index[lo])), lo+1
		for hi < len(s.Index) && Source(b, int(s.Index[hi])) == src {
			hi++
		}
		f(src, lo, hi)
		lo = hi
	}
}
