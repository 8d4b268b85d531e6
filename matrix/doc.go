// Package matrix keeps a design matrix: for every position a sparse row of
// counts, two factors and its labels.
//
// Rows come in blocks of at most [BlockRows]. A block is the unit of work, of
// order and of sharding: a sum over rows adds within blocks and then over
// blocks in order, so that results do not depend on threads or shards.
//
//   - [Create] streams blocks into a folder of .npy arrays and a manifest.json,
//     in compressed sparse row form; [Open] maps such a folder into memory.
//   - [NewMemory] collects the same blocks without a file.
//   - [Join] puts matrices together into the [Set] that a fit reads: the shards
//     of one extraction interleaved as they were cut, different extractions one
//     after the other. [Merge] writes a set as one folder.
//   - The package dense writes tables for pandas.
//
// NumPy and SciPy read a folder without this package:
//
//	data, indices, indptr = (np.load(f"x.matrix/{n}.npy", mmap_mode="r") for n in ("data", "indices", "indptr"))
//	x = scipy.sparse.csr_matrix((data, indices, indptr), shape=(len(indptr)-1, columns))
//
// A row with n entries takes 28 + n·(2 + size of a count) bytes on disk; see
// [Schema].
//
// A folder may also be written without this package. What cannot be is refused with file
// and row: columns of a row that do not ascend or come twice, values out of range. The
// manifest's checksums, zlib.crc32 of each array, may be omitted; [Matrix.Check] reads
// everything and compares them.
//
// The evaluation of a row is the sum of its counts × weights, or a formula over several such sums
// ([Schema.Formula]): column SUM/WEIGHT goes to the sum SUM, and columns of several sums may share a
// weight. The formula may read numbers of the row, columns of the kind [Input], and weights by name, of
// the kind [Parameter]. Everything else is the same, for NumPy too.
//
// Formats of all versions stay readable. Linear matrices are of version 1, those with a formula of
// version 3; version 2 had columns of one side. A folder of a version
// that is not known is refused.
//
// The package knows no chess, no loss and no
// weight, and keeps labels as they came: clipping and mates are the fit's decisions.
package matrix
