package features

import (
	"fmt"
	"math"

	"centipawn/board"
	"centipawn/tapered"
)

// A LawError reports a term that breaks a law on a position.
type LawError struct {
	Set, Term string
	Law       string // what must hold
	FEN       string // the position
	Got, Want float64
}

func (e *LawError) Error() string {
	return fmt.Sprintf("set %s: term %s: %s: %g, want %g, on %s", e.Set, e.Term, e.Law, e.Got, e.Want, e.FEN)
}

// The laws, as a LawError states them.
const (
	LawFinite = "a count is a finite number that its kind can hold"
	LawState  = "counting again gives the same"
	LawColors = "exchanging the colours negates the count"
	LawSparse = "the sparse counts are the dense ones"
	LawSum    = "the sum of count × weight is the evaluation"
	LawPhase  = "exchanging the colours leaves the phase"
	LawScale  = "exchanging the colours leaves the scale, which is one of its values"
	LawSides  = "exchanging the colours exchanges the counts of the sides"
)

// roundoff is the relative difference that the order of additions may make:
// exchanging the colours turns it round. Whole numbers have none.
const roundoff = 1e-9

// CheckLaws returns the first law that a term of s breaks on p, as a
// *[LawError], or nil. It holds for every set, whoever wrote the terms.
func CheckLaws(s *Set, p *board.Position) error {
	c := lawChecker{set: s, pos: p, trace: s.NewTrace()}
	mirror := p.Mirror()
	if s.phase.Step(p) != s.phase.Step(&mirror) {
		return &LawError{s.name, "phase", LawPhase, p.FEN(), s.phase.Of(&mirror), s.phase.Of(p)}
	}
	if err := c.checkScale(&mirror); err != nil {
		return err
	}
	mirrored := c.count(&mirror)
	again := c.count(p)
	c.counts = c.count(p)
	for place := range c.counts {
		if err := c.checkCount(Term(place), mirrored, again[place]); err != nil {
			return err
		}
	}
	if err := c.checkSparse(); err != nil {
		return err
	}
	return c.checkSum()
}

// CheckLawsOnPositions checks the laws of s on the [Probes].
func CheckLawsOnPositions(s *Set) error {
	for i := range Probes() {
		if err := CheckLaws(s, &Probes()[i]); err != nil {
			return err
		}
	}
	return nil
}

// A lawChecker looks at one set on one position.
type lawChecker struct {
	set    *Set
	pos    *board.Position
	trace  *Tally
	counts []float64 // of pos, by place: the terms, and Black's counts of the block
}

// count returns the counts of p by place.
func (c *lawChecker) count(p *board.Position) []float64 {
	c.trace.Reset()
	c.set.Count(p, c.trace)
	counts := make([]float64, len(c.set.terms)+c.set.block)
	for place := range counts {
		counts[place] = c.trace.Trace().Count(Term(place))
	}
	return counts
}

func (c *lawChecker) broken(place Term, law string, got, want float64) error {
	return &LawError{c.set.name, c.term(place).Name, law, c.pos.FEN(), got, want}
}

// term returns the definition of the term that counts in a place.
func (c *lawChecker) term(place Term) *Definition {
	if int(place) >= len(c.set.terms) {
		place -= Term(c.set.block)
	}
	return &c.set.terms[place]
}

// checkScale compares the scale with that of the mirrored position.
func (c *lawChecker) checkScale(mirror *board.Position) error {
	scale := c.set.scale
	if scale == nil {
		return nil
	}
	index := func(p *board.Position) int {
		c.set.Count(p, c.trace)
		return scale.Of(&c.trace.context)
	}
	got, want := index(mirror), index(c.pos)
	if got != want || got < 0 || got >= len(scale.Values) {
		return &LawError{c.set.name, scale.Name, LawScale, c.pos.FEN(), float64(got), float64(want)}
	}
	return nil
}

// checkCount compares a count with that of the mirrored position, given all of
// those, and with what counting again gave.
func (c *lawChecker) checkCount(place Term, mirrored []float64, again float64) error {
	n := c.counts[place]
	want, law := -n, LawColors
	other := place
	switch first, end := c.set.Block(); {
	case place >= end:
		other, want, law = place-Term(c.set.block), n, LawSides
	case place >= first:
		other, want, law = place+Term(c.set.block), n, LawSides
	}
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return c.broken(place, LawFinite, n, 0)
	case c.term(place).Kind == Count && n != math.Trunc(n):
		return c.broken(place, LawFinite, n, math.Trunc(n))
	case again != n:
		return c.broken(place, LawState, again, n)
	case math.Abs(mirrored[other]-want) > roundoff*max(1, math.Abs(n)):
		return c.broken(place, law, mirrored[other], want)
	}
	return nil
}

// checkSparse compares the entries of a row with the dense counts. The last
// position that the trace counted is pos.
func (c *lawChecker) checkSparse() error {
	columns, counts := c.trace.Trace().AppendEntries(nil, nil)
	dense := make([]float64, len(c.counts))
	for i, column := range columns {
		dense[column] += float64(counts[i])
	}
	for place, n := range c.counts {
		if dense[place] != float64(float32(n)) {
			return c.broken(Term(place), LawSparse, dense[place], n)
		}
	}
	return nil
}

// checkSum scores the position with a weight of its own for every term and
// compares it with the recorded counts: the sums first, then what a row's factors
// make of them.
func (c *lawChecker) checkSum() error {
	weights := make([]tapered.Pair, len(c.set.terms))
	for term := range weights {
		weights[term] = tapered.Pair{MG: 1 + float64(term)/3, EG: 2 - float64(term)/7}
	}
	want, size := c.sums(weights)
	score := NewScore(weights)
	value := c.set.Evaluate(c.pos, score)
	got := [4]float64{score.sum.MG, score.sum.EG, score.sides[board.White], score.sides[board.Black]}
	for i := range got {
		if math.Abs(got[i]-want[i]) > roundoff*max(1, size) {
			return &LawError{c.set.name, "all", LawSum, c.pos.FEN(), got[i], want[i]}
		}
	}
	mg, eg := c.set.Factors()
	mgCode, egCode := c.set.Codes(c.trace)
	phi := float64(mg[mgCode])
	whole := want[0]*phi + want[1]*float64(eg[egCode]) + BlockValue([2]float64(want[2:]), phi)
	if math.Abs(value-whole) > factorRoundoff*max(1, size*size) {
		return &LawError{c.set.name, "all", LawSum, c.pos.FEN(), value, whole}
	}
	return nil
}

// factorRoundoff is the relative error of a row's factors, which are float32.
const factorRoundoff = 1e-6

// sums returns the sums of count × weight by the recorded counts: middlegame,
// endgame, White's and Black's of the block; and the sum of their sizes.
func (c *lawChecker) sums(weights []tapered.Pair) (sums [4]float64, size float64) {
	first, end := c.set.Block()
	for place, n := range c.counts {
		switch place := Term(place); {
		case place < first:
			sums[0] += weights[place].MG * n
			sums[1] += weights[place].EG * n
			size += math.Abs(n) * (math.Abs(weights[place].MG) + math.Abs(weights[place].EG))
		case place < end:
			sums[2] += weights[place].MG * n
			size += math.Abs(weights[place].MG * n)
		default:
			place -= end - first
			sums[3] += weights[place].MG * n
			size += math.Abs(weights[place].MG * n)
		}
	}
	return sums, size
}
