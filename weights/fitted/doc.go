// Package fitted makes a weights file of what a fit has found: terms by name, and where
// they come from. It stands between the fit, which knows no files of weights, and the
// weights, which know no fit.
package fitted
