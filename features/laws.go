package features

import (
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
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
	LawFinite  = "a count is a finite number that its kind can hold"
	LawState   = "counting again gives the same"
	LawColors  = "exchanging the colours negates the count"
	LawSparse  = "the sparse counts are the dense ones"
	LawSum     = "the sum of count × weight is the evaluation"
	LawPhase   = "exchanging the colours leaves the phase"
	LawScale   = "exchanging the colours leaves the scale, which is one of its values"
	LawDepends = "the count depends on nothing but "
	LawSides   = "exchanging the colours exchanges the counts of the sides"

	LawApart     = "what the sides count apart is what they count together"
	LawSymmetric = "exchanging the colours leaves the count, which is declared symmetric"
	LawMirror    = "exchanging the colours negates the evaluation"
)

// roundoff is the relative difference that the order of additions may make:
// exchanging the colours turns it round. Whole numbers have none.
const roundoff = 1e-9

// CheckLaws returns the first law that a term of s breaks on p, as a
// *[LawError], or nil. It holds for every set of terms.
func CheckLaws(s *Set, p *board.Position) error { return NewLawChecker(s).Check(p) }

// CheckLawsOnPositions checks the laws of s on the [Probes].
func CheckLawsOnPositions(s *Set) error {
	c := NewLawChecker(s)
	for i := range Probes() {
		if err := c.Check(&Probes()[i]); err != nil {
			return err
		}
	}
	return nil
}

// A LawChecker checks one set on one position after the other.
type LawChecker struct {
	set          *Set
	trace, score *Tally         // score is nil if a count is not whole
	weights      []tapered.Pair // a weight of its own for every term and parameter
	parameters   []float64
	whole        []tapered.Pair // whole ones, those of score

	sides *sidesChecker

	twin      *Blender // interprets the formula; nil: not made
	symmetric []bool   // by term

	// These are of the position.
	pos                     *board.Position
	counts, again, mirrored []float64 // by place, see layout
	columns                 []uint16
	entries                 []float32
}

// NewLawChecker returns a checker of s.
func NewLawChecker(s *Set) *LawChecker {
	c := &LawChecker{set: s, trace: s.NewTrace(), sides: newSidesChecker(len(s.terms))}
	packed := make([]tapered.Packed, len(s.terms))
	for term, def := range s.terms {
		w := tapered.Pair{MG: 1 + float64(term)/4, EG: 2 - float64(term)/8} // sums of which are exact
		mg, eg := 7+5*term, 1000-3*term
		if s.layout.sum(Term(term)) != noSum && def.Taper == Plain {
			w.EG, mg = w.MG, eg
		}
		c.weights = append(c.weights, w)
		packed[term] = tapered.Pack(mg, eg)
		c.whole = append(c.whole, tapered.Pair{MG: float64(mg), EG: float64(eg)})
	}
	for _, f := range s.families {
		c.symmetric = append(c.symmetric, slices.Repeat([]bool{f.Symmetric}, len(f.Terms))...)
	}
	for i := range s.Parameters() {
		v := 1 + float64(i)/4
		c.weights = append(c.weights, tapered.Pair{MG: v, EG: v})
		c.parameters = append(c.parameters, v)
	}
	if s.Kind() == Count {
		c.score = NewScore(packed)
	}
	return c
}

// Check returns the first law that is broken on p; see [CheckLaws].
func (c *LawChecker) Check(p *board.Position) error {
	c.pos = p
	mirror := p.Mirror()
	if phase := c.set.phase; phase.Step(p) != phase.Step(&mirror) {
		return &LawError{c.set.name, "phase", LawPhase, p.FEN(), phase.Of(&mirror), phase.Of(p)}
	}
	if err := c.checkScale(&mirror); err != nil {
		return err
	}
	c.mirrored = c.count(c.mirrored, &mirror)
	c.again = c.count(c.again, p)
	c.counts = c.count(c.counts, p)
	for place := range c.counts {
		if err := c.checkCount(Term(place)); err != nil {
			return err
		}
	}
	for _, law := range []func() error{c.checkSparse, c.checkSum, c.checkScore, c.checkDepends} {
		if err := law(); err != nil {
			return err
		}
	}
	if err := c.checkSides(&mirror); err != nil {
		return err
	}
	return c.checkMirror(&mirror)
}

// count returns the counts of p by place, in the memory of counts.
func (c *LawChecker) count(counts []float64, p *board.Position) []float64 {
	c.trace.Reset()
	c.set.Count(p, c.trace)
	counts = counts[:0]
	for place := range c.set.layout.places {
		counts = append(counts, c.trace.Trace().Count(Term(place)))
	}
	return counts
}

func (c *LawChecker) broken(place Term, law string, got, want float64) error {
	return &LawError{c.set.name, c.term(place).Name, law, c.pos.FEN(), got, want}
}

// term returns the definition of the term that counts in a place.
func (c *LawChecker) term(place Term) *Definition { return &c.set.terms[c.set.layout.term(place)] }

// checkScale compares the scale with that of the mirrored position.
func (c *LawChecker) checkScale(mirror *board.Position) error {
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

// checkCount compares a count with that of the mirrored position, and with what
// counting again gave.
func (c *LawChecker) checkCount(place Term) error {
	n := c.counts[place]
	want, law := -n, LawColors
	other := place
	switch l := &c.set.layout; {
	case l.sum(place) == noSum:
	case int(place) >= len(c.set.terms):
		other, want, law = l.term(place), n, LawSides
	case l.blacks[place] != 0:
		other, want, law = l.blacks[place], n, LawSides
	case c.symmetric[place]:
		want, law = n, LawSymmetric
	}
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return c.broken(place, LawFinite, n, 0)
	case c.term(place).Kind == Count && n != math.Trunc(n):
		return c.broken(place, LawFinite, n, math.Trunc(n))
	case c.again[place] != n:
		return c.broken(place, LawState, c.again[place], n)
	case math.Abs(c.mirrored[other]-want) > roundoff*max(1, math.Abs(n)):
		return c.broken(place, law, c.mirrored[other], want)
	}
	return nil
}

// checkSparse compares the entries of a row with the dense counts. The last
// position that the trace counted is pos.
func (c *LawChecker) checkSparse() error {
	c.columns, c.entries = c.trace.Trace().AppendEntries(c.columns[:0], c.entries[:0])
	k := 0
	for place, n := range c.counts {
		got := 0.0
		if k < len(c.columns) && int(c.columns[k]) == place {
			got = float64(c.entries[k])
			k++
		}
		if got != float64(float32(n)) {
			return c.broken(Term(place), LawSparse, got, n)
		}
	}
	return nil
}

// checkSum compares the evaluation with what a row makes of the counts, its factors
// and its weights.
func (c *LawChecker) checkSum() error {
	sums, size := c.sums(c.weights)
	value := c.set.Evaluate(c.pos, c.trace, c.weights)
	whole := c.row(&sums)
	if c.set.Formula() != "" {
		size *= size
	}
	if finite(value) && finite(whole) && math.Abs(value-whole) > factorRoundoff*max(1, size) {
		return &LawError{c.set.name, "all", LawSum, c.pos.FEN(), value, whole}
	}
	return nil
}

// row returns what a row of the position that was traced last evaluates to, by its
// factors.
func (c *LawChecker) row(sums *Sums) float64 {
	mgs, egs := c.set.Factors()
	mgCode, egCode := c.set.Codes(c.trace)
	mg, eg := float64(mgs[mgCode]), float64(egs[egCode])
	if c.set.blender.program == nil {
		return sums.Linear.MG*mg + sums.Linear.EG*eg
	}
	if c.twin == nil {
		c.twin = &Blender{set: c.set, parameters: c.parameters, tape: c.set.blender.program.NewTape(1)}
	}
	return c.twin.interpret(sums, mg, eg)
}

// finite reports whether a number is: a formula may divide by 0.
func finite(v float64) bool { return v-v == 0 }

// checkScore compares the sums that an engine makes with those of the recorded
// counts. They are whole numbers and must be equal.
func (c *LawChecker) checkScore() error {
	if c.score == nil {
		return nil
	}
	c.score.Reset()
	c.set.Count(c.pos, c.score)
	got := c.score.Sums()
	want, _ := c.sums(c.whole)
	for sum := noSum; sum < len(c.set.layout.names); sum++ {
		got, want := got.at(sum), want.at(sum)
		for _, pair := range [][2]float64{{got.MG, want.MG}, {got.EG, want.EG}} {
			if pair[0] != pair[1] {
				return &LawError{c.set.name, "all", LawSum, c.pos.FEN(), pair[0], pair[1]}
			}
		}
	}
	return nil
}

// factorRoundoff is the relative error of a row's factors, which are float32.
const factorRoundoff = 1e-6

// sums returns the sums of count × weight by the recorded counts, and the sum of
// their sizes.
func (c *LawChecker) sums(weights []tapered.Pair) (sums Sums, size float64) {
	for place, n := range c.counts {
		to := sums.at(int(c.set.layout.sum(Term(place))))
		w := weights[c.set.layout.term(Term(place))]
		to.MG += w.MG * n
		to.EG += w.EG * n
		size += math.Abs(n) * (math.Abs(w.MG) + math.Abs(w.EG))
	}
	return sums, size
}

// checkMirror compares the evaluation by a formula with that of the mirrored position.
func (c *LawChecker) checkMirror(mirror *board.Position) error {
	if c.set.Formula() == "" {
		return nil // as every count is, so is their sum
	}
	got, want := c.set.Evaluate(mirror, c.trace, c.weights), -c.set.Evaluate(c.pos, c.trace, c.weights)
	if finite(got) && finite(want) && math.Abs(got-want) > roundoff*max(1, math.Abs(want)) {
		return &LawError{c.set.name, "all", LawMirror, c.pos.FEN(), got, want}
	}
	return nil
}

// checkDepends compares what the families count that declare a dependence with what
// they count in a position that agrees with this in that and in little else: always
// the same one, so that two positions that agree must count the same.
func (c *LawChecker) checkDepends() error {
	for _, on := range []Dependence{OnNumbers, OnPawns, OnPawnsAndKings} {
		if len(c.set.parts[on]) == 0 {
			continue
		}
		if other, ok := agreeing(c.pos, on); ok {
			c.trace.Start(&other)
			c.set.CountPart(on, c.trace)
			if err := c.checkPart(on, c.trace.Trace().Count); err != nil {
				return err
			}
		}
	}
	if len(c.set.parts[OnSquares]) == 0 {
		return nil
	}
	c.sumOverPieces()
	return c.checkPart(OnSquares, func(term Term) float64 { return c.again[term] })
}

// checkPart compares the counts of the families that depend on this with others.
func (c *LawChecker) checkPart(on Dependence, got func(Term) float64) error {
	for _, f := range c.set.parts[on] {
		for term := f.first; term < f.first+Term(f.terms); term++ {
			for _, place := range []Term{term, term + f.black} {
				if n := got(place); n != c.counts[place] {
					return c.broken(place, LawDepends+on.String(), n, c.counts[place])
				}
			}
		}
	}
	return nil
}

// sumOverPieces adds up what each piece counts alone, in the place of the counts again.
func (c *LawChecker) sumOverPieces() {
	clear(c.again)
	for pieces := c.pos.Occupied(); pieces != 0; {
		sq := pieces.Pop()
		with, without, _ := board.Alone(c.pos.PieceAt(sq), sq)
		c.addSquares(&with, 1)
		c.addSquares(&without, -1)
	}
}

// addSquares adds what the families that depend on squares count in p.
func (c *LawChecker) addSquares(p *board.Position, sign float64) {
	c.trace.Start(p)
	c.set.CountPart(OnSquares, c.trace)
	c.columns, c.entries = c.trace.Trace().AppendEntries(c.columns[:0], c.entries[:0])
	for i, column := range c.columns {
		c.again[column] += sign * float64(c.entries[i])
	}
}
