package quiet_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/weights"
)

// A queen is attacked: the static evaluation does not see it, the quiescence search does.
func ExampleSearch_Quiesce() {
	file, _ := weights.Published("pesto")
	search, err := quiet.New("published", file)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := board.ParseFEN("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	value, leaf := search.Quiesce(&p)
	fmt.Printf("static %+d, after captures %+d\n", search.Static(&p), value)
	fmt.Println(leaf.FEN())
	// Output:
	// static -899, after captures +99
	// 4k3/8/8/3P4/8/8/8/4K3 b - - 0 1
}
