// Package source reads the tables of numbers in the source code of an engine, in any of the
// languages of [language.All]: it makes a weights file of them, compares them with
// one, or writes a file's weights where the numbers stand.
package source

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A Code is a file of source code.
type Code struct {
	Name string
	Data []byte
}

// Read returns the arrays of all texts, or those of opt.Only in its order.
func Read(texts []Code, opt Options) ([]scan.Array, error) {
	var all []scan.Array
	for _, t := range texts {
		found, err := scan.ReadArrays(t.Name, bytes.NewReader(t.Data))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(opt.Only) == 0 {
		return all, nil
	}
	var chosen []scan.Array
	for _, name := range opt.Only {
		same, err := namesakes(all, name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, same...)
	}
	return chosen, nil
}

// namesakes returns the arrays that a place means.
func namesakes(all []scan.Array, name string) ([]scan.Array, error) {
	same := slices.DeleteFunc(slices.Clone(all), func(a scan.Array) bool { return !isAt(&a, name) })
	if len(same) == 0 {
		var list []string
		for _, a := range all {
			list = append(list, a.Name)
		}
		return nil, fmt.Errorf("-array %s: no such name: want one of %s", name, strings.Join(list, ", "))
	}
	return same, same[0].Err
}

// Rewrite returns the texts with the weights of a file where they stand, rounded to the
// digits of the numbers there. Nothing else changes: layout, comments, macros and types
// stay.
//
// Every number must be that of from, or already the new one. What cannot be written is an
// error with file and line, and then nothing is.
func Rewrite(texts []Code, from, to *weights.File, opt Options) ([]Code, error) {
	arrays, err := Read(texts, opt)
	if err != nil {
		return nil, err
	}
	b := Bind(to, arrays, opt)
	if err := b.whole(); err != nil {
		return nil, err
	}
	edits, err := b.edits(from)
	if err == nil {
		err = lost(edits, to)
	}
	if err != nil {
		return nil, err
	}
	written := slices.Clone(texts)
	for i, t := range texts {
		if list := edits[t.Name]; len(list) > 0 {
			written[i].Data = applied(t.Data, list)
		}
	}
	return written, verify(written, to, opt)
}

// lost reports a parameter of the formula that is not 0 and would be written as 0: there a formula divides, or
// its sigmoid is flat. Terms may round to 0.
func lost(edits map[string]map[int32]edit, to *weights.File) error {
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		for _, pos := range slices.Sorted(maps.Keys(edits[file])) {
			e := edits[file][pos]
			t, _ := to.Term(e.name)
			if t.Parameter && e.value != 0 && !strings.ContainsAny(e.text, "123456789") {
				return fmt.Errorf("%s: %s: it is %s, and the source has room for %s alone: write a number with decimals there, or let the formula divide a larger one",
					e.spot.where(), e.name, weights.Number(e.value), e.text)
			}
		}
	}
	return nil
}

// verify reads what was written once more.
func verify(written []Code, to *weights.File, opt Options) error {
	arrays, err := Read(written, opt)
	if err != nil {
		return err
	}
	if d := Against(to, arrays, opt); len(d.Differences) > 0 {
		first := d.Differences[0]
		return fmt.Errorf("%s: %s: reads as %g %s after writing %g", first.Where, first.Name, first.Source, first.Problem, first.Weight)
	}
	return nil
}

// edits returns what to replace, by file and place.
func (b *Binding) edits(from *weights.File) (map[string]map[int32]edit, error) {
	old := map[string]float64{}
	for _, w := range from.Weights() {
		old[w.Name] = w.Value
	}
	all := map[string]map[int32]edit{}
	for _, c := range b.found {
		was, ok := old[c.weight.Name]
		if !ok {
			return nil, fmt.Errorf("%s: %s is not among the old weights: pass -from a file that has it", c.where(), c.weight.Name)
		}
		for _, s := range c.spots {
			if err := c.only(s); err != nil {
				return nil, err
			}
			if err := noteEdit(all, s, c.weight, was); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// only refuses a second definition that is not the same one in another branch of a condition:
// it may be a variable that only has the weight's name and value.
func (c *location) only(s spot) error {
	first := c.spots[0]
	a, b := first.array, s.array
	if s == first || s.holds(c.weight.Value) || a.Name == b.Name && a.File == b.File && a.Branch != b.Branch {
		return nil
	}
	return fmt.Errorf("%s: %s: defined as %s, and as %s at %s, and both may count: rename one, or %s",
		c.where(), c.weight.Name, a.Name, b.Name, s.where(), c.choice(s))
}

// noteEdit notes what to write at a spot, which must hold the old value or already the new one,
// and be of no other weight.
func noteEdit(all map[string]map[int32]edit, s spot, w weights.Named, was float64) error {
	if !s.holds(was) && !s.holds(w.Value) {
		return fmt.Errorf("%s: %s: the source has %g, the old weights have %g: import the source and pass that file as -from",
			s.where(), w.Name, s.number(), was)
	}
	e, err := s.edit(w)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", s.where(), w.Name, err)
	}
	file := s.array.File
	pos, _ := s.array.Span(s.index)
	if all[file] == nil {
		all[file] = map[int32]edit{}
	}
	other, twice := all[file][pos]
	if twice && s.array.Shared(s.index) && e.half != other.half {
		if e, err = s.pair(e, other); err != nil {
			return fmt.Errorf("%s: %s: %w", s.where(), w.Name, err)
		}
	} else if twice && other.text != e.text {
		return fmt.Errorf("%s: one number, %s, for %s and %s, which differ: write a number for each",
			s.where(), s.array.Text(s.index), other.name, w.Name)
	}
	all[file][pos] = e
	return nil
}

// applied returns a file's bytes after its edits.
func applied(data []byte, edits map[int32]edit) []byte {
	layoutOf := layouts(edits)
	var out []byte
	done := int32(0)
	for _, pos := range slices.Sorted(maps.Keys(edits)) {
		e := edits[pos]
		_, end := e.spot.array.Span(e.spot.index)
		if e.text != string(data[pos:end]) {
			out = append(out, data[done:pos]...)
			out = layoutOf(e.spot.array).Aligned(out, int(end-pos), e.spot.array.Half(e.spot.index), e.text)
			done = end
		}
	}
	return append(out, data[done:]...)
}

// layouts returns the layout of each array that is edited. Single numbers and pairs have
// one together.
func layouts(edits map[int32]edit) func(*scan.Array) scan.Layout {
	var single []*scan.Array
	tables := map[*scan.Array]scan.Layout{}
	for _, e := range edits {
		if a := e.spot.array; a.Size() == 1 {
			single = append(single, a)
		} else if _, known := tables[a]; !known {
			tables[a] = scan.LayoutOf([]*scan.Array{a})
		}
	}
	together := scan.LayoutOf(single)
	return func(a *scan.Array) scan.Layout {
		if a.Size() == 1 {
			return together
		}
		return tables[a]
	}
}
