package choice

import (
	"fmt"
	"math"
	"slices"
)

// A Slots says which weights a count of a column is multiplied by: with the factor 1, that of the
// middlegame and that of the endgame; −1 for none.
type Slots [3]int32

// A Move is a move of a root as it is given to [Roots.Add]: White's view.
type Move struct {
	Columns []uint16 // ascending
	Counts  []float32
	MG, EG  float64 // factors
	Offset  float64 // centipawns that no weight moves
	Value   float64 // centipawns, by the teacher
	Old     float64 // centipawns, by the weights that the new ones are compared with
}

// A Root is what the moves of a position have in common.
type Root struct {
	Game   uint32
	Part   uint8   // any mark; Roots.Where selects by it
	Black  bool    // is to move
	Weight float64 // of its loss, more than 0
}

// Config says what is asked of roots.
type Config struct {
	Columns []Slots // by column
	Weights int

	Loss        Loss
	Teacher     float64 // temperature of the teacher, centipawns
	Temperature float64 // of the evaluation, centipawns
	K           float64 // logit of a centipawn, for the expected scores of the teacher's values
	Threads     int

	form *form // nil: evaluations are linear
}

// Roots are packed: of each root the counts that most of its moves have are kept once, and of a move
// those that differ. Everything is in the view of the side to move.
//
// The evaluation of a move is offset + Σₖ factor(k)·(b(k) + d(k)) over the factors 1, middlegame and
// endgame, b being the sum over the common counts and d that over the others. A move without counts,
// such as a mate, is a constant: its factors are 0.
type Roots struct {
	Config
	*packed
	list []int32 // of the roots that take part
}

// packed is what selections of roots share.
type packed struct {
	root   []Root
	moves  []int // those of root g are moves[g] to moves[g+1]
	common []int // its common entries, likewise
	start  []int // entries of a move, likewise

	commonColumn []uint16
	commonCount  []float32
	column       []uint16
	count        []float32

	factor [][2]float32 // of a move: middlegame and endgame
	empty  []bool       // a move has no counts
	offset []float64
	old    []float64
	value  []float64 // by the teacher
	target []float64 // chance by the teacher
	cost   []float64 // expected score below the best

	sum     []float64 // scratch: by column, of counts of the root that is added
	touched []uint16
}

// New returns no roots yet.
func New(c Config) *Roots {
	return &Roots{Config: c, packed: &packed{moves: []int{0}, common: []int{0}, start: []int{0}, sum: make([]float64, len(c.Columns))}}
}

// Len returns the number of roots.
func (r *Roots) Len() int { return len(r.list) }

// Rows returns the number of their moves.
func (r *Roots) Rows() (n int) {
	for _, g := range r.list {
		n += r.moves[g+1] - r.moves[g]
	}
	return n
}

// TotalWeight returns the sum of the weights of the roots.
func (r *Roots) TotalWeight() (sum float64) {
	for _, g := range r.list {
		sum += r.root[g].Weight
	}
	return sum
}

// Where returns those of the roots that f accepts. They share their memory.
func (r *Roots) Where(f func(Root) bool) *Roots {
	out := &Roots{Config: r.Config, packed: r.packed}
	for _, g := range r.list {
		if f(r.root[g]) {
			out.list = append(out.list, g)
		}
	}
	return out
}

// At returns the roots at another temperature of the evaluation.
func (r *Roots) At(temperature float64) *Roots {
	out := *r
	out.Temperature = temperature
	return &out
}

// Add packs a root.
func (r *Roots) Add(root Root, moves []Move) error {
	for i := range moves {
		if err := r.check(&moves[i]); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	sign := 1.0
	if root.Black {
		sign = -1
	}
	r.findCommon(moves)
	base := r.common[len(r.common)-1]
	for _, c := range r.touched {
		if x := r.sum[c]; x != 0 {
			r.commonColumn, r.commonCount = append(r.commonColumn, c), append(r.commonCount, float32(sign*x))
		}
	}
	for i := range moves {
		r.addMove(&moves[i], sign, base)
	}
	for _, c := range r.touched {
		r.sum[c] = 0
	}
	r.judge(r.moves[len(r.moves)-1])
	r.list = append(r.list, int32(len(r.root)))
	r.root = append(r.root, root)
	r.common, r.moves = append(r.common, len(r.commonColumn)), append(r.moves, len(r.offset))
	return nil
}

// check reports a move that cannot be packed.
func (r *Roots) check(m *Move) error {
	if n := len(m.Columns); n > 0 && int(m.Columns[n-1]) >= len(r.Columns) {
		return fmt.Errorf("column %d of %d", m.Columns[n-1], len(r.Columns))
	}
	for _, v := range []float64{m.Offset, m.Value, m.Old, m.MG, m.EG} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("a value is %v", v)
		}
	}
	return nil
}

// findCommon sets sum, of the columns that are touched, to the counts that the moves have in common:
// the mean, rounded. Any number is right, and the fewer moves differ from it the better.
func (r *Roots) findCommon(moves []Move) {
	r.touched = r.touched[:0]
	n := 0.0
	for i := range moves {
		m := &moves[i]
		if len(m.Columns) > 0 {
			n++
		}
		for k, c := range m.Columns {
			if r.sum[c] == 0 {
				r.touched = append(r.touched, c)
			}
			r.sum[c] += float64(m.Counts[k])
		}
	}
	slices.Sort(r.touched)
	r.touched = slices.Compact(r.touched) // a sum may come back to 0
	for _, c := range r.touched {
		r.sum[c] = math.Round(r.sum[c] / n)
	}
}

// addMove appends a move: what it has more or less than the common counts from base on.
func (r *Roots) addMove(m *Move, sign float64, base int) {
	empty := len(m.Columns) == 0
	if !empty {
		r.addEntries(m, sign, base)
	}
	r.start = append(r.start, len(r.column))
	f := [2]float32{float32(m.MG), float32(m.EG)}
	if empty {
		f = [2]float32{}
	}
	r.factor, r.empty = append(r.factor, f), append(r.empty, empty)
	r.offset, r.old = append(r.offset, sign*m.Offset), append(r.old, sign*m.Old)
	r.value = append(r.value, sign*m.Value)
}

// addEntries merges the counts of a move with the common ones.
func (r *Roots) addEntries(m *Move, sign float64, base int) {
	columns, counts := r.commonColumn[base:], r.commonCount[base:]
	put := func(c uint16, x float64) {
		if x != 0 {
			r.column, r.count = append(r.column, c), append(r.count, float32(x))
		}
	}
	k := 0
	for i, c := range m.Columns {
		for ; k < len(columns) && columns[k] < c; k++ {
			put(columns[k], -float64(counts[k]))
		}
		x := sign * float64(m.Counts[i])
		if k < len(columns) && columns[k] == c {
			x -= float64(counts[k])
			k++
		}
		put(c, x)
	}
	for ; k < len(columns); k++ {
		put(columns[k], -float64(counts[k]))
	}
}

// judge sets what the teacher says of the moves from first on.
func (r *Roots) judge(first int) {
	v := r.value[first:]
	t, c := make([]float64, len(v)), make([]float64, len(v))
	softmax(t, v, r.Teacher)
	best := 0.0
	for i, x := range v {
		c[i] = 1 / (1 + math.Exp(-r.K*x))
		best = max(best, c[i])
	}
	for i := range c {
		c[i] = best - c[i]
	}
	r.target, r.cost = append(r.target, t...), append(r.cost, c...)
}

// merge appends roots that were packed apart.
func (r *Roots) merge(o *Roots) {
	first, moves, common, entries := int32(len(r.root)), len(r.offset), len(r.commonColumn), len(r.column)
	for _, g := range o.list {
		r.list = append(r.list, first+g)
	}
	r.root = append(r.root, o.root...)
	r.moves, r.common, r.start = shifted(r.moves, o.moves, moves), shifted(r.common, o.common, common), shifted(r.start, o.start, entries)
	r.commonColumn, r.commonCount = append(r.commonColumn, o.commonColumn...), append(r.commonCount, o.commonCount...)
	r.column, r.count = append(r.column, o.column...), append(r.count, o.count...)
	r.factor, r.empty = append(r.factor, o.factor...), append(r.empty, o.empty...)
	r.offset, r.old, r.value = append(r.offset, o.offset...), append(r.old, o.old...), append(r.value, o.value...)
	r.target, r.cost = append(r.target, o.target...), append(r.cost, o.cost...)
}

// shifted appends bounds of o but the first, which is 0, by so much higher.
func shifted(bounds, o []int, by int) []int {
	for _, b := range o[1:] {
		bounds = append(bounds, by+b)
	}
	return bounds
}

// clear forgets all roots and keeps the memory.
func (r *Roots) clear() {
	p := r.packed
	r.list, p.root = r.list[:0], p.root[:0]
	p.moves, p.common, p.start = p.moves[:1], p.common[:1], p.start[:1]
	p.commonColumn, p.commonCount, p.column, p.count = p.commonColumn[:0], p.commonCount[:0], p.column[:0], p.count[:0]
	p.factor, p.empty = p.factor[:0], p.empty[:0]
	p.offset, p.old, p.value, p.target, p.cost = p.offset[:0], p.old[:0], p.value[:0], p.target[:0], p.cost[:0]
}
