package filter

import "example.org/centipawn/datasets"

// A Filter judges samples. Judge is called from several goroutines at once and
// must depend on nothing but the sample. It may change nothing of it, unless it
// returns [Replaced] or [Relabelled].
type Filter struct {
	Name  string // as the funnel counts it, with its bounds
	Judge func(*datasets.Sample) Verdict
}

// A Verdict is what a filter says of a sample.
type Verdict uint8

const (
	Keep       Verdict = iota
	Drop               // it becomes no row
	Replaced           // keep it; its position is another one now, see [Leaf]
	Relabelled         // keep it; its result is another one now, see [Tables]
)

// dropIf turns a reason to drop into a verdict.
func dropIf(reason bool) Verdict {
	if reason {
		return Drop
	}
	return Keep
}
