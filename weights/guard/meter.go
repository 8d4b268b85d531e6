package guard

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A meter gathers in one pass what the two evaluations say of the rows, and what the rows say of
// each weight.
type meter struct {
	schema            matrix.Schema
	oldFile, newFile  *weights.File
	olds, news        map[string]weights.Weight
	added             []string
	old, new, without *rows.Scorer // the last: the new evaluation without what it has learned, see added
	sums              [3]sums      // opening, middlegame, endgame
	weights           []weight
	of                [][2]int // by column: its weights, the plain one or the middlegame's and the endgame's
	sample            sample
	tables            bool    // those of the old evaluation hold the pieces' values
	offset            float64 // Σ of the squares of what no weight holds, centipawns
	seen              int     // rows
	fitted            bool    // they are those of the fit
}

// A weight is one of the rows' columns. A weight of several sums has several columns.
type weight struct {
	name   string
	formed bool // the formula makes something else of it than a sum: a count of it has no fixed worth
	support
}

// support is what rows say of a weight.
type support struct {
	use   float64  // Σ |count·factor|, of a formed weight Σ |derivative of the evaluation|
	count float64  // Σ |count|, of a formed weight
	rows  int      // in which its factor is partOf at least, or its derivative is not 0
	games []uint32 // the same of games, fewGames at most
}

// A reading is a block with what the evaluations say of its rows, and these of the weights.
type reading struct {
	number  int
	block   matrix.Block
	rows    []measured
	support []support    // by weight
	index   []int32      // of all rows
	values  [3][]float64 // by row: of the old evaluation, the new one, and that without what it has learned
	net     []slope      // of a row, by weight: of formed ones
	moved   []int        // formed weights of a row
}

// A slope is what a row says of a formed weight.
type slope struct{ by, count float64 }

// measured is what the evaluations say of a row, centipawns.
type measured struct {
	before, after, added float64
	phase                int
}

// partOf is the factor from which on a row counts as one of the middlegame's or the endgame's
// weight.
const partOf = 0.25

func newMeter(schema matrix.Schema, before, after *weights.File) (*meter, error) {
	m := &meter{schema: schema, oldFile: before, newFile: after, olds: values(before), news: values(after), tables: before.TablesHoldMaterial()}
	if err := cmp.Or(before.Reads(schema), after.Reads(schema)); err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	var err error
	if m.old, err = scorer(schema, before.Weights()); err != nil {
		return nil, err
	}
	if m.new, err = scorer(schema, after.Weights()); err != nil {
		return nil, err
	}
	var rest []weights.Named
	m.added, rest = added(before, after)
	if m.without, err = scorer(schema, rest); err != nil {
		return nil, err
	}
	m.list()
	return m, nil
}

// list lists the weights of the rows.
func (m *meter) list() {
	known := map[string]int{}
	m.of = make([][2]int, len(m.schema.Columns))
	for c, col := range m.schema.Columns {
		for k, name := range col.Weights() {
			i, ok := known[name]
			if !ok {
				i = len(m.weights)
				known[name] = i
				m.weights = append(m.weights, weight{name: name})
			}
			if col.Sum() != "" || col.Kind == matrix.Parameter {
				m.weights[i].formed = true
			}
			m.of[c][k] = i
		}
	}
}

func values(f *weights.File) map[string]weights.Weight {
	all := make(map[string]weights.Weight)
	for _, w := range f.Weights() {
		all[w.Name] = w.Weight
	}
	return all
}

// scorer evaluates rows with weights.
func scorer(schema matrix.Schema, list []weights.Named) (*rows.Scorer, error) {
	var m rows.Model
	for _, w := range list {
		m.Weights = append(m.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return m.Scorer(schema)
}

// measure makes the pass. Blocks are evaluated on threads, and added up in the order of the rows.
func (m *meter) measure(ctx context.Context, data rows.Data, threads int) error {
	m.sample = newSample(data)
	next := 0
	return ordered.Pool[*reading]{
		Threads: threads,
		New: func() *reading {
			return &reading{support: make([]support, len(m.weights)), net: make([]slope, len(m.weights))}
		},
		Fill: func(r *reading) (bool, error) {
			r.number = next
			next++
			return r.number < data.Blocks(), nil
		},
		Worker: func(context.Context) func(*reading) error {
			return func(r *reading) error { return m.read(data, r) }
		},
		Take: func(r *reading) error {
			m.take(r)
			return nil
		},
	}.Run(ctx)
}

// read evaluates a block.
func (m *meter) read(data rows.Data, r *reading) error {
	return memory.Guard(func() error {
		if err := data.ReadBlock(r.number, &r.block); err != nil {
			return err
		}
		m.evaluate(r)
		r.rows = r.rows[:0]
		for i := range r.block.Rows() {
			v, err := m.row(r, i)
			if err != nil {
				return err
			}
			r.rows = append(r.rows, v)
			m.support(r, i)
		}
		if m.schema.Formula != "" {
			m.new.EachSlopes(&r.block, r.index, func(i int, list []rows.Slope) { m.formed(r, i, list) })
		}
		return nil
	})
}

// take adds up a block.
func (m *meter) take(r *reading) {
	for i := range r.rows {
		v := &r.rows[i]
		m.sums[v.phase].add(v.before, v.after, v.added)
		if r.block.Offset != nil {
			m.offset += float64(r.block.Offset[i]) * float64(r.block.Offset[i])
		}
		m.sample.add(&r.block, i, m.seen, v.phase, v.before, v.after)
		m.seen++
	}
	for i := range r.support {
		m.weights[i].take(&r.support[i])
	}
}

// scorers are those of values.
func (m *meter) scorers() [3]*rows.Scorer {
	if len(m.added) == 0 {
		return [3]*rows.Scorer{m.old, m.new}
	}
	return [3]*rows.Scorer{m.old, m.new, m.without}
}

// evaluate evaluates the rows of a block.
func (m *meter) evaluate(r *reading) {
	for n := len(r.index); n < r.block.Rows(); n++ {
		r.index = append(r.index, int32(n))
	}
	r.index = r.index[:r.block.Rows()]
	for k, of := range m.scorers() {
		r.values[k] = slices.Grow(r.values[k][:0], len(r.index))[:len(r.index)]
		if of != nil {
			of.Scores(&r.block, r.index, r.values[k])
		}
	}
}

// row returns what the evaluations say of a row. The error is of one of which a formula has no value.
func (m *meter) row(r *reading, i int) (measured, error) {
	v := measured{phase: phaseOf(m.old.Factors.MG[r.block.MG[i]])}
	for k, of := range m.scorers() {
		if value := r.values[k][i]; of != nil && value-value != 0 {
			return v, fmt.Errorf("guard: %w", of.Fault(&r.block, i))
		}
	}
	v.before, v.after = r.values[0][i], r.values[1][i]
	if len(m.added) > 0 {
		v.added = v.after - r.values[2][i]
	}
	return v, nil
}

// support counts what a row says of weights.
func (m *meter) support(r *reading, i int) {
	b := &r.block
	mg, eg := m.old.Factors.MG[b.MG[i]], m.old.Factors.EG[b.EG[i]]
	columns, counts := b.Row(i)
	for k, c := range columns {
		col, of, count := &m.schema.Columns[c], m.of[c], math.Abs(float64(counts[k]))
		switch {
		case count == 0 || col.Kind != matrix.Term || m.weights[of[0]].formed:
		case col.Tapered:
			r.support[of[0]].add(count, mg, b.Game[i])
			r.support[of[1]].add(count, eg, b.Game[i])
		default:
			r.support[of[0]].add(count, 1, b.Game[i])
		}
	}
}

// formed counts what a row says of weights that the formula does not just add: how far the new evaluation moves
// with them.
func (m *meter) formed(r *reading, i int, list []rows.Slope) {
	r.moved = r.moved[:0]
	for _, s := range list {
		for k, w := range m.of[s.Column] {
			if k > 0 && !m.schema.Columns[s.Column].Tapered || !m.weights[w].formed {
				continue
			}
			if r.net[w] == (slope{}) {
				r.moved = append(r.moved, w)
			}
			r.net[w] = slope{r.net[w].by + s.By[k], r.net[w].count + math.Abs(s.Count)}
		}
	}
	for _, w := range r.moved {
		if r.net[w].by != 0 {
			r.support[w].moved(r.net[w], r.block.Game[i])
		}
		r.net[w] = slope{}
	}
}

func (s *support) moved(by slope, game uint32) {
	s.use += math.Abs(by.by)
	s.count += by.count
	s.rows++
	s.of(game)
}

func (s *support) add(count, factor float64, game uint32) {
	s.use += count * factor
	if factor < partOf {
		return
	}
	s.rows++
	s.of(game)
}

// of counts a game. Of fewGames no more is known than that they are that many or more.
func (s *support) of(game uint32) {
	if len(s.games) < fewGames && !slices.Contains(s.games, game) {
		s.games = append(s.games, game)
	}
}

// take adds what a block says, and empties it.
func (s *support) take(o *support) {
	s.use += o.use
	s.count += o.count
	s.rows += o.rows
	for _, game := range o.games {
		s.of(game)
	}
	*o = support{games: o.games[:0]}
}

// The middlegame's factor at which opening and endgame begin.
const (
	openingFrom = 0.75
	endgameTo   = 0.25
)

var phaseNames = [...]string{"opening", "middlegame", "endgame"}

func phaseOf(mg float64) int {
	switch {
	case mg >= openingFrom:
		return 0
	case mg > endgameTo:
		return 1
	}
	return 2
}

// sums are over rows: of the evaluations, their squares and products.
type sums struct {
	n                int
	meanOld, meanNew float64 // Σ
	old, new, cross  float64 // Σ old², Σ new², Σ old·new
	added            float64 // Σ of the squares of what new terms are worth
}

func (s *sums) add(before, after, added float64) {
	s.n++
	s.meanOld += before
	s.meanNew += after
	s.old += before * before
	s.new += after * after
	s.cross += before * after
	s.added += added * added
}

func (s *sums) merge(o *sums) {
	s.n += o.n
	s.meanOld += o.meanOld
	s.meanNew += o.meanNew
	s.old += o.old
	s.new += o.new
	s.cross += o.cross
	s.added += o.added
}

func (m *meter) all() (all sums) {
	for i := range m.sums {
		all.merge(&m.sums[i])
	}
	return all
}

// slope is that of the new on the old evaluation, through 0.
func (s *sums) slope() float64 { return s.cross / s.old }

func (s *sums) addedRMS() float64 { return math.Sqrt(s.added / float64(s.n)) }

// phase describes the sums, the new evaluation divided by scale.
func (s *sums) phase(name string, scale float64, far *apart) Phase {
	n := float64(s.n)
	p := Phase{Name: name, Rows: s.n, OldRMS: math.Sqrt(s.old / n)}
	p.RMS = math.Sqrt(max(0, s.new/scale/scale-2*s.cross/scale+s.old) / n)
	if v := (s.old - s.meanOld*s.meanOld/n) * (s.new - s.meanNew*s.meanNew/n); v > 0 {
		p.Correlation = (s.cross - s.meanOld*s.meanNew/n) / math.Sqrt(v)
	}
	far.fill(&p)
	return p
}

// phases returns those that have rows and then all rows.
func (m *meter) phases(k, scale float64) (list []Phase) {
	all, far := m.all(), m.sample.apart(k, scale)
	var total apart
	for i := range m.sums {
		total.merge(&far[i])
		if m.sums[i].n > 0 && len(m.schema.MG) > 0 {
			list = append(list, m.sums[i].phase(phaseNames[i], scale, &far[i]))
		}
	}
	return append(list, all.phase("all", scale, &total))
}
