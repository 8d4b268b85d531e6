package features_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// What a set counts in a position: White's pieces less Black's, term by term.
func ExampleSet_Count() {
	p, err := board.ParseFEN("4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	set := features.PeSTO
	tally := set.NewTrace()
	set.Count(&p, tally)
	for i, term := range set.Terms() {
		if n := tally.Trace().Count(features.Term(i)); n != 0 {
			fmt.Printf("%-12s %+.0f\n", term.Name, n)
		}
	}
	// Output:
	// pst.pawn.d4  -1
	// pst.pawn.e5  +1
	// pst.rook.h1  +1
}
