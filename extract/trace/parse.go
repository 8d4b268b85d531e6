package trace

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/matrix"
)

var errNoRow = errors.New("blank line or comment")

// A parser reads lines. Before the columns are known it collects what occurs.
type parser struct {
	columns *header.Directory
	highest int              // column seen by number, as an index of columns; -1: none
	zero    bool             // column 0 is seen, while columns are not known
	names   map[string]int32 // of columns seen, while they are not known, in order of appearance

	given  []bool      // inputs of the row
	shapes map[int]int // numbers of shapes that rows of the chunk refer to, and the first line
}

func newParser(d *header.Directory) *parser {
	return &parser{columns: d, highest: -1, names: map[string]int32{}, given: make([]bool, len(d.Inputs)), shapes: map[int]int{}}
}

// line reads a line into r. A line without a row is errNoRow. Of a bad line no
// column is remembered.
func (p *parser) line(line []byte, r *row) error {
	highest, zero, known := p.highest, p.zero, int32(len(p.names))
	err := p.parse(cut.Trim(line), r)
	if err != nil {
		p.highest, p.zero = highest, zero
		maps.DeleteFunc(p.names, func(_ string, i int32) bool { return i >= known })
	}
	return err
}

func (p *parser) parse(line []byte, r *row) error {
	if len(line) == 0 || line[0] == '#' {
		return errNoRow
	}
	*r = row{entries: r.entries[:0], sums: r.sums[:0], weight: 1, score: matrix.NoScore, shape: noShape}
	clear(p.given)
	label, rest := cutToken(line)
	var err error
	if r.result, r.expected, err = text.ParseTarget(label); err != nil {
		return fmt.Errorf("label %s: want White's expected score (1, 0.5, 0, 1-0, 1/2-1/2, 0-1, a probability), or ? for none", cut.Quote(label))
	}
	for rest = skipBlanks(rest); len(rest) > 0 && rest[0] != '#'; rest = skipBlanks(rest) {
		if number, count, after, ok := cutPair(rest); ok {
			c, err := p.numbered(number)
			if err != nil {
				return err
			}
			r.entries = append(r.entries, entry{c, float32(count)})
			rest = after
			continue
		}
		var token []byte
		token, rest = cutToken(rest)
		if err := p.token(token, r); err != nil {
			return err
		}
	}
	if p.columns.Nonlinear {
		if err := p.complete(r); err != nil {
			return err
		}
	}
	return r.finish()
}

// token reads key:value or column:count.
func (p *parser) token(token []byte, r *row) error {
	name, value, ok := bytes.Cut(token, []byte(":"))
	if !ok {
		return fmt.Errorf("%s: want column:count, or key:value with %s", cut.Quote(token), header.KeyNames)
	}
	if k := header.KeyOf(name); k != 0 {
		if r.has(k) {
			return fmt.Errorf("%s stands twice", name)
		}
		r.keys |= k
		if !r.set(k, value) {
			return fmt.Errorf("%s %s: want %s", name, cut.Quote(value), header.Wanted[k])
		}
		return nil
	}
	if p.columns.Nonlinear {
		if found, err := p.read(name, value, r); found || err != nil {
			return err
		}
	}
	colon := bytes.LastIndexByte(token, ':')
	name, value = token[:colon], token[colon+1:]
	count, ok := cut.Float32(value)
	if !ok {
		return fmt.Errorf("column %s: count %s: want a number", name, cut.Quote(value))
	}
	c, err := p.column(name)
	r.entries = append(r.entries, entry{c, count})
	return err
}

// column returns the index of the column that is written as name.
func (p *parser) column(name []byte) (int32, error) {
	if i, ok := p.columns.ByName[string(name)]; ok {
		return i, nil
	}
	if len(name) > 0 && header.IsNumber(string(name)) {
		n, err := strconv.Atoi(string(name))
		if err != nil {
			n = math.MaxInt
		}
		return p.numbered(n)
	}
	if p.columns.List != nil || len(name) == 0 {
		return 0, fmt.Errorf("unknown column or key %s: want a declared column, or one of %s", cut.Quote(name), header.KeyNames)
	}
	i, ok := p.names[string(name)]
	if !ok {
		if len(p.names) == matrix.MaxColumns {
			return 0, fmt.Errorf("column %s: more than %d columns", cut.Quote(name), matrix.MaxColumns)
		}
		i = int32(len(p.names))
		p.names[string(name)] = i
	}
	return i, nil
}

// numbered returns the index of column n as a trace numbers them.
func (p *parser) numbered(n int) (int32, error) {
	d := p.columns
	switch i := n - d.Base; {
	case i < 0:
		return 0, errors.New("column 0: the declared columns are numbered from 1: to count them from 0 pass zero-based = true in a run file")
	case d.List != nil && i >= len(d.List):
		return 0, fmt.Errorf("column %d: there are %d, numbered from %d", n, len(d.List), d.Base)
	case i >= matrix.MaxColumns:
		return 0, fmt.Errorf("column %d: at most %d can be stored", n, matrix.MaxColumns)
	default:
		p.highest, p.zero = max(p.highest, i), p.zero || n == 0
		return int32(i), nil
	}
}

// sumPrefix begins the key of a sum that the engine has found.
const sumPrefix = "sum."

// A fatal error is of a row that a formula cannot be evaluated for. It ends the reading: such a row is a
// mistake in what prints it, not noise in the file.
type fatal struct{ error }

func fatalf(format string, args ...any) error { return fatal{fmt.Errorf(format, args...)} }

// read reads a field that only rows of a formula have: an input, the number of a shape, a sum. found says
// that it is one of them.
func (p *parser) read(name, value []byte, r *row) (found bool, err error) {
	d := p.columns
	if i, ok := d.ByInput[string(name)]; ok {
		return true, p.input(i, string(name), value, r)
	}
	if d.Shaped && string(name) == header.ShapeInput {
		return true, setShape(value, r)
	}
	if !bytes.HasPrefix(name, []byte(sumPrefix)) {
		return false, nil
	}
	if _, ok := d.ByName[string(name)]; ok {
		return false, nil
	}
	return true, readSum(d, string(name[len(sumPrefix):]), value, r)
}

// input reads input i of the row.
func (p *parser) input(i int32, name string, value []byte, r *row) error {
	v, ok := cut.Float32(value)
	if !ok {
		return fatalf("input %s: %s: want a number", name, cut.Quote(value))
	}
	if p.given[i] {
		return fatalf("%s stands twice", name)
	}
	p.given[i] = true
	r.entries = append(r.entries, entry{p.columns.FirstInput + i, v})
	return nil
}

// setShape reads the number of the row's formula.
func setShape(value []byte, r *row) error {
	n, err := strconv.ParseUint(string(value), 10, 16)
	if err != nil {
		return fatalf("%s %s: want a number from 0 to %d", header.ShapeInput, cut.Quote(value), header.MaxShapeNumber)
	}
	if r.shape != noShape {
		return fatalf("%s stands twice", header.ShapeInput)
	}
	r.shape = int32(n)
	return nil
}

// readSum reads a sum that the engine has found: MG,EG, or what they come to in the row.
func readSum(d *header.Directory, name string, value []byte, r *row) error {
	sum, known := d.BySum[name]
	if !known && d.List != nil {
		return fatalf("%s%s: unknown sum: the sums are %s", sumPrefix, name, strings.Join(d.Sums, ", "))
	}
	first, second, pair := bytes.Cut(value, []byte(","))
	mg, ok := cut.Float(first)
	eg := mg
	if pair && ok {
		eg, ok = cut.Float(second)
	}
	if !ok {
		return fatalf("%s%s %s: want the sum's two parts MG,EG, or the one number that they come to", sumPrefix, name, cut.Quote(value))
	}
	r.sums = append(r.sums, given{sum, mg, eg, pair})
	return nil
}

// complete reports an input that the row does not give.
func (p *parser) complete(r *row) error {
	if i := slices.Index(p.given, false); i >= 0 {
		return fatalf("no %s, which is declared as an input: every row needs %[1]s:VALUE", p.columns.Inputs[i])
	}
	if p.columns.Shaped && r.shape == noShape {
		return fatalf("no %s, the number of the row's formula: where formulas are declared by number, every row needs %[1]s:N", header.ShapeInput)
	}
	return nil
}
