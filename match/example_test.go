package match_test

import (
	"context"
	"fmt"

	"example.org/centipawn/engine"
	"example.org/centipawn/match"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// The engine with many nodes a move against the same engine with few.
func ExampleRun() {
	start := func(context.Context) (play.Player, error) {
		e, err := engine.New(engine.Options{})
		if err != nil {
			return nil, err
		}
		return play.Ours(e), nil
	}
	plan := match.Plan{
		Entrants: []play.Entrant{
			{Name: "many", Limit: play.Limit{Nodes: 400}, Start: start},
			{Name: "few", Limit: play.Limit{Nodes: 10}, Start: start},
		},
		Pairs:    4,
		Openings: openings.Random(1, 8, nil),
		Rules:    play.Rules{ResignMoves: 2, ResignScore: 800, MaxPlies: 200},
	}
	result, err := match.Run(context.Background(), plan, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := result.Pairings[0]
	fmt.Printf("%v: %s %d, %s %d, drawn %d\n", result.Stop, p.First, p.Wins, p.Second, p.Losses, p.Draws)
	// Output:
	// all played: many 8, few 0, drawn 0
}
