package shards

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/atomicfile"
)

// An Exchange is how processes that run one program, each with a shard of its own, tell each other what
// they have found. One leads: it takes the steps and says which, and the others do their share. A process
// counts the calls of All and Tell, so that all must make the same ones.
type Exchange interface {
	// Range returns the pieces of this process, low to high−1 of that many; a driver has none.
	Range(pieces int) (low, high int)

	// Leads reports whether this is the process that writes what was found.
	Leads() bool

	// All returns what all shards have made in a step, in their order. mine makes this shard's; it is
	// not called where that is known from an earlier run. A process that only gives gets ErrGiven.
	All(ctx context.Context, step string, mine func() ([]byte, error)) ([][]byte, error)

	// Give says whether this process only gives its part from now on, and learns of no other's.
	Give(only bool)

	// Tell returns what the process that leads says: text, if that is this one.
	Tell(ctx context.Context, step string, text []byte) ([]byte, error)

	// Fail says that this process, which leads, has failed: the others end, too.
	Fail(cause error) error
}

// A Folder is an exchange by files in a folder that all processes see: a file for each step and shard, that
// appears whole or not at all. A process that is started again reads what was there, and goes on
// after it.
type Folder struct {
	Dir   string
	Of    Shard
	steps int
	gives bool

	// Led says that a driver leads.
	Led bool

	// Remark, if it is not nil, is told what is waited for, from half a minute on.
	Remark func(text string)
}

var _ Exchange = (*Folder)(nil)

// Range implements [Exchange].
func (f *Folder) Range(pieces int) (low, high int) { return f.Of.Range(pieces) }

// Leads implements [Exchange].
func (f *Folder) Leads() bool { return f.Of.Index == 0 && !f.Led }

// Give implements [Exchange].
func (f *Folder) Give(only bool) { f.gives = only }

var (
	// ErrPart is the error of work that another process, which leads, completes.
	ErrPart = errors.New("this shard has done its part")

	// ErrGiven is the error of a step of which a process only gives its part.
	ErrGiven = errors.New("this shard's part of the step is given")
)

// next returns the number of the next step. Who leads forgets at the first that it has failed before.
func (f *Folder) next() (n int, err error) {
	if f.steps++; f.steps == 1 && f.Leads() {
		err = ForgetFailure(f.Dir)
	}
	return f.steps - 1, err
}

// All implements [Exchange].
func (f *Folder) All(ctx context.Context, step string, mine func() ([]byte, error)) (all [][]byte, err error) {
	n, err := f.next()
	if err != nil {
		return nil, err
	}
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
	if f.gives {
		return nil, ErrGiven
	}
	for i := range f.Of.Count() {
		b, err := f.await(ctx, f.Path(n, step, i), Shard{i, f.Of.Count()}.String())
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// Tell implements [Exchange].
func (f *Folder) Tell(ctx context.Context, step string, text []byte) ([]byte, error) {
	n, err := f.next()
	if err != nil {
		return nil, err
	}
	path := f.Said(n, step)
	if !f.Leads() {
		return f.await(ctx, path, "the one that leads")
	}
	return text, Say(path, text)
}

// Fail implements [Exchange].
func (f *Folder) Fail(cause error) error {
	return atomicfile.Write(failure(f.Dir), []byte(cause.Error()))
}

// failure names the file that says why the process that leads has failed.
func failure(dir string) string { return filepath.Join(dir, "failed") }

// ForgetFailure takes back what Fail said in an earlier run.
func ForgetFailure(dir string) error {
	if err := os.Remove(failure(dir)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// failed returns the error of the process that leads, if it has failed.
func (f *Folder) failed() error {
	text, err := os.ReadFile(failure(f.Dir))
	switch {
	case f.Leads() || errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("the process that leads has failed: %s: start it again, and then this one", text)
}

// Say writes what the process that leads says. What is there from an earlier run must be the same.
func Say(path string, text []byte) error {
	switch old, err := os.ReadFile(path); {
	case errors.Is(err, fs.ErrNotExist):
		return atomicfile.Write(path, text)
	case err != nil:
		return err
	case !bytes.Equal(old, text):
		return fmt.Errorf("%s differs from this run: the folder is of another fit: remove it", path)
	}
	return nil
}

// Path names the file of a shard in a step.
func (f *Folder) Path(n int, step string, shard int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%05d-%s.%d-of-%d", n, step, shard, f.Of.Count()))
}

// Said names the file in which the process that leads says something.
func (f *Folder) Said(n int, step string) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%05d-%s.said", n, step))
}

// await reads a file as soon as it is there.
func (f *Folder) await(ctx context.Context, path, who string) ([]byte, error) {
	begun, next := time.Now(), patience
	for pause := least; ; pause = min(2*pause, most) {
		b, err := os.ReadFile(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return b, err
		}
		if err := f.failed(); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w, while waiting for %s since %s", context.Cause(ctx), path, begun.Format(time.TimeOnly))
		case <-time.After(pause):
		}
		if waited := time.Since(begun); waited >= next && f.Remark != nil {
			next *= 4
			f.Remark(fmt.Sprintf("process %v waits for process %s since %s: for the file %s. Where that process has ended, start it again with its own command: it reads what was done and goes on",
				f.Of, who, begun.Format(time.TimeOnly), path))
		}
	}
}

// Between two looks at a folder there is least at first, and most in the end. After patience it is said
// what is waited for.
var (
	least    = time.Millisecond
	most     = 20 * time.Millisecond
	patience = 30 * time.Second
)

// Gather makes a step of an exchange: it returns the merged results of all shards, of which mine is one.
func Gather[P Partial[P]](ctx context.Context, x Exchange, step string, fresh func() P, mine func() (P, error)) (all P, err error) {
	texts, err := x.All(ctx, step, func() ([]byte, error) {
		p, err := mine()
		if err != nil {
			return nil, err
		}
		return p.MarshalBinary()
	})
	if err != nil {
		return all, err
	}
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
	return all, nil
}
