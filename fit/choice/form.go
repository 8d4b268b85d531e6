package choice

import (
	"fmt"
	"slices"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
	"example.org/centipawn/matrix"
)

// A form is what of the evaluations of moves is a formula, see [rows.Form].
type form struct {
	*rows.Form
	mg, eg  []int // leaves by sum; −1: the program does not read that part
	inputs  []int // leaves by input
	phase   [2]int
	columns []int // by leaf: the column of the weight that the formula reads by name, or −1

	// varying says by sum and part, middlegame and endgame, whether moves may have other derivatives by it: then
	// counts that they have in common tell them apart, too.
	varying [][2]bool
}

// columnsOf says which weights the columns of a design stand for, and what of them is a form.
func columnsOf(d *rows.Design) (list []Slots, f *form) {
	for _, t := range d.Terms {
		list = append(list, Slots{t.Plain, t.MG, t.EG})
	}
	if d.Form == nil {
		return list, nil
	}
	f = &form{Form: d.Form, phase: [2]int{-1, -1}}
	for c, of := range f.Columns {
		if of.Sum >= 0 {
			list[c] = Slots{of.Weights.Plain, of.Weights.MG, of.Weights.EG}
		}
	}
	f.mg, f.eg, f.inputs = none(f.Sums), none(f.Sums), none(f.Inputs)
	for i, l := range f.Program.Leaves {
		of, column := f.Leaves[i], -1
		switch l.Kind {
		case formula.SumMG:
			f.mg[of.Index] = i
		case formula.SumEG:
			f.eg[of.Index] = i
		case formula.Input:
			f.inputs[of.Index] = i
		case formula.RowMG:
			f.phase[0] = i
		case formula.RowEG:
			f.phase[1] = i
		case formula.Weight:
			column = slices.IndexFunc(d.Schema.Columns, func(c matrix.Column) bool { return c.Kind == matrix.Parameter && c.Name == l.Name })
			list[column] = Slots{of.Index, -1, -1}
		}
		f.columns = append(f.columns, column)
	}
	varies := varying(f.Program)
	f.varying = make([][2]bool, f.Sums)
	for sum := range f.varying {
		for k, leaf := range [2]int{f.mg[sum], f.eg[sum]} {
			f.varying[sum][k] = leaf >= 0 && varies[leaf]
		}
	}
	return list, f
}

// varying reports by leaf whether the derivative of a program by it may not be the same everywhere: all but those
// that are added, times a constant.
func varying(p *formula.Program) []bool {
	nodes, varies := p.Nodes(), make([]bool, len(p.Leaves))
	bent := make([]bool, len(nodes)) // something other than that becomes of it
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.Op == kernel.Read {
			varies[n.Leaf] = bent[i]
			continue
		}
		bends := bent[i]
		switch n.Op {
		case kernel.Add, kernel.Sub, kernel.Neg:
		case kernel.Mul:
			bends = bends || nodes[n.Args[0]].Op != kernel.Const && nodes[n.Args[1]].Op != kernel.Const
		case kernel.Div:
			bends = bends || nodes[n.Args[1]].Op != kernel.Const
		default:
			bends = true
		}
		for _, j := range append(n.Args[:n.Op.Arity():n.Op.Arity()], n.Table...) {
			bent[j] = bent[j] || bends
		}
	}
	return varies
}

// commonWeights calls f for each weight of a count of a column that moves have in common and still are told apart by.
func (f *form) commonWeights(column uint16, of func(j int32)) {
	c := &f.Columns[column]
	if c.Sum < 0 {
		return
	}
	varies := f.varying[c.Sum]
	for k, j := range [3]int32{c.Weights.Plain, c.Weights.MG, c.Weights.EG} {
		if j >= 0 && (k != 2 && varies[0] || k != 1 && varies[1]) {
			of(j)
		}
	}
}

// none returns n times −1.
func none(n int) []int { return slices.Repeat([]int{-1}, n) }

// fixed adds the values of weights that are not fitted to coefficients.
func (f *form) fixed(coef []triple) {
	for c, of := range f.Columns {
		for k, v := range of.Fixed {
			coef[c][k] += v
		}
	}
	for i, c := range f.columns {
		if c >= 0 && f.Leaves[i].Index < 0 {
			coef[c][0] = f.Leaves[i].Value
		}
	}
}

// readByName calls f for each fitted weight that the formula reads by name.
func (f *form) readByName(of func(j int32)) {
	for i, c := range f.columns {
		if j := f.Leaves[i].Index; c >= 0 && j >= 0 {
			of(j)
		}
	}
}

// A formTape evaluates the form of the moves of a root. It is for one goroutine.
type formTape struct {
	*form
	tape   *formula.Tape
	room   int          // moves
	sign   float64      // of the root's view
	common [][2]float64 // by sum: of the counts that the moves have in common
	own    [][2]float64 // of those of a move, too
	inputs [2][]float64 // by input, likewise
}

// newTape returns a tape; nil without a form.
func (f *form) newTape() *formTape {
	if f == nil {
		return nil
	}
	t := &formTape{form: f, common: make([][2]float64, f.Sums), own: make([][2]float64, f.Sums)}
	for i := range t.inputs {
		t.inputs[i] = make([]float64, f.Inputs)
	}
	return t
}

// open begins a root of n moves.
func (t *formTape) open(n int, black bool) {
	if t.room < n {
		t.room = max(n, 64)
		t.tape = t.Program.NewTape(t.room)
	}
	if t.sign = 1; black {
		t.sign = -1
	}
	clear(t.common)
	clear(t.inputs[0])
}

// count adds a count of the form to sums; it reports false of a linear column.
func (t *formTape) count(column uint16, w *triple, x float64, sums [][2]float64, inputs []float64) bool {
	switch of := &t.Columns[column]; {
	case of.Sum >= 0:
		sums[of.Sum][0] += x * (w[0] + w[1])
		sums[of.Sum][1] += x * (w[0] + w[2])
	case of.Input >= 0:
		inputs[of.Input] += x
	default:
		return false
	}
	return true
}

// put loads a move: its sums are those of the view of the side to move.
func (t *formTape) put(i int, f triple, coef []triple) {
	set := func(leaf int, v float64) {
		if leaf >= 0 {
			t.tape.Leaf(leaf)[i] = v
		}
	}
	for s, v := range t.own {
		set(t.mg[s], t.sign*v[0])
		set(t.eg[s], t.sign*v[1])
	}
	for n, v := range t.inputs[1] {
		set(t.form.inputs[n], t.sign*v)
	}
	set(t.phase[0], f[1])
	set(t.phase[1], f[2])
	for leaf, c := range t.columns {
		if c >= 0 {
			set(leaf, coef[c][0])
		}
	}
}

// evaluateForm is evaluate of roots with a form.
func (k *worker) evaluateForm(g int, offsets bool) {
	low, high := k.span(g)
	t := k.form
	t.open(high-low, k.root[g].Black)
	k.choice.resize(high - low)
	var base triple
	for e := k.common[g]; e < k.common[g+1]; e++ {
		c, x := k.commonColumn[e], float64(k.commonCount[e])
		if !t.count(c, &k.coef[c], x, t.common, t.inputs[0]) {
			base.add(&k.coef[c], x)
		}
	}
	for r := low; r < high; r++ {
		d := base
		copy(t.own, t.common)
		copy(t.inputs[1], t.inputs[0])
		for e := k.start[r]; e < k.start[r+1]; e++ {
			c, x := k.column[e], float64(k.count[e])
			if !t.count(c, &k.coef[c], x, t.own, t.inputs[1]) {
				d.add(&k.coef[c], x)
			}
		}
		f := k.factors(r)
		t.put(r-low, f, k.coef)
		s := f[0]*d[0] + f[1]*d[1] + f[2]*d[2]
		if offsets {
			s += k.offset[r]
		}
		k.choice.s[r-low] = s
	}
	for i, v := range t.tape.Values(high - low) {
		if !k.empty[low+i] {
			k.choice.s[i] += t.sign * v
		}
	}
}

// spreadForm is spread of roots with a form.
func (k *worker) spreadForm(g int, q []float64, scale float64, sum []triple) {
	low, high := k.span(g)
	for r := low; r < high; r++ {
		v := scale * q[r-low]
		put := func(c uint16, x float64) {
			f := k.factorsOf(r, r-low, c)
			sum[c].add(&f, v*x)
		}
		for e := k.start[r]; e < k.start[r+1]; e++ {
			put(k.column[e], float64(k.count[e]))
		}
		for e := k.common[g]; e < k.common[g+1]; e++ {
			put(k.commonColumn[e], float64(k.commonCount[e]))
		}
		k.named(r, r-low, func(c int, slope float64) { sum[c][0] += v * slope })
	}
}

// factorsOf returns what a count of a column of move r, which is number i of its root, is multiplied by: in
// a form, derivatives by its sum.
func (k *worker) factorsOf(r, i int, column uint16) triple {
	if k.form == nil || k.form.Columns[column].Sum < 0 {
		return k.factors(r)
	}
	if k.empty[r] {
		return triple{}
	}
	t := k.form
	var f triple
	sum := t.Columns[column].Sum
	if leaf := t.mg[sum]; leaf >= 0 {
		f[1] = t.tape.Slope(leaf)[i]
	}
	if leaf := t.eg[sum]; leaf >= 0 {
		f[2] = t.tape.Slope(leaf)[i]
	}
	f[0] = f[1] + f[2]
	return f
}

// enterForm lists the entries of move r, number i of root g: those of the form are all its own, whether
// its moves have the counts in common or not, because they do not have the derivatives.
func (c *curver) enterForm(g, r, i int) {
	first := len(c.index)
	put := func(column uint16, x float64) {
		f := c.factorsOf(r, i, column)
		for k, j := range c.Columns[column] {
			if v := f[k] * x; j >= 0 && v != 0 {
				c.put(c.find(j), v, first)
			}
		}
	}
	for e := c.start[r]; e < c.start[r+1]; e++ {
		put(c.column[e], float64(c.count[e]))
	}
	for e := c.common[g]; e < c.common[g+1]; e++ {
		if c.isForm(c.commonColumn[e]) {
			put(c.commonColumn[e], float64(c.commonCount[e]))
		}
	}
	c.named(r, i, func(column int, slope float64) {
		if slope != 0 {
			c.put(c.find(c.Columns[column][0]), slope, first)
		}
	})
}

// named calls f for each fitted weight that the formula reads by name with its column and the derivative
// of the evaluation of move r, number i of its root, in the view of the side to move.
func (k *worker) named(r, i int, f func(column int, slope float64)) {
	if k.form == nil || k.empty[r] {
		return
	}
	for leaf, c := range k.form.columns {
		if c >= 0 && k.form.Leaves[leaf].Index >= 0 {
			f(c, k.form.sign*k.form.tape.Slope(leaf)[i])
		}
	}
}

// isForm reports whether a column's counts go to a sum of a form.
func (r *Roots) isForm(column uint16) bool { return r.form != nil && r.form.Columns[column].Sum >= 0 }

// fault returns why the evaluation of a move is not finite at weights; nil: all are finite.
func (r *Roots) fault(w []float64) error {
	if r.form == nil {
		return nil
	}
	k := r.newWorker(r.coefficients(w))
	for _, g := range r.list {
		k.evaluate(int(g), true)
		low, high := k.span(int(g))
		for i, s := range k.choice.s {
			if s-s == 0 {
				continue
			}
			err := fmt.Errorf("move %d of a position of game %d has no value", i+1, k.root[g].Game)
			if fault := k.form.tape.Fault(high - low); fault != nil {
				return fmt.Errorf("%w: %w", err, &fault.Error)
			}
			return err
		}
	}
	return nil
}
