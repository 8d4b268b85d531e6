// Package sample holds a data set to try things on: whole games of Stockfish
// 15.1 against itself from random openings, at strengths of 50 to 3,200 nodes a
// move with some random moves among them, every position labelled by a search
// of 8,000 nodes. It was made for this project by generate.go and is in the
// public domain (CC0).
//
// The columns are fen, score (centipawns or #mate, White's view), result, game
// and ply.
package sample

import (
	"bytes"
	_ "embed"

	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
)

//go:embed sample.csv.zst
var file []byte

// Name is the name of the sample in messages and provenance.
const Name = "sample.csv.zst"

// Open returns a reader of the sample.
func Open() *datasets.Reader {
	return datasets.NewReader(Name, bytes.NewReader(file), datasets.Options{})
}
