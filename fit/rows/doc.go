// Package rows says which rows of a matrix a fit uses, what their labels are, and which weights
// their counts belong to.
//
// A [Job] is data with what is asked of them. Its passes give the selected rows of each block
// to partial sums ([Sum], [Tally]); a [Design] says which weights are fitted, and a [Scorer]
// evaluates rows with given ones.
package rows
