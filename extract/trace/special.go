package trace

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets/cut"
)

// A given is a sum as the engine has found it.
type given struct {
	sum    int32
	mg, eg float64
	pair   bool // both parts, not what they come to in the row
}

// sumPrefix begins the key of a sum that the engine has found.
const sumPrefix = "sum."

// read reads a field that only rows of a formula have: an input, the number of a shape, a sum. found says
// that it is one of them.
func (p *parser) read(name, value []byte, r *row) (found bool, err error) {
	d := p.columns
	if i, ok := d.byInput[string(name)]; ok {
		return true, p.input(i, string(name), value, r)
	}
	if d.shaped && string(name) == shapeInput {
		return true, setShape(value, r)
	}
	if !bytes.HasPrefix(name, []byte(sumPrefix)) {
		return false, nil
	}
	if _, ok := d.byName[string(name)]; ok {
		return false, nil
	}
	return true, d.sum(string(name[len(sumPrefix):]), value, r)
}

// input reads input i of the row.
func (p *parser) input(i int32, name string, value []byte, r *row) error {
	v, ok := cut.Float32(value)
	if !ok {
		return fmt.Errorf("input %s: %s: want a number", name, cut.Quote(value))
	}
	if p.given[i] {
		return fmt.Errorf("%s stands twice", name)
	}
	p.given[i] = true
	r.entries = append(r.entries, entry{p.columns.firstInput + i, v})
	return nil
}

// setShape reads the number of the row's formula.
func setShape(value []byte, r *row) error {
	n, err := strconv.ParseUint(string(value), 10, 16)
	if err != nil {
		return fmt.Errorf("%s %s: want a number from 0 to %d", shapeInput, cut.Quote(value), maxShapeNumber)
	}
	if r.shape != noShape {
		return fmt.Errorf("%s stands twice", shapeInput)
	}
	r.shape = int32(n)
	return nil
}

// sum reads a sum that the engine has found: MG,EG, or what they come to in the row.
func (d *directory) sum(name string, value []byte, r *row) error {
	sum, known := d.bySum[name]
	if !known && d.list != nil {
		return fmt.Errorf("%s%s: unknown sum: the sums are %s", sumPrefix, name, strings.Join(d.sums, ", "))
	}
	first, second, pair := bytes.Cut(value, []byte(","))
	mg, ok := cut.Float(first)
	eg := mg
	if pair && ok {
		eg, ok = cut.Float(second)
	}
	if !ok {
		return fmt.Errorf("%s%s %s: want the sum's two parts MG,EG, or the one number that they come to", sumPrefix, name, cut.Quote(value))
	}
	r.sums = append(r.sums, given{sum, mg, eg, pair})
	return nil
}

// complete reports an input that the row does not give.
func (p *parser) complete(r *row) error {
	if i := slices.Index(p.given, false); i >= 0 {
		return fmt.Errorf("no %s, which is declared as an input: every row needs %[1]s:VALUE", p.columns.inputs[i])
	}
	if p.columns.shaped && r.shape == noShape {
		return fmt.Errorf("no %s, the number of the row's formula: where formulas are declared by number, every row needs %[1]s:N", shapeInput)
	}
	return nil
}
