// Package search finds the minimum of a loss over rows with what pulls and bounds its weights, chooses
// the strengths of penalties by folds, and says how well the weights are known. What the rows are and
// which loss they have only [Rows] knows: positions with expected scores (fit/texel), or roots with
// their moves (fit/choice).
package search
