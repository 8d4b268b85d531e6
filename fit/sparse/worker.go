package sparse

// A table holds a number for each symbol. It has a place for every uint16, so
// that no index need be checked; what lies beyond the symbols is never touched.
type table [1 << 16]float64

// batch is the number of rows whose evaluations are turned into expected scores
// together.
const batch = 256

// A worker is the scratch of a partial sum.
type worker struct {
	*coding
	scale float64
	w     []float64 // weights
	codes int       // of the factors that value is for; −1: none
	now   *Loss     // at these factors
	value *table    // of a symbol, times c
	slope [lanes]*table
	z     [batch]float64

	block    []float64       // weights of the block
	sums     [batch]sideSums // of rows, as addBlock found them
	jacobian []float64       // by unit: scratch

	of     *Loss         // of which the losses of phases are
	phases map[int]*Loss // by codes

	loss             float64
	weight           float64        // of a batch's rows
	targets, weights [batch]float32 // of a batch: targets and weights
	gradient         []float64
}

// lanes is the number of tables that derivatives are added to: neighbouring rows
// have many symbols in common, and would wait for one another with one table.
const lanes = 2

func newWorker(c *coding) *worker {
	k := &worker{coding: c, value: new(table), gradient: make([]float64, c.Weights), jacobian: make([]float64, len(c.Block))}
	for i := range k.slope {
		k.slope[i] = new(table)
	}
	return k
}

// begin makes the worker ready for a pass.
func (k *worker) begin(w []float64, scale float64) {
	k.w, k.scale, k.codes = w, scale, -1
	k.block = k.blockWeights(w, k.block)
}

// use makes the tables those of a pair of factors.
func (k *worker) use(codes int) {
	if codes == k.codes {
		return
	}
	k.flush()
	k.codes, k.now = codes, k.phased(codes)
	p := k.pairs[codes]
	for i, s := range k.symbols {
		k.value[i] = k.scale * s.count * k.Columns[s.column].value(k.w, p)
	}
}

// flush takes the derivatives by symbol over to those by weight.
func (k *worker) flush() {
	if k.codes < 0 {
		return
	}
	p := k.pairs[k.codes]
	for i, s := range k.symbols {
		v := 0.0
		for _, t := range k.slope {
			v += t[i]
			t[i] = 0
		}
		if v != 0 {
			k.Columns[s.column].spread(k.gradient, p, v*s.count)
		}
	}
	k.codes = -1
}

// evaluate stores c·s of rows in z.
func (k *worker) evaluate(s *segment, c *cell, low, high int) {
	z := k.linear(s, c, low, high)
	if s.offset != nil {
		for i, o := range s.offset[low:high] {
			z[i] += k.scale * float64(o)
		}
	}
	if len(k.block) > 0 {
		k.addBlock(s, c, low, z)
	}
}

// linear stores c·s of rows in z and returns it, without offsets and block.
func (k *worker) linear(s *segment, c *cell, low, high int) []float64 {
	z := k.z[:high-low]
	at := c.base + (low-c.low)*c.entries
	entries := s.entries[at : at+len(z)*c.entries]
	if s.values == nil {
		sums(k.value, entries, c.entries, z)
	} else {
		valuedSums(k.value, entries, s.values[at:], c.entries, z)
	}
	return z
}

// batches calls work for rows low to high of a cell, some at a time, with the tables of
// its factors: for all rows of a group.
func (k *worker) batches(s *segment, g *group, work func(c *cell, low, high int)) {
	for _, t := range g.tiles {
		c := &s.cells[t.cell]
		k.use(c.codes())
		for low := t.low; low < t.high; low += batch {
			work(c, low, min(low+batch, t.high))
		}
	}
}

// sums stores in z the sums of rows of n entries.
func sums(value *table, entries []uint16, n int, z []float64) {
	for len(z) >= 4 {
		a, b, c, d := entries[:n], entries[n:][:n], entries[2*n:][:n], entries[3*n:][:n]
		var s0, s1, s2, s3 float64
		for i := range a {
			s0 += value[a[i]]
			s1 += value[b[i]]
			s2 += value[c[i]]
			s3 += value[d[i]]
		}
		z[0], z[1], z[2], z[3] = s0, s1, s2, s3
		z, entries = z[4:], entries[4*n:]
	}
	for i := range z {
		sum := 0.0
		for _, e := range entries[i*n:][:n] {
			sum += value[e]
		}
		z[i] = sum
	}
}

// valuedSums is sums for entries with values.
func valuedSums(value *table, entries []uint16, values []float32, n int, z []float64) {
	for i := range z {
		row, x := entries[i*n:][:n], values[i*n:][:n]
		sum := 0.0
		for j, e := range row {
			sum += value[e] * float64(x[j])
		}
		z[i] = sum
	}
}

// evaluateRow returns c·s of a row.
func (k *worker) evaluateRow(s *segment, c *cell, row int) (z float64) {
	at := c.base + (row-c.low)*c.entries
	for j, e := range s.entries[at:][:c.entries] {
		z += k.value[e] * s.value(at+j)
	}
	if s.offset != nil {
		z += k.scale * float64(s.offset[row])
	}
	if len(k.block) > 0 {
		z += k.rowBlock(s, c, row)
	}
	return z
}

// derive stores in z the derivatives of rows' losses, and adds the losses.
func (k *worker) derive(s *segment, c *cell, low, high int) {
	k.evaluate(s, c, low, high)
	var weight []float32
	if s.weight != nil {
		weight = s.weight[low:high]
	}
	k.loss = k.now.Add(k.loss, k.z[:high-low], s.target[low:high], weight)
}

// scatter adds the derivatives in z to those of the rows' symbols.
func (k *worker) scatter(s *segment, c *cell, low, high int) {
	z, n := k.z[:high-low], c.entries
	if len(k.block) > 0 {
		k.scatterBlock(s, c, low, z)
	}
	at := c.base + (low-c.low)*n
	entries := s.entries[at : at+len(z)*n]
	if s.values != nil {
		k.scatterValued(entries, s.values[at:], n, z)
		return
	}
	g0, g1 := k.slope[0], k.slope[1]
	for len(z) >= 2 {
		a, b := entries[:n], entries[n:][:n]
		v0, v1 := z[0], z[1]
		for i := range a {
			g0[a[i]] += v0
			g1[b[i]] += v1
		}
		z, entries = z[2:], entries[2*n:]
	}
	for _, v := range z {
		for _, e := range entries {
			g0[e] += v
		}
	}
}

// scatterValued is scatter for entries with values.
func (k *worker) scatterValued(entries []uint16, values []float32, n int, z []float64) {
	for i, v := range z {
		row, x := entries[i*n:][:n], values[i*n:][:n]
		for j, e := range row {
			k.slope[0][e] += v * float64(x[j])
		}
	}
}

// addBlock adds c times the block to z, the evaluations of rows from low on, and
// keeps the sums.
func (k *worker) addBlock(s *segment, c *cell, low int, z []float64) {
	f := k.scale * blockUnit * k.pairs[c.codes()].mg
	if f == 0 {
		return
	}
	for i := range z {
		u := sumSides(k.block, s.sideCounts(low+i))
		k.sums[i] = u
		z[i] += f * u.value()
	}
}

// scatterBlock adds the derivatives in z, of rows from low on, to those of the
// block's weights.
func (k *worker) scatterBlock(s *segment, c *cell, low int, z []float64) {
	f := 2 * k.blockFactor(c.codes())
	if f == 0 {
		return
	}
	clear(k.jacobian)
	for i, v := range z {
		if u := k.sums[i]; u != (sideSums{}) {
			u.addSlopes(k.jacobian, s.sideCounts(low+i), v)
		}
	}
	k.spreadBlock(f)
}

// spreadBlock adds f times the slopes to the gradient.
func (k *worker) spreadBlock(f float64) {
	for i, u := range k.Block {
		if u.Weight >= 0 {
			k.gradient[u.Weight] += f * k.jacobian[i]
		}
	}
}

// rowBlock returns c times the block of a row.
func (k *worker) rowBlock(s *segment, c *cell, row int) float64 {
	u := sumSides(k.block, s.sideCounts(row))
	return k.scale * blockUnit * k.pairs[c.codes()].mg * u.value()
}

// derivatives returns those of a row's evaluation by the weights of the block.
func (k *worker) derivatives(s *segment, c *cell, row int) []float64 {
	counts := s.sideCounts(row)
	clear(k.jacobian)
	sumSides(k.block, counts).addSlopes(k.jacobian, counts, 2*k.blockFactor(c.codes()))
	return k.jacobian
}
