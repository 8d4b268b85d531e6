// Ownterm is an extract command with a term of its own: the bishop pair. Its
// set "mine" has the terms of alphaone and that one more.
//
//	go run ./examples/ownterm -set mine -o mine.matrix games.csv
//	fit -o weights.json mine.matrix
package main

import (
	"log"

	"centipawn/board"
	"centipawn/cli"
	"centipawn/extract"
	"centipawn/features"
	"centipawn/tapered"
)

var bishopPair = features.Family{
	Name:  "bishop pair",
	Terms: []features.Definition{{Name: "bishop_pair", Unit: "pairs", Formula: "1 with two bishops or more"}},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		for color, sign := range map[board.Color]int{board.White: 1, board.Black: -1} {
			if c.Pos.Pieces(color, board.Bishop).Count() >= 2 {
				t.Add(first, sign)
			}
		}
	},
}

func main() {
	set, err := features.NewSet("mine", &tapered.AlphaOne, append(features.AlphaOneFamilies(), bishopPair)...)
	if err != nil {
		log.Fatal(err)
	}
	features.Register(set)
	cli.Main("ownterm", extract.Main)
}
