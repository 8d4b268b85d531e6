// Package directions makes directions: fits that begin with an engine's old weights, hold on to them, and differ
// in what they are fitted to and in what they may move. How far to go in each is found by play.
package directions

import (
	"context"
	"errors"

	"example.org/centipawn/internal/cli"
)

// Make makes the directions, writes each with the list into the folder of the options, and returns the list with
// its weights. What is there from the same inputs is not made again, so that a run that was interrupted goes on.
// Progress goes to std.Err.
func Make(ctx context.Context, opt Options, std cli.Streams) (*List, error) {
	return nil, errors.New("not yet")
}

// Read reads a folder that Make has completed, with the weights. One that is not complete is an error that says so.
func Read(dir string) (*List, error) { return nil, errors.New("not yet") }
