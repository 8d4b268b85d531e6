package trace

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"

	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/matrix"
)

var errNoRow = errors.New("blank line or comment")

// A parser reads lines. Before the columns are known it collects what occurs.
type parser struct {
	columns *directory
	highest int              // column seen by number, as an index of columns; -1: none
	zero    bool             // column 0 is seen, while columns are not known
	names   map[string]int32 // of columns seen, while they are not known, in order of appearance

	given  []bool      // inputs of the row
	shapes map[int]int // numbers of shapes that rows of the chunk refer to, and the first line
}

func newParser(d *directory) *parser {
	return &parser{columns: d, highest: -1, names: map[string]int32{}, given: make([]bool, len(d.inputs)), shapes: map[int]int{}}
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
	if p.columns.nonlinear {
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
		return fmt.Errorf("%s: want column:count, or key:value with %s", cut.Quote(token), keyNames)
	}
	if k := keyOf(name); k != 0 {
		if r.has(k) {
			return fmt.Errorf("%s stands twice", name)
		}
		r.keys |= k
		if !r.set(k, value) {
			return fmt.Errorf("%s %s: want %s", name, cut.Quote(value), wanted[k])
		}
		return nil
	}
	if p.columns.nonlinear {
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
	if i, ok := p.columns.byName[string(name)]; ok {
		return i, nil
	}
	if len(name) > 0 && isNumber(string(name)) {
		n, err := strconv.Atoi(string(name))
		if err != nil {
			n = math.MaxInt
		}
		return p.numbered(n)
	}
	if p.columns.list != nil || len(name) == 0 {
		return 0, fmt.Errorf("unknown column or key %s: want a declared column, or one of %s", cut.Quote(name), keyNames)
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
	switch i := n - d.base; {
	case i < 0:
		return 0, errors.New("column 0: the declared columns are numbered from 1: to count them from 0 pass zero-based = true in a run file")
	case d.list != nil && i >= len(d.list):
		return 0, fmt.Errorf("column %d: there are %d, numbered from %d", n, len(d.list), d.base)
	case i >= matrix.MaxColumns:
		return 0, fmt.Errorf("column %d: at most %d can be stored", n, matrix.MaxColumns)
	default:
		p.highest, p.zero = max(p.highest, i), p.zero || n == 0
		return int32(i), nil
	}
}
