package fit

import (
	"fmt"
	"slices"
	"strings"

	"centipawn/fit/sparse"
	"centipawn/matrix"
	"centipawn/note"
)

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
func (d *design) refuseBlock(loss string, expected bool) error {
	if expected || !d.blockIsFree() {
		return nil
	}
	i := slices.IndexFunc(d.block, func(u sparse.Unit) bool { return u.Weight >= 0 })
	name := d.names[d.block[i].Weight]
	return fmt.Errorf("fit: the loss %s fits weights in which the evaluation is linear, and %s is one of a quadratic block: pass -loss sigmoid or crossentropy, or hold the block, such as -fix %s=0",
		loss, name, patternOf(name))
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

// worth returns what a count of 1 is worth in centipawns by a fitted weight: in the
// middlegame, if it is of the block and alone.
func (d *design) worth(name string, value float64) float64 {
	if d.ofBlock(name) {
		return sparse.BlockValue(value, 0, 1)
	}
	return value
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

// deadBlock: M17, the sums of the block are above 0 in no row that speaks of it.
func (x *warner) deadBlock() {
	if !x.design.blockIsFree() {
		return
	}
	list := x.where(func(w Weight) bool { return w.Rows == 0 && x.texel.design.ofBlock(w.Name) })
	if list == nil {
		return
	}
	x.list.Add(note.M17, "%s: of the block, and without effect in every training row: it never occurs, or the sum of its side is nowhere above 0; the minimum that was found is a local one: pass other start weights, or hold the block at 0",
		names(list)).Columns = list
}
