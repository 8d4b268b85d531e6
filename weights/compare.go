package weights

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
)

// A Diff is what changed from one weights file to another.
type Diff struct {
	// Inputs are the fields of the head and of the provenance that differ as
	// they are printed, in the order of the file. Metrics, intercepts and
	// warnings are results and come last.
	Inputs []InputChange

	// Weights are the weights that differ: changed ones first, the largest
	// change in centipawns first, then added ones in the new file's order and
	// removed ones in the old file's.
	Weights []WeightChange

	// Same counts the weights of equal value.
	Same int
}

// An InputChange is a field in which two files differ, with both values: as
// JSON, or in words if they are results.
type InputChange struct{ Field, Old, New string }

// Change is what happened to a weight.
type Change uint8

// The ways in which a weight can differ.
const (
	Changed Change = iota
	Added
	Removed
)

func (c Change) String() string { return [...]string{"changed", "added", "removed"}[c] }

// A WeightChange is one weight that differs: Old is zero if it was added, New
// if it was removed. Name is as in [Term.Weights].
type WeightChange struct {
	Name     string
	Change   Change
	Old, New Weight
}

// Difference returns new minus old, in centipawns.
func (c WeightChange) Difference() float64 { return c.New.Value - c.Old.Value }

// StdErrs returns the difference in units of its standard error,
//
//	(new − old) / √(se_old² + se_new²),
//
// and false where a standard error is not known, or a prior holds one of the two. It takes the two fits as
// independent; for fits to shared data it is too small rather than too large.
func (c WeightChange) StdErrs() (float64, bool) {
	if c.Change != Changed || c.Old.StdErr == 0 || c.New.StdErr == 0 || c.HeldByPrior() {
		return 0, false
	}
	return c.Difference() / c.Err().StdErr, true
}

// HeldByPrior reports whether a prior holds one of the two weights.
func (c WeightChange) HeldByPrior() bool {
	return c.Old.Bound == BoundPrior || c.New.Bound == BoundPrior
}

// Err returns the error of the difference, of two fits taken as independent.
func (c WeightChange) Err() confidence.Error { return c.New.Err().Minus(c.Old.Err()) }

// Compare returns what changed from before to after. Terms are matched by name.
func Compare(before, after *File) *Diff {
	d := &Diff{Inputs: inputs(before, after)}
	news := byName(after)
	for _, o := range before.Weights() {
		n, ok := news[o.Name]
		switch {
		case !ok:
			d.Weights = append(d.Weights, WeightChange{Name: o.Name, Change: Removed, Old: o.Weight})
		case n.Value != o.Value:
			d.Weights = append(d.Weights, WeightChange{Name: o.Name, Change: Changed, Old: o.Weight, New: n})
		default:
			d.Same++
		}
	}
	olds := byName(before)
	for _, n := range after.Weights() {
		if _, ok := olds[n.Name]; !ok {
			d.Weights = append(d.Weights, WeightChange{Name: n.Name, Change: Added, New: n.Weight})
		}
	}
	slices.SortStableFunc(d.Weights, func(a, b WeightChange) int {
		if c := cmp.Compare(a.Change, b.Change); c != 0 || a.Change != Changed {
			return c
		}
		return cmp.Compare(math.Abs(b.Difference()), math.Abs(a.Difference()))
	})
	return d
}

func byName(f *File) map[string]Weight {
	m := make(map[string]Weight)
	for _, w := range f.Weights() {
		m[w.Name] = w.Weight
	}
	return m
}

// inputs compares the fields one by one as they stand in the file.
func inputs(before, after *File) []InputChange {
	was, is := before.fields(), after.fields()
	var changes []InputChange
	for i := range was {
		if was[i].value != is[i].value {
			changes = append(changes, InputChange{was[i].name, was[i].value, is[i].value})
		}
	}
	return changes
}

// A field is a name with its value as it is printed.
type field struct{ name, value string }

func (f *File) fields() []field {
	all := []field{{"kind", asJSON(f.Kind)}, {"set", asJSON(f.Set)}, {"set_hash", asJSON(f.SetHash)}, {"phase", asJSON(f.Phase)},
		{"endgame_scale", asJSON(f.EndgameScale)}, {"formula", asJSON(f.Formula)}, {"inputs", asJSON(f.Inputs)}}
	for sf, v := range reflect.ValueOf(f.Provenance).Fields() {
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		all = append(all, field{name, f.Provenance.printed(v.Interface())})
	}
	return all
}

// printed prints results in words and everything else as JSON.
func (p *Provenance) printed(v any) string {
	var parts []string
	switch v := v.(type) {
	case *Metrics:
		parts = unlessEmpty(p.Errors(v))
	case fmt.Stringer: // K, WDL, Scale, Rounding; Split is an input
		if _, input := v.(Split); input {
			return asJSON(v)
		}
		parts = unlessEmpty(OneLine(v.String()))
	case []Intercept:
		for _, c := range v {
			parts = append(parts, Signed(c.Value)+" "+OneLine(c.Source))
		}
	case []SourceK:
		for _, k := range v {
			parts = append(parts, provenance.Estimate(k.K, k.StdErr)+" "+OneLine(k.Source))
		}
	case []Step:
		for _, s := range v {
			parts = append(parts, OneLine(s.String()))
		}
	case note.List:
		for _, w := range v {
			parts = append(parts, OneLine(string(w.Code)))
		}
	default:
		if text := asJSON(v); text != "null" {
			return text
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func unlessEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// asJSON prints a field on one line. What has passed Validate has a JSON form;
// of another value the fault is printed.
func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}
