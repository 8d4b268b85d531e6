package pst_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/pst"
)

func Example() {
	knight := pst.PeSTO.Squares[board.Knight]
	e5 := board.NewSquare(4, 4)
	fmt.Println(pst.PeSTO.Material[board.Knight], knight[e5])
	// Output: {337 281} {37 22}
}
