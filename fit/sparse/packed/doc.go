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
// The block's counts are a row's as they are, 2 bytes for each of its terms: a
// design without a block has none, and no loop over them.
//
// Counts that are not whole numbers of 8 bits are kept with their columns, at
// 4 bytes more an entry.
//
// Rows are packed in segments of a fixed number of blocks. Segments that the
// memory does not hold are packed again in every pass. Sums are made within
// parts that are fixed by the data and added in their order: equal rows
// give equal bytes whatever the threads.
package packed
