package improve

import (
	"path/filepath"

	"example.org/centipawn/command/directions"
	"example.org/centipawn/internal/cli"
)

// An evening is a run.
type evening struct {
	*options
	verbs Verbs
	std   cli.Streams
	state *state

	list   *directions.List // nil until they are made
	choice []directions.Choice
}

// file is the path of a file of the run.
func (e *evening) file(name string) string { return filepath.Join(e.dir, name) }
