// Package moves counts the terms of a move: what a policy multiplies by its weights to say how
// probable the moves of a position are.
//
// A term is linear, as those of package features are: a move's logit is the sum of count × weight,
// middlegame and endgame weights blended by the phase of the position before the move. Counts are
// in the view of the side that moves; a row of a matrix, which is White's view, has them negated
// where Black moves. Squares are seen from the mover's side: a pawn of Black on e7 stands on e2.
//
// Each term is counted by one function, for the rows of a fit and for a search: a [Counter] made
// by [NewTrace] records counts, one made by [NewScore] adds weight × count. A position's counts
// depend on nothing but it and the move, so that rows can be made of positions without their game:
// what only a tree or a game knows, such as the move before or which moves were good elsewhere,
// is not a term.
package moves
