// Package fit estimates the weights of an evaluation, linear in them, from a design
// matrix, and says how far the estimates can be trusted.
//
// The model of a row with counts x, factors φ (MG) and ε (EG), offset o and
// source s is
//
//	y ≈ α(s) + o + Σ plain w·x + Σ tapered (w.mg·φ + w.eg·ε)·x
//
// with y the label in centipawns, White-relative, clipped as [Target] says. A
// plain column stands for one weight, its name; a tapered one for two, name.mg
// and name.eg. The intercepts α, one a source, take up what an evaluation
// without side to move cannot hold. They are nuisances: fitted, reported, and
// never among the weights.
//
// For the losses of expected scores ([Sigmoid], [CrossEntropy]: Texel tuning) the label t
// is a result or a probability, and t ≈ 1/(1+10^(−K·y/400)) with y as above; K is fitted at
// the start weights. There a minimum is searched where least squares solve: package
// fit/sparse packs the rows and sums over them, fit/descent searches. The steps are
// otherwise the same, and [Texel] holds its options.
//
// A set may have a formula ([matrix.Schema.Formula]): the evaluation is what it makes of sums of
// columns, such as the sum linear above and
//
//	(max(0, Σ w·x(White))² − max(0, Σ w·x(Black))²)/100 · φ
//
// with one weight for both columns of a term. Derivatives are exact, but such a loss
// may have several minima: the one that is found depends on where the search begins, and
// Options.Texel.Starts begins elsewhere, too. Weights of a sum that have no derivative in any row
// are moved to 3. Least squares refuse a formula whose weights are not all fixed.
//
// [Fit] works in passes over the blocks of the data:
//
//  1. estimate: sums of products ([GramMatrix]), one pass, or one for each round of
//     reweighting ([Huber]); linear dependences are found and named, never a failure;
//  2. evaluate: errors by game, of training and test part, beside those of the
//     null model, with intervals from resampling games;
//  3. standard errors: scores summed within games, because the positions of one
//     game are not independent (the sandwich estimator).
//
// Of more weights than Options.Dense no matrix of weights × weights is made: the minimum is searched
// by products with the rows, and the third step is left out.
//
// [Evaluate] and [Compare] do the second step for any models on the same rows;
// [Predict] gives the rows one by one for reports.
//
// Partial sums over groups of blocks are added in the order of the blocks, so
// that equal data give equal bytes whatever the number of threads or shards.
// Warnings about the result are values in it ([note.Note]), not errors.
//
// The package imports matrix, winprob and its own subfolders. It knows no chess: its tests use
// textbook data.
package fit
