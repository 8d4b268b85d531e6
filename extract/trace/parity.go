package trace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// ErrParity is wrapped by the error of a row whose counts × weights are not the
// engine's evaluation.
var ErrParity = errors.New("parity")

// DefaultTolerance is how far counts × weights may be from the engine's evaluation if nothing
// is said: what one division of integers rounds away.
const DefaultTolerance = 1 // centipawns

// twiceRounded is what a second division adds to it, such as that by a counter after the one
// by the phase.
const twiceRounded = 2 // centipawns

// paritySlack is what is forgiven beyond it: factors of six digits, and a finer
// rounding on the way, such as a scale of 128ths before the phase of 256ths.
const paritySlack = 0.01 // centipawns

// parityShown is how many contributions the message of a mismatch shows.
const parityShown = 5

// A ledger holds the engine's weights by column.
type ledger struct {
	columns []matrix.Column
	mg, eg  []float64 // of a plain column both are its weight; of an input 0

	tolerance float64
	formula   *formulaLedger // nil: the evaluation is linear
}

// newLedger finds the weights of all columns. Without weights it is nil.
func newLedger(s *matrix.Schema, weights map[string]float64, tolerance float64) (*ledger, error) {
	if weights == nil {
		return nil, nil
	}
	l := &ledger{columns: s.Columns, tolerance: tolerance}
	for i, c := range l.columns {
		values := []float64{0}
		for k, name := range c.Weights() {
			w, ok := weights[name]
			switch {
			case !ok && c.Kind == matrix.Parameter:
				return nil, fmt.Errorf("no weight %s is given, which the formula reads: %s", name, remedy(name, weights))
			case !ok:
				return nil, fmt.Errorf("no weight %s is given for column %d, %s: %s", name, i+1, c.Name, remedy(name, weights))
			}
			values = append(values[:k], w)
		}
		l.mg = append(l.mg, values[0])
		l.eg = append(l.eg, values[len(values)-1])
	}
	var err error
	l.formula, err = newFormulaLedger(s)
	return l, err
}

// A formulaLedger says what a formula reads of a row.
type formulaLedger struct {
	program  *formula.Program
	sums     []string
	tapered  []bool  // whether columns of a sum are
	ofColumn []int32 // the sum of each term
	sources  []source
	explain  func(error) error // says where in the files an error of the formula is
}

// A source is where the value of a leaf comes from.
type source struct {
	kind formula.LeafKind
	from int32 // a sum, or the column of an input or a weight; -1: 0
}

// newFormulaLedger returns what a schema's formula reads, nil if it is linear.
func newFormulaLedger(s *matrix.Schema) (*formulaLedger, error) {
	program, err := s.Program()
	if program == nil {
		return nil, err
	}
	l := &formulaLedger{program: program, explain: func(err error) error { return err }}
	var bySum map[string]int32
	l.sums, bySum = header.SumsOf(s.Columns)
	l.tapered = make([]bool, len(l.sums))
	byName := map[string]int32{}
	for i, c := range s.Columns {
		l.ofColumn = append(l.ofColumn, bySum[header.SumOf(c)])
		if c.Kind != matrix.Term {
			byName[c.Name] = int32(i)
		} else if c.Tapered {
			l.tapered[bySum[header.SumOf(c)]] = true
		}
	}
	for _, leaf := range program.Leaves {
		from := byName
		if leaf.Kind == formula.SumMG || leaf.Kind == formula.SumEG || leaf.Kind == formula.SumPlain {
			from = bySum
		}
		at, ok := from[leaf.Name]
		if !ok {
			at = -1
		}
		l.sources = append(l.sources, source{leaf.Kind, at})
	}
	return l, nil
}

// A partSum is a sum of a row.
type partSum struct {
	mg, eg float64 // plain columns in both
	plain  float64 // those alone
}

// alone returns what a sum comes to in a row with these factors.
func (l *formulaLedger) alone(sum int, p partSum, mg, eg float64) float64 {
	if !l.tapered[sum] {
		return p.plain
	}
	return p.mg*mg + p.eg*eg + p.plain*(1-mg-eg) // mg and eg hold plain columns, too
}

// lastPart takes off the last part of a term's name, in front of the half of a weight's.
var lastPart = regexp.MustCompile(`^(.+)\.([a-h][1-8]|\d+)(\.mg|\.eg|)$`)

// remedy says what to do about a weight that is not given: of a table of 64 the squares may be
// given for numbers, or numbers for squares.
func remedy(name string, given map[string]float64) string {
	if m := lastPart.FindStringSubmatch(name); m != nil {
		numbered := m[2][0] < 'a'
		if _, ok := given[m[1]+".a1"+m[3]]; ok && numbered {
			return fmt.Sprintf("the weights have squares, %s.a1: write %[1]s.{0..63} for %[1]s[64] into the file of names that they were imported with, or let the trace declare %[1]s.{a8..h1}", m[1])
		}
		if _, ok := given[m[1]+".0"+m[3]]; ok && !numbered {
			return fmt.Sprintf("the weights have numbers, %s.0: write %[1]s.{a8..h1} or {a1..h8} for them into the file of names that they were imported with", m[1])
		}
	}
	return "pass all weights of the engine, or none"
}

// sum adds a row up, with these factors of the tapered columns.
func (l *ledger) sum(r *row, mg, eg float64) float64 {
	total := float64(r.offset)
	for _, e := range r.entries {
		total += l.contribution(e, mg, eg)
	}
	return total
}

func (l *ledger) contribution(e entry, mg, eg float64) float64 {
	if l.columns[e.column].Tapered {
		return float64(e.count) * (l.mg[e.column]*mg + l.eg[e.column]*eg)
	}
	return float64(e.count) * l.mg[e.column]
}

// allowed is how far the row may be from the engine.
func (l *ledger) allowed() float64 { return l.tolerance + paritySlack }

// check compares a row that has an evaluation with what it adds up to, and
// returns the difference. One beyond the tolerance is an error.
func (l *ledger) check(r *row) (float64, error) {
	sum := l.sum(r, float64(r.mg), float64(r.eg))
	difference := math.Abs(sum - r.eval)
	if difference <= l.allowed() {
		return difference, nil
	}
	return difference, l.mismatch(r, sum)
}

// mismatch shows how a row adds up.
func (l *ledger) mismatch(r *row, sum float64) error {
	var b strings.Builder
	fmt.Fprintf(&b, "the row adds up to %+.2f, the engine says eval:%+g: %s", sum, r.eval, l.apart(sum, r.eval))
	l.writeOffset(&b, r)
	l.writeLargest(&b, r)
	return fmt.Errorf("%w: %s", ErrParity, b.String())
}

// apart says by how much two evaluations differ, and why that may be.
func (l *ledger) apart(sum, eval float64) string {
	difference := math.Abs(sum - eval)
	text := fmt.Sprintf("they differ by %.2f centipawns, more than %g", difference, l.tolerance)
	switch {
	case math.Abs(sum+eval) <= l.tolerance && math.Abs(eval) > l.tolerance:
		return text + " (with the other sign they agree: eval must be White's view, whichever side is to move)"
	case l.tolerance < twiceRounded && difference <= twiceRounded+paritySlack:
		return text + " (an engine that rounds twice, by the phase and then by another number, is within 2: pass -parity 2)"
	}
	return text
}

func (l *ledger) writeOffset(b *strings.Builder, r *row) {
	fmt.Fprintf(b, "; offset %+g", r.offset)
	if r.has(header.KeyMG) {
		fmt.Fprintf(b, ", mg %.6g, eg %.6g", r.mg, r.eg)
	}
}

// writeLargest shows the largest contributions.
func (l *ledger) writeLargest(b *strings.Builder, r *row) {
	list := slices.DeleteFunc(slices.Clone(r.entries), func(e entry) bool { return l.columns[e.column].Kind == matrix.Input })
	size := func(e entry) float64 { return math.Abs(l.contribution(e, float64(r.mg), float64(r.eg))) }
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(size(b), size(a)) })
	for _, e := range list[:min(parityShown, len(list))] {
		fmt.Fprintf(b, ", %s %+g × %s = %+.2f", l.columns[e.column].Name, e.count, l.weight(e.column), l.contribution(e, float64(r.mg), float64(r.eg)))
	}
	if more := len(list) - parityShown; more > 0 {
		fmt.Fprintf(b, ", and %d smaller", more)
	}
}

// weight writes the weight of a column, or the pair.
func (l *ledger) weight(column int32) string {
	if l.columns[column].Tapered {
		return fmt.Sprintf("(%g, %g)", l.mg[column], l.eg[column])
	}
	return fmt.Sprintf("%g", l.mg[column])
}

// Parity says how far counts × weights and the engine's evaluations agree.
type Parity struct {
	Given   int // rows with an evaluation
	Checked int // of them: all if there were weights, else none

	// Largest is the largest difference in centipawns, at File:Line.
	Largest float64
	File    string
	Line    int

	// Stored is the largest difference with the factors as the matrix has them:
	// one byte each, see the warning D16.
	Stored float64
}

// add takes a row into account.
func (p *Parity) add(difference, stored float64, file string, line int) {
	p.Checked++
	if difference > p.Largest || p.Line == 0 {
		p.Largest, p.File, p.Line = difference, file, line
	}
	p.Stored = max(p.Stored, stored)
}

// merge takes the parity of later rows into account.
func (p *Parity) merge(q Parity) {
	if q.Checked > 0 && (q.Largest > p.Largest || p.Line == 0) {
		p.Largest, p.File, p.Line = q.Largest, q.File, q.Line
	}
	p.Given += q.Given
	p.Checked += q.Checked
	p.Stored = max(p.Stored, q.Stored)
}
