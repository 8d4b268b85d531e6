// Package sparse makes the passes of a fit over its rows: the loss with its derivatives, second
// derivatives, sums by game. It knows neither chess nor where rows come from. Package packed, below it,
// keeps the rows; grouped, above it, has an intercept for each group of rows.
//
// The evaluation of a row with counts x, factors φ (MG) and ε (EG) and offset o,
// and its expected score, are
//
//	s = o + Σ x·(plain + mg·φ + eg·ε) + g    centipawns, White-relative
//	e = 1/(1+e^(−c·s)), c = K·ln 10/400
//
// where g is the form, if there is one: a formula over sums of other columns and over weights, see
// [packed.Form],
// and the loss is the weighted mean over the rows of (e−t)², or of the cross
// entropy −t·ln e − (1−t)·ln(1−e), t in [0,1] being the target. A loss is a value,
// see [Loss].
package sparse
