// Package packed keeps the rows of a fit in the memory that there is, in the order in which passes read
// them. It knows neither losses nor the passes, which are in fit/sparse.
//
// A count is one of few whole numbers, so a column with a count, a symbol, is
// 16 bits. Rows are sorted by their pair of factors and then by their number of
// entries: a cell. Within a cell both are constant, which makes
//
//   - the value of a symbol one number, x·(plain + mg·φ + eg·ε), looked up: an
//     entry costs a load and an addition, where it would cost two multiplications
//     more;
//   - the loops over entries equally long, so that their ends are foreseen, and
//     four rows at a time, so that additions do not wait for one another;
//   - a row 2 bytes an entry and 8 to 18 more: 37 bytes for
//     piece-square tables, where the matrix takes 71.
//
// The counts of a form's sums are symbols, too, in rows of any length. The rows of a cell stand in blocks
// of 256, and the entries of a block by sum and then by row, each with a byte that says of which row it is: one loop
// over them all adds up a sum, where a loop for each row would end unforeseen. An entry takes 3 bytes, a
// row 4 for each sum and input. A linear design has none of it, and no loop over it.
//
// Counts that are not whole numbers of 8 bits are kept with their columns, at
// 4 bytes more an entry.
//
// Rows are packed in segments of a fixed number of blocks. Segments that the
// memory does not hold are packed again in every pass. Sums are made within
// parts that are fixed by the data and added in their order: equal rows
// give equal bytes whatever the threads.
package packed
