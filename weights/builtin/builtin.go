// Package builtin holds the weights that programs use when they are given none:
// a fit of the set standard, by this project, to games and labels that it made
// itself. How they were made, and what they are worth, is in docs/builtin.md.
package builtin

import (
	"bytes"
	_ "embed"
	"sync"

	"centipawn/weights"
)

// Name is the name of the file in messages and provenance.
const Name = "standard.json"

//go:embed standard.json
var file []byte

// Weights returns the built-in weights. They are decoded once and shared: whoever
// changes one reads a file of his own.
func Weights() *weights.File { return decoded() }

var decoded = sync.OnceValue(func() *weights.File {
	f, err := weights.Decode(Name, bytes.NewReader(file))
	if err != nil {
		panic("builtin: " + err.Error()) // the embedded file is not the one that the test has seen
	}
	return f
})
