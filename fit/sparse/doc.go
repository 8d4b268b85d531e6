// Package sparse is the working copy of a fit: the rows of a design packed for
// the passes that a minimiser makes over them, and these passes. It knows
// neither chess nor where rows come from.
//
// The evaluation of a row with counts x, factors φ (MG) and ε (EG) and offset o,
// and its expected score, are
//
//	s = o + Σ x·(plain + mg·φ + eg·ε) + B    centipawns, White-relative
//	e = 1/(1+e^(−c·s)), c = K·ln 10/400
//
// where B = (max(0, u(White))² − max(0, u(Black))²)·φ/100 is the block, if there is
// one, with u = Σ w·x over a side's own counts,
// and the loss is the weighted mean over the rows of (e−t)², or of the cross
// entropy −t·ln e − (1−t)·ln(1−e), t in [0,1] being the target. A loss is a value,
// see [Loss].
//
// # The layout
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
//   - a row 2 bytes an entry and 8 to 18 besides: 37 bytes for
//     piece-square tables, where the matrix takes 71.
//
// The block's counts are a row's as they are, 2 bytes for each of its terms: a
// design without a block has none, and no loop over them.
//
// Counts that are no whole numbers of 8 bits are kept beside their columns, at
// 4 bytes more an entry.
//
// Rows are packed in segments of a fixed number of blocks. Segments that the
// memory does not hold are packed again in every pass. Sums are made within
// groups of rows that are fixed by the data and added in their order: equal rows
// give equal bytes whatever the threads.
package sparse
