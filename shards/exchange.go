package shards

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"centipawn/atomicfile"
)

// An Exchange is how processes that run one program, each with a shard of its own, tell each other what
// they have found. As each gets the same answers, all make the same steps.
type Exchange interface {
	// Range returns the pieces of this process, low to high−1 of so many; a driver has none.
	Range(pieces int) (low, high int)

	// Leads reports whether this is the process that writes what was found.
	Leads() bool

	// All returns what all shards have made in a step, in their order. mine makes this shard's; it is
	// not called where that is known from an earlier run.
	All(ctx context.Context, step string, mine func() ([]byte, error)) ([][]byte, error)
}

// A Folder is an exchange by files in a folder that all processes see: a file for each step and shard, that
// appears whole or not at all. A process that is started again reads what was there, and goes on
// behind it.
type Folder struct {
	Dir   string
	Of    Shard
	steps int

	// Led says that a driver leads.
	Led bool
}

// Range implements [Exchange].
func (f *Folder) Range(pieces int) (low, high int) { return f.Of.Range(pieces) }

// Leads implements [Exchange].
func (f *Folder) Leads() bool { return f.Of.Index == 0 && !f.Led }

// ErrPart is the error of work that another process, which leads, completes.
var ErrPart = errors.New("this shard has done its part")

// All implements [Exchange].
func (f *Folder) All(ctx context.Context, step string, mine func() ([]byte, error)) (all [][]byte, err error) {
	n := f.steps
	f.steps++
	own := f.Path(n, step, f.Of.Index)
	if _, err := os.Stat(own); errors.Is(err, fs.ErrNotExist) {
		b, err := mine()
		if err == nil {
			err = atomicfile.Write(own, b)
		}
		if err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	for i := range f.Of.Count() {
		b, err := await(ctx, f.Path(n, step, i))
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// Path names the file of a shard in a step.
func (f *Folder) Path(n int, step string, shard int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%05d-%s.%d-of-%d", n, step, shard, f.Of.Count()))
}

// await reads a file as soon as it is there.
func await(ctx context.Context, path string) ([]byte, error) {
	for {
		b, err := os.ReadFile(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return b, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(moment):
		}
	}
}

// moment is between two looks at a folder.
const moment = 20 * time.Millisecond

// Gather makes a step of an exchange: it returns the merged results of all shards, of which mine is one.
func Gather[P Partial[P]](ctx context.Context, x Exchange, step string, fresh func() P, mine func() (P, error)) (all P, err error) {
	texts, err := x.All(ctx, step, func() ([]byte, error) {
		p, err := mine()
		if err != nil {
			return nil, err
		}
		return p.MarshalBinary()
	})
	all = fresh()
	for i, text := range texts {
		p := fresh()
		if err := p.UnmarshalBinary(text); err != nil {
			return all, fmt.Errorf("step %s of shard %d: %w", step, i, err)
		}
		if err := all.Merge(p); err != nil {
			return all, fmt.Errorf("step %s of shard %d: %w", step, i, err)
		}
	}
	return all, err
}
