package filter_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
)

// A filter of your own stands beside those of the package: it judges one sample.
func ExampleFilter() {
	noQueens := filter.Filter{
		Name: "queens",
		Judge: func(s *datasets.Sample) filter.Verdict {
			if s.Position.Pieces(board.White, board.Queen)|s.Position.Pieces(board.Black, board.Queen) != 0 {
				return filter.Drop
			}
			return filter.Keep
		},
	}
	for _, fen := range []string{board.StartFEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		s := datasets.Sample{Position: p}
		fmt.Println(noQueens.Judge(&s) == filter.Keep, filter.InCheck().Judge(&s) == filter.Keep)
	}
	// Output:
	// false true
	// true true
}
