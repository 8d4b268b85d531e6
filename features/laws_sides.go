package features

import (
	"math"

	"example.org/centipawn/board"
)

// A sidesChecker counts a set's families by side.
type sidesChecker struct {
	tally          *Tally
	here, mirrored [][2]float64 // counts of the two positions by term and board.Color
	columns        []uint16
	white, black   []float32
}

func newSidesChecker(n int) *sidesChecker {
	return &sidesChecker{tally: NewSides(n), here: make([][2]float64, n), mirrored: make([][2]float64, n)}
}

// count counts a position.
func (c *sidesChecker) count(s *Set, p *board.Position, to [][2]float64) {
	c.tally.Start(p)
	for i := range s.families {
		c.tally.CountSides(&s.families[i], s.all[i].first)
	}
	c.columns, c.white, c.black = c.tally.trace.AppendSides(c.columns[:0], c.white[:0], c.black[:0])
	clear(to)
	for i, term := range c.columns {
		to[term] = [2]float64{board.White: float64(c.white[i]), board.Black: float64(c.black[i])}
	}
}

// checkSides compares what the sides count apart with the counts, and with those of the mirrored position.
func (c *LawChecker) checkSides(mirror *board.Position) error {
	s, l := c.sides, &c.set.layout
	s.count(c.set, mirror, s.mirrored)
	s.count(c.set, c.pos, s.here)
	for i, own := range s.here {
		term, want := Term(i), c.counts[i]
		if l.blacks != nil && l.blacks[term] != 0 {
			want -= c.counts[l.blacks[term]]
		}
		if got := own[board.White] - own[board.Black]; far(got, want, own) {
			return c.broken(term, LawApart, got, want)
		}
		if !c.symmetric[term] {
			own[board.White], own[board.Black] = own[board.Black], own[board.White]
		}
		for color, want := range own {
			if got := s.mirrored[term][color]; far(got, want, own) {
				return c.broken(term, LawSides, got, want)
			}
		}
	}
	return nil
}

// far reports whether numbers differ by more than the rounding of a row's, given the counts that they are made of.
func far(got, want float64, of [2]float64) bool {
	return math.Abs(got-want) > factorRoundoff*max(1, math.Abs(of[0]), math.Abs(of[1]))
}
