package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// A Run is the builds of one engine with old and new weights.
type Run struct {
	Dir      string         // the folder of the run
	Source   string         // the engine's folder, which is copied
	Texts    []source.Code  // the files that hold weights, within Source
	Options  source.Options // how they are read
	Old, New *weights.File
	Build    string // the command, for the shell, in the copy's folder
	Program  string // what it makes: a path within Source
	Twice    bool   // build the old weights, too

	// Stage is told what is done, a line each; At, every second, how long a build takes. Either
	// may be nil.
	Stage func(stage, text string)
	At    func(build string, seconds int)

	files []file
	state state
}

// The sides of a match, and the names of their folders.
const (
	New = "new"
	Old = "old"
)

// Make builds what is not built. Its error names the stage. The caller closes lock, where it is not
// nil, behind the match.
func (r *Run) Make(ctx context.Context) (lock *disk.File, err error) {
	if err := os.MkdirAll(r.Dir, 0o777); err != nil {
		return nil, err
	}
	if lock, err = resume.Open(filepath.Join(r.Dir, lockFile), 0); err != nil {
		return nil, err
	}
	return lock, r.make(ctx)
}

func (r *Run) make(ctx context.Context) error {
	texts, err := r.rewrite()
	if err != nil {
		return failed("write", err)
	}
	if r.files, err = list(ctx, r.Source); err != nil {
		return failed("copy", err)
	}
	r.sift(ctx)
	r.outside()
	if err := r.open(); err != nil {
		return err
	}
	for _, side := range r.sides() { // both, before a build that takes its time
		if err := r.write(ctx, side, texts[side]); err != nil {
			return err
		}
	}
	for _, side := range r.sides() {
		if err := r.build(ctx, side); err != nil {
			return failed("build", err)
		}
	}
	return nil
}

// failed names the stage of an error.
func failed(stage string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: stopped; the same command goes on: %w", stage, err)
	}
	return fmt.Errorf("%s: %w", stage, err)
}

func (r *Run) sides() []string {
	if r.Twice {
		return []string{New, Old}
	}
	return []string{New}
}

// Command is the program of a side.
func (r *Run) Command(side string) string { return filepath.Join(r.Dir, side, r.Program) }

// Match is the folder of the match.
func (r *Run) Match() string { return filepath.Join(r.Dir, "match") }

// rewrite returns the files of each side. Old weights are written, too: the source may hold the new
// ones already.
func (r *Run) rewrite() (map[string][]source.Code, error) {
	after, err := source.Rewrite(r.Texts, r.Old, r.New, r.Options)
	if err != nil {
		return nil, err
	}
	before, err := source.Rewrite(r.Texts, r.New, r.Old, r.Options)
	if err == nil && slices.EqualFunc(before, after, func(a, b source.Code) bool { return bytes.Equal(a.Data, b.Data) }) {
		err = errors.New("rounded as in the source, the new weights are the old ones: there is nothing to prove")
	}
	return map[string][]source.Code{New: after, Old: before}, err
}

// write copies the source and writes a side's weights into the copy, unless that is done.
func (r *Run) write(ctx context.Context, side string, texts []source.Code) error {
	if r.state.done(written, side) || r.built(side) {
		r.say("write", side+": done before")
		return nil
	}
	to := filepath.Join(r.Dir, side)
	if err := errors.Join(r.forget(side), disk.RemoveAll(to)); err != nil {
		return failed("copy", err)
	}
	size, err := copyAll(ctx, r.files, to)
	if err != nil {
		return failed("copy", err)
	}
	changed := 0
	for i, t := range texts {
		if !bytes.Equal(t.Data, r.Texts[i].Data) {
			changed++
		}
		path, err := within(r.Source, t.Name)
		if err == nil {
			err = atomicfile.Write(filepath.Join(to, path), t.Data)
		}
		if err != nil {
			return failed("write", err)
		}
	}
	r.say("write", fmt.Sprintf("%s: %s weights, %s changed of %s, %s bytes, in %s", side, side, plaintext.Count(changed, "file"),
		plaintext.Thousands(len(r.files)), plaintext.Thousands(int(size)), to))
	return r.mark(written, side)
}

// within returns the path of a file below a folder, both without their symbolic links.
func within(folder, name string) (string, error) {
	name, bad := filepath.EvalSymlinks(name)
	root, err := filepath.EvalSymlinks(folder)
	if err := errors.Join(bad, err); err != nil {
		return "", err
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	path, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(path) {
		return "", fmt.Errorf("%s is not in %s: pass -src, the folder that holds all of the engine", name, root)
	}
	return path, nil
}

// built reports whether the program of a side is there.
func (r *Run) built(side string) bool {
	return r.state.done(built, side) && executable(r.Command(side)) == nil
}

func (r *Run) say(stage, text string) {
	if r.Stage != nil {
		r.Stage(stage, text)
	}
}

// mark notes that a stage of a side is done.
func (r *Run) mark(stage, side string) error {
	r.state.Done = append(r.state.Done, stage+" "+side)
	return r.save()
}

// forget notes that nothing of a side is done.
func (r *Run) forget(side string) error {
	r.state.Done = slices.DeleteFunc(r.state.Done, func(s string) bool { return s == written+" "+side || s == built+" "+side })
	return r.save()
}
