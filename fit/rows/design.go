package rows

import (
	"fmt"
	"math"
	"path"
	"slices"

	"centipawn/fit/sparse"
	"centipawn/matrix"
)

// Fixed holds the weights that Pattern matches (as in fit.Options.Columns) at Value,
// centipawns a count. Of several that match a weight the first decides.
type Fixed struct {
	Pattern string
	Value   float64
}

// factors turns the byte codes of a schema into numbers. The tables are full,
// so that no code is out of range.
type factors struct{ MG, EG [256]float64 }

func newFactors(s matrix.Schema) *factors {
	f := new(factors)
	for i, v := range s.MG {
		f.MG[i] = float64(v)
	}
	for i, v := range s.EG {
		f.EG[i] = float64(v)
	}
	return f
}

// A Design says which weights are fitted, and where the counts of a column go.
// The weights stand in the order of the columns, mg before eg.
type Design struct {
	Schema  matrix.Schema
	Factors *factors
	Names   []string // of the fitted weights
	Column  []int    // their columns in the schema
	Terms   []term   // of every column of the schema
	Held    []NamedWeight
	Fixed   *Scorer // what held amounts to; nil if nothing is held
	Block   []sparse.Unit
	Plain   bool // every column is plain and fitted: column j is weight j

	// With ties, all names the weights that are fitted, allColumn their columns and
	// alias the one among names that each is.
	All       []string
	allColumn []int
	Alias     []int
}

// A term is where the count of a column goes: the indices of its weights, or -1.
type term struct{ Plain, MG, EG int32 }

// NewDesign selects weights by patterns as fit.Options says.
func NewDesign(s matrix.Schema, columns []string, fixed []Fixed, ties ...Tie) (*Design, error) {
	d := &Design{Schema: s, Factors: newFactors(s), Plain: true}
	held := make([]string, len(fixed))
	for i, f := range fixed {
		held[i] = f.Pattern
	}
	selects, holds := newPatterns(columns), newPatterns(held)
	for c, col := range s.Columns {
		t := term{-1, -1, -1}
		slots := []*int32{&t.Plain}
		if col.Tapered {
			slots = []*int32{&t.MG, &t.EG}
		}
		names := col.Weights()
		if col.Side == matrix.Black {
			names = nil // they are those of White's column
		}
		for k, name := range names {
			selected := selects.first(name, col.Name) >= 0 || len(columns) == 0
			if i := holds.first(name, col.Name); i >= 0 {
				d.Held = append(d.Held, NamedWeight{name, fixed[i].Value})
			} else if selected {
				*slots[k] = int32(len(d.Names))
				d.Names, d.Column = append(d.Names, name), append(d.Column, c)
			}
		}
		if col.Side == matrix.White {
			d.addUnit(names[0], t.Plain)
			t.Plain = -1
		}
		d.Plain = d.Plain && t.Plain >= 0
		d.Terms = append(d.Terms, t)
	}
	if err := d.finish(selects, holds); err != nil {
		return nil, err
	}
	return d, d.tie(ties)
}

// finish reports patterns that are of no use, and prepares what is held.
func (d *Design) finish(selects, holds *patterns) error {
	for _, p := range []*patterns{selects, holds} {
		if err := p.err(); err != nil {
			return err
		}
	}
	if len(d.Held) > 0 {
		d.Fixed = NewScorer(d.Schema, d.Factors)
		for _, w := range d.Held {
			if d.BlockIsFree() && d.Fixed.inBlock(w.Name) {
				continue // the sums of the sides are of both
			}
			if err := d.Fixed.Add(w); err != nil {
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

// Expand appends to the entries the weights that row i of b touches, ascending,
// with their values: count, count·φ or count·ε.
func (d *Design) Expand(b *matrix.Block, i int, entries []Entry) []Entry {
	mg, eg := d.Factors.MG[b.MG[i]], d.Factors.EG[b.EG[i]]
	columns, counts := b.Row(i)
	for k, c := range columns {
		t, x := &d.Terms[c], float64(counts[k])
		if t.Plain >= 0 {
			entries = append(entries, Entry{t.Plain, x})
		}
		if t.MG >= 0 {
			entries = append(entries, Entry{t.MG, x * mg})
		}
		if t.EG >= 0 {
			entries = append(entries, Entry{t.EG, x * eg})
		}
	}
	return entries
}

// An Entry is one value of a row: what a weight is multiplied by.
type Entry struct {
	Weight int32
	Value  float64
}

// A Scorer evaluates rows with given weights.
type Scorer struct {
	schema    matrix.Schema
	Factors   *factors
	coef      []coef           // by column
	intercept [256]float64     // by source
	Logit     float64          // of a centipawn, if the prediction is an expected score
	index     map[string][]int // columns by weight
	sides     []uint8          // by column: 1 White's counts of the block, 2 Black's; nil without a block
}

// coef holds the weights of a column: plain, or mg and eg.
type coef struct{ plain, mg, eg float64 }

// NewScorer returns a scorer all of whose weights are 0.
func NewScorer(s matrix.Schema, f *factors) *Scorer {
	sc := &Scorer{schema: s, Factors: f, coef: make([]coef, len(s.Columns)), index: make(map[string][]int)}
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
func (s *Scorer) inBlock(name string) bool {
	columns := s.index[name]
	return columns != nil && s.schema.Columns[columns[0]].Side != matrix.Both
}

// Add sets a weight.
func (s *Scorer) Add(w NamedWeight) error {
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

// Score returns the evaluation of row i of b in centipawns, White-relative,
// with its offset and intercept.
func (s *Scorer) Score(b *matrix.Block, i int) float64 {
	mg, eg := s.Factors.MG[b.MG[i]], s.Factors.EG[b.EG[i]]
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
	return sum + s.intercept[Source(b, i)]
}

// scoreSides returns the evaluation of counts of a schema with a block.
func (s *Scorer) scoreSides(columns []uint16, counts []float32, mg, eg float64) float64 {
	var sums [3]float64 // linear, White's, Black's
	for k, c := range columns {
		w := &s.coef[c]
		sums[s.sides[c]] += float64(counts[k]) * (w.plain + w.mg*mg + w.eg*eg)
	}
	return sums[0] + sparse.BlockValue(sums[1], sums[2], mg)
}

// Predict returns the prediction that goes with an evaluation: itself, or its
// expected score.
func (s *Scorer) Predict(score float64) float64 {
	if s.Logit == 0 {
		return score
	}
	return 1 / (1 + math.Exp(-s.Logit*score))
}

// Source returns the source of row i.
func Source(b *matrix.Block, i int) uint8 {
	if b.Source == nil {
		return 0
	}
	return b.Source[i]
}
