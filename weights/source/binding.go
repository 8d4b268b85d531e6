package source

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A Binding is the one reading of a source: where each weight of a file stands in it.
// What is imported, compared and written are the same numbers.
type Binding struct {
	found []location
	first string // file of the source
}

// Bind finds the weights of a file in the arrays of a source by their places and names, and in no
// other way: [ImportInOrder] alone takes numbers by their order.
func Bind(f *weights.File, arrays []scan.Array, opt Options) *Binding {
	b := &Binding{found: locate(f, arrays, opt).found, first: "the source"}
	if len(arrays) > 0 {
		b.first = arrays[0].File
	}
	return b
}

// lacks counts the weights that are not in the source.
func (b *Binding) lacks() (n int) {
	for _, c := range b.found {
		if len(c.spots) == 0 {
			n++
		}
	}
	return n
}

// whole reports the first weight that the source lacks or has twice.
func (b *Binding) whole() error {
	var first *location
	for i := range b.found {
		c := &b.found[i]
		if c.twice {
			return fmt.Errorf("%s: %s: %s", c.where(), c.weight.Name, c.problem)
		}
		if first == nil && c.problem != "" {
			first = c
		}
	}
	if first == nil {
		return nil
	}
	return b.lacking(first)
}

// lacking says which weight is the first that the source lacks.
func (b *Binding) lacking(first *location) error {
	if first.near != nil && first.near.Err != nil {
		return fmt.Errorf("%w (of %d weights %d are not found; the first is %s)", first.near.Err, len(b.found), b.lacks(), first.weight.Name)
	}
	at := first.where()
	if at == "" {
		at = b.first
	}
	hint := ""
	if first.problem == absent {
		hint = ": add a line to -names, NAME = PLACE"
	}
	return fmt.Errorf("%s: %d of %d weights are not found by name; the first is %s: %s%s", at, b.lacks(), len(b.found), first.weight.Name, first.problem, hint)
}

// Import returns like's terms with the numbers that a program's source has for them. A
// weight of a folded table is the mean of both wings. Standard errors and provenance are
// not copied.
//
// The error says which weights the source lacks.
func Import(like *weights.File, arrays []scan.Array, opt Options) (*weights.File, error) {
	if len(arrays) == 0 {
		return nil, errNothing
	}
	b := Bind(like, arrays, opt)
	f, err := b.values(like)
	nothing := func(c location) bool { return len(c.spots) == 0 && c.near == nil }
	if err != nil && slices.ContainsFunc(b.found, nothing) && b.readable() == nil {
		err = fmt.Errorf("%w; with -by-order numbers are taken in their order", err)
	}
	return f, err
}

// readable returns the error of a weight whose name or place the source has, without a number
// that can be read.
func (b *Binding) readable() error {
	for i := range b.found {
		if c := &b.found[i]; c.near != nil && c.near.Err != nil {
			return b.lacking(c)
		}
	}
	return nil
}

var errNothing = errors.New("no numbers to import")

// values returns the terms with the numbers where they are bound.
func (b *Binding) values(like *weights.File) (*weights.File, error) {
	if err := b.whole(); err != nil {
		return nil, err
	}
	sum, times := map[string]float64{}, map[string]float64{}
	for _, c := range b.found {
		sum[c.weight.Name] += c.spots[0].number()
		times[c.weight.Name]++
	}
	for name := range sum {
		sum[name] /= times[name]
	}
	return with(like, sum), nil
}

// with returns the file's terms with other values, and nothing of where they come
// from.
func with(f *weights.File, values map[string]float64) *weights.File {
	return &weights.File{
		Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, EndgameScale: f.EndgameScale,
		Formula: f.Formula, Inputs: f.Inputs, Terms: withValues(f.Terms, values),
	}
}

func withValues(terms []weights.Term, values map[string]float64) (list []weights.Term) {
	for _, t := range terms {
		list = append(list, weights.Term{
			Name: t.Name, Sums: t.Sums, Parameter: t.Parameter, Tapered: t.Tapered, Value: weights.Weight{Value: values[t.Name]},
			MG: weights.Weight{Value: values[t.Name+".mg"]}, EG: weights.Weight{Value: values[t.Name+".eg"]},
		})
	}
	return list
}
