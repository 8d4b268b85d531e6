package features

import (
	"fmt"
	"hash"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/tapered"
)

// A Formula makes an evaluation of the sums of a set. The zero value is linear.
type Formula struct {
	// Text is the formula, in the language of docs/formula.md. It reads the sums of the
	// set's families by name, the factors mg and eg, and weights by name, which are the
	// set's parameters. "": the sum linear.
	Text string

	// Code evaluates the formula as Go code does that was generated from the text. Without it
	// the formula is interpreted, which is right and takes some hundred nanoseconds more.
	Code Code
}

// Code is a formula as Go code: of the sums, the factors mg and eg of the position, and the
// values of [Set.Parameters].
type Code func(sums *Sums, mg, eg float64, parameters []float64) float64

// QuadraticBlock is the formula of a set with danger by side; see
// [example.org/centipawn/internal/formula.QuadraticBlock].
const QuadraticBlock = formula.QuadraticBlock

// Sums are the sums of weight × count of a position.
type Sums struct {
	Linear tapered.Pair
	Others [MaxSums]tapered.Pair // by [Set.Sums]; of plain terms both values are the same
}

// NewFormulaSet is [NewScaledSet] with a formula that makes the evaluation of several
// sums ([Family.Sums]). Every sum of a family must be read. The mirrored position must
// have the negative evaluation ([LawMirror]): of a sum that is symmetric the formula says
// whose it is, with a branch for 0 of what decides.
//
// The error of a formula says its line and column.
func NewFormulaSet(name string, phase *tapered.Phase, scale *Scale, f Formula, families ...Family) (*Set, error) {
	s, err := newSet(name, phase, scale, families)
	if err == nil {
		err = s.compile(f)
		if err != nil {
			err = fmt.Errorf("set %s: %w", name, err)
		}
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// A blender is what all [Blender]s of a set share.
type blender struct {
	formula    Formula
	program    *formula.Program // nil: linear
	parameters []string
	sources    []source // by leaf of the program

	mg []float64 // factors by the step of the phase
	eg []float64 // by the step, for each index of the scale
}

// A source is where a leaf's value comes from.
type source struct {
	kind formula.LeafKind
	at   int // the sum, noSum for linear; the parameter
}

// compile reads the formula.
func (s *Set) compile(f Formula) error {
	b := &s.blender
	if f.Text == "" {
		if len(s.layout.names) > 0 {
			return fmt.Errorf("the families have the sums %s, and no formula reads them", strings.Join(s.layout.names, ", "))
		}
		return nil
	}
	parsed, err := formula.Parse(f.Text)
	if err != nil {
		return err
	}
	b.formula, b.parameters = f, parsed.Weights()
	for _, name := range b.parameters {
		if _, ok := s.Term(name); ok {
			return fmt.Errorf("the formula reads the weight %s by name, which a term has: call it otherwise", name)
		}
		if !termName.MatchString(name) {
			return fmt.Errorf("weight %q of the formula: want a name of a-z, 0-9, '_' and '.'", name)
		}
	}
	b.program, err = parsed.Compile(s.scope())
	if err != nil {
		return err
	}
	for step := range s.phase.Steps() + 1 {
		b.mg = append(b.mg, s.phase.At(step))
	}
	for index := range max(1, len(s.scaleValues())) {
		for step := range b.mg {
			b.eg = append(b.eg, float64((1-s.phase.At(step))*s.scaleValue(index)))
		}
	}
	for _, leaf := range b.program.Leaves {
		from := source{kind: leaf.Kind}
		switch leaf.Kind {
		case formula.SumMG, formula.SumEG:
			from.at = slices.Index(s.layout.names, leaf.Name) // linear is noSum
		case formula.Weight:
			from.at = slices.Index(b.parameters, leaf.Name)
		}
		b.sources = append(b.sources, from)
	}
	return nil
}

// scope says what the names of the formula mean.
func (s *Set) scope() (scope formula.Scope) {
	linear := formula.Sum{Name: formula.Linear}
	for _, p := range s.all {
		for _, def := range s.terms[p.first:][:p.terms] {
			linear.Tapered = linear.Tapered || p.sums[0] == noSum && def.Taper == Tapered
		}
	}
	if slices.ContainsFunc(s.all, func(p part) bool { return p.sums[0] == noSum }) {
		scope.Sums = append(scope.Sums, linear)
	}
	for i, name := range s.layout.names {
		scope.Sums = append(scope.Sums, formula.Sum{Name: name, Tapered: s.layout.taper[i].tapered})
	}
	return scope
}

// Formula returns the formula's text, "" if the set is linear.
func (s *Set) Formula() string { return s.blender.formula.Text }

// Parameters returns the names of the weights that the formula reads by name. The caller
// must not change them.
func (s *Set) Parameters() []string { return s.blender.parameters }

// Program returns the compiled formula, nil if the set is linear.
func (s *Set) Program() *formula.Program { return s.blender.program }

// hashFormula adds what the formula and the sums are to a set's fingerprint. A squared
// block, which came first, is told by its size.
func (s *Set) hashFormula(h hash.Hash) {
	if s.blender.program == nil {
		return
	}
	last := s.families[len(s.families)-1]
	if s.quadratic() && len(last.Terms) == s.layout.apart && slices.Equal(last.Sums, []string{"white", "black"}) {
		fmt.Fprintf(h, "block %d\n", s.layout.apart)
		return
	}
	fmt.Fprintf(h, "formula %q\n", s.Formula())
	for _, f := range s.families {
		fmt.Fprintf(h, "sums %q %v\n", f.Sums, f.Symmetric)
	}
}

// quadratic reports whether the formula is [QuadraticBlock], of the plain
// sums white and black.
func (s *Set) quadratic() bool {
	l := &s.layout
	return s.Formula() == QuadraticBlock && slices.Equal(l.names, []string{"white", "black"}) && !l.taper[0].tapered && !l.taper[1].tapered
}

// A Blender puts evaluations of a set together. It keeps values of its own: a goroutine
// needs one.
type Blender struct {
	set        *Set
	parameters []float64
	tape       *formula.Tape // nil: linear, or there is code
	code       Code          // nil: linear, or interpreted
	mg, eg     []float64     // see blender
}

// NewBlender returns a blender with values of [Set.Parameters]; those that are left out
// are 0.
func (s *Set) NewBlender(parameters []float64) *Blender {
	f := &s.blender
	b := &Blender{set: s, parameters: make([]float64, len(f.parameters)), code: f.formula.Code, mg: f.mg, eg: f.eg}
	copy(b.parameters, parameters)
	if f.program != nil && f.formula.Code == nil && !s.quadratic() {
		b.tape = f.program.NewTape(1)
	}
	return b
}

// setParameters gives the parameters other values.
func (b *Blender) setParameters(weights []tapered.Pair) {
	for i, w := range weights {
		b.parameters[i] = w.MG
	}
}

// Blend returns the evaluation in centipawns of a position, given its sums, the
// step of its phase and the index of its scale, 0 if the set has none. Of a linear set
// it is
//
//	(MG·step + EG·(steps−step)·scale) / steps
//
// If the sums are whole numbers, or sixteenths, and the scale has a few binary places,
// the quotient at the end is the only number that is not exact, so that it is the same on
// every machine, and so is the whole number nearest to it. Of [QuadraticBlock] it is
//
//	(MG·step + EG·(steps−step)·scale + (max(0, white)² − max(0, black)²)/100·step) / steps
//
// with one quotient at the end as well. Of another formula it is the formula's value,
// each operation rounded to a float64 on its own: the same on every machine, too, if it
// has no exp, log or sigmoid, which differ in the last place. It may be infinite, or NaN.
//
// It is the one place where an evaluation is put together.
func (b *Blender) Blend(sums *Sums, step, index int) float64 {
	if b.code != nil {
		return b.code(sums, b.mg[step], b.eg[index*len(b.mg)+step], b.parameters)
	}
	if b.tape != nil {
		return b.interpret(sums, b.mg[step], b.eg[index*len(b.mg)+step])
	}
	s := b.set
	steps := float64(s.phase.Steps())
	mg := float64(step)
	linear := float64(sums.Linear.MG*mg) + float64(sums.Linear.EG*(steps-mg)*s.scaleValue(index))
	if s.blender.program == nil {
		return linear / steps
	}
	return (float64(blockUnit*linear) + float64(squareDifference(sums)*mg)) / (blockUnit * steps)
}

// interpret evaluates the formula by its program.
func (b *Blender) interpret(sums *Sums, mg, eg float64) float64 {
	for leaf, from := range b.set.blender.sources {
		v := mg
		switch from.kind {
		case formula.RowEG:
			v = eg
		case formula.SumMG:
			v = sums.at(from.at).MG
		case formula.SumEG:
			v = sums.at(from.at).EG
		case formula.Weight:
			v = b.parameters[from.at]
		}
		b.tape.Leaf(leaf)[0] = v
	}
	return b.tape.Values(1)[0]
}

// blockUnit is the square of a sum that is worth a centipawn.
const blockUnit = 100

// squareDifference returns the difference of the squares of the sums that are above 0.
func squareDifference(sums *Sums) float64 {
	white, black := max(0, sums.Others[0].MG), max(0, sums.Others[1].MG)
	return float64(white*white) - float64(black*black)
}

// at returns a sum, linear for noSum.
func (s *Sums) at(sum int) *tapered.Pair {
	if sum == noSum {
		return &s.Linear
	}
	return &s.Others[sum]
}
