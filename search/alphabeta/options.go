package alphabeta

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/search"
)

// Options say how much the search may use and what it does without. The zero value
// is the default.
type Options struct {
	Hash    int       // MiB of the transposition table; 0: 16
	Threads int       // 0: 1
	MultiPV int       // number of best lines to find; 0: 1
	Off     Technique // what is switched off; 0: nothing
	Tuned   Tuned     // other numbers than the defaults of the parameters

	NullVerification int // least depth at which a null move that fails high is verified; 0: at none

	Tables *syzygy.Tables // that say how small positions end; nil: none
}

var settings = slices.Concat([]Setting{
	{Name: "Hash", Default: 16, Min: 1, Max: largestHash(memory.Largest()), Doc: "MiB of the transposition table"},
	{Name: "Threads", Default: 1, Min: 1, Max: 256, Doc: "threads that search"},
	{Name: "MultiPV", Default: 1, Min: 1, Max: 256, Doc: "number of best lines"},
	{Name: "NullVerification", Max: 64, Doc: "least depth at which a null move that fails high is verified by a search without null moves, 0: at none"},
}, techniques, parameterSettings())

// largestHash returns how many MiB the table may have, of this many bytes: at least 64,
// and at most 64 GiB.
func largestHash(bytes int64) int { return int(min(max(bytes>>20, 64), 1<<16)) }

// Settings returns all settings in a fixed order.
func Settings() []Setting { return slices.Clone(settings) }

// number returns the field of a setting that is a number and no parameter.
func (o *Options) number(name string) *int {
	return map[string]*int{"Hash": &o.Hash, "Threads": &o.Threads, "MultiPV": &o.MultiPV, "NullVerification": &o.NullVerification}[name]
}

// Set sets one of the [Settings], whose name may be written in any case: a
// technique to 0 (off) or 1 (on). An unknown name and a value out of range are
// errors.
func (o *Options) Set(name string, value int) error {
	i := slices.IndexFunc(settings, func(s Setting) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		return fmt.Errorf("setting %q: no such name", name)
	}
	s := &settings[i]
	switch {
	case value < s.Min || value > s.Max:
		return fmt.Errorf("setting %s: %d is out of range: pass %d to %d", s.Name, value, s.Min, s.Max)
	case s.Parameter:
		o.Tuned.set(s.Name, value)
	case s.Technique == 0:
		*o.number(s.Name) = value
	case value == 0:
		o.Off |= s.Technique
	default:
		o.Off &^= s.Technique
	}
	return nil
}

// filled returns the options with defaults in place of zeros and the nearest
// possible number in place of one out of range.
func (o Options) filled() Options {
	for _, s := range settings {
		if s.Technique != 0 || s.Parameter {
			continue
		}
		n := o.number(s.Name)
		if *n == 0 {
			*n = s.Default
		}
		*n = min(max(*n, s.Min), s.Max)
	}
	return o
}

// forLimits returns the options for a search: one that is to prove a mate leaves nothing
// out, since what seldom is best may be the only move that mates.
func (o Options) forLimits(l *search.Limits) Options {
	if l.Mate > 0 {
		o.Off |= Base
		o.Tables = nil // their wins hide mates
	}
	return o
}
