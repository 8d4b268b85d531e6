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
	err   error  // why they were not taken in order, where names found nothing
}

// Bind finds the weights of a file in the arrays of a source by their places and names. If
// it has none of the names, or where opt says so, they are taken in the order of opt.Names,
// or else of the file.
func Bind(f *weights.File, arrays []scan.Array, opt Options) *Binding {
	b := &Binding{found: locate(f, arrays, opt), first: "the source"}
	if len(arrays) > 0 {
		b.first = arrays[0].File
	}
	lacks := b.lacks()
	if lacks == 0 || lacks < len(b.found) && !opt.ordered() {
		return b
	}
	for _, e := range opt.Names {
		if e.Place != "" {
			return b
		}
	}
	found, err := inOrder(f, arrays, opt)
	switch {
	case err == nil:
		b.found = found
	case lacks == len(b.found) && !b.unread():
		b.err = err
	}
	return b
}

// unread reports whether what has the name of a weight could not be read.
func (b *Binding) unread() bool {
	return slices.ContainsFunc(b.found, func(c location) bool { return c.near != nil && c.near.Err != nil })
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
	if b.err != nil {
		return b.err
	}
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
	return fmt.Errorf("%s: %d of %d weights are not found by name; the first is %s: %s", at, b.lacks(), len(b.found), first.weight.Name, first.problem)
}

// Import returns like's terms with the numbers that a program's source has for them. A
// weight of a folded table is the mean of both wings. Standard errors and provenance are
// not copied.
//
// The error says which weights the source lacks, or how many numbers there are
// and how many would do.
func Import(like *weights.File, arrays []scan.Array, opt Options) (*weights.File, error) {
	if len(arrays) == 0 {
		return nil, errors.New("no numbers to import")
	}
	b := Bind(like, arrays, opt)
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
	g := &weights.File{Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, EndgameScale: f.EndgameScale, Terms: withValues(f.Terms, values)}
	if f.Block != nil {
		g.Block = &weights.Block{Form: f.Block.Form, Terms: withValues(f.Block.Terms, values)}
	}
	return g
}

func withValues(terms []weights.Term, values map[string]float64) (list []weights.Term) {
	for _, t := range terms {
		list = append(list, weights.Term{
			Name: t.Name, Tapered: t.Tapered, Value: weights.Weight{Value: values[t.Name]},
			MG: weights.Weight{Value: values[t.Name+".mg"]}, EG: weights.Weight{Value: values[t.Name+".eg"]},
		})
	}
	return list
}
