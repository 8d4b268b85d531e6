package engine

import (
	"context"
	"fmt"
	"io"

	"example.org/centipawn/internal/cli"
)

// explain prints the evaluation of a position term by term.
func explain(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine eval [-json] [flags] [FEN]", "Prints the evaluation of a position by the weights, term by term: White's count less\n"+
		"Black's, what one is worth in the middlegame and in the endgame, and the product.\n"+
		"The FEN may be in quotes or not; default is the start.", std)
	s := addSetup(fs)
	asJSON := fs.Bool("json", false, "print one JSON object")
	fields, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	p, err := position(std, fields)
	if err != nil {
		return err
	}
	e, err := s.engine(std)
	if err != nil {
		return err
	}
	if !*asJSON {
		_, err = io.WriteString(std.Out, e.Explain(&p))
		return err
	}
	x, err := e.Explanation(&p)
	if err != nil {
		return fmt.Errorf("the evaluation: %w", err)
	}
	return cli.WriteJSON(std.Out, x)
}
