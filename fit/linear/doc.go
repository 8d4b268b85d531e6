// Package linear solves least squares, and Huber's loss by reweighting, from sums of products
// over the rows, and says which columns depend on others.
//
// A [System] is the normal equations with the intercepts eliminated, whether they come from
// rows or from second derivatives; its [Factor] solves them, names dependences, and tells
// how far weights are known.
package linear
