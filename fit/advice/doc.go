// Package advice says what an evaluation lacks, and what of it can go, from nothing but its value in each row.
//
// A row has an evaluation e in centipawns, a label y, White's expected score, a phase φ and a game. What is known
// is explained first by a logistic with four free numbers, so that a wrong scale is no news:
//
//	p = σ(a + b·φ + (k + l·φ)·e·ln 10/400)
//
// A candidate has counts c of its terms. Its question is whether the evaluation e + Σ c·(mg·φ + eg·(1−φ)) goes
// better with the labels. One Gauss–Newton step from 0 against the residuals y − p, with the four numbers free,
// gives the weights; it is made on half of the games, and what it gains is measured on the other half, and the
// halves are exchanged. So a candidate with many weights has no advantage, and one that gains nothing loses a
// little. A normal prior keeps weights of rare counts near 0; its width is chosen within the half that learns.
//
// Gains are shares of the mean squared error. Their errors are by game: the rows of a game are not independent.
// The p-values of all that were tried are adjusted by Holm's rule, and the wide intervals by Bonferroni's, so that
// in 95 of 100 rankings of candidates that are worth nothing none is recommended.
//
// The package knows no chess: what a column counts is the caller's. Nothing depends on the number of threads.
//
// Sources: C. Rao, "Large Sample Tests of Statistical Hypotheses Concerning Several Parameters with Applications to
// Problems of Estimation" (1948); S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979); for
// what can go, B. Hassibi and D. Stork, "Second Order Derivatives for Network Pruning: Optimal Brain Surgeon" (1993).
package advice
