// Package syzygy looks up in Syzygy tables how positions of few pieces end: won, drawn or lost with
// best play ("WDL", files of the ending .rtbw). Distances (.rtbz) are not read.
//
// A table is of one material, such as KQvKR, and has a value for each placement of its pieces up to
// symmetry and for each side to move:
//
//  1. A position is turned so that its material is the table's: colours and ranks (tables.go).
//  2. Its placement becomes a number: the leading pieces, or pawns, are brought into a part of the
//     board by symmetry, each further group of like pieces is a combination of the squares that are
//     left (index.go).
//  3. The number is looked up in a list of values that is packed: pairs of symbols that stand side
//     by side are symbols again ("recursive pairing"), these have Huffman's codes, and blocks of
//     them are found by a sparse index (pairs.go).
//
// Positions in which a capture reaches the value may hold any smaller one, which packs better. So
// captures are looked at first (tables.go). Tables know neither castling nor en passant: positions
// that may castle are not found, captures in passing are looked at as captures.
//
// Every number that a file holds is checked: a file that cannot be a table is refused when it is
// opened, with what is wrong, and no file makes a lookup panic. But files are mapped: one that is cut
// short while it is in use ends the program. Replace tables by renaming others into their place.
//
// Source: the tables and their format are by Ronald de Man, "syzygy1/tb" (2013). This package is
// written from scratch.
package syzygy
