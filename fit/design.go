package fit

import (
	"fmt"
	"math"
	"path"
	"slices"

	"centipawn/fit/sparse"
	"centipawn/matrix"
)

// factors turns the byte codes of a schema into numbers. The tables are full,
// so that no code is out of range.
type factors struct{ mg, eg [256]float64 }

func newFactors(s matrix.Schema) *factors {
	f := new(factors)
	for i, v := range s.MG {
		f.mg[i] = float64(v)
	}
	for i, v := range s.EG {
		f.eg[i] = float64(v)
	}
	return f
}

// A design says which weights are fitted, and where the counts of a column go.
// The weights stand in the order of the columns, mg before eg.
type design struct {
	schema  matrix.Schema
	factors *factors
	names   []string // of the fitted weights
	column  []int    // their columns in the schema
	terms   []term   // of every column of the schema
	held    []NamedWeight
	fixed   *scorer // what held amounts to; nil if nothing is held
	block   []sparse.Unit
	plain   bool // every column is plain and fitted: column j is weight j

	// With ties, all names the weights that are fitted, allColumn their columns and
	// alias the one among names that each is.
	all       []string
	allColumn []int
	alias     []int
}

// A term is where the count of a column goes: the indices of its weights, or -1.
type term struct{ plain, mg, eg int32 }

// newDesign selects weights by patterns as [Options] says.
func newDesign(s matrix.Schema, columns []string, fixed []Fixed, ties ...Tie) (*design, error) {
	d := &design{schema: s, factors: newFactors(s), plain: true}
	held := make([]string, len(fixed))
	for i, f := range fixed {
		held[i] = f.Pattern
	}
	selects, holds := newPatterns(columns), newPatterns(held)
	for c, col := range s.Columns {
		t := term{-1, -1, -1}
		slots := []*int32{&t.plain}
		if col.Tapered {
			slots = []*int32{&t.mg, &t.eg}
		}
		names := col.Weights()
		if col.Side == matrix.Black {
			names = nil // they are those of White's column
		}
		for k, name := range names {
			selected := selects.first(name, col.Name) >= 0 || len(columns) == 0
			if i := holds.first(name, col.Name); i >= 0 {
				d.held = append(d.held, NamedWeight{name, fixed[i].Value})
			} else if selected {
				*slots[k] = int32(len(d.names))
				d.names, d.column = append(d.names, name), append(d.column, c)
			}
		}
		if col.Side == matrix.White {
			d.addUnit(names[0], t.plain)
			t.plain = -1
		}
		d.plain = d.plain && t.plain >= 0
		d.terms = append(d.terms, t)
	}
	if err := d.finish(selects, holds); err != nil {
		return nil, err
	}
	return d, d.tie(ties)
}

// finish reports patterns that are of no use, and prepares what is held.
func (d *design) finish(selects, holds *patterns) error {
	for _, p := range []*patterns{selects, holds} {
		if err := p.err(); err != nil {
			return err
		}
	}
	if len(d.held) > 0 {
		d.fixed = newScorer(d.schema, d.factors)
		for _, w := range d.held {
			if d.blockIsFree() && d.fixed.inBlock(w.Name) {
				continue // the sums of the sides are of both
			}
			if err := d.fixed.add(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// patterns is a list of patterns that remembers which of them matched.
type patterns struct {
	list []string
	used []bool
	bad  error
}

func newPatterns(list []string) *patterns {
	return &patterns{list: list, used: make([]bool, len(list))}
}

// first returns the index of the first pattern that matches the name of a
// weight or of its column, or -1. All that match count as used.
func (p *patterns) first(weight, column string) int {
	found := -1
	for i, pattern := range slices.Backward(p.list) {
		byWeight, err := path.Match(pattern, weight)
		byColumn, _ := path.Match(pattern, column)
		if err != nil {
			p.bad = fmt.Errorf("fit: pattern %q: %w", pattern, err)
		}
		if byWeight || byColumn {
			p.used[i], found = true, i
		}
	}
	return found
}

// err reports a pattern that is malformed or matched nothing: most likely it is
// misspelt.
func (p *patterns) err() error {
	if p.bad != nil {
		return p.bad
	}
	if i := slices.Index(p.used, false); i >= 0 {
		return fmt.Errorf("fit: no column matches %q", p.list[i])
	}
	return nil
}

// expand appends to the entries the weights that row i of b touches, ascending,
// with their values: count, count·φ or count·ε.
func (d *design) expand(b *matrix.Block, i int, entries []entry) []entry {
	mg, eg := d.factors.mg[b.MG[i]], d.factors.eg[b.EG[i]]
	columns, counts := b.Row(i)
	for k, c := range columns {
		t, x := &d.terms[c], float64(counts[k])
		if t.plain >= 0 {
			entries = append(entries, entry{t.plain, x})
		}
		if t.mg >= 0 {
			entries = append(entries, entry{t.mg, x * mg})
		}
		if t.eg >= 0 {
			entries = append(entries, entry{t.eg, x * eg})
		}
	}
	return entries
}

// An entry is one value of a row: what a weight is multiplied by.
type entry struct {
	weight int32
	value  float64
}

// A scorer evaluates rows with given weights.
type scorer struct {
	schema    matrix.Schema
	factors   *factors
	coef      []coef           // by column
	intercept [256]float64     // by source
	logit     float64          // of a centipawn, if the prediction is an expected score
	index     map[string][]int // columns by weight
	sides     []uint8          // by column: 1 White's counts of the block, 2 Black's; nil without a block
}

// coef holds the weights of a column: plain, or mg and eg.
type coef struct{ plain, mg, eg float64 }

// newScorer returns a scorer all of whose weights are 0.
func newScorer(s matrix.Schema, f *factors) *scorer {
	sc := &scorer{schema: s, factors: f, coef: make([]coef, len(s.Columns)), index: make(map[string][]int)}
	if s.HasBlock() {
		sc.sides = make([]uint8, len(s.Columns))
	}
	for c, col := range s.Columns {
		for _, name := range col.Weights() {
			sc.index[name] = append(sc.index[name], c)
		}
		switch col.Side {
		case matrix.White:
			sc.sides[c] = 1
		case matrix.Black:
			sc.sides[c] = 2
		}
	}
	return sc
}

// inBlock reports whether a weight is one of the block.
func (s *scorer) inBlock(name string) bool {
	columns := s.index[name]
	return columns != nil && s.schema.Columns[columns[0]].Side != matrix.Both
}

// add sets a weight.
func (s *scorer) add(w NamedWeight) error {
	columns, ok := s.index[w.Name]
	if !ok {
		return fmt.Errorf("fit: set %s has no weight %q", s.schema.Set, w.Name)
	}
	for _, c := range columns {
		switch names := s.schema.Columns[c].Weights(); {
		case len(names) == 1:
			s.coef[c].plain = w.Value
		case w.Name == names[0]:
			s.coef[c].mg = w.Value
		default:
			s.coef[c].eg = w.Value
		}
	}
	return nil
}

// score returns the evaluation of row i of b in centipawns, White-relative,
// with its offset and intercept.
func (s *scorer) score(b *matrix.Block, i int) float64 {
	mg, eg := s.factors.mg[b.MG[i]], s.factors.eg[b.EG[i]]
	columns, counts := b.Row(i)
	sum := 0.0
	if s.sides != nil {
		sum = s.scoreSides(columns, counts, mg, eg)
	} else {
		for k, c := range columns {
			w := &s.coef[c]
			sum += float64(counts[k]) * (w.plain + w.mg*mg + w.eg*eg)
		}
	}
	if b.Offset != nil {
		sum += float64(b.Offset[i])
	}
	return sum + s.intercept[source(b, i)]
}

// scoreSides returns the evaluation of counts of a schema with a block.
func (s *scorer) scoreSides(columns []uint16, counts []float32, mg, eg float64) float64 {
	var sums [3]float64 // linear, White's, Black's
	for k, c := range columns {
		w := &s.coef[c]
		sums[s.sides[c]] += float64(counts[k]) * (w.plain + w.mg*mg + w.eg*eg)
	}
	return sums[0] + sparse.BlockValue(sums[1], sums[2], mg)
}

// predict returns the prediction that goes with an evaluation: itself, or its
// expected score.
func (s *scorer) predict(score float64) float64 {
	if s.logit == 0 {
		return score
	}
	return 1 / (1 + math.Exp(-s.logit*score))
}

// source returns the source of row i.
func source(b *matrix.Block, i int) uint8 {
	if b.Source == nil {
		return 0
	}
	return b.Source[i]
}
