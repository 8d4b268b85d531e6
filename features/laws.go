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
	c.counts = c.count(p)
	mirrored := c.count(&mirror)
	again := c.count(p)
	for term := range c.counts {
		if err := c.checkTerm(Term(term), mirrored[term], again[term]); err != nil {
			return err
		}
	}
	if err := c.checkSparse(); err != nil {
		return err
	}
	return c.checkSum()
}

// CheckLawsOnPositions checks the laws of s on the thousand [Positions].
func CheckLawsOnPositions(s *Set) error {
	for i := range Positions() {
		if err := CheckLaws(s, &Positions()[i]); err != nil {
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
	counts []float64 // of pos, by term
}

// count returns the counts of p by term.
func (c *lawChecker) count(p *board.Position) []float64 {
	c.trace.Reset()
	c.set.Count(p, c.trace)
	counts := make([]float64, len(c.set.terms))
	for term := range counts {
		counts[term] = c.trace.Trace().Count(Term(term))
	}
	return counts
}

func (c *lawChecker) broken(term Term, law string, got, want float64) error {
	return &LawError{c.set.name, c.set.terms[term].Name, law, c.pos.FEN(), got, want}
}

func (c *lawChecker) checkTerm(term Term, mirrored, again float64) error {
	n := c.counts[term]
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return c.broken(term, LawFinite, n, 0)
	case c.set.terms[term].Kind == Count && n != math.Trunc(n):
		return c.broken(term, LawFinite, n, math.Trunc(n))
	case again != n:
		return c.broken(term, LawState, again, n)
	case math.Abs(mirrored+n) > roundoff*max(1, math.Abs(n)):
		return c.broken(term, LawColors, mirrored, -n)
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
	for term, n := range c.counts {
		if dense[term] != float64(float32(n)) {
			return c.broken(Term(term), LawSparse, dense[term], n)
		}
	}
	return nil
}

// checkSum scores the position with a weight of its own for every term and
// compares it with the recorded counts.
func (c *lawChecker) checkSum() error {
	weights := make([]tapered.Pair, len(c.counts))
	var want tapered.Pair
	var scale float64
	for term, n := range c.counts {
		w := tapered.Pair{MG: 1 + float64(term)/3, EG: 2 - float64(term)/7}
		weights[term] = w
		want.MG += w.MG * n
		want.EG += w.EG * n
		scale += math.Abs(n) * (math.Abs(w.MG) + math.Abs(w.EG))
	}
	score := NewScore(weights)
	c.set.Count(c.pos, score)
	got := score.Sum()
	if math.Abs(got.MG-want.MG)+math.Abs(got.EG-want.EG) > roundoff*max(1, scale) {
		return &LawError{c.set.name, "all", LawSum, c.pos.FEN(), got.MG + got.EG, want.MG + want.EG}
	}
	return nil
}
