package packed

import "example.org/centipawn/internal/formula"

// A Form is the part of an evaluation that is not the sum of its linear columns: s = o + Σ linear + g.
type Form struct {
	// Program is g, in centipawns from White's view. It must be smooth and unmixed, see [formula.Program.Smooth] and
	// [formula.Program.Unmixed]. It reads sums of columns, inputs and factors of the row, and weights.
	Program *formula.Program

	Leaves  []FormLeaf   // by Program.Leaves: where their values come from
	Columns []FormColumn // by Spec.Columns: which are the form's; those beyond its end, such as intercepts, are linear
	Sums    int          // number of sums: those of columns and of leaves are less
	Inputs  int          // number of inputs: likewise
}

// A FormLeaf says where a leaf of the program has its value from. The kind of the leaf is that of
// Program.Leaves.
type FormLeaf struct {
	// Index is the number of the sum (SumMG and SumEG; both leaves of a sum have the same one), of the
	// input (Input) or of the weight among the fitted ones (Weight). It is −1 of a weight that is fixed, and has no
	// meaning for RowMG and RowEG, which are the factors of the row's codes in Spec.MG and Spec.EG.
	Index int32

	Value float64 // of a weight that is fixed
}

// A FormColumn says what the counts of a column are to the form. The column of the same number in
// Spec.Columns must have no weights, unless both Sum and Input are −1: then the form does not have it.
type FormColumn struct {
	// Sum is the number of the sum that the counts go to; −1: none.
	Sum int32

	// Input is the number of the input that is the count; −1: none. Rows without the column have 0.
	Input int32

	// Weights are the fitted weights of a column of a sum, indices or −1, as those of a linear column: the
	// sum's middlegame part is Σ count·(Plain + MG), its endgame part Σ count·(Plain + EG), without the row's
	// factors. A plain column has Plain alone, a tapered one MG and EG. A weight may be of several columns,
	// of the form and linear ones.
	Weights Column

	// Fixed are the values of weights that are not fitted, of which the index is −1: [0] of Plain, [1] of
	// MG and [2] of EG. They are 0 where the column has no such weight, and where the weight is fitted.
	Fixed [3]float64
}

// Linear is a column that the form does not have.
var Linear = FormColumn{Sum: -1, Input: -1, Weights: Column{-1, -1, -1}}
