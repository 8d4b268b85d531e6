package prove

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// build builds a side, unless that is done.
func (r *Run) build(ctx context.Context, side string) error {
	if r.built(side) {
		r.say("build", side+": done before")
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// The next run copies again whatever happens here.
	if err := r.forget(side); err != nil {
		return err
	}
	name, began := filepath.Join(r.Dir, side+".log"), time.Now()
	r.say("build", fmt.Sprintf("%s: %s, output in %s", side, r.Build, name))
	err := r.source().Build(ctx, filepath.Join(r.Dir, side), name, func(seconds int) {
		if r.At != nil {
			r.At("build "+side, seconds)
		}
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w\nmend the source, -build or -engine, and run it again", err)
	}
	r.say("build", fmt.Sprintf("%s: done in %.1f s", side, time.Since(began).Seconds()))
	return r.mark(built, side)
}

// built reports whether the program of a side is there.
func (r *Run) built(side string) bool {
	return r.state.done(built, side) && r.source().Built(filepath.Join(r.Dir, side))
}
