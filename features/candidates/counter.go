package candidates

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/tapered"
)

// others are families that are in no set.
var others = func() *features.Set {
	s, err := features.NewSet("others", &tapered.PeSTO, standard.LishexFamily)
	if err != nil {
		panic(err)
	}
	return s
}()

// Sets returns the project's own sets, in the order in which their terms are columns.
func Sets() []*features.Set {
	return []*features.Set{standard.Set, standard.Nonlinear, standard.Safety, features.AlphaOne, features.Lishex, others}
}

// A Counter counts the terms of sets by side.
type Counter struct {
	families []features.Family // each with a column of its own
	firsts   []features.Term   // places of the families' first terms
	columns  []int32           // by place; -1: another place is counted
	base     []Base
	from     []int // families, by column

	probes []probe // what the columns count on [features.Probes]
	seen   []Facts // by column: what is true of some of them in which it counts
	always []Facts // and of all

	costs costs
}

// costs are what the families cost that were measured.
type costs struct {
	sync.Mutex
	of map[int]float64
}

// A probe is what is counted in one of [features.Probes].
type probe struct {
	entries []Entry
	facts   Facts
}

// New returns a counter of the families of sets, those of [Sets] if none is given. A term is
// counted once: one that came before under its name, or with its formula and unit under another
// name, and counts the same on [features.Probes], is left out. A term of a name that came before
// with other counts is called SET:NAME.
func New(sets ...*features.Set) (*Counter, error) {
	if len(sets) == 0 {
		sets = Sets()
	}
	all := &Counter{}
	var owners []string // sets, by family
	for _, s := range sets {
		for _, f := range s.Families() {
			owners = append(owners, s.Name())
			all.firsts = append(all.firsts, features.Term(len(all.columns)))
			all.families = append(all.families, f)
			for _, def := range f.Terms {
				all.columns = append(all.columns, int32(len(all.base)))
				all.base = append(all.base, Base{Definition: def, Family: f.Name})
				all.from = append(all.from, len(all.families)-1)
			}
		}
	}
	if len(all.columns) > math.MaxUint16 {
		return nil, fmt.Errorf("the sets have %d terms: %d is the most", len(all.columns), math.MaxUint16)
	}
	if len(all.columns) == 0 {
		return nil, errors.New("the sets have no term: pass a set with families")
	}
	c := all.union(owners, all.look())
	c.lookAtProbes()
	return c, nil
}

// Nothing returns a counter of no terms: it looks at positions for the conditions alone, under which
// columns of the engine's own are asked.
func Nothing() *Counter { return &Counter{} }

// Base returns what the base columns are. The caller must not change them.
func (c *Counter) Base() []Base { return c.base }

// look finds by column on the fixed positions which are net and even, and returns a hash of what each
// counts, 0 if it counts nowhere.
func (c *Counter) look() (hashes []uint64) {
	hashes = make([]uint64, len(c.base))
	differ := make([]bool, len(c.base))
	t := c.NewTally()
	for i := range features.Probes() {
		t.count(&features.Probes()[i])
		for k, place := range t.places {
			white, black := t.white[k], t.black[k]
			differ[place] = differ[place] || white != black
			c.base[place].Net = c.base[place].Net || t.tally.Trace().Net(features.Term(place))
			hashes[place] = mix(mix(mix(hashes[place], uint32(i)), math.Float32bits(white)), math.Float32bits(black))
		}
	}
	for column := range c.base {
		b := &c.base[column]
		b.Even = c.families[c.from[column]].Symmetric || hashes[column] != 0 && !differ[column]
		b.Net = b.Net && !b.Even
	}
	return hashes
}

// mix adds a number to a hash, as FNV-1a does with a byte.
func mix(hash uint64, x uint32) uint64 {
	return (hash ^ uint64(x) ^ 0xcbf29ce484222325) * 0x100000001b3
}

// union returns the counter without what is counted twice.
func (c *Counter) union(owners []string, hashes []uint64) *Counter {
	u := &Counter{}
	names, formulas, families := map[string]uint64{}, map[string]bool{}, map[string]bool{}
	for i, f := range c.families {
		first, fresh, label := c.firsts[i], false, f.Name
		if families[label] {
			label = owners[i] + ":" + label
		}
		columns := make([]int32, len(f.Terms))
		for k := range f.Terms {
			column := int(first) + k
			b, hash := c.base[column], hashes[column]
			counts := fmt.Sprintf("%x %s %s", hash, b.Formula, b.Unit)
			columns[k] = -1
			if before, taken := names[b.Name]; taken {
				if before == hash {
					continue
				}
				b.Name = owners[i] + ":" + b.Name
			} else if hash != 0 && b.Formula != "" && formulas[counts] {
				continue
			}
			if _, taken := names[b.Name]; taken {
				continue // the set was given twice
			}
			names[b.Name], formulas[counts], fresh = hash, true, true
			columns[k], b.Family = int32(len(u.base)), label
			u.base, u.from = append(u.base, b), append(u.from, len(u.families))
		}
		if fresh {
			families[label] = true
			u.firsts, u.families = append(u.firsts, features.Term(len(u.columns))), append(u.families, f)
			u.columns = append(u.columns, columns...)
		}
	}
	return u
}

// lookAtProbes counts the fixed positions.
func (c *Counter) lookAtProbes() {
	c.seen, c.always = make([]Facts, len(c.base)), make([]Facts, len(c.base))
	for column := range c.always {
		c.always[column] = ^Facts(0)
	}
	t := c.NewTally()
	for i := range features.Probes() {
		entries, facts := t.Count(&features.Probes()[i])
		for _, e := range entries {
			c.seen[e.Column] |= facts
			c.always[e.Column] &= facts
		}
		c.probes = append(c.probes, probe{append([]Entry(nil), entries...), facts})
	}
}

// bySideAlways reports whether a family counts for each side apart what both always have, such as 1 king.
func (c *Counter) bySideAlways(column int) bool {
	if c.families[c.from[column]].Symmetric {
		return false
	}
	for _, p := range c.probes {
		if at, found := find(p.entries, column); !found || p.entries[at].White != 1 {
			return false
		}
	}
	return true
}

// find returns where the entry of a column is.
func find(entries []Entry, column int) (at int, found bool) {
	return slices.BinarySearchFunc(entries, int32(column), func(e Entry, c int32) int { return cmp.Compare(e.Column, c) })
}

// A Tally counts one position after the other. It keeps buffers: a goroutine needs its own.
type Tally struct {
	counter      *Counter
	tally        *features.Tally
	places       []uint16
	white, black []float32
	entries      []Entry
}

// NewTally returns a tally of the counter.
func (c *Counter) NewTally() *Tally {
	return &Tally{counter: c, tally: features.NewSides(len(c.columns))}
}

// count counts all places.
func (t *Tally) count(p *board.Position) {
	c := t.counter
	t.tally.Start(p)
	for i := range c.families {
		t.tally.CountSides(&c.families[i], c.firsts[i])
	}
	t.places, t.white, t.black = t.tally.Trace().AppendSides(t.places[:0], t.white[:0], t.black[:0])
}

// Count returns what the base columns count in p, columns ascending, and what is true of it. The
// entries are valid until the next call.
func (t *Tally) Count(p *board.Position) ([]Entry, Facts) {
	c := t.counter
	t.count(p)
	t.entries = t.entries[:0]
	for i, place := range t.places {
		column := c.columns[place]
		if column < 0 {
			continue
		}
		e := Entry{column, t.white[i], t.black[i]}
		if c.base[column].Even {
			if c.families[c.from[column]].Symmetric {
				e.White -= e.Black // one of them is 0
			}
			e.Black = 0
		}
		t.entries = append(t.entries, e)
	}
	return t.entries, factsOf(p)
}
