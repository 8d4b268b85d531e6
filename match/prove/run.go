package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/building"
	"example.org/centipawn/weights/source"
)

// Make builds what is not built. Its error names the stage. The caller closes lock, where it is not
// nil, after the match.
func (r *Run) Make(ctx context.Context) (lock *disk.File, err error) {
	if err := os.MkdirAll(r.Dir, 0o777); err != nil {
		return nil, err
	}
	if lock, err = resume.Open(filepath.Join(r.Dir, building.ProveLock), 0); err != nil {
		return nil, err
	}
	return lock, r.make(ctx)
}

func (r *Run) make(ctx context.Context) error {
	texts, err := r.rewrite()
	if err != nil {
		return failed("write", err)
	}
	if r.files, err = building.List(ctx, r.Source); err != nil {
		return failed("copy", err)
	}
	for _, note := range r.files.Notes {
		r.say("copy", note)
	}
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
	size, err := r.files.Copy(ctx, to)
	if err != nil {
		return failed("copy", err)
	}
	changed, err := r.source().Put(texts, to)
	if err != nil {
		return failed("write", err)
	}
	r.say("write", fmt.Sprintf("%s: %s weights, %s changed of %s, %s bytes, in %s", side, side, plaintext.Count(changed, "file"),
		plaintext.Thousands(r.files.Len()), plaintext.Thousands(int(size)), to))
	return r.mark(written, side)
}
