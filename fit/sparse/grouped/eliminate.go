package grouped

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/gram"
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/ordered"
)

// alike is what intercepts take of groups all of whose rows have the same factors: a middlegame and an
// endgame weight have the same sum there, times their factors. So it is added up by column, in a quarter
// of the products, for one pair of factors after the other.
type alike struct {
	gram    []float64 // −(Σ d·x)(Σ d·x)ᵀ/D by column, and slack that is never touched
	codes   int       // of the factors; −1: none
	into    func(codes int, gram []float64)
	columns []uint16 // of a group's sum
	x       []float64
	groups  []groupCodes // of a part
}

// long is what a slice with slack is taken for: then no index of 16 bits need be checked.
type long [1 << 16]float64

// groupCodes is a group and the codes of its rows' factors; −1: they differ.
type groupCodes struct{ group, codes int }

// newAlike returns one that ends in the eliminator's sum.
func (c *eliminator) newAlike() *alike {
	n := len(c.Columns)
	h := mat.NewSymDense(c.Weights, c.gram[:c.Weights*c.Weights])
	return &alike{
		into: func(codes int, gram []float64) { c.of.AddColumns(h, codes, gram) }, codes: -1, gram: gram.Make(gram.Size(n)),
	}
}

// addAlike adds the groups of a part, those with the same factors side by side, and the others first.
func (c *eliminator) addAlike(from, to, every int) {
	a := c.like
	a.groups = a.groups[:0]
	for n := from; n < to; n++ {
		if n%every == 0 {
			a.groups = append(a.groups, groupCodes{n, c.codesOf(n)})
		}
	}
	slices.SortStableFunc(a.groups, func(x, y groupCodes) int { return cmp.Compare(x.codes, y.codes) })
	for _, g := range a.groups {
		if g.codes < 0 {
			c.add(g.group)
			continue
		}
		if g.codes != a.codes {
			a.flush()
			a.codes = g.codes
		}
		c.addColumns(g.group)
	}
	a.flush()
}

// codesOf returns the codes of the factors that all rows of a group have.
func (c *eliminator) codesOf(group int) int {
	g, codes := c.of.Groups, -1
	for _, at := range g.order[g.start[group]:g.start[group+1]] {
		switch now := c.of.Resident[at.segment].Cells[at.cell].Codes(); {
		case codes < 0:
			codes = now
		case codes != now:
			return -1
		}
	}
	return codes
}

// flush takes the sums by column over to those by weight.
func (a *alike) flush() {
	if a.codes >= 0 {
		a.into(a.codes, a.gram)
		clear(a.gram)
	}
	a.codes = -1
}

// addColumns adds a group whose rows have the same factors.
func (c *eliminator) addColumns(group int) {
	total := c.rows(group, c.addPlain)
	a, n := c.like, len(c.Columns)
	a.columns, a.x = a.columns[:0], a.x[:0]
	for word, set := range c.touched {
		for ; set != 0; set &= set - 1 {
			column := word<<6 + bits.TrailingZeros64(set)
			if x := c.sums[column][0]; x != 0 {
				a.columns, a.x = append(a.columns, uint16(column)), append(a.x, x)
			}
			c.sums[column][0] = 0
		}
		c.touched[word] = 0
	}
	if total <= 0 {
		return
	}
	gram.Add(a.gram, n, a.columns, a.x, -1/total)
}

// addPlain adds a row's counts, v times, to the first of the sums by column.
func (c *eliminator) addPlain(at rowAt, v float64) {
	s := c.of.Resident[at.segment]
	cl, row := &s.Cells[at.cell], int(at.row)
	first := cl.Base + (row-cl.Low)*cl.Entries
	symbols, sums, touched := c.Symbols, c.sums, c.touched
	for j, e := range s.Entries[first:][:cl.Entries] {
		sym := &symbols[e]
		x := sym.Count
		if s.Values != nil {
			x *= float64(s.Values[first+j])
		}
		sums[sym.Column][0] += v * x
		touched[sym.Column>>6] |= 1 << (sym.Column & 63)
	}
	c.addUnits(s, cl, row, v)
}

// second is second derivatives by weight, or their diagonal.
type second struct {
	h        *mat.SymDense
	diagonal []float64 // where h is nil
}

// scale multiplies them.
func (s *second) scale(f float64) {
	floats.Scale(f, s.diagonal)
	if s.h != nil {
		s.h.ScaleSym(f, s.h)
	}
}

// take returns the diagonal.
func (s *second) take() []float64 {
	if s.h == nil {
		return slices.Clone(s.diagonal)
	}
	diagonal := make([]float64, s.h.SymmetricDim())
	for j := range diagonal {
		diagonal[j] = s.h.At(j, j)
	}
	return diagonal
}

// clean makes what is but rounding 0.
func (s *second) clean(before []float64) {
	for j, left := range s.take() {
		switch {
		case math.Abs(left) > rounded*math.Abs(before[j]):
		case s.h == nil:
			s.diagonal[j] = 0
		default:
			for i := range before {
				s.h.SetSym(i, j, 0)
			}
		}
	}
}

// rounded is the share of a second derivative below which what the intercepts leave of it is rounding:
// the weight's column is the same in all rows of each group.
const rounded = 1e-11

// An eliminator is the partial of what intercepts take: −(Σ d·x)(Σ d·x)ᵀ/D of some groups.
type eliminator struct {
	*packed.Coding
	of       *Design
	form     *packed.FormTape // nil without a form
	at       int              // of the row that is added, among those that it has ready
	gram     []float64        // weights × weights, upper triangle in rows
	diagonal []float64        // or the diagonal alone
	sums     [][3]float64
	touched  []uint64 // bits: columns with sums
	y        sparseRow
	sorted   bool // the weights of ascending columns ascend
	like     *alike
}

// A sparseRow is values by weight, weights ascending.
type sparseRow struct {
	index []uint16
	x     []float64
}

// eliminate adds what the intercepts take to the sum.
func (d *Design) eliminate(ctx context.Context, w []float64, every int, sum *second) error {
	d.located()
	parts := d.Groups.parts(packed.CurveRows)
	fresh := func() *eliminator { return d.newEliminator(w, sum.h == nil) }
	return ordered.Sum(ctx, d.Threads, len(parts)-1, fresh, func(c *eliminator, part int) error {
		if c.like != nil {
			c.addAlike(parts[part], parts[part+1], every)
			return nil
		}
		for n := parts[part]; n < parts[part+1]; n++ {
			if n%every == 0 {
				c.add(n)
			}
		}
		return nil
	}, func(c *eliminator) {
		if sum.h == nil {
			floats.Add(sum.diagonal, c.diagonal)
		} else {
			addUpper(sum.h.RawSymmetric().Data, c.gram, d.Weights)
		}
		clear(c.gram)
		clear(c.diagonal)
	})
}

func (d *Design) newEliminator(w []float64, diagonal bool) *eliminator {
	c := &eliminator{Coding: &d.Coding, form: d.NewFormTape(), of: d, sorted: d.Ascending(),
		sums: make([][3]float64, len(d.Columns)), touched: make([]uint64, len(d.Columns)/64+1)}
	if c.form != nil {
		c.form.Begin(w)
	}
	if diagonal {
		c.diagonal = make([]float64, d.Weights)
	} else {
		c.gram = make([]float64, d.Weights*d.Weights+len(long{})) // see addProducts
		c.like = c.newAlike()
	}
	return c
}

// rows calls add for the rows of a group whose second derivatives v are not 0, and returns the sum of these.
func (c *eliminator) rows(group int, add func(at rowAt, v float64)) (total float64) {
	g := c.of.Groups
	for low := g.start[group]; low < g.start[group+1]; low += packed.Batch {
		high := min(low+packed.Batch, g.start[group+1])
		if c.form != nil {
			c.evaluate(g.order[low:high])
		}
		for at := low; at < high; at++ {
			if v := c.of.profile.value[at]; v != 0 {
				total += v
				c.at = at - low
				add(g.order[at], v)
			}
		}
	}
	return total
}

// evaluate has the form ready for the derivatives of rows.
func (c *eliminator) evaluate(rows []rowAt) {
	for i, at := range rows {
		s := c.of.Resident[at.segment]
		c.form.Put(i, s, &s.Cells[at.cell], int(at.row))
	}
	c.form.Run(len(rows))
	c.form.Slopes()
}

// addUnits adds the derivatives of a row's form, v times, to the sums by column.
func (c *eliminator) addUnits(s *packed.Segment, cl *packed.Cell, row int, v float64) {
	if c.form == nil {
		return
	}
	c.form.Derive(s, cl, row, c.at)
	for i, u := range c.form.Unit {
		column := c.FirstUnit + int(u)
		c.sums[column][0] += v * c.form.By[i]
		c.touched[column>>6] |= 1 << (column & 63)
	}
}

// add adds a group.
func (c *eliminator) add(group int) {
	total := c.rows(group, c.addRow)
	c.load()
	if total > 0 {
		c.addProducts(-1 / total)
	}
}

// addRow adds a row's counts, v times, to the sums by column.
func (c *eliminator) addRow(at rowAt, v float64) {
	s := c.of.Resident[at.segment]
	cl, row := &s.Cells[at.cell], int(at.row)
	p := c.Pairs[cl.Codes()]
	vm, ve := v*p.MG, v*p.EG
	first := cl.Base + (row-cl.Low)*cl.Entries
	symbols, sums, touched := c.Symbols, c.sums, c.touched
	for j, e := range s.Entries[first:][:cl.Entries] {
		sym := &symbols[e]
		x := sym.Count
		if s.Values != nil {
			x *= float64(s.Values[first+j])
		}
		sum := &sums[sym.Column]
		sum[0] += v * x
		sum[1] += vm * x
		sum[2] += ve * x
		touched[sym.Column>>6] |= 1 << (sym.Column & 63)
	}
	c.addUnits(s, cl, row, v)
}

// load makes y the sums by weight, and the sums 0.
func (c *eliminator) load() {
	y := &c.y
	y.index, y.x = y.index[:0], y.x[:0]
	for word, set := range c.touched {
		for ; set != 0; set &= set - 1 {
			column := word<<6 + bits.TrailingZeros64(set)
			for k, w := range c.Columns[column].Weights() {
				y.append(w, c.sums[column][k])
			}
			c.sums[column] = [3]float64{}
		}
		c.touched[word] = 0
	}
	if !c.sorted {
		y.sort()
	}
}

func (r *sparseRow) append(weight int32, x float64) {
	if weight >= 0 && x != 0 {
		r.index, r.x = append(r.index, uint16(weight)), append(r.x, x)
	}
}

// sort puts the values into the order of the weights, and adds those of a weight of
// several columns.
func (r *sparseRow) sort() {
	type value struct {
		index uint16
		x     float64
	}
	list := make([]value, len(r.x))
	for i := range list {
		list[i] = value{r.index[i], r.x[i]}
	}
	slices.SortStableFunc(list, func(a, b value) int { return cmp.Compare(a.index, b.index) })
	r.index, r.x = r.index[:0], r.x[:0]
	for i, v := range list {
		if i > 0 && v.index == list[i-1].index {
			r.x[len(r.x)-1] += v.x
			continue
		}
		r.index, r.x = append(r.index, v.index), append(r.x, v.x)
	}
}

// addProducts adds v·y·yᵀ. Each row of the sum is long enough, with slack, to be taken for a table:
// then no index need be checked.
func (c *eliminator) addProducts(v float64) {
	y := &c.y
	if c.gram == nil {
		for i, j := range y.index {
			c.diagonal[j] += v * y.x[i] * y.x[i]
		}
		return
	}
	n := c.Weights
	for i, a := range y.index {
		va, row := v*y.x[i], (*long)(c.gram[int(a)*n:])
		x := y.x[i:]
		for k, b := range y.index[i:][:len(x)] {
			row[b] += va * x[k]
		}
	}
}

// addUpper adds an upper triangle of n rows.
func addUpper(to, from []float64, n int) {
	for i := range n {
		floats.Add(to[i*n+i:(i+1)*n], from[i*n+i:(i+1)*n])
	}
}
