package openings_test

import (
	"fmt"

	"example.org/centipawn/match/openings"
)

// Openings of random moves: the number of the pair alone decides which.
func ExampleRandom() {
	source := openings.Random(1, 4, nil)
	for _, pair := range []int{0, 1, 0} {
		o, err := source.Opening(pair)
		if err != nil {
			fmt.Println(err)
			return
		}
		end := o.End()
		fmt.Println(o.Name, len(o.Moves), end.FEN())
	}
	// Output:
	// random 1/0 4 rnbqkbnr/1ppp1ppp/p7/4p3/5P2/1P6/P1PPP1PP/RNBQKBNR w KQkq - 0 3
	// random 1/1 4 rnbqkbnr/ppp1p1pp/3p1p2/8/8/4P3/PPPPQPPP/RNB1KBNR w KQkq - 0 3
	// random 1/0 4 rnbqkbnr/1ppp1ppp/p7/4p3/5P2/1P6/P1PPP1PP/RNBQKBNR w KQkq - 0 3
}
