package rows

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// An Evaluation is what the evaluations of a schema are made of: the sum of its linear columns and, if
// it has a formula, a program over the sums of the others.
type Evaluation struct {
	Form  *formula.Program // smooth; nil: the sum linear is all
	Whole bool             // the formula is not the sum linear and something else: Form reads that, too

	sums   []string // numbers of the sums that the program reads, by name
	inputs []string // likewise
	sum    []int32  // by column: the number of its sum; −1: the program does not read it
	input  []int32  // by column: the number of its input, or −1
}

// NewEvaluation reads the formula of a schema.
func NewEvaluation(s matrix.Schema) (*Evaluation, error) {
	p, err := s.Program()
	if err != nil {
		return nil, fmt.Errorf("fit: the formula of set %s: %w", s.Set, err)
	}
	e := &Evaluation{}
	if p == nil {
		return e, nil
	}
	p = p.Smooth()
	if rest, ok := p.Split(); ok {
		e.Form = rest
	} else {
		e.Form, e.Whole = p, true
	}
	if e.Form != nil {
		e.Form = e.Form.Unmixed()
		e.number(s.Columns)
	}
	return e, nil
}

// number numbers the sums and inputs that the program reads.
func (e *Evaluation) number(columns []matrix.Column) {
	sums, inputs := make(map[string]int32), make(map[string]int32)
	enter := func(list *[]string, index map[string]int32, name string) {
		if _, known := index[name]; !known {
			index[name] = int32(len(*list))
			*list = append(*list, name)
		}
	}
	for _, l := range e.Form.Leaves {
		switch l.Kind {
		case formula.SumMG, formula.SumEG, formula.SumPlain:
			enter(&e.sums, sums, l.Name)
		case formula.Input:
			enter(&e.inputs, inputs, l.Name)
		}
	}
	at := func(index map[string]int32, name string, is bool) int32 {
		if i, known := index[name]; known && is {
			return i
		}
		return -1
	}
	for _, c := range columns {
		e.sum = append(e.sum, at(sums, e.SumOf(c), c.Kind == matrix.Term))
		e.input = append(e.input, at(inputs, c.Name, c.Kind == matrix.Input))
	}
}

// SumOf returns the name of the sum of Form to which the counts of a term's column go: its own, or of a plain
// column among tapered ones that of its plain part, if Form tells them apart.
func (e *Evaluation) SumOf(c matrix.Column) string {
	name := cmp.Or(c.Sum(), formula.Linear)
	plain := formula.PlainPart(name)
	if !c.Tapered && slices.Contains(e.Form.Leaves, formula.Leaf{Kind: formula.SumMG, Name: plain}) {
		return plain
	}
	return name
}

// reads reports whether an evaluation changes with a weight of some of the columns: with all but the half of a
// tapered one whose part of its sums the formula does not read.
func (e *Evaluation) reads(columns []matrix.Column, of []int, weight string) bool {
	kind := map[string]formula.LeafKind{".mg": formula.SumMG, ".eg": formula.SumEG}[EndOf(weight)]
	return e.Form == nil || slices.ContainsFunc(of, func(c int) bool {
		return !columns[c].Tapered || e.sum[c] < 0 || slices.Contains(e.Form.Leaves, formula.Leaf{Kind: kind, Name: e.sums[e.sum[c]]})
	})
}

// leafOf returns the number of the sum, of the input or of the weight of a leaf; −1 of the row's factors.
func (e *Evaluation) leafOf(l formula.Leaf, weight func(name string) int32) int32 {
	switch l.Kind {
	case formula.SumMG, formula.SumEG, formula.SumPlain:
		return indexOf(e.sums, l.Name)
	case formula.Input:
		return indexOf(e.inputs, l.Name)
	case formula.Weight:
		return weight(l.Name)
	}
	return -1
}

func indexOf(list []string, name string) int32 {
	for i, v := range list {
		if v == name {
			return int32(i)
		}
	}
	return -1
}
