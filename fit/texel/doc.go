// Package texel fits expected scores: P. Österlund's "Texel's Tuning Method" (2014), with the
// minimum found to a stated gap.
//
// A fit goes through stages. Each is a value that holds those before it, and is complete when
// it is made:
//
//	Prepared   the options read against the columns
//	Scaled     the training rows packed, with the K of the search
//	Found      the minimum, or where the search ended
//	Inferred   standard errors, dependences, and the gauge
//	Rescaled   weights and K in the scale of the policy
//	Measured   errors on all parts, calibration, what rounding costs
//
// A loss is one value of fit/sparse ([sparse.Losses]).
package texel
