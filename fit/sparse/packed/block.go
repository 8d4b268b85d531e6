package packed

import "example.org/centipawn/internal/formula"

// A Unit is a term of the block: the columns of each side's own counts, which have
// no weights of their own, and the weight of both.
type Unit struct {
	White, Black uint16
	Weight       int32   // index; −1: fixed at Value
	Value        float64 // of a fixed weight
}

// BlockValue returns what the block adds to an evaluation, in centipawns, from the
// sums u of both sides and φ.
func BlockValue(white, black, phi float64) float64 {
	white, black = max(0, white), max(0, black)
	return BlockUnit * phi * (white*white - black*black)
}

// BlockUnit makes a sum of 100 worth a pawn in the middlegame.
const BlockUnit = 0.01

// blockForm returns the form of a block.
func blockForm(block []Unit, columns int) (*Form, error) {
	f, err := formula.Parse("(square(max(0, white)) - square(max(0, black))) / 100 * mg")
	if err != nil {
		return nil, err
	}
	p, err := f.Compile(formula.Scope{Sums: []formula.Sum{{Name: "white"}, {Name: "black"}}})
	if err != nil {
		return nil, err
	}
	form := &Form{Program: p, Sums: 2, Columns: make([]FormColumn, columns)}
	for i := range form.Columns {
		form.Columns[i] = Linear
	}
	for _, u := range block {
		for side, c := range [...]uint16{u.White, u.Black} {
			form.Columns[c] = FormColumn{Sum: int32(side), Input: -1, Weights: Column{u.Weight, -1, -1}}
			if u.Weight < 0 {
				form.Columns[c].Fixed[0] = u.Value
			}
		}
	}
	for _, leaf := range p.Leaves {
		index := int32(0)
		if leaf.Name == "black" {
			index = 1
		}
		form.Leaves = append(form.Leaves, FormLeaf{Index: index})
	}
	return form, nil
}
