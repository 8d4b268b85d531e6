// Package choice fits an evaluation to the choice among the moves of a position, which is what a
// search asks of it.
//
// A root has moves r = 1 … n, each with the teacher's value v(r) of the position after it and the
// evaluation s(r) = o(r) + w·x(r) of that position or of a leaf after it, both in centipawns of the
// side to move at the root. With temperatures Tt of the teacher and T of the evaluation
//
//	t(r) = exp(v(r)/Tt) / Σ exp(v/Tt)        p(r) = exp(s(r)/T) / Σ exp(s/T)
//
// and the loss of a root is
//
//	[CrossEntropy]  −Σ t·ln p
//	[Regret]         Σ p·c,  c(r) = max e − e(r),  e = 1/(1 + 10^(−K·v/400))
//
// The first is convex in the weights, and at its lowest p = t. The second is what the choice at
// random by p loses in expected score. What all moves of a root have in common adds nothing to
// either: no intercept is needed, and nothing of a weight is learnt that counts alike after all moves.
//
// With x̃ = x − Σ p·x the derivatives are
//
//	gradient  Σ q·x,          q = (p − t)/T,  or p·(c − Σ p·c)/T
//	second    Σ h·x̃·x̃ᵀ/T²,   h = p,          or p·(c − Σ p·c)
//
// both exact. Where a positive matrix is asked for, |h| takes the place of h.
//
// The loss of a fit is the mean over roots, weighted as the rows are. Sums are made over chunks of
// roots, and then over chunks in order: the bytes do not depend on threads.
//
// Sources: D. McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior" (1974);
// G. Tesauro, "Comparison Training of Chess Evaluation Functions" (2001); K. Hoki, T. Kaneko,
// "Large-Scale Optimization for Evaluation Functions with Minimax Search" (2014).
package choice
