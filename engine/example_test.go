package engine_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/search"
)

// The engine with its default weights finds a mate.
func ExampleEngine_Search() {
	e, err := engine.New(engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := board.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	control := search.NewControl(search.Limits{Nodes: 1000}, p.SideToMove(), 0)
	result := e.Search(search.NewGame(p), control, nil)
	fmt.Println(result.Move, result.Score)
	// Output:
	// d1d8 mate 1
}
