package sparse

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"centipawn/ordered"
)

// A groupCurve is the partial of a curvature over groups whose intercepts are eliminated: with d the
// second derivatives of rows' losses by their evaluations and D their sum over a group, the Schur
// complement
//
//	Σ d·x·xᵀ − (Σ d·x)(Σ d·x)ᵀ/D = Σ d·y·yᵀ − (Σ d·y)(Σ d·y)ᵀ/D,  y = x − x(first row).
//
// Rows of a search tree have most counts in common: y has a few values where x has dozens, and what
// is the same in all rows is exactly 0.
type groupCurve struct {
	*worker
	kind     Curvature
	of       *Design
	gram     []float64 // weights × weights, upper triangle in rows
	diagonal []float64 // or the diagonal alone
	weight   float64
	done     int

	first, row rowEntries
	diff       sparseRow
	sum        []float64 // Σ d·y of the group
	sorted     bool      // the weights of rows are, see ascending
	touched    []int32
}

// rowEntries are the columns and counts of a row, with its factors.
type rowEntries struct {
	codes   int
	columns []uint16
	counts  []float64
}

// A sparseRow is values by weight, weights ascending.
type sparseRow struct {
	index []int32
	x     []float64
}

// curveGroups is about how many rows a partial of a curvature has.
const curveGroups = curveRows

// profiledCurvature stores the second derivatives of the profiled loss in h or, if that is nil, their
// diagonal, from one group in every so many.
func (d *Design) profiledCurvature(ctx context.Context, w []float64, kind Curvature, every int, h *mat.SymDense, diagonal []float64) error {
	if err := d.profiledSeconds(ctx, w, kind); err != nil {
		return err
	}
	d.located()
	parts, weight, done := d.groups.parts(curveGroups), 0.0, 0
	fresh := func() *groupCurve { return d.newGroupCurve(w, kind, h == nil) }
	err := ordered.Sum(ctx, d.Threads, len(parts)-1, fresh, func(c *groupCurve, part int) error {
		for n := parts[part]; n < parts[part+1]; n++ {
			if n%every == 0 {
				c.add(n)
			}
		}
		return nil
	}, func(c *groupCurve) {
		weight += c.weight
		if h == nil {
			floats.Add(diagonal, c.diagonal)
		} else {
			addUpper(h.RawSymmetric().Data, c.gram, d.Weights)
		}
		if done += c.done; d.Progress != nil && h != nil {
			d.Progress(done)
		}
		clear(c.gram)
		clear(c.diagonal)
		c.weight, c.done = 0, 0
	})
	if weight > 0 {
		f := d.Scale * d.Scale * d.Loss.Unit / weight
		floats.Scale(f, diagonal)
		if h != nil {
			h.ScaleSym(f, h)
		}
	}
	return err
}

// profiledSeconds makes the values the weighted second derivatives of rows' losses by their logits.
func (d *Design) profiledSeconds(ctx context.Context, w []float64, kind Curvature) error {
	value := d.scratch().value
	return d.profiled(ctx, w, func(k *profiler, _, low, high int) {
		z := value[low:high]
		k.expected(z)
		weights := d.groups.weights(low, high)
		for i, e := range z {
			z[i] = weightAt(weights, i) * k.Curvature(kind, e, e-e*e, float64(d.groups.target[low+i]))
		}
	}, func(*profiler) {})
}

func (d *Design) newGroupCurve(w []float64, kind Curvature, diagonal bool) *groupCurve {
	c := &groupCurve{worker: newWorker(&d.coding), kind: kind, of: d, sum: make([]float64, d.Weights), sorted: d.ascending()}
	c.begin(w, d.Scale)
	if diagonal {
		c.diagonal = make([]float64, d.Weights)
	} else {
		c.gram = make([]float64, d.Weights*d.Weights)
	}
	return c
}

// add adds a group.
func (c *groupCurve) add(group int) {
	g, total := c.of.groups, 0.0
	for at := g.start[group]; at < g.start[group+1]; at++ {
		v, w := c.of.profile.value[at], 1.0
		if g.weight != nil {
			w = float64(g.weight[at])
		}
		c.weight += w
		c.done++
		total += v
		into := &c.row
		if at == g.start[group] {
			into = &c.first
		}
		where := g.order[at]
		seg := c.of.resident[where.segment]
		c.loadRow(seg, &seg.cells[where.cell], int(where.row), into)
		if at > g.start[group] {
			c.subtract()
			c.addSparse(&c.diff, v)
			for i, w := range c.diff.index {
				c.put(w, v*c.diff.x[i])
			}
		}
		if c.kind == Exact && len(c.block) > 0 && c.gram != nil {
			c.addBend(seg, &seg.cells[where.cell], int(where.row), w, c.of.profile.at[group])
		}
	}
	c.eliminate(total)
}

// loadRow sets entries to those of a row, the block's derivatives last.
func (c *groupCurve) loadRow(s *segment, cl *cell, row int, into *rowEntries) {
	into.codes = cl.codes()
	into.columns, into.counts = into.columns[:0], into.counts[:0]
	at := cl.base + (row-cl.low)*cl.entries
	for j, e := range s.entries[at:][:cl.entries] {
		sym := &c.symbols[e]
		x := sym.count
		if s.values != nil {
			x = float64(s.values[at+j])
		}
		into.columns, into.counts = append(into.columns, sym.column), append(into.counts, x)
	}
	if len(c.block) > 0 {
		for i, v := range c.derivatives(s, cl, row) {
			if v != 0 && c.Block[i].Weight >= 0 {
				into.columns, into.counts = append(into.columns, uint16(c.firstUnit+i)), append(into.counts, v)
			}
		}
	}
}

// subtract sets diff to the row less the first row of its group.
func (c *groupCurve) subtract() {
	c.diff.index, c.diff.x = c.diff.index[:0], c.diff.x[:0]
	a, b := &c.first, &c.row
	pa, pb := c.pairs[a.codes], c.pairs[b.codes]
	i, j := 0, 0
	for i < len(a.columns) || j < len(b.columns) {
		switch {
		case j == len(b.columns) || i < len(a.columns) && a.columns[i] < b.columns[j]:
			c.change(a.columns[i], a.counts[i], pa, 0, pb)
			i++
		case i == len(a.columns) || b.columns[j] < a.columns[i]:
			c.change(b.columns[j], 0, pa, b.counts[j], pb)
			j++
		default:
			if a.codes != b.codes || a.counts[i] != b.counts[j] {
				c.change(a.columns[i], a.counts[i], pa, b.counts[j], pb)
			}
			i++
			j++
		}
	}
	if !c.sorted {
		c.diff.sort()
	}
}

// change appends what a column changes from a count to another.
func (c *groupCurve) change(column uint16, from float64, pf pair, to float64, pt pair) {
	col := &c.Columns[column]
	c.diff.append(col.Plain, to-from)
	c.diff.append(col.MG, to*pt.mg-from*pf.mg)
	c.diff.append(col.EG, to*pt.eg-from*pf.eg)
}

func (r *sparseRow) append(weight int32, x float64) {
	if weight >= 0 && x != 0 {
		r.index, r.x = append(r.index, weight), append(r.x, x)
	}
}

// sort puts the values into the order of the weights, and adds those of a weight that stands behind
// several columns.
func (r *sparseRow) sort() {
	type value struct {
		index int32
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

// addSparse adds v·y·yᵀ.
func (c *groupCurve) addSparse(y *sparseRow, v float64) {
	if c.gram == nil {
		for i, j := range y.index {
			c.diagonal[j] += v * y.x[i] * y.x[i]
		}
		return
	}
	n := c.Weights
	for i, a := range y.index {
		va, row := v*y.x[i], c.gram[int(a)*n:][:n]
		x := y.x[i:]
		for k, b := range y.index[i:][:len(x)] {
			row[b] += va * x[k]
		}
	}
}

// put adds to the sum of the group.
func (c *groupCurve) put(weight int32, v float64) {
	if c.sum[weight] == 0 {
		c.touched = append(c.touched, weight) // twice, if a sum comes to 0: it is taken once
	}
	c.sum[weight] += v
}

// eliminate takes the group's intercept out, total being the second derivative by it.
func (c *groupCurve) eliminate(total float64) {
	slices.Sort(c.touched)
	y := &c.diff
	y.index, y.x = y.index[:0], y.x[:0]
	for _, w := range c.touched {
		y.append(w, c.sum[w])
		c.sum[w] = 0
	}
	if c.touched = c.touched[:0]; total > 0 {
		c.addSparse(y, -1/total)
	}
}

// addBend adds what the second derivatives of the block itself are, as curve.addBend does.
func (c *groupCurve) addBend(s *segment, cl *cell, row int, weight, intercept float64) {
	c.use(cl.codes())
	z := c.z[:1]
	z[0] = c.evaluateRow(s, cl, row) + intercept
	c.Loss.expected(z)
	e := z[0]
	f := 2 * c.blockFactor(cl.codes()) * weight * c.Loss.Slope(e, e-e*e, float64(s.target[row])) / c.scale
	counts, n := s.sideCounts(row), len(c.Block)
	u := sumSides(c.block, counts)
	if u.white > 0 {
		c.addSide(counts[:n], f)
	}
	if u.black > 0 {
		c.addSide(counts[n:], -f)
	}
}

// addSide adds f times the products of a side's counts.
func (c *groupCurve) addSide(counts []int8, f float64) {
	c.diff.index, c.diff.x = c.diff.index[:0], c.diff.x[:0]
	for i, n := range counts {
		c.diff.append(c.Block[i].Weight, float64(n))
	}
	c.diff.sort()
	c.addSparse(&c.diff, f)
}

// ascending reports whether the weights behind ascending columns ascend, none twice.
func (d *coding) ascending() bool {
	last := int32(-1)
	for _, c := range d.Columns {
		for _, w := range c.weights() {
			if w < 0 {
				continue
			}
			if w <= last {
				return false
			}
			last = w
		}
	}
	return true
}

// addUpper adds an upper triangle of n rows.
func addUpper(to, from []float64, n int) {
	for i := range n {
		floats.Add(to[i*n+i:(i+1)*n], from[i*n+i:(i+1)*n])
	}
}
