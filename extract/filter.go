package extract

import (
	"fmt"

	"centipawn/datasets"
)

// A Filter drops samples. Judge is called from several goroutines at once and
// must depend on nothing but the sample.
type Filter struct {
	Name  string // as the funnel counts it
	Judge func(*datasets.Sample) Verdict
}

// A Verdict is what a filter says of a sample.
type Verdict uint8

const (
	Keep Verdict = iota
	Drop
)

// OneIn keeps one position in n, chosen by its canonical key: the same
// ones in every run, and all copies of a position or none.
func OneIn(n int) Filter {
	return Filter{Name: fmt.Sprintf("not the one in %d", n), Judge: func(s *datasets.Sample) Verdict {
		if s.Position.CanonicalKey()%uint64(n) != 0 {
			return Drop
		}
		return Keep
	}}
}
