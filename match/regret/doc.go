// Package regret says before a match how good a player's moves are, and what Elo that comes to.
//
// Players choose moves at roots; a teacher searches what they lead to. The regret of a choice is the
// teacher's expected score of its best move minus that of the move chosen, in points a move. A measure
// compares a player's regret with a baseline's at the same roots: there the best move cancels
// out, and so the teacher is asked only where moves differ, unless [Options.Full] wants the regrets
// themselves.
//
// What players answer depends on nothing but the root, for they forget the rest before each search.
// So answers are kept in a file, [Options.Cache], and a second candidate costs its own moves alone.
//
// docs/regret.md says when to trust it, and what it costs beside a match.
package regret
