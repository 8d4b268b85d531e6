package features

import (
	"math"

	"example.org/centipawn/board"
)

// A sidesChecker counts a set's families by side.
type sidesChecker struct {
	tally            *Tally
	here, mirrored   sideCounts
	columns          []uint16
	ofWhite, ofBlack []float32
}

// sideCounts are what White and Black count, by term.
type sideCounts [2][]float64

func newSidesChecker(s *Set) *sidesChecker {
	c := &sidesChecker{tally: NewSides(len(s.terms))}
	for _, counts := range []*sideCounts{&c.here, &c.mirrored} {
		*counts = sideCounts{make([]float64, len(s.terms)), make([]float64, len(s.terms))}
	}
	return c
}

// count counts a position.
func (c *sidesChecker) count(s *Set, p *board.Position, to *sideCounts) {
	c.tally.Start(p)
	for i := range s.families {
		c.tally.CountSides(&s.families[i], s.all[i].first)
	}
	c.columns, c.ofWhite, c.ofBlack = c.tally.trace.AppendSides(c.columns[:0], c.ofWhite[:0], c.ofBlack[:0])
	clear(to[board.White])
	clear(to[board.Black])
	for i, term := range c.columns {
		to[board.White][term], to[board.Black][term] = float64(c.ofWhite[i]), float64(c.ofBlack[i])
	}
}

// checkSides compares what the sides count apart with the counts, and with those of the mirrored position.
func (c *LawChecker) checkSides(mirror *board.Position) error {
	s, l := c.sides, &c.set.layout
	s.count(c.set, mirror, &s.mirrored)
	s.count(c.set, c.pos, &s.here)
	for place := range c.set.terms {
		term := Term(place)
		white, black := s.here[board.White][term], s.here[board.Black][term]
		got, want := white-black, c.counts[term]
		if l.blacks != nil && l.blacks[term] != 0 {
			want -= c.counts[l.blacks[term]]
		}
		if far(got, want, max(math.Abs(white), math.Abs(black))) {
			return c.broken(term, LawApart, got, want)
		}
		if c.symmetric[term] {
			black, white = white, black
		}
		if far(s.mirrored[board.Black][term], white, math.Abs(white)) || far(s.mirrored[board.White][term], black, math.Abs(black)) {
			return c.broken(term, LawSides, s.mirrored[board.Black][term], white)
		}
	}
	return nil
}

// far reports whether two numbers differ by more than the rounding to a row's numbers, given the size of what
// they are made of.
func far(got, want, size float64) bool { return math.Abs(got-want) > factorRoundoff*max(1, size) }
