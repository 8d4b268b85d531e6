package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// checkRows is how many rows are evaluated at a time.
const checkRows = 128

// sumsShown is how many sums and inputs the message of a mismatch shows.
const sumsShown = 12

// A checker evaluates the formula of rows, several at a time.
type checker struct {
	*ledger
	tape  *formula.Tape
	rows  []waiting
	n     int         // of them
	parts [][]partSum // by row, by sum
	exact []float64   // evaluations
}

// A waiting row will be evaluated.
type waiting struct {
	row    row
	line   int
	stored [2]float64 // factors as the matrix has them
}

func newChecker(l *ledger) *checker {
	c := &checker{ledger: l, tape: l.formula.program.NewTape(checkRows), rows: make([]waiting, checkRows), parts: make([][]partSum, checkRows)}
	for i := range c.parts {
		c.parts[i] = make([]partSum, len(l.formula.sums))
	}
	for leaf, s := range l.formula.sources {
		if s.kind == formula.Weight {
			c.tape.Leaf(leaf)[0] = l.mg[s.from]
		}
	}
	return c
}

// evaluate finds the evaluations of the rows and their sums, and the first that is not finite.
func (c *checker) evaluate(rows []waiting) *formula.Fault {
	for i := range rows {
		c.fill(&rows[i].row, i)
	}
	c.exact = append(c.exact[:0], c.tape.Values(len(rows))...)
	for i := range rows {
		c.exact[i] += float64(rows[i].row.offset)
	}
	return c.tape.Fault(len(rows))
}

// fill gives the tape what it reads of row i.
func (c *checker) fill(r *row, i int) {
	parts := c.parts[i]
	clear(parts)
	for _, e := range r.entries {
		if c.columns[e.column].Kind != matrix.Term {
			continue
		}
		p, count := &parts[c.formula.ofColumn[e.column]], float64(e.count)
		p.mg += count * c.mg[e.column]
		p.eg += count * c.eg[e.column]
		if !c.columns[e.column].Tapered {
			p.plain += count * c.mg[e.column]
		}
	}
	for leaf, s := range c.formula.sources {
		if s.kind != formula.Weight {
			c.tape.Leaf(leaf)[i] = c.value(r, parts, s)
		}
	}
}

// value returns the value of a leaf in a row.
func (c *checker) value(r *row, parts []partSum, s source) float64 {
	switch {
	case s.kind == formula.RowMG:
		return float64(r.mg)
	case s.kind == formula.RowEG:
		return float64(r.eg)
	case s.from < 0:
		return 0
	case s.kind == formula.SumMG:
		return parts[s.from].mg
	case s.kind == formula.SumEG:
		return parts[s.from].eg
	case s.kind == formula.SumPlain:
		return parts[s.from].plain
	}
	return r.input(s.from)
}

// input returns the value of an input.
func (r *row) input(column int32) float64 {
	i, ok := slices.BinarySearchFunc(r.entries, column, func(e entry, c int32) int { return cmp.Compare(e.column, c) })
	if !ok {
		return 0
	}
	return float64(r.entries[i].count)
}

// again returns the evaluations with the factors as the matrix has them.
func (c *checker) again(rows []waiting) []float64 {
	for leaf, s := range c.formula.sources {
		if s.kind != formula.RowMG && s.kind != formula.RowEG {
			continue
		}
		for i := range rows {
			c.tape.Leaf(leaf)[i] = rows[i].stored[s.kind-formula.RowMG]
		}
	}
	values := c.tape.Values(len(rows))
	for i := range rows {
		values[i] += float64(rows[i].row.offset)
	}
	return values
}

// compare compares a row's evaluation and those sums that the engine gives with the engine's.
func (c *checker) compare(r *row, value float64, parts []partSum) error {
	sum, difference := c.worst(r, parts)
	switch {
	case r.has(header.KeyEval) && !(math.Abs(value-r.eval) <= c.allowed()):
		return c.wrong(r, value, parts, sum)
	case difference > c.allowed():
		return c.wrong(r, value, parts, sum)
	}
	return nil
}

// worst returns that of the sums that the engine gives which differs from the row's: the first by more
// than is allowed, else the one that differs most; −1 if none does by more than rounding.
func (c *checker) worst(r *row, parts []partSum) (sum int, difference float64) {
	sum = -1
	for i, g := range r.sums {
		d := c.difference(r, g, parts)
		if d > paritySlack && d > difference {
			sum, difference = i, d
		}
		if d > c.allowed() {
			break
		}
	}
	return sum, difference
}

// difference is how far a sum that the engine gives is from the row's.
func (c *checker) difference(r *row, g given, parts []partSum) float64 {
	p := parts[g.sum]
	if !g.pair {
		return math.Abs(c.formula.alone(int(g.sum), p, float64(r.mg), float64(r.eg)) - g.mg)
	}
	return max(math.Abs(p.mg-g.mg), math.Abs(p.eg-g.eg))
}

// wrong shows how a row is evaluated; sum is the index of one that the engine gives otherwise, or −1.
func (c *checker) wrong(r *row, value float64, parts []partSum, sum int) error {
	var b strings.Builder
	if r.has(header.KeyEval) {
		fmt.Fprintf(&b, "the formula gives %+.2f, the engine says eval:%+g", value, r.eval)
		if math.Abs(value-r.eval) > c.allowed() {
			b.WriteString(": " + c.apart(value, r.eval))
		}
	} else {
		fmt.Fprintf(&b, "the formula gives %+.2f", value)
	}
	switch {
	case sum >= 0:
		g := r.sums[sum]
		name := c.formula.sums[g.sum]
		fmt.Fprintf(&b, "; sum %s is off by %.2f: the counts give %s, the engine %s", name, c.difference(r, g, parts), c.shown(r, g, parts), g)
	case len(r.sums) > 0:
		fmt.Fprintf(&b, "; the row's %d sums are those of the engine: look at the formula, its inputs and the offset", len(r.sums))
	}
	c.writeOffset(&b, r)
	c.writeSums(&b, parts)
	c.writeInputs(&b, r)
	c.writeLargest(&b, r)
	return fmt.Errorf("%w: %s", ErrParity, b.String())
}

// String writes the sum as the engine has given it.
func (g given) String() string {
	if g.pair {
		return fmt.Sprintf("(%.6g, %.6g)", g.mg, g.eg)
	}
	return fmt.Sprintf("%.6g", g.mg)
}

// shown writes a sum of the row as the engine has given it.
func (c *checker) shown(r *row, g given, parts []partSum) string {
	p := parts[g.sum]
	if g.pair {
		return given{mg: p.mg, eg: p.eg, pair: true}.String()
	}
	return given{mg: c.formula.alone(int(g.sum), p, float64(r.mg), float64(r.eg))}.String()
}

// writeSums writes the row's sums, those that are 0 left out.
func (c *checker) writeSums(b *strings.Builder, parts []partSum) {
	var list []string
	for i, p := range parts {
		g := given{mg: p.mg, eg: p.eg, pair: c.formula.tapered[i]}
		if p != (partSum{}) {
			list = append(list, fmt.Sprintf("%s %s", c.formula.sums[i], g))
		}
	}
	writeList(b, "sums", list)
}

// writeInputs writes the row's inputs.
func (c *checker) writeInputs(b *strings.Builder, r *row) {
	var list []string
	for i, column := range c.columns {
		if column.Kind == matrix.Input {
			list = append(list, fmt.Sprintf("%s %.6g", column.Name, r.input(int32(i))))
		}
	}
	writeList(b, "inputs", list)
}

// writeList writes a list with a name, if it is not empty.
func writeList(b *strings.Builder, name string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "; %s %s", name, strings.Join(list[:min(sumsShown, len(list))], ", "))
	if more := len(list) - sumsShown; more > 0 {
		fmt.Fprintf(b, ", and %d more", more)
	}
}
