package tapered_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

func ExamplePhase() {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f\n", tapered.PeSTO.Of(&p))
	}
	// Output:
	// 1.00
	// 0.33
	// 0.00
}
