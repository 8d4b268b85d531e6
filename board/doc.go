// Package board knows the rules of chess: squares, bitboards, positions, legal
// moves, and the notations for them (FEN, SAN, UCI).
//
// A [Position] is a plain value of at most 200 bytes. It is compared with ==,
// copied by assignment, and changed only by [Position.Make]; there is no
// unmake, a search keeps a copy (`next := *p; next.Make(m)`). Every Position
// that [ParseFEN] returns has passed [Position.Validate], so the other methods
// need no error results.
//
// Conventions:
//
//   - A1 is square 0, B1 is 1, H8 is 63; files and ranks count from 0.
//   - Castling is stored as the king taking its own rook, which is the same in
//     standard chess and Chess960. Only the notations differ (see
//     [Position.UCI]).
//   - The en passant square is kept only when an en passant capture is legal.
//     Keys, == and FEN therefore do not depend on superfluous squares.
//   - Nothing allocates on the paths that programs run millions of times:
//     parsing a FEN, generating moves into a slice with room, making a move.
//
// The package imports nothing of this module and keeps no state that changes
// after initialisation: everything is safe for concurrent use as long as no
// Position is written to by two goroutines.
package board
