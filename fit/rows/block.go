package rows

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/matrix"
)

// addUnit adds a term of the block to the design; a weight of −1 is fixed.
func (d *Design) addUnit(name string, weight int32) {
	u := packed.Unit{Weight: weight}
	if i := slices.IndexFunc(d.Fixed, func(w NamedWeight) bool { return w.Name == name }); i >= 0 {
		u.Value = d.Fixed[i].Value
	}
	for c, col := range d.Schema.Columns {
		if col.Side != matrix.Both && col.Weights()[0] == name {
			if col.Side == matrix.White {
				u.White = uint16(c)
			} else {
				u.Black = uint16(c)
			}
		}
	}
	d.Block = append(d.Block, u)
}

// BlockIsFree reports whether a weight of the block is fitted.
func (d *Design) BlockIsFree() bool {
	return slices.ContainsFunc(d.Block, func(u packed.Unit) bool { return u.Weight >= 0 })
}

// InBlock reports whether a fitted weight is one of the block.
func (d *Design) InBlock(j int) bool {
	return slices.ContainsFunc(d.Block, func(u packed.Unit) bool { return int(u.Weight) == j })
}

// OfBlock reports the same by name, for a weight that may be tied.
func (d *Design) OfBlock(name string) bool {
	j := slices.Index(d.All, name)
	return j >= 0 && d.InBlock(d.Alias[j])
}

// RefuseBlock reports a block that least squares cannot fit.
func (d *Design) RefuseBlock(loss string, expected bool) error {
	if expected || !d.BlockIsFree() {
		return nil
	}
	i := slices.IndexFunc(d.Block, func(u packed.Unit) bool { return u.Weight >= 0 })
	name := d.Names[d.Block[i].Weight]
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
func (d *Design) tieable(group []int) error {
	for _, j := range group[1:] {
		if d.InBlock(j) != d.InBlock(group[0]) {
			return fmt.Errorf("fit: %s and %s cannot be tied: one of them is of the block", d.Names[group[0]], d.Names[j])
		}
	}
	return nil
}

// Worth returns what a count of 1 is worth in centipawns by a fitted weight: in the
// middlegame, if it is of the block and alone.
func (d *Design) Worth(name string, value float64) float64 {
	if d.OfBlock(name) {
		return packed.BlockValue(value, 0, 1)
	}
	return value
}

// blockName is what the group of all weights of the block is called if their
// names have nothing in common.
const blockName = "block"

// BlockGroup returns the name of the block as a group: what comes before the first
// dot of its weights.
func (d *Design) BlockGroup() string {
	prefix := ""
	for i, u := range d.Block {
		name, _, _ := strings.Cut(d.Schema.Columns[u.White].Name, ".")
		if i > 0 && name != prefix {
			return blockName
		}
		prefix = name
	}
	return prefix
}
