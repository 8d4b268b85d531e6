package features

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// A Set is an ordered, named list of terms and the phase that blends them.
// Families that are not in the set are not computed.
type Set struct {
	name     string
	phase    *tapered.Phase
	scale    *Scale // nil: 1
	families []Family
	terms    []Definition

	layout  layout
	blender blender // of the formula, if there is one

	all   []part              // the families
	parts [dependences][]part // families by what they depend on

	hash func() string // computed once
}

// A part is a family in a set.
type part struct {
	count counter
	first Term
	terms int
	*partSums
}

// A counter is [Family.Count].
type counter = func(c *Context, t *Tally, first Term)

// A partSums says where the counts of a family go.
type partSums struct {
	sums  [2]int8 // of White's and Black's own counts; of all counts the same twice; noSum
	black Term    // from the place of White's own count of a term to that of Black's
}

// NewSet returns the set of the families' terms, in the order given.
func NewSet(name string, phase *tapered.Phase, families ...Family) (*Set, error) {
	return NewScaledSet(name, phase, nil, families...)
}

// NewScaledSet is NewSet with a scale of the endgame weights; nil is none.
func NewScaledSet(name string, phase *tapered.Phase, scale *Scale, families ...Family) (*Set, error) {
	return NewFormulaSet(name, phase, scale, Formula{}, families...)
}

// newSet returns a set with the families laid out, before its formula is read.
func newSet(name string, phase *tapered.Phase, scale *Scale, families []Family) (*Set, error) {
	if !termName.MatchString(name) {
		return nil, fmt.Errorf("set %q: want a name of a-z, 0-9, '_' and '.'", name)
	}
	if phase == nil {
		return nil, fmt.Errorf("set %s: no phase", name)
	}
	if err := scale.check(phase.Steps()); err != nil {
		return nil, fmt.Errorf("set %s: %w", name, err)
	}
	s := &Set{name: name, phase: phase, scale: scale, families: families}
	s.hash = sync.OnceValue(s.fingerprint)
	seen := map[string]bool{}
	for _, f := range families {
		if err := s.checkFamily(f, seen); err != nil {
			return nil, fmt.Errorf("set %s: %w", name, err)
		}
		s.terms = append(s.terms, f.Terms...)
	}
	if err := s.layOut(); err != nil {
		return nil, fmt.Errorf("set %s: %w", name, err)
	}
	return s, nil
}

// checkFamily reports what is wrong with a family's definitions; seen holds the
// names of the terms before it.
func (s *Set) checkFamily(f Family, seen map[string]bool) error {
	if f.Depends >= dependences {
		return fmt.Errorf("family %s: dependence %d: want one of the constants", f.Name, f.Depends)
	}
	if err := f.checkSums(); err != nil {
		return err
	}
	for _, def := range f.Terms {
		switch {
		case !termName.MatchString(def.Name):
			return fmt.Errorf("term %q: want a name of a-z, 0-9, '_' and '.'", def.Name)
		case seen[def.Name]:
			return fmt.Errorf("term %s occurs twice", def.Name)
		case len(f.Sums) == 2 && def.Kind != Count:
			return fmt.Errorf("term %s: a term that White and Black count apart counts whole numbers", def.Name)
		case s.scale != nil && len(f.Sums) == 0 && def.Taper == Plain:
			return fmt.Errorf("term %s has one weight: those of a set with an endgame scale are tapered", def.Name)
		}
		seen[def.Name] = true
	}
	return nil
}

// Name returns the set's name.
func (s *Set) Name() string { return s.name }

// Phase returns the phase that blends the set's middlegame and endgame weights.
func (s *Set) Phase() *tapered.Phase { return s.phase }

// Scale returns what multiplies the set's endgame weights; nil is 1 everywhere.
func (s *Set) Scale() *Scale { return s.scale }

// Families returns the families in the order of their terms. The caller must not
// change them.
func (s *Set) Families() []Family { return s.families }

// Terms returns the definitions by [Term]. The caller must not change them.
func (s *Set) Terms() []Definition { return s.terms }

// Term returns the index of the term of that name.
func (s *Set) Term(name string) (Term, bool) {
	i := slices.IndexFunc(s.terms, func(d Definition) bool { return d.Name == name })
	return Term(i), i >= 0
}

// Kind returns Count if all of the set's counts are whole numbers.
func (s *Set) Kind() Kind {
	for _, def := range s.terms {
		if def.Kind == Real {
			return Real
		}
	}
	return Count
}

// Count adds the terms of p to t. The caller resets t between positions.
func (s *Set) Count(p *board.Position, t *Tally) {
	t.context.reset(p)
	for i := range s.all {
		f := &s.all[i]
		f.count(&t.context, t, f.first)
	}
}

// Has reports whether there are families whose counts depend on this.
func (s *Set) Has(on Dependence) bool { return len(s.parts[on]) > 0 }

// CountPart adds the terms of those families whose counts depend on this. The tally
// was given the position with [Tally.Start].
func (s *Set) CountPart(on Dependence, t *Tally) {
	parts := s.parts[on]
	for i := range parts {
		f := &parts[i]
		f.count(&t.context, t, f.first)
	}
}

// NewTrace returns a tally that records the set's counts.
func (s *Set) NewTrace() *Tally {
	return &Tally{trace: newTrace(&s.layout), blender: s.NewBlender(nil)}
}

// Evaluate counts p and returns its evaluation in centipawns, from White's view,
// by a trace of the set and weights by [Term], a plain term's twice, and after them
// those of [Set.Parameters]. The caller need not reset the trace.
func (s *Set) Evaluate(p *board.Position, t *Tally, weights []tapered.Pair) float64 {
	t.Reset()
	s.Count(p, t)
	step, index := s.rowFactors(t)
	var sums Sums
	t.trace.weigh(weights, &sums)
	t.blender.setParameters(weights[len(s.terms):])
	return t.blender.Blend(&sums, step, index)
}

// rowFactors returns the step of the phase and the index of the scale of the
// position that t counted last.
func (s *Set) rowFactors(t *Tally) (step, index int) {
	return s.phase.Step(t.context.Pos), s.ScaleIndex(t)
}

// ScaleIndex returns the index of the scale of the position that t counts, 0 if the
// set has none.
func (s *Set) ScaleIndex(t *Tally) int {
	if s.scale == nil {
		return 0
	}
	return s.scale.Of(&t.context)
}

// scaleValues returns the values of the scale, nil if there is none.
func (s *Set) scaleValues() []float64 {
	if s.scale == nil {
		return nil
	}
	return s.scale.Values
}

func (s *Set) scaleValue(index int) float64 {
	if s.scale == nil {
		return 1
	}
	return s.scale.Values[index]
}

// PhaseScale returns φ and the scale of the position that t counted last.
func (s *Set) PhaseScale(t *Tally) (phi, scale float64) {
	step, index := s.rowFactors(t)
	return s.phase.At(step), s.scaleValue(index)
}

// Codes returns a row's codes of the position that t counted last: indices into
// the tables of [Set.Factors].
func (s *Set) Codes(t *Tally) (mg, eg uint8) {
	step, index := s.rowFactors(t)
	return uint8(step), uint8(step + (s.phase.Steps()+1)*index)
}

// Factors returns by code what a middlegame weight is multiplied by, φ, and an
// endgame weight, (1−φ)·scale.
func (s *Set) Factors() (mg, eg []float32) {
	mg, eg = s.phase.Factors()
	if s.scale == nil {
		return mg, eg
	}
	for _, value := range s.scale.Values[1:] {
		for step := range mg {
			eg = append(eg, float32((1-s.phase.At(step))*value))
		}
	}
	return mg, eg
}

// Hash identifies the set: its name, its phase, the names and kinds of its
// terms, and what they count on about a thousand fixed positions. A changed count is
// a changed hash.
func (s *Set) Hash() string { return s.hash() }

// fingerprint returns the set's hash: 16 hexadecimal digits. Phase, scale and
// counts of every position go into it.
func (s *Set) fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", s.name, s.phase.Name)
	if s.scale != nil {
		fmt.Fprintf(h, "scale %s %v\n", s.scale.Name, s.scale.Values)
	}
	s.hashFormula(h)
	for _, def := range s.terms {
		fmt.Fprintf(h, "%s %d %d\n", def.Name, def.Kind, def.Taper)
	}
	t := s.NewTrace()
	var columns []uint16
	var counts []float32
	var buf []byte
	for i := range Probes() {
		t.Reset()
		s.Count(&Probes()[i], t)
		columns, counts = t.Trace().AppendEntries(columns[:0], counts[:0])
		step, index := s.rowFactors(t)
		buf = binary.LittleEndian.AppendUint16(buf[:0], uint16(step))
		if s.scale != nil {
			buf = append(buf, uint8(index))
		}
		for k, column := range columns {
			buf = binary.LittleEndian.AppendUint16(buf, column)
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(counts[k]))
		}
		h.Write(append(buf, '\n'))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

var registry struct {
	sync.Mutex
	sets []*Set
}

// Register makes s known by its name. It panics if the name is taken: sets are
// registered by programs, not by data.
func Register(s *Set) {
	registry.Lock()
	defer registry.Unlock()
	for _, other := range registry.sets {
		if other.name == s.name {
			panic("features: set " + s.name + " is registered twice")
		}
	}
	registry.sets = append(registry.sets, s)
}

// Registered returns the sets that are known by name, in the order in which they were registered.
func Registered() []*Set {
	registry.Lock()
	defer registry.Unlock()
	return slices.Clone(registry.sets)
}

// Lookup returns the registered set of that name.
func Lookup(name string) (*Set, error) {
	registry.Lock()
	defer registry.Unlock()
	var names []string
	for _, s := range registry.sets {
		if s.name == name {
			return s, nil
		}
		names = append(names, s.name)
	}
	slices.Sort(names)
	if name == "" {
		return nil, fmt.Errorf("no set of terms given; pass -set with one of %v", names)
	}
	return nil, fmt.Errorf("%w %q; known are %v; your own sets are known only to the program that registers them, standard to one that "+
		"imports example.org/centipawn/features/standard; the terms of a trace are counted and played by its own engine: match prove", ErrUnknownSet, name, names)
}

// ErrUnknownSet is the error of [Lookup] for a name that is not registered.
var ErrUnknownSet = errors.New("unknown set of terms")

// MustRegister registers a set that is made for good, as in
//
//	var Mine = features.MustRegister(features.NewSet("mine", &tapered.PeSTO, families...))
func MustRegister(s *Set, err error) *Set {
	if err != nil {
		panic(err)
	}
	Register(s)
	return s
}
