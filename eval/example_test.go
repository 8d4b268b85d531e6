package eval_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/weights"
)

// An evaluation in centipawns, White's view, and what it is made of.
func ExampleEvaluator_Explain() {
	file, ok := weights.Published("pesto")
	if !ok {
		fmt.Println("no such weights")
		return
	}
	e, err := eval.New(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := board.ParseFEN("4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	x := e.Explain(&p)
	for _, line := range x.Lines {
		fmt.Printf("%-12s %+.0f × (%.0f, %.0f)\n", line.Term, line.Count, line.Weight.MG, line.Weight.EG)
	}
	fmt.Printf("%+.0f centipawns\n", x.Sum)
	// Output:
	// pst.pawn.d4  -1 × (94, 87)
	// pst.pawn.e5  +1 × (105, 92)
	// pst.rook.h1  +1 × (451, 492)
	// +494 centipawns
}
