// Package measure evaluates models on rows: errors by game, with intervals from resampling
// games, comparisons of models on the same rows, and predictions one by one.
package measure
