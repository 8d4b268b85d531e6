package features

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"centipawn/board"
	"centipawn/tapered"
)

// A Set is an ordered, named list of terms and the phase that blends them.
// Families that are not in the set are not computed.
type Set struct {
	name     string
	phase    *tapered.Phase
	families []Family
	first    []Term // by family
	terms    []Definition

	hash func() string // computed once
}

// termName is what a term and a set may be called.
var termName = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)

// NewSet returns the set of the families' terms, in the order given.
func NewSet(name string, phase *tapered.Phase, families ...Family) (*Set, error) {
	if !termName.MatchString(name) {
		return nil, fmt.Errorf("set %q: want a name of a-z, 0-9, '_' and '.'", name)
	}
	if phase == nil {
		return nil, fmt.Errorf("set %s: no phase", name)
	}
	s := &Set{name: name, phase: phase, families: families}
	s.hash = sync.OnceValue(s.fingerprint)
	seen := map[string]bool{}
	for _, f := range families {
		s.first = append(s.first, Term(len(s.terms)))
		for _, def := range f.Terms {
			switch {
			case !termName.MatchString(def.Name):
				return nil, fmt.Errorf("set %s: term %q: want a name of a-z, 0-9, '_' and '.'", name, def.Name)
			case seen[def.Name]:
				return nil, fmt.Errorf("set %s: term %s stands twice", name, def.Name)
			}
			seen[def.Name] = true
			s.terms = append(s.terms, def)
		}
	}
	return s, nil
}

// Name returns the set's name.
func (s *Set) Name() string { return s.name }

// Phase returns the phase that blends the set's middlegame and endgame weights.
func (s *Set) Phase() *tapered.Phase { return s.phase }

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
	for i := range s.families {
		s.families[i].Count(&t.context, t, s.first[i])
	}
}

// NewTrace returns a tally that records the set's counts.
func (s *Set) NewTrace() *Tally { return NewTrace(len(s.terms)) }

// Hash identifies the set: its name, its phase, the names and kinds of its
// terms, and what they count on a thousand fixed positions. A changed count is
// a changed hash.
func (s *Set) Hash() string { return s.hash() }

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
	return nil, fmt.Errorf("%w %q; known are %v; a set of your own is known only to the program that registers it", ErrUnknownSet, name, names)
}

// ErrUnknownSet is the error of [Lookup] for a name that is not registered.
var ErrUnknownSet = errors.New("unknown set of terms")

// mustSet is NewSet for the sets of this package.
func mustSet(s *Set, err error) *Set {
	if err != nil {
		panic(err)
	}
	Register(s)
	return s
}
