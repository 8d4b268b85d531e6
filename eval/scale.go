package eval

import "example.org/centipawn/weights"

// largestScale is the largest [SearchEvaluator.Scale], its inverse the smallest: what is
// beyond is in another unit.
const largestScale = 4

// scaleOf returns how many centipawns of weights are worth one of the built-in ones. Margins
// stand for what a search may find beside the static evaluation, so the spread of that
// decides, where it was measured as that of the built-in weights was. Else K does: a
// centipawn that says less of the result is a smaller one. Without either it is 1.
func scaleOf(f *weights.File) float64 {
	own, builtin := &f.Provenance, &weights.Builtin().Provenance
	ratio := 1.0
	switch a, b := own.Spread, builtin.Spread; {
	case a != nil && b != nil && a.Depth == b.Depth && a.Positions == b.Positions:
		ratio = a.StdDev / b.StdDev
	case own.ResultK() != nil:
		ratio = builtin.ResultK().Value / own.ResultK().Value
	}
	return min(max(ratio, 1/float64(largestScale)), largestScale)
}

// Scale implements search.Scaled: the size of the weights' centipawn, by the
// spread or the K of the file.
func (e *SearchEvaluator) Scale() float64 { return e.scale }
