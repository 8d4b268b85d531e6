package play_test

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// The engine with its default weights plays an endgame against itself.
func Example() {
	start, err := board.ParseFEN("4k3/8/4K3/8/8/8/8/7R w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	limit, err := play.ParseLimit("depth=4")
	if err != nil {
		fmt.Println(err)
		return
	}
	var sides [2]play.Side
	for color := range sides {
		e, err := engine.New(engine.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		sides[color] = play.Side{Player: play.Ours(e), Limit: limit}
	}
	var game play.Record
	rules := play.Rules{MaxPlies: 400}
	if err := play.Play(context.Background(), openings.Opening{Start: start}, sides[0], sides[1], rules, &game); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %s (%s)\n", game.Result, game.Reason, game.End.Termination())
	for _, m := range game.Moves {
		fmt.Println(m.Move, m.Score)
	}
	// Output:
	// 1-0: White mates (normal)
	// h1h8 mate 1
}
