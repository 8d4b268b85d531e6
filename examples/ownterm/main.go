// Ownterm is a program with a term of its own, the bishop pair: its set "mine" has the terms of
// alphaone and that one more. All commands know it:
//
//	ownterm fit -set mine -o mine.json games.csv
//	ownterm match -a mine.json -b published:alphaone
//
// docs/extend.md makes this file a module of its own.
package main

import (
	"log"

	"example.org/centipawn/board"
	"example.org/centipawn/command"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
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
	command.Main("ownterm")
}
