// Package improve is the verb improve of the match command, an author's evening in one call: games of the engine,
// their quiet positions, labels, rows, directions, a blend by play, its proof, and the source. Each stage is a command
// line of the product, which it prints, and which does the same alone.
package improve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
)

// Run is the verb.
func (v Verbs) Run(ctx context.Context, args []string, std cli.Streams) (err error) {
	o, err := v.parse(args, std)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	lock, err := resume.Lock(filepath.Join(o.dir, lockName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	e := &evening{options: o, verbs: v, std: std}
	if e.state, err = openState(o); err != nil {
		return err
	}
	out, err := e.run(ctx)
	if pageErr := e.page(out); pageErr != nil {
		err = errors.Join(err, pageErr)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; the same match improve goes on in %s", err, o.dir)
	case out == nil:
		return err
	case o.json:
		err = errors.Join(err, cli.WriteJSON(std.Out, out))
	default:
		err = errors.Join(err, out.Print(std.Out))
	}
	return errors.Join(err, out.status())
}

// lockName is the file of a run's lock.
const lockName = "improve.lock"
