// Package surface finds by play how far to go in some directions: the maximum of a quadratic surface
// of which every pair of games is a noisy glimpse. It knows no chess and starts nothing: a [Search]
// says which two points play a pair, and takes its result.
//
// A point α has a coefficient for each of K directions, and 0 is where one stands. Its strength is
//
//	f(α) = g·α − ½·α'Hα        Elo over 0
//
// and the points a and b meet with the expected score 1/(1+10^(−(f(a)−f(b))/400)).
//
// What is known beforehand ([Prior]) comes from the Gram matrix of the directions: G[i][j] is the mean, over positions,
// of the product of the changes of expected score that whole steps in i and j make. What a change of the evaluation costs
// if it is noise grows with its mean square, so H is a curve times G but for a common factor and an error of each element;
// and two directions that change the same positions alike have about the same slope, so g has the covariance S²·G. Both are
// normal, and so is what is known after some pairs: the logistic curve is replaced by its tangent, block by block.
//
// A pair plays two points, on either side of the best that is known: every coefficient is moved by the same step, by a
// random sign up in one and down in the other. So their difference tells the slopes, whatever the curve; and as the best
// point moves, the curve shows.
//
// Source: G. Box, K. Wilson, "On the experimental attainment of optimum conditions", Journal of the Royal Statistical
// Society B 13 (1951), for quadratic surfaces.
package surface
