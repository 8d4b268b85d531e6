package fit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/sparse"
	"centipawn/matrix"
	"centipawn/note"
)

// blockStart is where the weights of a block begin if no start weight is above 0:
// at 0 the derivatives by all of them are 0, and a search would never leave it.
// Counts of a dozen men and squares then add up to a sum near 40, and the side's
// block to 15 centipawns. From 1, 2, 5 and 10 the fit of standard_safety to 725,000
// positions finds the same minimum with more passes; from 20 it finds a worse one.
const blockStart = 3

// addUnit adds a term of the block to the design; a weight of −1 is held.
func (d *design) addUnit(name string, weight int32) {
	u := sparse.Unit{Weight: weight}
	if i := slices.IndexFunc(d.held, func(w NamedWeight) bool { return w.Name == name }); i >= 0 {
		u.Value = d.held[i].Value
	}
	for c, col := range d.schema.Columns {
		if col.Side != matrix.Both && col.Weights()[0] == name {
			if col.Side == matrix.White {
				u.White = uint16(c)
			} else {
				u.Black = uint16(c)
			}
		}
	}
	d.block = append(d.block, u)
}

// blockIsFree reports whether a weight of the block is fitted.
func (d *design) blockIsFree() bool {
	return slices.ContainsFunc(d.block, func(u sparse.Unit) bool { return u.Weight >= 0 })
}

// inBlock reports whether a fitted weight is one of the block.
func (d *design) inBlock(j int) bool {
	return slices.ContainsFunc(d.block, func(u sparse.Unit) bool { return int(u.Weight) == j })
}

// ofBlock reports the same by name, for a weight that may be tied.
func (d *design) ofBlock(name string) bool {
	j := slices.Index(d.all, name)
	return j >= 0 && d.inBlock(d.alias[j])
}

// refuseBlock reports a block that least squares cannot fit.
func (d *design) refuseBlock(l Loss) error {
	if l.Expected() || !d.blockIsFree() {
		return nil
	}
	i := slices.IndexFunc(d.block, func(u sparse.Unit) bool { return u.Weight >= 0 })
	name := d.names[d.block[i].Weight]
	return fmt.Errorf("fit: the loss %v fits weights in which the evaluation is linear, and %s is one of a quadratic block: pass -loss sigmoid or crossentropy, or hold the block, such as -fix %s=0",
		l, name, patternOf(name))
}

// patternOf returns a pattern for the weights that begin as a name does.
func patternOf(name string) string {
	if family, _, ok := strings.Cut(name, "."); ok {
		return "'" + family + ".*'"
	}
	return name
}

// tieable reports weights of the block tied to others: they are not of one kind.
func (d *design) tieable(group []int) error {
	for _, j := range group[1:] {
		if d.inBlock(j) != d.inBlock(group[0]) {
			return fmt.Errorf("fit: %s and %s cannot be tied: one of them is of the block", d.names[group[0]], d.names[j])
		}
	}
	return nil
}

// startBlock moves the block to where its derivatives are not 0.
func (t *texel) startBlock() {
	if !t.design.blockIsFree() {
		return
	}
	for _, u := range t.design.block {
		if u.Weight < 0 && u.Value > 0 || u.Weight >= 0 && t.start[u.Weight] > 0 {
			return
		}
	}
	for _, u := range t.design.block {
		if j := u.Weight; j >= 0 {
			t.start[j] = blockStart
			if t.low != nil {
				t.start[j] = min(max(blockStart, t.low[j]), t.high[j])
			}
		}
	}
}

// nameColumn puts a column's name into the error of packing it.
func (t *texel) nameColumn(err error) error {
	var count *sparse.CountError
	if errors.As(err, &count) && count.Column < len(t.design.schema.Columns) {
		return fmt.Errorf("fit: %s: %w", t.design.schema.Columns[count.Column].Name, err)
	}
	return err
}

// powers returns by what power of the scale each weight grows: those of the block
// are squared in the evaluation.
func (t *texel) powers() []float64 {
	powers := slices.Repeat([]float64{1}, len(t.point))
	for _, u := range t.design.block {
		if u.Weight >= 0 {
			powers[u.Weight] = 0.5
		}
	}
	return powers
}

// worth returns what a count of 1 is worth in centipawns by a fitted weight: in the
// middlegame, if it is of the block and alone.
func (t *texel) worth(w Weight) float64 {
	if t.design.ofBlock(w.Name) {
		return sparse.BlockValue(w.Value, 0, 1)
	}
	return w.Value
}

// blockName is what the group of all weights of the block is called if their
// names have nothing in common.
const blockName = "block"

// blockGroup returns the name of the block as a group: what comes before the first
// dot of its weights.
func (d *design) blockGroup() string {
	prefix := ""
	for i, u := range d.block {
		name, _, _ := strings.Cut(d.schema.Columns[u.White].Name, ".")
		if i > 0 && name != prefix {
			return blockName
		}
		prefix = name
	}
	return prefix
}

// linearNull returns the part of a null space that moves no weight of the block:
// along the others evaluations stay the same only as far as derivatives tell.
func (t *texel) linearNull(null *mat.Dense) *mat.Dense {
	if null == nil || !t.design.blockIsFree() {
		return null
	}
	p, m := null.Dims()
	touching := mat.NewDense(p, m, nil)
	for j := range p {
		if t.design.inBlock(j) {
			touching.SetRow(j, null.RawRowView(j))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(touching, mat.SVDThinV) {
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	first := slices.IndexFunc(values, func(s float64) bool { return s <= negligible })
	if first < 0 {
		return nil
	}
	_, k := v.Dims()
	out := new(mat.Dense)
	out.Mul(null, v.Slice(0, m, first, k))
	for j := range p {
		if t.design.inBlock(j) {
			clear(out.RawRowView(j))
		}
	}
	return out
}

// deadBlock: M17, the sums of the block are above 0 in no row that speaks of it.
func (x *warner) deadBlock() {
	if !x.texel.design.blockIsFree() {
		return
	}
	list := x.where(func(w Weight) bool { return w.Rows == 0 && x.texel.design.ofBlock(w.Name) })
	if list == nil {
		return
	}
	x.list.Add(note.M17, "%s: of the block, and without effect in every training row: it never occurs, or the sum of its side is nowhere above 0; the minimum that was found is a local one: pass other start weights, or hold the block at 0",
		names(list)).Columns = list
}
